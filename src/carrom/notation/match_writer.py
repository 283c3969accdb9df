"""A match file as text. `docs/notation.md` has its grammar."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from carrom.equipment.position import PlacedPiece, Position
from carrom.match.entries import UMPIRE
from carrom.match.requests import Correct, MakeStroke, Place, StateFacts
from carrom.notation.cursor import UnwritableError, quote
from carrom.notation.match_file import VERSION, FileEntry, FileMatch, MatchFile
from carrom.notation.pieces import write_piece, write_position, write_real
from carrom.notation.values import write_fields, write_value
from carrom.serialization import to_plain

FIRST_LINE = f"carrom-match {VERSION}"
AUTHORS = {"south": "S", "east": "E", "north": "N", "west": "W", "umpire": "U", "clock": "C", "witness": "V"}
_ELSEWHERE = (
    "kind",
    "ruleset",
    "edition",
    "players",
    "tags",
)  # fields of a head that have lines or places of their own
_MOMENT = re.compile(r"[0-9A-Za-z.:+/@_-]+")


def write_file(file: MatchFile) -> str:
    """Write a match file; what a value's default is, stays out. Raises UnwritableError."""
    lines = [FIRST_LINE]
    for match in file.matches:
        lines += ["", *_match(match)]
    lines += ["", *_comments(file.closing)] if file.closing else []
    return "\n".join([*lines, ""])


class _Times:
    """Writes times: the day is left out where it is that of the time before."""

    def __init__(self) -> None:
        self._day = ""

    def written(self, time: str) -> str:
        day, letter, rest = time.partition("T")
        if not (letter and day and rest and _MOMENT.fullmatch(time)):
            return quote(time)
        if day == self._day and "T" not in rest:
            return rest
        self._day = day
        return time


def _match(match: FileMatch) -> Iterator[str]:
    head = to_plain(match.head, brief=True)
    times = _Times()
    fields = {name: value for name, value in head.items() if name not in _ELSEWHERE}
    beside = _beside(match, times)
    if match.values == "whole":
        beside.append("values whole")
    if match.defaults:
        beside.append(f"defaults {write_value(list(match.defaults))}")
    if match.author != UMPIRE:
        beside.append(f"author {_author(match.author)}")
    yield from _comments(match.comments)
    yield _joined(["match", write_value(head["ruleset"]), str(head["edition"]), *write_fields(fields)], beside)
    yield from (f"tag {write_value(name)} {write_value(value)}" for name, value in match.head.tags)
    for player in match.head.players:
        kind = [] if player.kind == "person" else [player.kind]
        level = [] if player.level is None else ["level", write_value(player.level)]
        yield " ".join(["player", player.side, write_value(player.name), *kind, *level])
    if match.situation:
        yield f"from {match.situation}"
    yield from _below(match.laid, {}, None, match.followed)
    yield from _entries(match.entries, times, "")
    if (result := match.result) is not None:
        how = [] if result.how == "played" else [result.how]
        winner = "none" if result.winner is None else result.winner.value
        yield " ".join(["result", winner, _pair(result.games), _pair(result.points), *how])
    if match.check:
        yield f"check {match.check}"
    yield from _comments(match.closing)
    yield f"end {len(match.entries)}"


def _pair(values: Iterable[int]) -> str:
    return ":".join(map(str, values))


def _entries(entries: Iterable[FileEntry], times: _Times, margin: str) -> Iterator[str]:
    for entry in entries:
        yield from _comments(entry.comments, margin)
        yield margin + _joined([str(entry.number), _author(entry.author), *_asked(entry)], _beside(entry, times))
        facts = None if entry.facts is None else to_plain(entry.facts, brief=True)
        below = _below(entry.laid, facts, entry.position, entry.followed, is_entry=True)
        yield from (f"{margin}  {line}" for line in below)
        for variation in entry.variations:
            yield f"{margin}  ("
            yield from _entries(variation.entries, times, margin + "  ")
            yield from _comments(variation.closing, margin + "  ")
            yield f"{margin}  )"


def _asked(entry: FileEntry) -> list[str]:
    asked = entry.asked
    if isinstance(asked, MakeStroke):
        return [write_real(value) for value in (asked.stroke.offset, asked.stroke.angle, asked.stroke.speed)]
    if isinstance(asked, Place):
        return [write_piece(PlacedPiece(asked.piece, asked.x, asked.y))]
    fields = to_plain(asked, brief=True)
    kind = fields.pop("kind")
    if isinstance(asked, StateFacts | Correct):
        fields = fields["facts"]
    return [kind, *write_fields(fields)]


def _below(
    laid: Position | None,
    facts: dict[str, Any] | None,
    position: Position | None,
    followed: Any,
    *,
    is_entry: bool = False,
) -> Iterator[str]:
    if laid is not None:
        yield f"laid {write_position(laid)}"
    if is_entry and facts is not None:
        yield " ".join(["= facts", *write_fields(facts)])
    if position is not None:
        yield f"= position {write_position(position)}"
    if followed is not None:
        yield " ".join(["= followed", *write_fields(to_plain(followed, brief=True))])


def _beside(one: FileEntry | FileMatch, times: _Times) -> list[str]:
    """Write what stands beside a line: when, who reported it, versions, chance."""
    found = [f"at {times.written(one.time)}"] if one.time else []
    found += [f"{name} {write_value(value)}" for name, value in (("by", one.by), ("role", one.role)) if value]
    found += [] if one.laws is None else [f"laws {one.laws}"]
    found += [] if one.engine is None else [f"engine {write_value(one.engine)}"]
    chance = one.chance if isinstance(one, FileEntry) else ()
    return [*found, f"chance {write_value(list(chance))}"] if chance else found


def _author(author: str) -> str:
    return AUTHORS.get(author) or quote(author)


def _joined(words: list[str], beside: list[str]) -> str:
    return " ".join([*words, "|", *beside] if beside else words)


def _comments(comments: Iterable[str], margin: str = "") -> Iterator[str]:
    for comment in comments:
        if "\n" in comment or (comment and not comment.isprintable()):
            raise UnwritableError("comment", value=comment)
        yield f"{margin}# {comment}".rstrip(" ")
