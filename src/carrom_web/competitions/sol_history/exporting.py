"""A club's whole history for SoL: what came from there as it was, and what was played, counted and rated here since."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from carrom.errors import CarromError
from carrom.rating.families import GROUPS
from carrom.tournament.championship import TABLES
from carrom.tournament.sol_export import guid_of
from carrom.tournament.sol_history import (
    NAMELESS,
    championship_key,
    combined,
    event_key,
    player_key,
    with_merged,
)
from carrom.tournament.sol_records import (
    SolBook,
    SolChampionship,
    SolClub,
    SolPlayer,
    SolRate,
    SolRating,
    SolTourney,
)
from carrom_web.clubs.models import Club
from carrom_web.competitions.championships import event_results
from carrom_web.competitions.championships import repository as championship_rows
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.sol_files import sol_export_of
from carrom_web.competitions.models import Competition
from carrom_web.competitions.ratings import repository as rating_rows
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.selectors import guid_of_player
from carrom_web.people.models import Player, name_key

NEVER = "0001-01-01T00:00:00"  # so that what SoL said is the later word
HIGHEST_WHOLE = 3500  # a rate that SoL takes


def history_for_sol(club: Club, *, now: datetime) -> SolBook:
    """Return everything of a club that SoL can hold.

    Events that came from SoL are written as they came, unless something was played in them here. Nobody's address or
    birthday is in it.
    """
    return _Export(club, now).book()


class _Export:
    """One export while it is put together."""

    def __init__(self, club: Club, now: datetime) -> None:
        self.club, self.now = club, now
        self.modified = now.replace(tzinfo=None).isoformat(timespec="seconds")
        self.history = repository.history_of(club)
        known = repository.guids_of_roots(club)
        roots = Player.objects.filter(club=club, merged_into=None)
        self.names = dict(roots.values_list("pk", "name"))
        self.guids = {root: known.get(root) or guid_of_player(root) for root in self.names}
        self.series = {pk: guid for guid, pk in repository.linked(club, "championship").items()}
        self.lists = {pk: guid for guid, pk in repository.linked(club, "rating_list").items()}

    def book(self) -> SolBook:
        """Everything in one file."""
        books = [*self._events(), *self._ratings()]
        return self._finished(self._with_names(combined(books, after=self._as_played_here(books))))

    def _as_played_here(self, books: Iterable[SolBook]) -> SolBook:
        """The history from SoL without the events that are written again."""
        again = {event_key(book, one) for book in books for one in book.tourneys}
        left = tuple(one for one in self.history.tourneys if event_key(self.history, one) not in again)
        return replace(self.history, tourneys=left)

    def _with_names(self, book: SolBook) -> SolBook:
        """People who were merged here are one, and called as here."""
        links = repository.linked(self.club, "player")
        roots = dict(Player.objects.filter(pk__in=links.values()).values_list("pk", "root_id"))
        into = {guid: self.guids.get(roots[pk], guid) for guid, pk in links.items()}
        merged = with_merged(book, into)
        called = {self.guids[root]: name for root, name in self.names.items() if name}
        return replace(merged, players=tuple(_called(one, called.get(player_key(one), "")) for one in merged.players))

    def _finished(self, book: SolBook) -> SolBook:
        def dated(one: Any) -> Any:
            return replace(one, modified=self.modified) if one.modified in (None, NEVER) else one

        return replace(
            book,
            players=tuple(map(dated, book.players)),
            clubs=tuple(dated(replace(one, guid=one.guid or guid_of("club", one.description))) for one in book.clubs),
            championships=tuple(map(dated, book.championships)),
            ratings=tuple(map(dated, book.ratings)),
        )

    def _events(self) -> list[SolBook]:
        """The categories that SoL can hold and does not have as they are, each as a file of its own."""
        came = {link.event_id: link for link in repository.event_links(self.club)}
        counted = self._counted()
        books = []
        events = Event.objects.filter(club=self.club).exclude(state=Competition.State.CANCELLED)
        for event in events.prefetch_related("categories__contest").order_by("first_day", "pk"):
            terms, link = terms_of(event), came.get(event.pk)
            for category in event.categories.all():
                if link is not None and category.contest.version == link.contest_version:
                    continue
                series = counted.get(category.pk)
                title = series[0].title if series is not None else self.club.name
                try:
                    book = sol_export_of(event, terms, category, guids=self.guids, series=title, now=self.now).book
                except CarromError:  # SoL has no such event
                    continue
                guid = link.guid if link is not None else guid_of("category", str(category.pk), event.slug)
                books.append(self._as_of_here(book, guid, series, category))
        return books + [
            SolBook(clubs=(self._own_club(),), championships=(self._championship(one),))
            for one in Championship.objects.filter(club=self.club).exclude(pk__in=self.series)
        ]

    def _counted(self) -> dict[int, tuple[Championship, event_results.LegResult]]:
        """The championship that counts a category, with the leg there; of several the first."""
        found: dict[int, tuple[Championship, event_results.LegResult]] = {}
        for one in Championship.objects.filter(club=self.club).order_by("pk"):
            for leg in event_results.leg_results(one, championship_rows.state(one)):
                if leg.category is not None:
                    found.setdefault(leg.category.pk, (one, leg))
        return found

    def _own_club(self) -> SolClub:
        return SolClub(description=self.club.name, modified=NEVER, prizes="asis", couplings="dazed")

    def _championship(self, row: Championship | None) -> SolChampionship:
        if row is None:
            name = self.club.name
            guid = guid_of("championship", name, name)
            return SolChampionship(description=name, club=1, guid=guid, modified=NEVER, prizes="asis")
        counting = championship_rows.state(row).counting
        return SolChampionship(
            description=row.title,
            club=1,
            guid=self.series.get(row.pk) or guid_of("series", str(row.pk), row.slug),
            modified=NEVER,
            prizes=counting.table if counting.table in TABLES else "asis",
            skipworstprizes=counting.drop_worst,
            closed=row.state == Championship.State.CLOSED,
        )

    def _as_of_here(
        self,
        book: SolBook,
        guid: str,
        series: tuple[Championship, event_results.LegResult] | None,
        category: Category,
    ) -> SolBook:
        """The file of a category under the guids that its people, its series and itself have."""
        (event,) = book.tourneys
        if series is not None and series[1].state == "over" and series[1].event is not None:
            event = _with_prizes(event, series[0], series[1], category)
        championship = replace(
            self._championship(series[0] if series is not None else None),
            couplings=book.championships[0].couplings,
            playersperteam=book.championships[0].playersperteam,
        )
        known = series is not None and series[0].pk in self.series
        named = {championship_key(self.history, one): one for one in self.history.championships}
        if known and championship.guid in named:  # SoL's own word on it, but for where its club stands in this file
            theirs = named[championship.guid]
            club = self.history.clubs[theirs.club - 1]
            own = replace(club, modified=NEVER, rating=None)
            championship = replace(theirs, club=len(book.clubs) + 1, rating=None, previous=None, modified=NEVER)
            book = replace(book, clubs=(*book.clubs, own))
        clubs = tuple(
            replace(one, guid=one.guid if at >= len(book.clubs) - known else None, modified=NEVER)
            for at, one in enumerate(book.clubs)
        )
        return replace(
            book,
            players=tuple(replace(one, modified=NEVER) for one in book.players),
            clubs=clubs,
            championships=(championship,),
            tourneys=(replace(event, guid=guid, modified=self.modified),),
        )

    def _ratings(self) -> list[SolBook]:
        """Ratings that did not come from SoL: those after the periods in which somebody played, or began."""
        books = []
        for row in RatingList.objects.filter(club=self.club).order_by("pk"):
            people = dict(Participant.objects.filter(competition=row).values_list("key", "person__root_id"))
            guid = self.lists.get(row.pk)
            periods = {group: rating_rows.periods_of(row, group) for group in GROUPS}
            used = [group for group in GROUPS if periods[group]]
            for group in used:
                alone = len(used) == 1 or guid is not None
                rating = SolRating(
                    description=row.title if alone else f"{row.title}, {group}",
                    guid=guid or guid_of("ratings", str(row.pk), row.slug, group),
                    modified=NEVER,
                    club=1,
                )
                books.append(self._rates(rating, periods[group], people, came=guid is not None))
        return [one for one in books if one.rates]

    def _rates(self, rating: SolRating, periods: Iterable[Any], people: Mapping[str, UUID], *, came: bool) -> SolBook:
        players: dict[UUID, int] = {}
        rates: list[SolRate] = []
        before: Mapping[str, Any] = {}
        for period in periods:
            for key, row in period.standings.items():
                earlier = before.get(key)
                began, played = earlier is None and not came, row.results > (earlier.results if earlier else 0)
                root = people.get(key)
                if root in self.guids and (began or played):
                    number = players.setdefault(root, len(players) + 1)
                    rates.append(_rate(number, period.first_day, row.rating))
            before = period.standings
        own = tuple(
            _called(SolPlayer(firstname="", lastname="", guid=self.guids[root], modified=NEVER), self.names[root])
            for root in players
        )
        return SolBook(players=own, clubs=(self._own_club(),), ratings=(rating,), rates=tuple(rates))


def _rate(player: int, day: date, rating: Any) -> SolRate:
    return SolRate(
        rating=1,
        player=player,
        date=day.isoformat(),
        rate=min(HIGHEST_WHOLE, max(0, round(rating.value))),
        deviation=max(1, round(rating.deviation)),
        volatility=f"{rating.volatility:.5f}",
    )


def _called(player: SolPlayer, name: str) -> SolPlayer:
    """A player under the name that they have here, unless it is the same in another order."""
    if not name or name_key(name) == name_key(f"{player.firstname} {player.lastname}"):
        return player
    first, _space, last = name.rpartition(" ")
    return replace(player, firstname=first or NAMELESS, lastname=last or NAMELESS)


def _with_prizes(
    event: SolTourney, series: Championship, leg: event_results.LegResult, category: Category
) -> SolTourney:
    """An event that is over with the points that its championship awards."""
    book = championship_rows.state(series)
    awarded = leg.event.awarded if leg.event is not None and book.counting.table != "asis" else {}
    found = contests.shown(category)
    entries = {one.key: one for one in category.entries.prefetch_related("members")}
    competitors = []
    for one, entrant in zip(event.competitors, found.contest.entrants if found is not None else (), strict=True):
        entry = entries.get(entrant.key)
        members = entry.players if entry is not None else ()
        people = [book.who(championship_rows.person_key(series, member.person_id)) for member in members]
        worth = awarded.get("+".join(sorted(people)), awarded.get(people[0]) if people else None)
        competitors.append(replace(one, prize=str(worth)) if worth is not None else one)
    return replace(event, competitors=tuple(competitors), prized=True)
