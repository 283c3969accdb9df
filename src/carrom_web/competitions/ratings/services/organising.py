"""What changes rating lists: begun, marked, lists brought along, persons joined and hidden, undone."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.text import slugify

from carrom.rating.history import Terms
from carrom.rating.lists import RatingLine as ListLine
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.ratings import rating_sources, repository
from carrom_web.competitions.ratings.models import NAME_LENGTH, Person, RatingList
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

MOST_OF_A_CLUB = 50
NOT_A_SLUG = frozenset({"new"})


def begin(club: Club, guest_id: UUID | None, *, title: str, terms: Terms, now: datetime) -> RatingList:
    """Store a new list.

    Raises:
        NotAllowedInClubError: he does not organise in this club.
        RatingListChangeError: the club has very many, or it has no title.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    if RatingList.objects.filter(club=club).count() >= MOST_OF_A_CLUB:
        raise RatingListChangeError("too-many", most=MOST_OF_A_CLUB)
    title = tidy_name(title, NAME_LENGTH)
    with transaction.atomic():
        made = RatingList.objects.create(club=club, slug=_slug(title), title=title)
        repository.add(made, guest_id, [Announce(title=title, terms=terms)], now=now)
    return made


def do(rating_list: RatingList, guest_id: UUID | None, act: Act, *, now: datetime) -> None:
    """Do one thing with a list, and work it out again.

    Raises:
        NotAllowedInClubError: he does not organise in its club.
        RatingListChangeError: it cannot be done.
        StaleRatingListError: somebody else was first.
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
        repository.add(rating_list, guest_id, acts, now=now)
        recalculation.take(rating_list, now=now)


def undo(rating_list: RatingList, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Undo an entry of the log, or an undoing, and work the list out again.

    Raises:
        NotAllowedInClubError: they do not organise in its club.
        LogError, RatingListChangeError: it cannot be undone.
        StaleRatingListError: somebody else was first.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    _revert(rating_list, guest_id, [number], now=now)


def _revert(rating_list: RatingList, guest_id: UUID | None, numbers: Sequence[int], *, now: datetime) -> None:
    with transaction.atomic():
        repository.revert(rating_list, guest_id, numbers, now=now)
        recalculation.take(rating_list, now=now)


def bring(
    rating_list: RatingList, guest_id: UUID | None, title: str, group: str, lines: Sequence[ListLine], *, now: datetime
) -> None:
    """Begin with the ratings of another list; who has the same name as somebody here is taken for him.

    Raises:
        NotAllowedInClubError: he does not organise in its club.
        RatingListChangeError: nobody is in it, or the list is closed.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    book = repository.state(rating_list)
    with transaction.atomic():
        rows = Person.objects.filter(rating_list=rating_list).exclude(name="")
        known = {row.name.casefold(): book.who(row.key) for row in rows.order_by("-pk")}
        begun = []
        for line in lines:
            name = tidy_name(line.name, NAME_LENGTH)
            key = known.get(name.casefold())
            if key is None:
                key = known[name.casefold()] = f"in-{secrets.token_hex(5)}"
                Person.objects.create(rating_list=rating_list, key=key, name=name)
            rating = line.rating
            numbers = {"value": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}
            begun.append(StartList(person=key, day=line.day or now.date(), **numbers))
        _add(rating_list, guest_id, [Bring(title=title[:80], group=group, begun=tuple(begun))], now=now)


def hide_oneself(rating_list: RatingList, guest_id: UUID | None, key: str, *, hidden: bool, now: datetime) -> None:
    """Leave oneself out of what everybody sees, or be shown again.

    Raises:
        RatingListChangeError: he is somebody else.
    """
    book = repository.state(rating_list)
    own = Person.objects.filter(rating_list=rating_list, guest_id=guest_id) if guest_id else Person.objects.none()
    if key not in {book.who(row.key) for row in own}:
        raise RatingListChangeError("not-yours")
    if hidden and key not in book.hidden:
        _add(rating_list, guest_id, [Hide(person=key)], now=now)
    elif not hidden:
        numbers = [one.number for one in repository.log_of(rating_list).effective if one.act == Hide(person=key)]
        if numbers:
            _revert(rating_list, guest_id, numbers, now=now)


def forget(rating_list: RatingList, guest_id: UUID | None, key: str) -> None:
    """Delete somebody's name for good, under all his keys; his results stay. This cannot be undone.

    Raises:
        NotAllowedInClubError: he does not organise in its club.
    """
    clubs.check(rating_list.club_id, guest_id, Action.ORGANISE)
    book = repository.state(rating_list)
    rows = Person.objects.filter(rating_list=rating_list)
    keys = [row.key for row in rows if book.who(row.key) == book.who(key)]
    rows.filter(key__in=keys).update(name="", guest=None, forgotten=True)


def _slug(title: str) -> str:
    plain = slugify(title)[:50].strip("-") or "ratings"
    taken = set(RatingList.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | NOT_A_SLUG
    tries = (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
    return next((slug for slug in tries if slug not in taken), f"{plain[:30]}-{secrets.token_hex(6)}")
