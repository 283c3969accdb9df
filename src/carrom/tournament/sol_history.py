"""A club's history in many `.sol` files, read as one: the newest word on each person, club, series, list and event.

SoL names its records by guids. Files from before it did have none; their records are found by their names. What a file
says of logins is left out.
"""

import dataclasses
import io
import zipfile
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from carrom.tournament.sol_export import guid_of
from carrom.tournament.sol_file import LARGEST, SolFileError, read_sol
from carrom.tournament.sol_records import (
    SolBook,
    SolChampionship,
    SolPlayer,
    SolRate,
    SolRating,
    SolTourney,
)

MOST_FILES = 400  # in one archive
LARGEST_ARCHIVE = 4 * LARGEST  # bytes, unpacked
SUFFIXES = (".sol", ".sol.gz")
LONGEST_GUID = 64
NAMELESS = "?"  # SoL wants a first and a last name of everybody
PRIVATE = ("email", "phone", "birthdate", "portrait", "language", "agreedprivacy")

Numbers = Mapping[str, Mapping[int, int]]
Key = Callable[[Any], Hashable]


def read_sol_files(name: str, content: bytes) -> Iterator[tuple[str, SolBook]]:
    """Read one `.sol` file, plain or gzipped, or all of them in a zip archive, as SoL's backup is one.

    Raises:
        SolFileError: one cannot be read.
    """
    if not content.startswith(b"PK\x03\x04"):
        yield name, read_sol(content)
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = [one for one in archive.infolist() if one.filename.lower().endswith(SUFFIXES)]
            if not inside:
                raise SolFileError("no-sol-inside")
            if len(inside) > MOST_FILES or sum(one.file_size for one in inside) > LARGEST_ARCHIVE:
                raise SolFileError("too-large", megabytes=LARGEST_ARCHIVE // 1_000_000)
            for one in sorted(inside, key=lambda member: member.filename):
                with archive.open(one) as member:
                    yield f"{name}: {one.filename}", read_sol(member.read(LARGEST + 1))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise SolFileError("damaged") from error


def player_key(player: SolPlayer) -> str:
    """Return the guid of a player, or what stands for it in a file without."""
    if player.guid:
        return _short(player.guid)
    name = _name(player.firstname, player.lastname)
    return guid_of("player", *name, player.nickname or "", player.birthdate or "")


def championship_key(book: SolBook, championship: SolChampionship) -> str:
    """Return the guid of a series, or what stands for it."""
    club = book.clubs[championship.club - 1].description
    return _short(championship.guid) or guid_of("series", club.casefold(), championship.description.casefold())


def rating_key(rating: SolRating) -> str:
    """Return the guid of a rating list, or what stands for it."""
    return _short(rating.guid) or guid_of("ratings", rating.description.casefold())


def event_key(book: SolBook, event: SolTourney) -> str:
    """Return the guid of an event, or what stands for it."""
    series = championship_key(book, book.championships[event.championship - 1])
    return _short(event.guid) or guid_of("event", series, event.date, event.description.casefold())


def _short(guid: str | None) -> str:
    """A guid; one that no SoL writes is shortened."""
    return guid_of("guid", guid) if guid and len(guid) > LONGEST_GUID else guid or ""


def combined(books: Iterable[SolBook], *, after: SolBook | None = None) -> SolBook:
    """Read several files as one: of what two of them hold, the one that was changed later counts, else the later file.

    Args:
        after: what was read before: it comes first, and its events stay as they are.

    Raises:
        SolFileError: somebody would play for two sides of one event.
    """
    union = _Union()
    if after is not None:
        union.add(after)
        union.events.stays = frozenset(range(1, len(union.events.records) + 1))
    for book in books:
        union.add(book)
    return union.book()


def only(
    book: SolBook,
    *,
    players: Collection[int],
    championships: Collection[int],
    ratings: Collection[int],
    events: Collection[int],
    rates: Collection[int],
) -> SolBook:
    """Return a part of a history by the numbers of its records, with the clubs that it names; `rates` count from 0."""
    chosen = {"players": players, "championships": championships, "ratings": ratings}
    places = {name: {number: place for place, number in enumerate(sorted(ones), 1)} for name, ones in chosen.items()}
    left = {name: [_pointing(getattr(book, name)[number - 1], places) for number in places[name]] for name in places}
    tourneys = [_pointing(book.tourneys[number - 1], places) for number in sorted(events)]
    named = {
        club
        for one in (*left["players"], *left["championships"], *left["ratings"], *tourneys)
        for club in (getattr(one, "club", None), getattr(one, "federation", None), getattr(one, "hosting_club", None))
        if club
    }
    clubs = {"clubs": {number: place for place, number in enumerate(sorted(named), 1)}}
    return SolBook(
        users=(),
        players=tuple(_moved(one, clubs) for one in left["players"]),
        clubs=tuple(_pointing(book.clubs[number - 1], places) for number in sorted(named)),
        championships=tuple(_moved(one, clubs) for one in left["championships"]),
        ratings=tuple(_moved(one, clubs) for one in left["ratings"]),
        rates=tuple(_moved(book.rates[number], places) for number in sorted(rates)),
        tourneys=tuple(_moved(one, clubs) for one in tourneys),
    )


def _pointing(record: Any, places: Numbers) -> Any:
    """A record that points to what is left alone."""
    lost = {
        one.name: None
        for one in dataclasses.fields(record)
        if (of := one.metadata.get("of", "") if one.metadata else "") in places
        and isinstance(value := getattr(record, one.name), int)
        and value not in places[of]
    }
    return _moved(replace(record, **lost), places)


def without_private(book: SolBook) -> SolBook:
    """Return the same without anybody's address, birthday, phone and picture, and without the logins."""
    players = tuple(_without(one, PRIVATE) for one in book.players)
    return _without_owners(replace(book, players=players))


def _without(record: Any, names: Iterable[str]) -> Any:
    return replace(record, **dict.fromkeys(names))


def forgotten(book: SolBook, keys: Iterable[str]) -> SolBook:
    """Return the same with nothing left of these players but that somebody played."""
    gone = set(keys)
    players = tuple(
        SolPlayer(firstname=NAMELESS, lastname=NAMELESS, guid=guid_of("nobody", player_key(one), str(number)))
        if player_key(one) in gone
        else one
        for number, one in enumerate(book.players)
    )
    return replace(book, players=players)


def with_merged(book: SolBook, into: Mapping[str, str]) -> SolBook:
    """Return the same with some players counted as others: `into` gives the key of the one who stays."""
    numbers = {player_key(one): number for number, one in enumerate(book.players, 1)}
    pairs = {old: new for old, new in into.items() if old in numbers and new in numbers and old != new}
    left = [number for number, one in enumerate(book.players, 1) if player_key(one) not in pairs]
    place = {number: index for index, number in enumerate(left, 1)}
    moved = {numbers[key]: place[numbers[pairs.get(key, key)]] for key in numbers}
    took: dict[str, list[str]] = {}
    for old, new in pairs.items():
        took.setdefault(new, []).append(old)
    players = tuple(
        replace(one, merged=tuple(dict.fromkeys([*(one.merged or ()), *took.get(player_key(one), ())])) or None)
        for one in (book.players[number - 1] for number in left)
    )
    found = {"players": moved}
    rates = {(one.rating, one.player, one.date): one for one in (_moved(rate, found) for rate in book.rates)}
    return replace(
        book, players=players, rates=tuple(rates.values()), tourneys=tuple(_moved(one, found) for one in book.tourneys)
    )


def met(book: SolBook) -> frozenset[frozenset[int]]:
    """Return the pairs of players, by their numbers, who were in one event: nobody is there twice."""
    found: set[frozenset[int]] = set()
    for event in book.tourneys:
        there = sorted(player for competitor in event.competitors for player in competitor.players)
        found.update(frozenset((a, b)) for index, a in enumerate(there) for b in there[index + 1 :])
    return frozenset(found)


@dataclass
class _List:
    """The records of one kind found so far, with where each is by its guid and by its name."""

    by_name: Key
    records: list[Any] = field(default_factory=list)
    guids: dict[str, int] = field(default_factory=dict)
    names: dict[Hashable, int] = field(default_factory=dict)
    stays: frozenset[int] = frozenset()  # records that nothing newer replaces

    def number(self, record: Any) -> int:
        """Return the number of a record, which is added, or takes the place of an older one of the same."""
        guid, name = record.guid, self.by_name(record)
        found = self.guids.get(guid) if guid else None
        if found is None and name in self.names:
            known = self.records[self.names[name] - 1]
            found = self.names[name] if not guid or not known.guid else None
        if found is None:
            self.records.append(record)
            found = len(self.records)
        elif found not in self.stays:
            self.records[found - 1] = _newer(self.records[found - 1], record)
        if guid:
            self.guids[guid] = found
        self.names.setdefault(name, found)
        return found


class _Union:
    """Records of the files that were read by now."""

    def __init__(self) -> None:
        self.players = _List(lambda one: (*_name(one.firstname, one.lastname), one.nickname or "", one.birthdate))
        self.clubs = _List(lambda one: one.description.casefold())
        self.ratings = _List(lambda one: one.description.casefold())
        self.championships = _List(lambda one: (one.club, one.description.casefold()))
        self.rates: dict[tuple[int, int, str], SolRate] = {}
        self.events = _List(lambda one: (one.championship, one.date, one.description.casefold()))

    def add(self, book: SolBook) -> None:
        """Take a file in."""
        plain = _without_owners(book)
        numbers: dict[str, dict[int, int]] = {"players": {}, "clubs": {}, "ratings": {}, "championships": {}}
        for name in ("clubs", "ratings"):  # they point at each other: numbered first, moved then
            found: _List = getattr(self, name)
            bare = [replace(one, **{_OTHER[name]: None}) for one in getattr(plain, name)]
            numbers[name] = {number: found.number(one) for number, one in enumerate(bare, 1)}
        for name in ("clubs", "ratings"):
            for one in getattr(plain, name):
                getattr(self, name).number(_moved(one, numbers))
        for number, player in enumerate(plain.players, 1):
            moved = _moved(player, numbers)
            numbers["players"][number] = self.players.number(moved)
            for guid in _took(moved):
                self._one_more(guid, numbers["players"][number])
        for number, one in enumerate(plain.championships, 1):
            moved = replace(_moved(one, {"clubs": numbers["clubs"], "ratings": numbers["ratings"]}), previous=None)
            numbers["championships"][number] = self.championships.number(moved)
        for number, one in enumerate(plain.championships, 1):
            place = numbers["championships"][number] - 1
            if one.previous:
                previous = numbers["championships"][one.previous]
                self.championships.records[place] = replace(self.championships.records[place], previous=previous)
        for rate in (_moved(one, numbers) for one in plain.rates):
            self.rates[rate.rating, rate.player, rate.date] = rate
        for event in plain.tourneys:
            self.events.number(_moved(event, numbers))

    def _one_more(self, guid: str, number: int) -> None:
        """Let somebody who was merged in SoL be the one into whom they were merged, also in files read before."""
        known = self.players.guids.get(guid)
        if known is not None and known != number:
            self.players.records[known - 1] = None
            moved = {"players": {known: number}}
            self.rates = {
                (one.rating, one.player, one.date): one for one in (_moved(rate, moved) for rate in self.rates.values())
            }
            self.events.records = [_moved(one, moved) for one in self.events.records]
            self.players.names = {name: number if at == known else at for name, at in self.players.names.items()}
            self.players.guids = {one: number if at == known else at for one, at in self.players.guids.items()}
        self.players.guids[guid] = number

    def book(self) -> SolBook:
        """Return everything as one file."""
        left = [number for number, one in enumerate(self.players.records, 1) if one is not None]
        place = {"players": {number: index for index, number in enumerate(left, 1)}}
        events = [_moved(one, place) for one in self.events.records]
        for number, event in enumerate(events, 1):
            players = [player for competitor in event.competitors for player in competitor.players]
            twice = next((one for one in players if players.count(one) > 1), None)
            if twice is not None:
                raise SolFileError("player-twice", where=f"event {number}", player=twice)
        return SolBook(
            users=(),
            players=tuple(self.players.records[number - 1] for number in left),
            clubs=tuple(self.clubs.records),
            championships=tuple(self.championships.records),
            ratings=tuple(self.ratings.records),
            rates=tuple(_moved(one, place) for one in self.rates.values()),
            tourneys=tuple(sorted(events, key=lambda one: (one.date, one.description))),
        )


_OTHER = {"clubs": "rating", "ratings": "club"}


def _took(player: SolPlayer) -> Iterator[str]:
    """The guids of those whom SoL merged into a player."""
    for one in player.merged or ():
        guid = one if isinstance(one, str) else next(iter(one), None)
        if guid and guid != player.guid:
            yield guid


def _name(first: str, last: str) -> tuple[str, str]:
    return " ".join(last.casefold().split()), " ".join(first.casefold().split())


def _newer(known: Any, found: Any) -> Any:
    """The record that was changed later; what it lacks is taken from the other."""
    if (found.modified or "") < (known.modified or ""):
        known, found = found, known
    lacks = {
        one.name: getattr(known, one.name)
        for one in dataclasses.fields(found)
        if getattr(found, one.name) is None and getattr(known, one.name) is not None
    }
    return replace(found, **lacks) if not isinstance(found, SolTourney) else found


def _without_owners(book: SolBook) -> SolBook:
    def plain(records: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(one, owner=None) for one in records)

    return SolBook(
        users=(),
        players=plain(book.players),
        clubs=tuple(replace(one, owner=None, users=None) for one in book.clubs),
        championships=plain(book.championships),
        ratings=plain(book.ratings),
        rates=book.rates,
        tourneys=plain(book.tourneys),
    )


def _moved(record: Any, numbers: Numbers) -> Any:
    """A record whose numbers point to where the others are now."""
    changed: dict[str, Any] = {}
    for one in dataclasses.fields(record):
        to = numbers.get(one.metadata.get("of", "")) if one.metadata else None
        value = getattr(record, one.name)
        if value is None or not one.metadata:
            continue
        if to is not None:
            place = tuple(to.get(each, each) for each in value) if isinstance(value, tuple) else to.get(value, value)
            if place != value:
                changed[one.name] = place
        elif one.name == "competitors":
            changed[one.name] = tuple(_moved(each, numbers) for each in value)
    return replace(record, **changed) if changed else record
