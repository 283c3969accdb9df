"""The results of a championship's events: places from the contests of categories, or as imported.

A folded contest is cached until its next version, so that a page costs only a look-up.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom.terms import Side
from carrom.tournament.championship import NOTHING, Event, StandingsRow, Terms, awards, standings
from carrom.tournament.ranking import Row
from carrom_web.competitions.championships.league_results import league_places
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.repository import person_key, team_key
from carrom_web.competitions.championships.state import (
    ChampionshipState,
    EntryResult,
    PutLeg,
    decimal,
    exact,
)
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import Category, Entry, Member
from carrom_web.competitions.events.models import Event as ClubEvent
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.cache import ProcessCache
from carrom_web.people.models import Player

State = Literal["coming", "running", "over"]
CACHE_SIZE = 256


class UnknownChampionshipPlayerError(UnreadableError):
    """Nobody in the standings has a page with this key."""

    code = "unknown-championship-player"


@dataclass(frozen=True, slots=True)
class Folded:
    """A contest at one version: its places, slams by entry, whether it is over."""

    rows: tuple[Row, ...]
    slams: Mapping[str, int]
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Somebody with a page: a team, or a player (`root`) who agreed to be named in public."""

    name: str
    root: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LegResult:
    """An event of the series with its places; None: nobody has one yet.

    `names` are those of the lines, `people` those of its participants who have a page.
    """

    leg: PutLeg
    state: State
    event: Event | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, Named] = field(default_factory=dict)
    category: Category | None = None
    url: str = ""  # of a league or season


_CACHE: ProcessCache[Hashable, Folded] = ProcessCache(CACHE_SIZE)


def leg_results(championship: Championship, book: ChampionshipState) -> list[LegResult]:
    """Every event of a championship in the order of days."""
    numbers = [leg.category for leg in book.legs.values() if leg.category is not None]
    categories = {row.pk: row for row in Category.objects.filter(pk__in=numbers).select_related("event", "contest")}
    rows = Participant.objects.filter(competition=championship).order_by("-pk")
    came = {book.who(row.key): row for row in sorted(rows, key=lambda row: row.key == book.who(row.key))}
    brought = {key: row.name for key, row in came.items()}
    people = {
        key: Named(name=row.name, root=row.person.root_id) for key, row in came.items() if row.name and row.shows_name
    }
    found = []
    for leg in book.in_order:
        category = categories.get(leg.category or 0)
        if leg.placed:
            found.append(replace(_brought(leg, book, brought, people), category=category))
        elif leg.results:
            teams = _team_names(book, ((one.people[0], one.team) for one in leg.results if one.team and one.people))
            keys = {book.who(key) for one in leg.results for key in one.people}
            names = {key: came[key].shown_name if key in came else _("(deleted)") for key in keys} | teams
            named = people | {key: Named(name=team) for key, team in teams.items()}
            found.append(_counted(leg, book, leg.results, names, named, is_over=leg.is_over))
        elif leg.source:
            found.append(_of_league(championship, leg, book))
        elif category is not None and hasattr(category, "contest"):
            found.append(_played(championship, leg, book, category))
        else:
            found.append(LegResult(leg=leg, state="coming", category=category))
    return found


def names_in(legs: Sequence[LegResult]) -> dict[str, str]:
    """Everybody's name, as the latest event may show it."""
    return {key: name for leg in legs for key, name in leg.names.items()}


def people_in(legs: Sequence[LegResult]) -> dict[str, Named]:
    """Everybody in the standings who has a page, as the latest event names them."""
    return {key: person for leg in legs for key, person in leg.people.items()}


def person_in(legs: Sequence[LegResult], key: str) -> Named:
    """One of them. Raises UnknownChampionshipPlayerError."""
    found = people_in(legs).get(key)
    if found is None:
        raise UnknownChampionshipPlayerError()
    return found


def table_of(
    book: ChampionshipState, legs: Sequence[LegResult], table: str, *, with_running: bool = False
) -> tuple[list[LegResult], tuple[StandingsRow, ...]]:
    """One of the standings: the events that it counts, and the lines; a running event as if it ended now, if asked."""
    states = ("over", "running") if with_running else ("over",)
    counted = [leg for leg in legs if leg.leg.table == table and leg.event is not None and leg.state in states]
    return counted, standings(book.counting.terms, [leg.event for leg in counted if leg.event is not None])


def _brought(leg: PutLeg, book: ChampionshipState, names: Mapping[str, str], people: Mapping[str, Named]) -> LegResult:
    places: dict[str, int] = {}
    points: dict[str, Decimal] = {}
    awarded: dict[str, Decimal] = {}
    for one in sorted(leg.placed, key=lambda one: one.place):
        key = book.who(one.person)
        if key in places:  # two who are one: the better place
            continue
        places[key] = one.place
        if one.points:
            points[key] = decimal(one.points)
        if one.awarded:
            awarded[key] = decimal(one.awarded)
    event = Event(
        key=leg.key, places=places, points=points, awarded=awarded, bonus=_given(book, leg), weight=decimal(leg.weight)
    )
    shown = {key: _called(key, names) for key in places}
    return LegResult(leg=leg, state="over", event=event, names=shown, people=_placed(places, people))


def _played(championship: Championship, leg: PutLeg, book: ChampionshipState, category: Category) -> LegResult:
    entries = _entries(category)
    results, is_over = _results_of(championship, category, entries)
    if not results:
        return LegResult(leg=leg, state="coming", category=category)
    names, named = _named_in(championship, entries, book)
    return _counted(leg, book, results, names, named, is_over=is_over, category=category)


def _of_league(championship: Championship, leg: PutLeg, book: ChampionshipState) -> LegResult:
    """A league or season with its places; it counts when it is over."""
    league = league_places(championship, leg.source, book)
    if league is None or not league.results:
        return LegResult(leg=leg, state="coming", url=league.url if league is not None else "")
    named = {key: Named(name=league.names[key], root=root) for key, root in league.pages.items()}
    counted = _counted(leg, book, league.results, league.names, named, is_over=league.is_over)
    return replace(counted, url=league.url)


def results_in(championship: Championship, category: Category) -> tuple[tuple[EntryResult, ...], bool]:
    """Return the results of a category's entries, the best first; and whether it is over. Empty without a result."""
    return _results_of(championship, category, _entries(category))


def _results_of(
    championship: Championship, category: Category, entries: Sequence["_Entry"]
) -> tuple[tuple[EntryResult, ...], bool]:
    folded = _folded(category) if hasattr(category, "contest") else None
    if folded is None or not any(row.played for row in folded.rows):
        return (), False
    teams: dict[str, str] = {}
    people: dict[str, list[str]] = {}
    for entry in entries:
        if entry.team:  # a team is one by its name, no matter who plays for it
            teams[entry.key], people[entry.key] = entry.team, [team_key(championship, entry.team)]
        elif entry.members:
            people[entry.key] = [person_key(championship, one.person) for one in entry.members]
    results = tuple(
        EntryResult(
            people=tuple(people[row.key]),
            team=teams.get(row.key, ""),
            place=row.place,
            points=str(row.value("points") or 0),
            won=row.won,
            slams=folded.slams.get(row.key, 0),
        )
        for row in folded.rows
        if row.key in people and (row.played or row.byes)
    )
    return results, folded.is_over


def _counted(
    leg: PutLeg,
    book: ChampionshipState,
    results: Sequence[EntryResult],
    names: Mapping[str, str],
    people: Mapping[str, Named],
    *,
    is_over: bool,
    category: Category | None = None,
) -> LegResult:
    """An event with places, awarded points and bonuses of everyone; each of a pair has what the pair has."""
    counting, terms = book.counting, book.counting.terms
    whole = Event(
        key=leg.key,
        places={str(number): one.place for number, one in enumerate(results)},
        points={str(number): exact(one.points) for number, one in enumerate(results)},
        weight=decimal(leg.weight),
    )
    worth = awards(Terms(table=terms.table, shared=terms.shared), whole)
    places: dict[str, int] = {}
    awarded: dict[str, Decimal] = {}
    bonus = _given(book, leg)
    for number, one in enumerate(results):
        for key in _sides([book.who(person) for person in one.people], book):
            if key in places:  # two entries of one person: the better place
                continue
            places[key], awarded[key] = one.place, worth[str(number)]
            more = decimal(counting.won) * one.won + decimal(counting.slam) * one.slams
            bonus[key] = bonus.get(key, NOTHING) + more
    return LegResult(
        leg=leg,
        state="over" if is_over else "running",
        event=Event(key=whole.key, places=places, awarded=awarded, bonus=bonus, weight=whole.weight),
        names={key: _called(key, names) for key in places},
        people=_placed(places, people),
        category=category,
    )


def _placed(places: Mapping[str, int], people: Mapping[str, Named]) -> dict[str, Named]:
    """Those of the people who are in a line."""
    return {part: people[part] for line in places for part in line.split("+") if part in people}


def _called(key: str, names: Mapping[str, str]) -> str:
    """The name of a line: of a pair both."""
    return " & ".join(filter(None, (names.get(part, "") for part in key.split("+"))))


def _sides(people: Sequence[str], book: ChampionshipState) -> Sequence[str]:
    return people if book.counting.pairs == "each" else [book.who("+".join(sorted(people)))]


def _given(book: ChampionshipState, leg: PutLeg) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for one in book.given:
        if one.leg == leg.key:
            key = book.who(one.person)
            found[key] = found.get(key, NOTHING) + decimal(one.points)
    return found


def _folded(category: Category) -> Folded | None:
    row = category.contest
    key = (row.pk, row.version, row.changed_at)  # numbers of rows that are gone come again
    cached = _CACHE.get(key)
    if cached is not None:
        return cached
    shown = contests.shown(category)
    if shown is None or not shown.contest.draws:
        return None
    slams: dict[str, int] = {}
    for meeting in shown.meetings:
        if meeting.result is not None:
            for entrant, side in ((meeting.result.a, Side.A), (meeting.result.b, Side.B)):
                slams[entrant] = slams.get(entrant, 0) + meeting.result.slams.of(side)
    return _CACHE.set(key, Folded(shown.standings, slams, shown.is_over))


def _named_in(
    championship: Championship, entries: Sequence["_Entry"], book: ChampionshipState
) -> tuple[dict[str, str], dict[str, Named]]:
    """The names of those who entered a category, as they may be shown, and those who have a page."""
    names = _team_names(book, ((team_key(championship, entry.team), entry.team) for entry in entries if entry.team))
    named = {key: Named(name=team) for key, team in names.items()}
    for entry in entries:
        for member in () if entry.team else entry.members:
            key, name = book.who(person_key(championship, member.person)), member.shown
            names[key] = selectors.named(name, whole=member.shows_name)
            if name and member.shows_name:
                named[key] = Named(name=name, root=member.root)
    return names, named


def _team_names(book: ChampionshipState, teams: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names of teams by their keys; of two that are one team, the name that it is joined to."""
    return {book.who(key): name for key, name in sorted(teams, key=lambda one: (book.who(one[0]) == one[0], one))}


def people_of(championship: Championship, category: Category) -> dict[str, tuple[str, Player]]:
    """The name and the player of everybody who entered a category by themselves or in a pair, by their keys."""
    players = {one.person_id: one.person for one in Member.objects.filter(entry__category=category)}
    return {
        person_key(championship, member.person): (member.shown, players[member.person])
        for entry in _entries(category)
        if not entry.team
        for member in entry.members
    }


class _Member(NamedTuple):
    """Those columns of a member that standings read: each page makes a table of hundreds from them."""

    entry: int
    person: UUID
    root: UUID
    name: str
    root_name: str
    agreed_at: datetime | None
    root_shows_name: bool

    @property
    def shown(self) -> str:
        """The whole name, after merges that of the player; empty once it is deleted."""
        return self.root_name if self.person != self.root and self.name else self.name

    @property
    def shows_name(self) -> bool:
        """As `Member.shows_name`."""
        return self.agreed_at is not None and self.root_shows_name


class _Entry(NamedTuple):
    key: str
    team: str
    members: list[_Member]


def _entries(category: Category) -> list[_Entry]:
    """The entries of a category, in the order in which they came, with their members."""
    members: dict[int, list[_Member]] = {}
    columns = ("entry_id", "person_id", "person__root_id", "name", "person__root__name", "agreed_at")
    rows = Member.objects.filter(entry__category=category).order_by("position")
    for row in rows.values_list(*columns, "person__root__shows_name"):
        members.setdefault(row[0], []).append(_Member(*row))
    entries = Entry.objects.filter(category=category).order_by("pk").values_list("pk", "key", "team")
    return [_Entry(key, team, members.get(pk, [])) for pk, key, team in entries]


def categories_to_count(championship: Championship) -> list[tuple[int, str]]:
    """Give the categories of the club's events that a championship can count, with their titles, the latest first."""
    found = []
    events = ClubEvent.objects.filter(club=championship.club).exclude(state=ClubEvent.State.CANCELLED)
    for event in events.prefetch_related("categories").order_by("-first_day", "-pk"):
        terms = terms_of(event)
        titles = {one.key: one.title for one in terms.categories}
        found += [
            (row.pk, f"{terms.title}: {titles[row.key]}")
            for row in event.categories.all()
            if row.state == Category.State.OPEN and row.key in titles
        ]
    return found
