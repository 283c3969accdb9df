"""Changes to rating lists: starting, marking, importing lists, merging and hiding participants, undo."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.rating.history import Terms
from carrom.rating.lists import RatingLine as ListLine
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions import services
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.competitions.ratings import rating_sources, repository, selectors
from carrom_web.competitions.ratings.models import Participant, RatingList
from carrom_web.competitions.ratings.repository import STORE
from carrom_web.competitions.ratings.services import recalculation
from carrom_web.competitions.ratings.state import (
    Act,
    Announce,
    Bring,
    Hide,
    Mark,
    RatingListChangeError,
    StartList,
)
from carrom_web.people.services import Details, player_for

MOST_OF_A_CLUB = 50


def begin(club: Club, guest_id: UUID | None, *, title: str, terms: Terms, now: datetime) -> RatingList:
    """Store a new list.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        RatingListChangeError, TooManyCompetitionsError: it has no title, or the club has very many.
    """
    with transaction.atomic():
        made = services.new_row(RatingList, club, guest_id, title, most=MOST_OF_A_CLUB)
        STORE.do(made, guest_id, Announce(title=made.title, terms=terms), now=now)
    return made


def do(rating_list: RatingList, guest_id: UUID | None, act: Act, *, now: datetime) -> None:
    """Do one thing with a list, and work it out again.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
        RatingListChangeError: it cannot be done.
        StaleCompetitionError: somebody else was first.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    if isinstance(act, Mark) and act.source.partition(":")[0] != "match":
        if act.source not in dict(rating_sources.choices(rating_list.club)):
            raise RatingListChangeError("unknown-source")
    elif isinstance(act, Mark) and not rating_sources.results_of(rating_list.club, act.source):
        raise RatingListChangeError("match-not-eligible")
    _add(rating_list, guest_id, [act], now=now)


def _add(rating_list: RatingList, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    with transaction.atomic():
        STORE.do(rating_list, guest_id, *acts, now=now)
        recalculation.take(rating_list, now=now)


def undo(rating_list: RatingList, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Undo an entry of the log, or an undoing, and work the list out again. Raises what `services.undo` does."""
    with transaction.atomic():
        services.undo(STORE, rating_list, guest_id, number, now=now)
        recalculation.take(rating_list, now=now)


def bring(
    rating_list: RatingList, guest_id: UUID | None, title: str, group: str, lines: Sequence[ListLine], *, now: datetime
) -> None:
    """Start from the ratings of another list; people with the same name count as the same person.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
        RatingListChangeError: nobody is in it, or the list is closed.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    with transaction.atomic():
        known: dict[str, str] = {}
        starts = []
        for line in lines:
            name = tidy_name(line.name, NAME_LENGTH)
            key = known.get(name.casefold())
            if key is None:
                player = player_for(rating_list.club_id, Details(name=name), by_official=True)
                key = known[name.casefold()] = recalculation.person_key(rating_list, player.pk)
                more = {"person": player, "name": name}
                Participant.objects.get_or_create(competition=rating_list, key=key, defaults=more)
            rating = line.rating
            numbers = {"value": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}
            starts.append(StartList(person=key, day=line.day or now.date(), **numbers))
        _add(rating_list, guest_id, [Bring(title=title[:80], group=group, starts=tuple(starts))], now=now)


def hide_oneself(rating_list: RatingList, guest_id: UUID | None, key: str, *, hidden: bool, now: datetime) -> None:
    """Leave oneself out of what everybody sees, or be shown again.

    Raises:
        RatingListChangeError: the two are different persons.
    """
    book = repository.state(rating_list)
    if not selectors.is_oneself(rating_list, book, key, guest_id):
        raise RatingListChangeError("not-yours")
    if hidden and key not in book.hidden:
        _add(rating_list, guest_id, [Hide(person=key)], now=now)
    elif not hidden:
        numbers = [one.number for one in STORE.log(rating_list).effective if one.act == Hide(person=key)]
        if numbers:
            with transaction.atomic():
                STORE.revert(rating_list, numbers, at=now, guest_id=guest_id)
                recalculation.take(rating_list, now=now)


def forget(rating_list: RatingList, guest_id: UUID | None, key: str) -> None:
    """Delete somebody's name for good, under all their keys; their results stay. This cannot be undone.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    book = repository.state(rating_list)
    rows = Participant.objects.filter(competition=rating_list)
    keys = [row.key for row in rows if book.who(row.key) == book.who(key)]
    rows.filter(key__in=keys).update(name="", forgotten=True)
