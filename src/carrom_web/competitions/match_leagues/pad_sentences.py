"""The effects of a result of a league's match, in sentences, before it is stored."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.league.match_commands import League, reported_result
from carrom.terms import Side
from carrom.tournament.bracket_resolution import reported_tie_matches
from carrom.tournament.results import Result
from carrom.tournament.teams import fixture_and_number, tie_score
from carrom_web.competitions.match_leagues.models import Team
from carrom_web.competitions.match_leagues.repository import LeagueView
from carrom_web.competitions.match_leagues.services.captains import match_act


def what_it_decides(seen: LeagueView, name: str, result: Result, *, team: Team | None) -> dict[str, Any]:
    """Describe the effects of a result: {says, notes: list of {text, warn}}. Raises CarromError: it is not allowed."""
    fixture, number = fixture_and_number(name)
    notes: list[dict[str, Any]] = []
    before = reported_result(seen.league, fixture, number)
    after = seen.log.preview(match_act(seen, name, result)).after
    if number:
        notes.append({"text": _of_tie(seen, after, fixture), "warn": False})
    if before is not None and before.winner is not result.winner:
        notes.append({"text": _("This reverses a result."), "warn": True})
    notes += [{"text": text, "warn": False} for text in _moves(seen, after, fixture)]
    if team is not None:
        other = result.b if result.a == team.key else result.a
        text = _("It counts when %(name)s confirms it.") % {"name": seen.name(other)}
        notes.append({"text": text, "warn": False})
    return {"says": result_sentence(seen, name, result), "notes": [one for one in notes if one["text"]]}


def result_sentence(seen: LeagueView, name: str, result: Result) -> str:
    """Return the winner with the score: "Riverside won, 25-9"."""
    score = " ".join(f"{one.a}-{one.b}" for one in result.scores)
    if not score and result.games != (0, 0):
        score = f"{result.games.a}-{result.games.b}"
    if result.winner is None:
        return _("Level, %(score)s") % {"score": score} if score else _("Tied")
    words = {"name": seen.name(result.a if result.winner is Side.A else result.b), "score": score}
    return _("%(name)s won, %(score)s") % words if score else _("%(name)s won") % words


def _of_tie(seen: LeagueView, after: League, fixture: str) -> str:
    """How the tie is with it."""
    meeting, contest = after.meeting(fixture), after.contest_of(fixture)
    if contest.tie is None:
        return ""
    reported = reported_tie_matches(contest, fixture, meeting.a or "", meeting.b or "")
    score = tie_score(contest.tie, reported)
    words = {"a": seen.name(meeting.a), "b": seen.name(meeting.b), "x": score.a, "y": score.b}
    left = len(contest.tie.order) - len(reported)
    if left:
        text = ngettext(
            "%(a)s %(x)s – %(y)s %(b)s, %(n)s match to come.", "%(a)s %(x)s – %(y)s %(b)s, %(n)s matches to come.", left
        )
        return text % {**words, "n": left}
    if meeting.winner:
        words["name"] = seen.name(meeting.winner)
        return _("%(name)s wins the tie: %(a)s %(x)s – %(y)s %(b)s.") % words
    return _("The tie is level: %(a)s %(x)s – %(y)s %(b)s.") % words


def _moves(seen: LeagueView, after: League, fixture: str) -> list[str]:
    """Describe the moves of the two in the table."""
    was, now = (
        {row.key: row.row.place for table in league.tables for row in table.rows} for league in (seen.league, after)
    )
    return [
        _("%(name)s moves from place %(was)s to %(now)s.") % {"name": seen.name(key), "was": was[key], "now": now[key]}
        for key in after.meeting(fixture).keys
        if key in was and was[key] != now.get(key)
    ]
