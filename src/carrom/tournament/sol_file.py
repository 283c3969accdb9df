"""`.sol` files read and written: YAML documents or a JSON array, plain or gzipped.

A file is read strictly: everything has the kind that SoL gives it, numbers point to records that are there, nobody
plays twice in a round. What cannot be read is reported with its place and what was expected. Reading undoes writing.
"""

import dataclasses
import gzip
import json
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, TypeVar, cast

from carrom.errors import UnreadableError
from carrom.parts import need
from carrom.tournament.sol_records import LISTS, Kind, SolBook, SolMatch, SolTourney

LARGEST = 8_000_000  # bytes, unpacked; a season of a country has one or two million
DEEPEST = 12  # documents are five deep
LARGEST_NUMBER = 10**9

Record = TypeVar("Record")
Lengths = Mapping[str, int]


class SolFileError(UnreadableError):
    """The file is not a `.sol` file, or something in it is impossible."""

    code = "bad-sol-file"


def read_sol(content: bytes, *, most: int = LARGEST) -> SolBook:
    """Read a `.sol` file of at most so many bytes, unpacked.

    Raises:
        SolFileError: it cannot be read; the sentence says where and why.
    """
    documents = _documents(_unpacked(content, most))
    if not documents or not isinstance(documents[0], dict) or not set(documents[0]) & {"players", "clubs"}:
        raise SolFileError("not-sol")
    first, *events = documents
    unknown = sorted(set(map(str, first)) - set(LISTS))
    if unknown:
        raise SolFileError("unknown-list", name=unknown[0])
    raw = {name: _list(first.get(name) or [], name) for name in LISTS}
    lengths = {name: len(records) for name, records in raw.items()}
    if "users" not in first:
        lengths["users"] = lengths["players"]  # before SoL 4 the owners were players
    known: dict[str, Any] = {
        name: tuple(_record(kind, one, f"{name} {number}", lengths) for number, one in enumerate(raw[name], 1))
        for name, kind in LISTS.items()
    }
    tourneys = []
    for number, event in enumerate(events, 1):
        where = f"event {number}"
        count = len(_list(_mapping(event, where).get("competitors") or [], f"{where}: competitors"))
        tourneys.append(_record(SolTourney, event, where, {**lengths, "competitors": count}))
        _check(tourneys[-1], where)
    if "users" not in first:
        known["users"] = None
    return SolBook(tourneys=tuple(tourneys), **known)


def write_sol(book: SolBook, *, kind: Literal["yaml", "json"] = "yaml", compressed: bool = False) -> bytes:
    """The file of these records, as SoL reads it; compressed for the name `.sol.gz`."""
    first = {name: [_plain(one, kind) for one in getattr(book, name) or ()] for name in LISTS}
    if book.users is None:
        del first["users"]
    documents = [first, *(_plain(event, kind) for event in book.tourneys)]
    if kind == "json":
        text = json.dumps(documents, ensure_ascii=False, sort_keys=True)
    else:
        need("events")
        import yaml

        class Dumper(yaml.CSafeDumper):
            def ignore_aliases(self, data: object) -> bool:
                return True

        text = yaml.dump_all(documents, Dumper=Dumper, allow_unicode=True, default_flow_style=None, width=100)
    content = text.encode()
    return gzip.compress(content, mtime=0) if compressed else content


def _unpacked(content: bytes, most: int) -> str:
    if content[:2] == b"\x1f\x8b":
        unpacking = zlib.decompressobj(wbits=31)
        try:
            content = unpacking.decompress(content, most + 1)
        except zlib.error as error:
            raise SolFileError("damaged") from error
        if len(content) <= most and not unpacking.eof:
            raise SolFileError("ends-early")
    if len(content) > most:
        raise SolFileError("too-large", megabytes=most // 1_000_000)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SolFileError("not-text", byte=error.start) from error


def _documents(text: str) -> list[Any]:
    if text.lstrip().startswith("["):
        try:
            return cast(list[Any], json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant))
        except json.JSONDecodeError as error:
            raise SolFileError("json", line=error.lineno, column=error.colno, problem=error.msg.lower()) from error
        except (RecursionError, ValueError) as error:
            raise (error if isinstance(error, SolFileError) else SolFileError("not-json")) from error
    need("events")
    import yaml

    try:
        _check_depth(text)
        loader = yaml.CSafeLoader(text)
        documents = []
        while loader.check_node():
            node = loader.get_node()
            _check_node(node, set())
            documents.append(_constructed(loader, node))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context
        if mark is None or not problem:
            raise SolFileError("not-yaml") from error
        raise SolFileError("yaml", line=mark.line + 1, column=mark.column + 1, problem=problem) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise (error if isinstance(error, SolFileError) else SolFileError("not-yaml")) from error
    return documents


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    twice = _first_twice(key for key, _ in pairs)
    if twice is not None:
        raise SolFileError("field-twice", name=twice)
    return dict(pairs)


def _first_twice(values: Iterable[Hashable]) -> Hashable | None:
    seen = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def _no_constant(word: str) -> None:
    raise SolFileError("not-finite", text=word)


def _constructed(loader: Any, node: Any) -> Any:
    """The value of a document; the reader of YAML fails in its own ways where a tag does not fit its text."""
    try:
        return loader.construct_document(node)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise SolFileError("yaml-tag") from error


def _check_depth(text: str) -> None:
    """Refuse great depth, before anything follows it down: the reader of YAML would fall with the whole program."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise SolFileError("too-deep")


def _check_node(node: Any, seen: set[int]) -> None:
    """Refuse what SoL does not write: a field twice, and references to lists, which could grow without end."""
    if not isinstance(node.value, list):
        return
    line = node.start_mark.line + 1
    if id(node) in seen:
        raise SolFileError("shared-list", line=line)
    seen.add(id(node))
    if node.id == "mapping":
        if any(isinstance(key.value, list) for key, _ in node.value):
            raise SolFileError("field-name", line=line)
        twice = _first_twice(key.value for key, _ in node.value)
        if twice is not None:
            raise SolFileError("field-twice-at", line=line, name=twice)
        for _, value in node.value:
            _check_node(value, seen)
    else:
        for value in node.value:
            _check_node(value, seen)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise SolFileError("not-a-list", where=where, value=_shown(value))
    return value


def _mapping(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise SolFileError("not-a-record", where=where, value=_shown(value))
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _record(record: type[Record], value: Any, where: str, lengths: Lengths) -> Record:
    given = dict(_mapping(value, where))
    found: dict[str, Any] = {}
    for field in dataclasses.fields(cast(Any, record)):
        if field.name == "other":
            continue
        about = field.metadata
        if field.name not in given and about["needed"] and not about["null"]:
            raise SolFileError("missing-field", where=where, field=field.name)
        raw = given.pop(field.name, None)
        if raw is None and (about["null"] or not about["needed"]):
            found[field.name] = None
        else:
            found[field.name] = _value(raw, about, f"{where}: {field.name}", lengths)
    found["other"] = {key: _other(value, f"{where}: {key}") for key, value in given.items()}
    return record(**found)


def _value(raw: Any, about: Mapping[str, Any], where: str, lengths: Lengths) -> Any:
    kind: Kind = about["kind"]
    if kind is Kind.RECORDS:
        records = enumerate(_list(raw, where), 1)
        return tuple(_record(about["record"], one, f"{where} {number}", lengths) for number, one in records)
    if kind is Kind.NUMBERS:
        return tuple(_number(one, about, where, lengths) for one in _list(raw, where))
    if kind is Kind.WHOLE:
        return _number(raw, about, where, lengths)
    if not _IS[kind](raw):
        raise SolFileError(_NOT[kind], where=where, value=_shown(raw))
    if about["one_of"] and raw not in about["one_of"]:
        raise SolFileError("not-one-of", where=where, choices=about["one_of"], value=_shown(raw))
    if kind is Kind.MERGED:
        return tuple(one if isinstance(one, str) else tuple(one) for one in raw)
    if kind in (Kind.DAY, Kind.MOMENT):
        return _iso(raw, kind)
    return str(raw) if kind is Kind.NUMBER else raw


def _number(raw: Any, about: Mapping[str, Any], where: str, lengths: Lengths) -> int:
    if isinstance(raw, bool) and where.endswith("delaycompatriotpairing"):
        raw = int(raw)  # SoL 3 and 4 up to 4.15 say whether, not for how many rounds
    if not isinstance(raw, int) or isinstance(raw, bool) or abs(raw) > LARGEST_NUMBER:
        raise SolFileError("not-whole", where=where, value=_shown(raw))
    if about["of"] and not 1 <= raw <= lengths[about["of"]]:
        raise SolFileError("no-such-number", where=where, number=raw, count=lengths[about["of"]], list=about["of"])
    if about["least"] is not None and raw < about["least"]:
        raise SolFileError("below-least", where=where, number=raw, least=about["least"])
    return raw


def _is_decimal(raw: Any) -> bool:
    try:
        return Decimal(str(raw)).is_finite()
    except InvalidOperation:
        return False


def _is_moment(raw: Any, kind: type[date] = datetime) -> bool:
    if isinstance(raw, str):
        try:
            kind.fromisoformat(raw)
        except ValueError:
            return False
        return True
    return isinstance(raw, date)


def _is_merged(raw: Any) -> bool:
    """Those whom a person took in: their guid alone (SoL 3), or with their names."""
    return isinstance(raw, list) and all(
        isinstance(one, str) or (isinstance(one, list) and all(text is None or isinstance(text, str) for text in one))
        for one in raw
    )


_IS: Mapping[Kind, Callable[[Any], bool]] = {
    Kind.TEXT: lambda raw: isinstance(raw, str),
    Kind.YES: lambda raw: isinstance(raw, bool),
    Kind.DAY: lambda raw: _is_moment(raw, date) and not isinstance(raw, datetime),
    Kind.MOMENT: _is_moment,
    Kind.NUMBER: _is_decimal,
    Kind.MERGED: _is_merged,
}
_NOT: Mapping[Kind, str] = {
    Kind.TEXT: "not-a-text",
    Kind.YES: "not-yes-or-no",
    Kind.DAY: "not-a-date",
    Kind.MOMENT: "not-a-time",
    Kind.NUMBER: "not-a-number",
    Kind.MERGED: "not-texts",
}


def _iso(raw: Any, kind: Kind) -> str:
    if isinstance(raw, str):
        raw = date.fromisoformat(raw) if kind is Kind.DAY else datetime.fromisoformat(raw)
    elif kind is Kind.MOMENT and not isinstance(raw, datetime):
        raw = datetime(raw.year, raw.month, raw.day)
    return cast(str, raw.isoformat())


def _other(value: Any, where: str) -> Any:
    """A field that is not known here: plain values and lists of them are preserved."""
    if isinstance(value, list):
        return tuple(_other(one, where) for one in value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise SolFileError("unknown-field", where=where)


def _check(event: SolTourney, where: str) -> None:
    """Check what the records of an event say together. Raises SolFileError."""
    for number, competitor in enumerate(event.competitors, 1):
        if not 1 <= len(competitor.players) <= 4:
            raise SolFileError("team-size", where=where, number=number, count=len(competitor.players))
    twice = _first_twice(player for competitor in event.competitors for player in competitor.players)
    if twice is not None:
        raise SolFileError("player-twice", where=where, player=twice)
    playing: set[tuple[int, int]] = set()
    for number, match in enumerate(event.matches, 1):
        for competitor_number in _both(match):
            if (match.turn, competitor_number) in playing:
                raise SolFileError(
                    "plays-twice", where=where, number=number, competitor=competitor_number, round=match.turn
                )
            playing.add((match.turn, competitor_number))
        if match.turn > event.currentturn:
            raise SolFileError("round", where=where, number=number, round=match.turn, current=event.currentturn)
        if (match.score1_2 is None) != (match.score2_2 is None) or (match.score1_3 is None) != (match.score2_3 is None):
            raise SolFileError("half-score", where=where, number=number)


def _both(match: SolMatch) -> Iterator[int]:
    yield match.competitor1
    if match.competitor2 is not None:
        yield match.competitor2


def _plain(record: Any, kind: str) -> dict[str, Any]:
    """A record as plain values, fields that it lacks left out."""
    plain: dict[str, Any] = {}
    for field in dataclasses.fields(record):
        if field.name == "other":
            continue
        value, about = getattr(record, field.name), field.metadata
        if value is None and not about["null"]:
            continue
        plain[field.name] = _unread(value, about["kind"], kind)
    return plain | {key: _listed(value) for key, value in record.other.items()}


def _unread(value: Any, kind: Kind, written: str) -> Any:
    if kind is Kind.RECORDS:
        return [_plain(one, written) for one in value]
    if kind in (Kind.NUMBERS, Kind.MERGED):
        return _listed(value)
    if written == "yaml" and value is not None and kind is Kind.DAY:
        return date.fromisoformat(value)
    if written == "yaml" and value is not None and kind is Kind.MOMENT:
        return datetime.fromisoformat(value)
    return value


def _listed(value: Any) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_listed(one) for one in value]
    return value
