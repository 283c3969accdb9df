"""A tie of teams as rows of a page: its score so far, its matches with who plays them. Knows no event's rows.

Line-ups stand here only once both are open.
"""

from collections.abc import Callable, Sequence
from typing import Any

from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, reported_tie_matches
from carrom.tournament.contest import Contest
from carrom.tournament.results import Result
from carrom.tournament.teams import TieTerms, match_name, tie_score
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.line_up_form import match_label
from carrom_web.competitions.events.services.line_ups import are_open, line_up_of

Persons = Callable[[Sequence[str]], Sequence[str]]


def tie_rows(contest: Contest, meeting: Meeting, persons: Persons) -> dict[str, Any]:
    """A tie as a page shows it.

    Gives: a, b (the score, 0 to 0 at first), reported (how many matches), of; is_open (line-ups may be seen); is_level
    (all reported, and no winner); by_hand (the result of the whole was reported); matches, a list of {number, kind,
    title, name, sides: two of {names, won, score}, is_reported, note, scores}.
    """
    terms = contest.tie or TieTerms()
    a, b = meeting.a or "", meeting.b or ""
    reported = reported_tie_matches(contest, meeting.fixture.id, a, b) if a and b else {}
    score = tie_score(terms, reported)
    shows = are_open(contest, meeting.fixture.id, a, b)
    line_ups = [line_up_of(contest, meeting.fixture.id, team) if shows else None for team in (a, b)]
    matches = []
    for number, kind in enumerate(terms.kinds, 1):
        result = reported.get(number)
        names = [persons(one.matches[number - 1]) if one else () for one in line_ups]
        matches.append(
            {
                "number": number,
                "kind": kind,
                "title": match_label(number, kind),
                "name": match_name(meeting.fixture.id, number),
                "sides": [_side(side, each, result) for side, each in zip(Side, names, strict=True)],
                "is_reported": result is not None,
                "note": draw_labels.result_label(result) if result else "",
                "scores": draw_labels.scores_label(result) if result else "",
            }
        )
    by_hand = any(one.fixture == meeting.fixture.id and one.pair == {a, b} for one in contest.results)
    result = meeting.result
    return {
        "a": score.a,
        "b": score.b,
        "reported": len(reported),
        "of": len(terms.order),
        "is_open": shows,
        "is_level": result is not None and result.is_played and result.winner is None,
        "by_hand": by_hand,
        "matches": matches,
    }


def _side(side: Side, names: Sequence[str], result: Result | None) -> dict[str, Any]:
    return {
        "side": side.value,
        "names": " & ".join(names),
        "won": result is not None and result.winner is side,
        "score": draw_labels.score_label(result, side) if result and result.is_played else "",
    }
