"""A confirmed upload becomes people, events, championships and rating lists of a club: all of it, or nothing."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.errors import CarromError
from carrom.rating.glicko import Rating
from carrom.rating.history import Terms as RatingTerms
from carrom.tournament.championship import Terms
from carrom.tournament.sol_championship import prized_event
from carrom.tournament.sol_history import (
    championship_key,
    event_key,
    met,
    only,
    player_key,
    rating_key,
    without_private,
)
from carrom.tournament.sol_records import SolBook, SolRating, SolTourney
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships import repository as championship_rows
from carrom_web.competitions.championships import services as championships
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.models import Participant as ChampionshipParticipant
from carrom_web.competitions.championships.state import Act, Counting, Placed, PutLeg
from carrom_web.competitions.events import sol_files
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.services import organising
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.competitions.ratings import repository as rating_rows
from carrom_web.competitions.ratings.models import Participant as RatedParticipant
from carrom_web.competitions.ratings.models import RatingList
from carrom_web.competitions.ratings.services import organising as ratings
from carrom_web.competitions.ratings.services import recalculation
from carrom_web.competitions.ratings.state import Bring, StartList
from carrom_web.competitions.sol_history.models import SolImport, SolLink
from carrom_web.competitions.sol_history.repository import LinkKind, SolHistoryError, packed
from carrom_web.competitions.sol_history.selectors import Preview, preview_of
from carrom_web.people import services as people
from carrom_web.people.models import Player

IMPORTED = "sol-imported"
MOST_DROPPED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Things that are taken over, and how.

    Args:
        series, ratings: the championships and rating lists, by their numbers in the preview.
        same: whom people are taken for (`selectors.Option.value`), by their numbers there.
        agreed: all may be named in public, else those who agreed in SoL.
        published: everybody may see the events at once, else they are drafts.
        group: in which the ratings count.
    """

    series: Collection[int]
    ratings: Collection[int] = ()
    same: Mapping[int, str] = field(default_factory=dict)
    time_zone: str
    agreed: bool = False
    published: bool = False
    group: str


def bring(row: SolImport, guest_id: UUID | None, choices: Choices, *, now: datetime) -> SolImport:
    """Make everything that was chosen of an upload.

    Raises:
        NotAllowedInClubError, AccountNeededError: they are not organisers of the club, or cannot publish.
        SolHistoryError: it was imported by now, nothing was chosen, or two who played together would be one.
        CarromError: something cannot be made. Nothing was.
    """
    clubs.check(row.club_id, guest_id, Action.ORGANISE)
    with transaction.atomic():
        if not SolImport.objects.filter(pk=row.pk, state=SolImport.State.STAGED).update(state=SolImport.State.DONE):
            raise SolHistoryError("gone")
        row.refresh_from_db()
        work = _Import(row, guest_id, choices, preview_of(row), now)
        work.run()
    return row


def stamp_of(row: Event | Championship | RatingList) -> int:
    """Return how much was done with something by now, without what was undone."""
    if isinstance(row, Championship):
        return len(championship_rows.STORE.log(row).effective)
    if isinstance(row, RatingList):
        return len(rating_rows.STORE.log(row).effective)
    return row.audit_entries.filter(reverted_by=None, undoes=None).count()


class _Import:
    """One import while it is made."""

    def __init__(
        self, row: SolImport, guest_id: UUID | None, choices: Choices, preview: Preview, now: datetime
    ) -> None:
        self.row, self.guest_id, self.choices, self.preview, self.now = row, guest_id, choices, preview, now
        self.club, self.book = row.club, preview.book
        self.players: dict[int, Player] = {}
        self._participants: dict[int, set[str]] = {}
        self.made: dict[str, list[Any]] = {
            name: [] for name in ("events", "championships", "rating_lists", "players", "merges", "acts")
        }

    def run(self) -> None:
        """Make all of it."""
        chosen = [one for one in self.preview.series if one.number in self.choices.series and one.problem is None]
        series = sorted(chosen, key=lambda row: row.number)
        lists = [one for one in self.preview.ratings if one.number in self.choices.ratings and one.problem is None]
        if not series and not lists:
            raise SolHistoryError("nothing")
        self._people(self.preview.people_in((one.number for one in series), (one.number for one in lists)))
        known = dict(self.preview.events)
        for one in series:
            for event in one.events:
                if event.is_new:
                    tourney = self.book.tourneys[event.number - 1]
                    known[event_key(self.book, tourney)] = self._event(event.number).pk
        for one in series:
            self._series(one.number, known)
        for ratings_row in lists:
            self._ratings(ratings_row.number)
        counts = {name: len(self.made[name]) for name in ("events", "championships", "rating_lists")}
        counts |= {"people": len(self.made["players"]), "merged": len(self.made["merges"])}
        content = packed(without_private(self._history()))
        SolImport.objects.filter(pk=self.row.pk).update(content=content, at=self.now, counts=counts, made=self.made)
        record_audit(self.club, IMPORTED, at=self.now, guest_id=self.guest_id, counts=counts)
        self.row.refresh_from_db()

    def _history(self) -> SolBook:
        """The history that the club has from SoL by now, without what was not taken over."""
        book, has = self.book, SolLink.objects.filter(club=self.club)
        guids = {
            kind: set(has.exclude(**{kind: None}).values_list("guid", flat=True))
            for kind in ("player", "event", "championship", "rating_list")
        }
        ratings_here = [number for number, one in enumerate(book.ratings, 1) if rating_key(one) in guids["rating_list"]]
        new = {place for row in self.preview.ratings for _player, place in self.preview.new_rates(row.number)}
        return only(
            book,
            players=[number for number, one in enumerate(book.players, 1) if player_key(one) in guids["player"]],
            championships=[
                number
                for number, one in enumerate(book.championships, 1)
                if championship_key(book, one) in guids["championship"]
            ],
            ratings=ratings_here,
            events=[number for number, one in enumerate(book.tourneys, 1) if event_key(book, one) in guids["event"]],
            rates=[
                place
                for place, one in enumerate(book.rates)
                if one.rating in ratings_here and (place not in new or one.rating in self.choices.ratings)
            ],
        )

    def _link(self, kind: LinkKind, guid: str, key: object) -> None:
        SolLink.objects.create(club=self.club, made_by=self.row, guid=guid, **{f"{kind}_id": key})

    def _people(self, numbers: list[int]) -> None:
        known = Player.objects.select_related("root").in_bulk(self.preview.players.values())
        for number in numbers:
            one = self.book.players[number - 1]
            guid = player_key(one)
            found = known.get(self.preview.players[guid]) if guid in self.preview.players else None
            if found is None:
                details = sol_files.details_of(one, agreed=self.choices.agreed)
                found = people.new_player(self.club.pk, details, by_official=True)
                self.made["players"].append(str(found.pk))
                self._link("player", player_key(one), found.pk)
            self.players[number] = found
        self._merge({number: value for number, value in self.choices.same.items() if value and number in self.players})

    def _merge(self, same: Mapping[int, str]) -> None:
        offered = {one.number: {option.value for option in one.options} for one in self.preview.proposals}
        if any(value not in offered.get(number, ()) for number, value in same.items()):
            raise SolHistoryError("unknown-person")
        for number, value in sorted(same.items()):
            kind, _colon, key = value.partition(":")
            into = str(self.players[int(key)].pk) if kind == "file" and int(key) in self.players else key
            if kind == "file" and int(key) not in self.players:
                continue
            gone = Player.objects.select_related("root").get(pk=self.players[number].pk)
            survivor = Player.objects.filter(pk=into, club=self.club).values_list("root_id", flat=True).first()
            if survivor is None or gone.root_id == survivor:
                continue
            people.merge(self.club, self.guest_id, player_id=gone.pk, into_id=survivor, now=self.now)
            self.made["merges"].append(str(gone.pk))
        self._check_nobody_met_themselves()

    def _check_nobody_met_themselves(self) -> None:
        everybody = {
            number: self.preview.players.get(player_key(one)) for number, one in enumerate(self.book.players, 1)
        }
        keys = {number: player.pk for number, player in self.players.items()}
        keys |= {number: pk for number, pk in everybody.items() if pk is not None}
        roots = dict(Player.objects.filter(pk__in=keys.values()).values_list("pk", "root_id"))
        for pair in met(self.book):
            a, b = sorted(pair)
            if a in keys and b in keys and roots[keys[a]] == roots[keys[b]]:
                names = [sol_files.details_of(self.book.players[one - 1], agreed=False).name for one in (a, b)]
                raise SolHistoryError("met", a=names[0], b=names[1])

    def _event(self, number: int) -> Event:
        event = sol_files.store(
            self.club,
            self.guest_id,
            self.book,
            number,
            time_zone=self.choices.time_zone,
            agreed=self.choices.agreed,
            players=self.players,
            now=self.now,
        ).event
        if self.choices.published:
            organising.publish(event, self.guest_id, now=self.now)
        self._link("event", event_key(self.book, self.book.tourneys[number - 1]), event.pk)
        self.made["events"].append([event.pk, stamp_of(event)])
        version = event.categories.get(key=sol_files.KEY).contest.version
        SolLink.objects.filter(club=self.club, event=event).update(contest_version=version)
        return event

    def _series(self, number: int, events: Mapping[str, int]) -> None:
        one = self.book.championships[number - 1]
        key = championship_key(self.book, one)
        row = Championship.objects.filter(pk=self.preview.championships.get(key, 0)).first()
        is_new = row is None
        if row is None:
            counting = Counting(table=one.prizes or "fixed", drop_worst=min(one.skipworstprizes or 0, MOST_DROPPED))
            row = championships.begin(self.club, self.guest_id, title=one.description, counting=counting, now=self.now)
            self._link("championship", key, row.pk)
        legs = self._legs(row, number, events)
        if legs:
            championship_rows.STORE.do(row, self.guest_id, *legs, now=self.now)
        self._note("championships", row, is_new=is_new, acts=len(legs))

    def _note(self, name: str, row: Any, *, is_new: bool, acts: int) -> None:
        """Remember what an undo takes away: something new whole, else the last entries of its log."""
        row.refresh_from_db()
        if is_new:
            self.made[name].append([row.pk, stamp_of(row)])
        elif acts:
            last = row.log_entries.count()
            self.made["acts"].append([name, row.pk, list(range(last - acts + 1, last + 1)), stamp_of(row)])

    def _legs(self, row: Championship, number: int, events: Mapping[str, int]) -> list[Act]:
        """The events of a championship that it does not count yet: with SoL's places and prizes once it has them."""
        counted = {leg.category for leg in championship_rows.state(row).legs.values()}
        given = Terms(table=self.book.championships[number - 1].prizes or "fixed").table != "asis"
        legs: list[Act] = []
        for tourney in self.book.tourneys:
            event = events.get(event_key(self.book, tourney))
            if tourney.championship != number or event is None:
                continue
            category = Event.objects.get(pk=event).categories.get(key=sol_files.KEY)
            if category.pk not in counted:
                legs.append(
                    PutLeg(
                        key=championships.new_key(),
                        title=tidy_name(tourney.description, NAME_LENGTH) or tourney.date,
                        day=date.fromisoformat(tourney.date),
                        category=category.pk,
                        placed=self._placed(row, tourney, given=given) if tourney.prized else (),
                    )
                )
        return legs

    def _placed(self, row: Championship, tourney: SolTourney, *, given: bool) -> tuple[Placed, ...]:
        numbers = {one.guid or f"player-{number}": number for number, one in enumerate(self.book.players, 1)}
        event = prized_event(self.book, tourney, given=given)
        placed = []
        for key, place in event.places.items():
            keys = sorted(self._participant(row, numbers[part]) for part in key.split(" "))
            points, awarded = str(event.points.get(key, "")), str(event.awarded.get(key, ""))
            placed.append(Placed(person="+".join(keys), place=place, points=points, awarded=awarded))
        return tuple(placed)

    def _participant(self, row: Championship, number: int) -> str:
        player = self.players[number]
        key = championship_rows.person_key(row, player.pk)
        if key not in self.participants(row):
            ChampionshipParticipant.objects.create(competition=row, key=key, person=player, name=player.name)
            self.participants(row).add(key)
        return key

    def participants(self, row: Championship) -> set[str]:
        """The keys of those who came along in a championship by now."""
        if row.pk not in self._participants:
            keys = ChampionshipParticipant.objects.filter(competition=row).values_list("key", flat=True)
            self._participants[row.pk] = set(keys)
        return self._participants[row.pk]

    def _ratings(self, number: int) -> None:
        one = self.book.ratings[number - 1]
        key = rating_key(one)
        row = RatingList.objects.filter(pk=self.preview.rating_lists.get(key, 0)).first()
        is_new = row is None
        if row is None:
            row = ratings.begin(self.club, self.guest_id, title=one.description, terms=_terms(one), now=self.now)
            self._link("rating_list", key, row.pk)
        starts = []
        known = set(RatedParticipant.objects.filter(competition=row).values_list("key", flat=True))
        for player, place in self.preview.new_rates(number):
            rate, person = self.book.rates[place], self.players[player]
            key = recalculation.person_key(row, person.pk)
            if key not in known:
                RatedParticipant.objects.create(competition=row, key=key, person=person, name=person.name)
                known.add(key)
            starts.append(
                StartList(
                    person=key,
                    day=date.fromisoformat(rate.date),
                    value=float(rate.rate),
                    deviation=float(rate.deviation),
                    volatility=float(rate.volatility),
                )
            )
        if starts:
            act = Bring(title=f"SoL: {one.description}"[:80], group=self.choices.group, starts=tuple(starts))
            ratings.do(row, self.guest_id, act, now=self.now)
        self._note("rating_lists", row, is_new=is_new, acts=bool(starts))


def _terms(rating: SolRating) -> RatingTerms:
    """The terms of a list of SoL, as far as it has some and a list here can."""
    terms = RatingTerms()
    given: list[Callable[[RatingTerms], RatingTerms]] = [
        lambda known: replace(known, tau=float(rating.tau or terms.tau)),
        lambda known: replace(
            known,
            newcomer=Rating(
                float(rating.default_rate or terms.newcomer.value),
                float(rating.default_deviation or terms.newcomer.deviation),
                float(rating.default_volatility or terms.newcomer.volatility),
            ),
        ),
    ]
    for change in given:
        with suppress(CarromError):
            terms = change(terms)
    return terms
