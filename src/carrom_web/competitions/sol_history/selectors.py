"""Preview of an upload: people and whom they may be, events, championships, rating lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from uuid import UUID

from carrom.errors import CarromError
from carrom.rating.lists import sol_lists
from carrom.tournament.championship import Terms
from carrom.tournament.sol_export import guid_of
from carrom.tournament.sol_history import (
    championship_key,
    combined,
    event_key,
    met,
    player_key,
    rating_key,
)
from carrom.tournament.sol_records import SolBook, SolPlayer
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import sol_files
from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.models import SolImport
from carrom_web.people import selectors as people
from carrom_web.people.models import Player, name_key

TIME_ZONE = "Europe/Rome"  # SoL writes days alone: any zone will do to see whether an event can be held


@dataclass(frozen=True, slots=True)
class Option:
    """Somebody whom a person of the files may be: `player:` and a key, or `file:` and a number in the history."""

    value: str
    name: str
    born: date | None
    is_in_club: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A new person of the files who may be somebody else, and who they are taken for unless one says otherwise."""

    number: int
    name: str
    born: date | None
    options: tuple[Option, ...]
    likeliest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """An event of the files: whether the club has it already, or why it cannot be held here."""

    number: int
    title: str
    day: date
    entrants: int
    rounds: int
    is_known: bool
    problem: CarromError | None = None

    @property
    def is_new(self) -> bool:
        """Whether it would come over."""
        return not self.is_known and self.problem is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """A championship of the files, with its events."""

    number: int
    title: str
    club: str
    is_known: bool
    events: tuple[EventRow, ...]
    problem: CarromError | None = None

    @property
    def new_events(self) -> int:
        """The number of its events that would come over."""
        return sum(one.is_new for one in self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsRow:
    """A rating list of the files: how many of its ratings the club does not have yet."""

    number: int
    title: str
    is_known: bool
    players: int
    new_rates: int
    problem: CarromError | None = None


@dataclass(frozen=True)
class Preview:
    """An upload put together with what the club brought along before. Numbers are those of this whole `book`."""

    club: Club
    book: SolBook
    before: SolBook
    players: Mapping[str, UUID] = field(default_factory=dict)  # by guid, as the next three
    events: Mapping[str, int] = field(default_factory=dict)
    championships: Mapping[str, int] = field(default_factory=dict)
    rating_lists: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def series(self) -> tuple[SeriesRow, ...]:
        """The championships, the latest first."""
        rows = []
        for number, one in enumerate(self.book.championships, 1):
            events = tuple(
                self._event(place) for place, event in enumerate(self.book.tourneys, 1) if event.championship == number
            )
            key, problem = championship_key(self.book, one), None
            try:
                Terms(table=one.prizes or "fixed", drop_worst=one.skipworstprizes or 0)
            except CarromError as error:
                problem = error
            rows.append(
                SeriesRow(
                    number=number,
                    title=one.description,
                    club=self.book.clubs[one.club - 1].description,
                    is_known=key in self.championships,
                    events=events,
                    problem=problem,
                )
            )
        return tuple(sorted(rows, key=lambda row: max([one.day for one in row.events], default=date.min), reverse=True))

    def _event(self, number: int) -> EventRow:
        event = self.book.tourneys[number - 1]
        is_known, problem = event_key(self.book, event) in self.events, None
        if not is_known:
            try:
                sol_files.check(self.book, number, time_zone=TIME_ZONE)
            except CarromError as error:
                problem = error
        return EventRow(
            number=number,
            title=event.description,
            day=date.fromisoformat(event.date),
            entrants=len(event.competitors),
            rounds=event.currentturn,
            is_known=is_known,
            problem=problem,
        )

    @cached_property
    def ratings(self) -> tuple[RatingsRow, ...]:
        """The rating lists in the order of the files."""
        rows = []
        for number, one in enumerate(self.book.ratings, 1):
            problem = None
            try:
                sol_lists(self.book)
            except CarromError as error:
                problem = error
            own = [rate for rate in self.book.rates if rate.rating == number]
            rows.append(
                RatingsRow(
                    number=number,
                    title=one.description,
                    is_known=rating_key(one) in self.rating_lists,
                    players=len({rate.player for rate in own}),
                    new_rates=len(self.new_rates(number)),
                    problem=problem,
                )
            )
        return tuple(rows)

    def new_rates(self, number: int) -> list[tuple[int, int]]:
        """The rates of a list that were not brought along before: player and place among the rates, by numbers."""
        known = set()
        if rating_key(self.book.ratings[number - 1]) in self.rating_lists:
            before = self.before
            known = {
                (rating_key(before.ratings[one.rating - 1]), player_key(before.players[one.player - 1]), one.date)
                for one in before.rates
            }
        guid = rating_key(self.book.ratings[number - 1])
        return [
            (one.player, place)
            for place, one in enumerate(self.book.rates)
            if one.rating == number and (guid, player_key(self.book.players[one.player - 1]), one.date) not in known
        ]

    def people_in(self, series: Iterable[int], ratings: Iterable[int]) -> list[int]:
        """The numbers of those who take part in championships and lists, or belong to a club that holds one of them."""
        chosen, lists = set(series), set(ratings)
        clubs = {self.book.championships[number - 1].club for number in chosen}
        found = {
            player
            for event in self.book.tourneys
            if event.championship in chosen
            for competitor in event.competitors
            for player in competitor.players
        }
        found |= {rate.player for rate in self.book.rates if rate.rating in lists}
        found |= {number for number, one in enumerate(self.book.players, 1) if one.club in clubs}
        return sorted(found)

    @cached_property
    def new_people(self) -> list[int]:
        """The numbers of those whom the club does not know by their guid, if everything was taken over."""
        everybody = self.people_in(
            (row.number for row in self.series if row.problem is None),
            (row.number for row in self.ratings if row.problem is None),
        )
        return [number for number in everybody if player_key(self.book.players[number - 1]) not in self.players]

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """New people who may be somebody of the club, or somebody else in the files who is listed before them."""
        candidates: dict[UUID, int] = {}
        rows = [self._candidate(number, candidates) for number in self.new_people]
        together = met(self.book)
        numbers_of = self._numbers_by_root()
        options: dict[int, list[Option]] = {}
        for a, b in people.alike([*people.players_of(self.club.pk), *rows]):
            first, second = candidates.get(a.pk), candidates.get(b.pk)
            if first is None and second is None:
                continue
            if first is not None and second is not None:
                other, number = sorted((first, second))
                known = a if first == other else b
                met_them = frozenset((other, number)) in together
                option = Option(f"file:{other}", known.name, known.born, is_in_club=False)
            else:
                number, known = (first, b) if first is not None else (second or 0, a)
                met_them = any(frozenset((number, one)) in together for one in numbers_of.get(known.pk, ()))
                option = Option(f"player:{known.pk}", known.name, known.born, is_in_club=True)
            if not met_them:
                options.setdefault(number, []).append(option)
        return tuple(self._proposal(number, found) for number, found in sorted(options.items()))

    def _numbers_by_root(self) -> dict[UUID, list[int]]:
        roots = dict(Player.objects.filter(pk__in=self.players.values()).values_list("pk", "root_id"))
        found: dict[UUID, list[int]] = {}
        for number, one in enumerate(self.book.players, 1):
            root = roots.get(self.players.get(player_key(one)))  # type: ignore[arg-type]
            if root is not None:
                found.setdefault(root, []).append(number)
        return found

    def _candidate(self, number: int, candidates: dict[UUID, int]) -> Player:
        """A person of the files as a player who is stored nowhere."""
        details = sol_files.details_of(self.book.players[number - 1], agreed=False)
        row = Player(club_id=self.club.pk, name=details.name, email=details.email, born=details.born)
        row.name_key = name_key(row.name)
        candidates[row.pk] = number
        return row

    def _proposal(self, number: int, options: Sequence[Option]) -> Proposal:
        own = self.book.players[number - 1]
        details = sol_files.details_of(own, agreed=False)
        certain = [
            one
            for one in options
            if name_key(one.name) == name_key(details.name)
            and (one.is_in_club or not _are_two_in_sol(own, self.book.players[int(one.value[5:]) - 1]))
        ]
        in_club = [one for one in certain if one.is_in_club] or certain
        return Proposal(
            number=number,
            name=details.name,
            born=details.born,
            options=tuple(options),
            likeliest=in_club[0].value if len(in_club) == 1 else "",
        )


def _are_two_in_sol(one: SolPlayer, other: SolPlayer) -> bool:
    """Whether SoL has two people of one name as two: by their nicknames."""
    return (one.nickname or "") != (other.nickname or "")


def preview_of(row: SolImport) -> Preview:
    """Return the preview of an upload."""
    club, before = row.club, repository.history_of(row.club)
    return Preview(
        club=club,
        book=combined([repository.unpacked(row)], after=before),
        before=before,
        players=repository.linked(club, "player"),
        events=repository.linked(club, "event"),
        championships=repository.linked(club, "championship"),
        rating_lists=repository.linked(club, "rating_list"),
    )


def guid_of_player(player_id: UUID) -> str:
    """Return the guid under which SoL is to know somebody who did not come from there."""
    return guid_of("player", str(player_id))
