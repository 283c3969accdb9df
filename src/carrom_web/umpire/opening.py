"""All that is left before the first stroke of a board, as the one form that the page of a sheet shows.

Reads values, decides nothing; sentences are made in the language that is active. No database, no Django: the page's own
Python runs it as well.
"""

from datetime import datetime, timedelta
from typing import Any

from carrom import serialization
from carrom.laws.ruleset import effect_of
from carrom.match import ceremony, requests, sides
from carrom.match.awaiting import BREAK, Decision
from carrom.match.requests import Request
from carrom.match.state import MatchState
from carrom.play import clocks
from carrom.play.beginning import steps_left
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext
from carrom_web.matches import ceremony_phrases, phrases

Json = dict[str, Any]
BEFORE_PLAY = "before_play"


def opening(match: MatchState) -> Json | None:
    """Return the form: `items` in the order of the laws, the word of its button, and what may come instead.

    Only what these laws ask is in it. An item is a line to tick, a list of them, or a question with its answers. None
    at other moments.
    """
    left = steps_left(match)
    if not left:
        return None
    items = [item for name in dict.fromkeys(left) for item in _items(match, name, left)]
    return {
        "title": _title(match, left),
        "board": f"{match.standing.game}.{match.standing.board_number}",
        "items": [*items, *_colours(match)],
        "main": _main(left),
        "acts": _acts(match, left),
    }


def step(text: str, request: Request, *, main: bool = False) -> Json:
    """Return a button, with the request that it sends as it is."""
    return {"text": text, "request": serialization.to_plain(request), "main": main}


def after(since: str, seconds: float) -> str:
    """Return the time so many seconds after another one (ISO texts)."""
    return (datetime.fromisoformat(since) + timedelta(seconds=seconds)).isoformat()


def _title(match: MatchState, left: tuple[str, ...]) -> str:
    asked = {ceremony.TOSS, ceremony.CHOICE, ceremony.TRIAL}
    return _("Before the first stroke") if asked & set(left) else phrases.awaiting_text(match)


def _items(match: MatchState, name: str, left: tuple[str, ...]) -> list[Json]:
    match name:
        case ceremony.CHECKS:
            checks = [ceremony_phrases.check_text(check) for check in match.ruleset.checks]
            return [{"kind": "checks", "name": name, "text": _("Equipment"), "lines": checks}]
        case ceremony.TOSS:
            return [_toss(match)]
        case ceremony.CHOICE:
            return _choices(match)
        case ceremony.TRIAL:
            return [_trials(left.count(name))]
        case ceremony.PLAY:
            return []
        case _:
            return [{"kind": "checks", "name": name, "text": "", "lines": [ceremony_phrases.done_text(name)]}]


def _toss(match: MatchState) -> Json:
    answers = [{"text": phrases.side_called(match, side), "value": side.value} for side in Side]
    return {"kind": "question", "name": "toss", "text": _("Who won the toss?"), "answers": answers}


def _choices(match: MatchState) -> list[Json]:
    """Return the questions to the winner of the toss, and once the break is taken, to the other side."""
    awaiting = match.awaiting
    by = match.side_at(awaiting.seats[0]).value if awaiting.kind is Decision.CHOICE else None
    seat = _by_side(match, "seat", _("The other side chooses"), _seats(match))
    if by is not None and BREAK not in awaiting.options:
        return [seat | {"by": by}]
    broken = {"text": phrases.option_text(match, BREAK), "values": {side.value: BREAK for side in Side}}
    winner = _by_side(match, "choice", _("The winner of the toss chooses"), [broken, *_seats(match)])
    return [winner | {"by": by}, seat | {"after": BREAK}]


def _by_side(match: MatchState, name: str, text: str, answers: list[Json]) -> Json:
    """A question to a side that may not be known yet: `texts`, and the `values` of its answers, are by that side."""
    chooses = _("%(name)s chooses")
    texts = {side.value: chooses % {"name": phrases.side_called(match, side)} for side in Side}
    return {"kind": "question", "name": name, "text": text, "texts": texts, "answers": answers}


def _seats(match: MatchState) -> list[Json]:
    """Return the answers of who may sit as now or change, with the seat for each side."""
    texts = (_("Stays on this side"), _("Changes sides"))
    if match.head.men == 4:
        texts = (_("Stays on these seats"), _("Changes seats"))
    ordered = {side: _own_first(match, side) for side in Side}
    return [
        {"text": text, "values": {side.value: ordered[side][place] for side in Side}}
        for place, text in enumerate(texts)
    ]


def _own_first(match: MatchState, side: Side) -> list[str]:
    own = sides.first_seat_of(match.seats, side)
    return sorted(sides.side_choices(match.head.men), key=lambda seat: seat != own)


def _trials(most: int) -> Json:
    answers = [{"text": str(count) if count else _("None"), "value": count} for count in range(most, -1, -1)]
    text = ngettext("Trial board played", "Trial boards played", most)
    return {"kind": "question", "name": "trials", "text": text, "answers": answers}


def _colours(match: MatchState) -> list[Json]:
    """The colour that the winner of the toss plays on this board, where these laws let them choose."""
    if match.ruleset.colour_assignment != "chosen":
        return []
    answers: list[Json] = [
        {"text": _("Not chosen"), "value": None},
        {"text": _("White"), "value": "white"},
        {"text": _("Black"), "value": "black"},
    ]
    return [{"kind": "question", "name": "colour", "text": _("The winner of the toss plays"), "answers": answers}]


def _main(left: tuple[str, ...]) -> str:
    if ceremony.PLAY in left:
        return _("Play!")
    return _("Both are ready: play") if left == (ceremony.BOTH_READY,) else _("Begin the board")


def _acts(match: MatchState, left: tuple[str, ...]) -> list[Json]:
    """Return what may come instead: the call of the match, a side that is missing, a stroke before “Play”."""
    found: list[Json] = []
    if left[0] == ceremony.REPORT and not match.standing.waits_since:
        minutes = match.ruleset.reporting_minutes or 0
        call = ngettext("Call the match: %(count)d minute", "Call the match: %(count)d minutes", minutes)
        found.append(step(call % {"count": minutes}, requests.CallMatch()))
    if ceremony.PLAY in left and effect_of(match.ruleset, BEFORE_PLAY) is not None:
        early = _("Struck before “Play”")
        found.append({"text": early, "request": None, "main": False, "declares": BEFORE_PLAY})
    return [*found, *_late(match)]


def _late(match: MatchState) -> list[Json]:
    """Return the claim against a side that is not there when the reporting time or the interval is over."""
    wait = clocks.wait(match)
    if wait is None or wait.kind not in ("report", "interval"):
        return []
    begin = after(wait.since, wait.seconds)
    said = [
        step(
            _("%(name)s is not here: they lose the match") % {"name": phrases.side_called(match, side)},
            requests.Late(side),
        )
        for side in Side
    ]
    if wait.kind == "report":
        said.append(step(_("Nobody is here"), requests.Late(None)))
    return [each | {"from": begin} for each in said]
