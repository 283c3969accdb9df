"""From what was asked to what followed, and back: the record of a match in a file, and the file of a record.

Every entry is answered again by the laws and the engine at hand. Derived values that a file has must be the same; where
other versions served an entry, `followed` holds in their place. Chance comes from the file, else from the match's seed.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from carrom.equipment.position import Position
from carrom.equipment.validity import check_position
from carrom.errors import CarromError, UnreadableError
from carrom.laws.judge import VERSION as LAWS
from carrom.match.entries import Effects, Entry, Head
from carrom.match.requests import MakeStroke, Toss
from carrom.match.rules import values_of_edition
from carrom.match.state import BrokenRecordError
from carrom.notation.match_file import FileEntry, FileMatch
from carrom.notation.pieces import write_position
from carrom.notation.situation import read_situation, write_situation
from carrom.play import handlers
from carrom.play.context import Simulate
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.play.situation import NotBetweenStrokesError, entry_of_situation, situation_of
from carrom.play.state import PlayState, follow

Path = tuple[int, ...]
"""The place of an entry: its number; within a variation after the number and the place of that variation."""
RESULT, CHECK = (-1,), (-2,)
"""The paths of the lines below the entries of a match."""
Remark = Callable[[Entry], str]
Derived = Callable[[Path, PlayState | None, Entry], None]
_TOSSES = ((), (0.25,), (0.75,))  # by the seed, for A, for B


class DerivationError(UnreadableError):
    """A file says something that cannot be derived; `path` names the entry or line.

    Codes: `derived-otherwise`, `other-version`, and those with which a request is refused.
    """

    own_codes = True

    def __init__(self, reason: str, /, *, path: Path = (), **parameters: object) -> None:
        super().__init__(reason, **parameters)
        self.path = path


class _Chance:
    """The numbers that a file gives, then those of the seed; `drawn` counts them all."""

    def __init__(self, given: Sequence[float], seed: int, stream: int) -> None:
        self._given = iter(given)
        self._rng = SeededRng(seed, stream)
        self.drawn = 0

    def random(self) -> float:
        self.drawn += 1
        given = next(self._given, None)
        return self._rng.random() if given is None else given


def _engine() -> str:
    from carrom.physics.surface import ENGINE

    return ENGINE


def record_of(match: FileMatch, *, simulate: Simulate | None = None, derived: Derived | None = None) -> Record:
    """Derive the record of a match, and check what the file says of it, in variations as well.

    Args:
        match: what the file says.
        simulate: replaces the installed engine.
        derived: is called for each entry, those of variations too: with its path, the state before it (None: the start)
            and the entry.

    Raises:
        DerivationError: something cannot be derived, or otherwise than the file says.
    """
    entries = [_start(match)]
    state = follow(None, entries[0])
    if derived is not None:
        derived((0,), None, entries[0])
    _derive(_Deriving(match, simulate, derived), match.entries, entries, state, ())
    record = Record(tuple(entries))
    result = record.entries[-1].followed.match_result
    is_other = _is_other(match.laws, match.engine)
    if match.result is not None and result != match.result:
        if is_other:
            raise DerivationError("other-version.end", path=RESULT)
        raise DerivationError("derived-otherwise.result", path=RESULT)
    if match.check and checksum(record.entries) != match.check:
        if is_other:
            raise DerivationError("other-version.end", path=CHECK)
        raise DerivationError("derived-otherwise.check", path=CHECK, check=checksum(record.entries))
    return record


def _is_other(laws: int | None, engine: str | None) -> bool:
    return laws not in (None, LAWS) or engine not in (None, "", _engine())


@dataclass(frozen=True, slots=True)
class _Deriving:
    match: FileMatch
    simulate: Simulate | None
    derived: Derived | None


def _derive(
    deriving: _Deriving, asked: Iterable[FileEntry], entries: list[Entry], state: PlayState, within: Path
) -> PlayState:
    """Append what each entry derives to; variations are derived from where they branch off, then left."""
    for one in asked:
        path = (*within, one.number)
        if one.number != state.version + 1:
            raise DerivationError("wrong-entry-number", path=path, number=state.version + 1, found=one.number)
        before, so_far = state, list(entries) if one.variations else []
        entries.append(_answered(deriving, one, entries, state, path))
        try:
            state = follow(state, entries[-1])
        except BrokenRecordError as error:
            raise DerivationError("refused", path=path, cause=error) from None
        if deriving.derived is not None:
            deriving.derived(path, before, entries[-1])
        for place, variation in enumerate(one.variations):
            _derive(deriving, variation.entries, list(so_far), before, (*path, place))
    return state


def _answered(deriving: _Deriving, one: FileEntry, entries: list[Entry], state: PlayState, path: Path) -> Entry:
    match = deriving.match
    laws = one.laws or match.laws or LAWS
    engine = match.engine if one.engine is None else one.engine
    is_other = _is_other(laws, engine)
    try:
        entry = _answer(one, entries, state, match.head.seed or 0, deriving.simulate)
    except CarromError as error:
        if one.followed is None or not is_other:
            raise _refusal(error, path, is_other=is_other) from None
        entry = None
    if entry is None or (one.followed is not None and not _is_same(entry.followed, one.followed)):
        if one.followed is None or not is_other:
            raise DerivationError("derived-otherwise.followed", path=path, number=one.number)
        return _stored(one, one.followed, laws, engine, path)
    followed = entry.followed
    has_facts = one.facts is None or one.facts == followed.facts
    lies_there = one.position is None or one.position == followed.position
    if is_other and not (has_facts and lies_there):
        raise DerivationError("other-version.entry", path=path, number=one.number)
    if not has_facts:
        raise DerivationError("derived-otherwise.facts", path=path, number=one.number)
    if not lies_there:
        raise DerivationError("derived-otherwise.position", path=path, number=one.number)
    return _stored(one, followed, laws, engine, path) if one.followed is not None else entry


def _stored(one: FileEntry, followed: Effects, laws: int, engine: str | None, path: Path) -> Entry:
    """Return an entry as other versions served it. Raises DerivationError: it could not lie so."""
    try:
        check_position(followed.position or Position())
    except CarromError as error:
        raise _refusal(error, path, is_other=False) from None
    simulated = isinstance(one.asked, MakeStroke)
    return Entry(
        number=one.number,
        request_id=str(one.number),
        author=one.author,
        time=one.time,
        by=one.by,
        role=one.role,
        asked=one.asked,
        laws=laws,
        engine=(engine or _engine()) if simulated else "",
        followed=followed,
    )


def _refusal(error: CarromError, path: Path, *, is_other: bool) -> DerivationError:
    if is_other:
        return DerivationError("other-version.refused", path=path, cause=error)
    refused = DerivationError("refused", path=path, cause=error)
    refused.code = error.code
    return refused


def _answer(
    one: FileEntry, entries: Sequence[Entry], state: PlayState, seed: int, simulate: Simulate | None = None
) -> Entry:
    """Answer a request by the laws at hand. Raises CarromError."""
    chance = _Chance(one.chance, seed, one.number)
    entry, _motion = handlers.answer(
        state,
        one.asked,
        author=one.author,
        request_id=str(one.number),
        time=one.time,
        rng=chance,
        entries=entries,
        simulate=simulate,
        by=one.by,
        role=one.role,
    )
    if (one.laid is not None or one.chance) and not chance.drawn:
        raise DerivationError("no-chance")
    return entry if one.laid is None else _laid(entry, one.laid)


def _laid(entry: Entry, laid: Position) -> Entry:
    """Return an entry with its pieces where chance laid them. Raises CarromError: other pieces, or not so."""
    position = entry.followed.position
    check_position(laid)
    if position is None or position.numbers != laid.numbers:
        raise DerivationError("no-chance")
    return replace(entry, followed=replace(entry.followed, position=laid))


def whole_head(match: FileMatch) -> Head:
    """The head of a match with all values that differ from a new ruleset's. Raises DerivationError: no such edition."""
    head = match.head
    if match.values == "whole":
        return head
    known = values_of_edition(head.ruleset, head.edition)
    if known is None:
        raise DerivationError("other-version.edition", path=(0,), ruleset=head.ruleset, edition=head.edition)
    values = {**dict(known), **dict(head.values)}
    return replace(head, values=tuple(sorted((k, v) for k, v in values.items() if k not in match.defaults)))


def _with_fewest_values(match: FileMatch) -> FileMatch:
    """Return a match whose head has only the values that differ from its edition, if that is known."""
    head, known = match.head, values_of_edition(match.head.ruleset, match.head.edition)
    if known is None or head.base:
        return match
    held, usual = dict(head.values), dict(known)
    fewest = tuple((k, v) for k, v in head.values if k not in usual or _differ(usual[k], v))
    defaults = tuple(name for name in usual if name not in held)
    return replace(match, head=replace(head, values=fewest), values="edition", defaults=defaults)


def _differ(one: object, other: object) -> bool:
    return one != other or type(one) is not type(other)


def _start(match: FileMatch) -> Entry:
    """Return entry 0. Raises DerivationError."""
    match = replace(match, head=whole_head(match), values="whole")
    given = {"author": match.author, "time": match.time, "by": match.by, "role": match.role}
    is_other = _is_other(match.laws, None)
    try:
        if match.situation:
            entry = entry_of_situation(read_situation(match.situation), match.head, **given)
        else:
            entry = handlers.start(match.head, SeededRng(match.head.seed or 0), **given)
        entry = entry if match.laid is None else _laid(entry, match.laid)
    except CarromError as error:
        if match.followed is None or not is_other:
            raise _refusal(error, (0,), is_other=is_other) from None
        entry = Entry(
            number=0,
            request_id="start",
            laws=match.laws or LAWS,
            asked=match.head,
            followed=match.followed,
            **given,
        )
    if match.followed is not None and not _is_same(entry.followed, match.followed):
        if not is_other:
            raise DerivationError("derived-otherwise.followed", path=(0,), number=0)
        entry = replace(entry, laws=match.laws or LAWS, followed=match.followed)
    return entry


# --- from a record to a file -----------------------------------------------------------------------------------------


def file_match(entries: Sequence[Entry], *, remark: Remark | None = None, derived: bool = False) -> FileMatch:
    """Say of a record what was asked; `derived` adds facts, positions and what followed.

    What the laws and the engine at hand would not derive again is written as it followed. Requests lose their ids: the
    number of an entry names it.

    Args:
        remark: gives a sentence about an entry, written as a comment before it.

    Raises:
        BrokenRecordError: entries that do not follow one another.
    """
    named = [_with_plain_ids(entry) for entry in entries]
    seed = Record(tuple(named)).head.seed or 0
    state = follow(None, named[0])
    match = _with_start(named[0], state, derived=derived)
    asked: list[FileEntry] = []
    for number, entry in enumerate(named[1:], start=1):
        comments = _lines(remark, entries[number])
        given = _with_chance(_asked(entry), entry, named[:number], state, seed)
        if derived:
            given = replace(given, facts=entry.followed.facts, position=entry.followed.position)
            given = replace(given, followed=given.followed or entry.followed)
        asked.append(replace(given, comments=comments))
        state = follow(state, entry)
    return replace(
        match if derived else _with_fewest_values(match),
        entries=tuple(asked),
        comments=_lines(remark, entries[0]),
        result=state.match.result,
        check=checksum(entries),
    )


def checksum(entries: Iterable[Entry]) -> str:
    """The first eight digits of a SHA-256 in hex: where all lay after each entry, who struck, the score, as text."""
    digest = hashlib.sha256()
    for entry in entries:
        followed = entry.followed
        position = "" if followed.position is None else write_position(followed.position)
        score = ":".join(map(str, followed.standing.score))
        waits = followed.standing.awaiting
        digest.update(f"{entry.number} {score} {waits.kind} {' '.join(waits.seats)} {position}\n".encode())
    return digest.hexdigest()[:8]


def _lines(remark: Remark | None, entry: Entry) -> tuple[str, ...]:
    return () if remark is None else tuple(line.rstrip() for line in remark(entry).splitlines())


def _asked(entry: Entry) -> FileEntry:
    assert entry.kind != "head"  # noqa: S101  # only entry 0 has it, as `follow` asks
    return FileEntry(
        number=entry.number,
        author=entry.author,
        asked=entry.asked,  # type: ignore[arg-type]  # asked above
        time=entry.time,
        by=entry.by,
        role=entry.role,
        laws=None if entry.laws == LAWS else entry.laws,
        engine=None if entry.engine in ("", _engine()) else entry.engine,
    )


def _with_chance(one: FileEntry, entry: Entry, before: Sequence[Entry], state: PlayState, seed: int) -> FileEntry:
    """Return an entry with the chance that makes it derive to what followed, else with all that followed."""
    if one.laws is None and one.engine is None:
        for given in _tries(one, entry):
            try:
                made = _answer(given, before, state, seed)
            except CarromError:
                continue
            if _is_same(made.followed, entry.followed):
                return given
    return replace(one, followed=entry.followed)


def _tries(one: FileEntry, entry: Entry) -> Iterator[FileEntry]:
    tosses = _TOSSES if isinstance(one.asked, Toss) and one.asked.winner is None else _TOSSES[:1]
    for chance in tosses:
        yield replace(one, chance=chance)
        if entry.followed.position is not None:
            yield replace(one, chance=chance, laid=entry.followed.position)


def _with_start(entry: Entry, state: PlayState, *, derived: bool) -> FileMatch:
    """Return a match without entries that derives to this start, else with all that followed."""
    laws = entry.laws
    match = FileMatch(
        head=state.match.head,
        values="whole",
        author=entry.author,
        time=entry.time,
        by=entry.by,
        role=entry.role,
        laws=laws,
        engine=_engine(),
    )
    tries = [match, replace(match, laid=entry.followed.position)]
    try:
        tries.append(replace(match, situation=write_situation(situation_of(state))))
    except NotBetweenStrokesError:
        pass
    for given in tries if laws == LAWS else ():
        try:
            made = _start(given)
        except CarromError:
            continue
        if _is_same(made.followed, entry.followed):
            return replace(given, followed=entry.followed) if derived else given
    return replace(match, followed=entry.followed)


def _is_same(one: Effects, other: Effects) -> bool:
    return one == other or _plain(one) == _plain(other)


def _plain(followed: Effects) -> Effects:
    """Return effects without ids and sentences, which differ with who served them and in which language."""
    return replace(
        followed,
        instead=tuple(_with_plain_ids(entry) for entry in followed.instead),
        lapsed=tuple(replace(lapse, sentence="") for lapse in followed.lapsed),
    )


def _with_plain_ids(entry: Entry) -> Entry:
    request_id = str(entry.number) if entry.number else "start"
    instead = tuple(_with_plain_ids(each) for each in entry.followed.instead)
    if request_id == entry.request_id and not instead:
        return entry
    return replace(entry, request_id=request_id, followed=replace(entry.followed, instead=instead))
