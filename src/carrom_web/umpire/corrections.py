"""The entries of a sheet as plain JSON for readers and for corrections. Reads values, decides nothing."""

from collections.abc import Sequence
from typing import Any

from carrom import serialization
from carrom.match import requests
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play.corrections import amendable
from carrom.play.effective_entries import Counted, counted, reports_a_stroke
from carrom.play.record import counting
from carrom_web.matches import rendering
from carrom_web.umpire import officiating, wire
from carrom_web.umpire.record import Record

Json = dict[str, Any]


def entry_rows(record: list[Entry], match: MatchState, stored_record: Record) -> list[Json]:
    """Return every entry but the head, the newest first: what it said, what counts now, and what may be corrected.

    To what `wire.log` tells come `struck_by` (the entry that first struck it out, if it no longer counts or otherwise),
    `kind` and `board` ("1.3"), and `may`: "stroke", "board", "points", "leave" or nothing.
    """
    points = {point.entry.number: point for point in counted(record, match.struck)}
    struck_by: dict[int, int] = {}
    for entry in record:
        for number in entry.followed.struck_out:
            struck_by.setdefault(number, entry.number)
    found = []
    slams = officiating.slam_lines([entry for entry in counting(record, match.struck) if entry.kind != "head"])
    for line in wire.log(match, record, slams, stored_record):
        number = line["number"]
        is_other = line["struck"] or bool(line["now"])
        found.append(
            line
            | {
                "kind": record[number].kind,
                "board": _board(record, number),
                "struck_by": struck_by.get(number) if is_other else None,
                "may": may(points.get(number)),
            }
        )
    return found


def may(point: Counted | None) -> str:
    """In which way an entry can be corrected; empty if it cannot."""
    if point is None or not amendable(point.entry):
        return ""
    if reports_a_stroke(point.entry):
        return "stroke"
    return {requests.TellBoard: "board", requests.Claim: "points"}.get(type(point.entry.asked), "leave")


def entry_form(record: Sequence[Entry], match: MatchState, number: int) -> Json | None:
    """Return what may be said in place of an entry, and what it said; None if it cannot be corrected."""
    points = (point for point in counted(record, match.struck) if point.entry.number == number)
    point = next((each for each in points if may(each)), None)
    if point is None:
        return None
    entry, before = point.entry, point.before.match
    board, asked = before.board, entry.asked
    return {
        "number": number,
        "may": may(point),
        "text": rendering.entry_text(before, entry),
        "facts": wire.plain_facts(point.facts) if point.facts is not None else None,
        "board": serialization.to_plain(asked) if isinstance(asked, requests.TellBoard) else None,
        "points": asked.points if isinstance(asked, requests.Claim) else None,
        "most": before.awaiting.most,
        "side": None if board is None else board.to_play,
        "colours": {} if board is None else {side.value: board.colour_of(side) for side in {*board_sides(before)}},
        "solo": before.head.men == 1,
        "toggles": wire.toggles(before) if board is not None else [],
        "ends": wire.ends(before.ruleset),
        "breaks": wire.breaks(before),
    }


def board_sides(match: MatchState) -> list[Any]:
    """The sides that play."""
    return list(dict.fromkeys(seated.side for seated in match.seats))


def _board(record: Sequence[Entry], number: int) -> str:
    """Game and board that were in play when an entry was made."""
    standing = record[max(number - 1, 0)].followed.standing
    return f"{standing.game}.{standing.board_number}"
