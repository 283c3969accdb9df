"""What changes championships: begun by hand or from a .sol file, and every act of an organiser."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.utils.text import slugify

from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_records import SolBook
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships import repository
from carrom_web.competitions.championships.models import NAME_LENGTH, Championship, Person
from carrom_web.competitions.championships.state import (
    OWN,
    Act,
    Announce,
    ChampionshipChangeError,
    Counting,
    Placed,
    PutLeg,
)

MOST_OF_A_CLUB = 200
NOT_A_SLUG = frozenset({"new"})


def begin(
    club: Club, guest_id: UUID | None, *, title: str, counting: Counting, now: datetime, more: Sequence[Act] = ()
) -> Championship:
    """Store a new championship.

    Raises:
        NotAllowedInClubError: he does not organise in this club.
        ChampionshipError: it could not be counted so, or the club has very many.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    if Championship.objects.filter(club=club).count() >= MOST_OF_A_CLUB:
        raise ChampionshipChangeError("too-many", most=MOST_OF_A_CLUB)
    title = tidy_name(title, NAME_LENGTH)
    with transaction.atomic():
        made = Championship.objects.create(club=club, slug=_slug(title), title=title)
        repository.add(made, guest_id, [Announce(title=title, counting=counting), *more], now=now)
    return made


def do(championship: Championship, guest_id: UUID | None, act: Act, *, now: datetime) -> None:
    """Do one thing with a championship.

    Raises:
        NotAllowedInClubError: he does not organise in its club.
        ChampionshipError: it cannot be done.
        StaleChampionshipError: somebody else was first.
    """
    clubs.check(championship.club_id, guest_id, Action.ORGANISE)
    repository.add(championship, guest_id, [act], now=now)


def undo(championship: Championship, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Undo an entry of the log, or an undoing.

    Raises:
        NotAllowedInClubError: they do not organise in its club.
        LogError, ChampionshipChangeError: it cannot be undone.
        StaleChampionshipError: somebody else was first.
    """
    clubs.check(championship.club_id, guest_id, Action.ORGANISE)
    repository.revert(championship, guest_id, [number], now=now)


def new_key() -> str:
    """A key for a new event of a series."""
    return secrets.token_hex(4)


def bring(club: Club, guest_id: UUID | None, book: SolBook, number: int, *, now: datetime) -> Championship:
    """Begin with what a `.sol` file holds: the terms of one of its championships, and its events with their prizes.

    Raises:
        NotAllowedInClubError: he does not organise in this club.
        NotForSolError: the file has no such championship.
    """
    terms, events = championship_of(book, number)
    own = () if isinstance(terms.table, str) else tuple(map(str, terms.table))
    counting = Counting(
        table=terms.table if isinstance(terms.table, str) else OWN, own=own, drop_worst=terms.drop_worst
    )
    names = {
        player.guid or f"player-{index}": f"{player.firstname} {player.lastname}".strip()
        for index, player in enumerate(book.players, 1)
    }
    persons: dict[str, str] = {}
    legs: list[Act] = []
    for event in events:
        placed = []
        for key, place in event.places.items():
            own_key = "sol-" + hashlib.sha256(key.encode()).hexdigest()[:12]
            persons[own_key] = " & ".join(names.get(part, part) for part in key.split(" "))[:NAME_LENGTH]
            points = str(event.points.get(key, ""))
            placed.append(Placed(person=own_key, place=place, points=points, awarded=str(event.awarded.get(key, ""))))
        day, _space, title = event.key.partition(" ")
        legs.append(
            PutLeg(key=new_key(), title=title[:NAME_LENGTH] or day, day=date.fromisoformat(day), placed=tuple(placed))
        )
    with transaction.atomic():
        title = book.championships[number - 1].description
        made = begin(club, guest_id, title=title, counting=counting, now=now, more=legs)
        Person.objects.bulk_create(Person(championship=made, key=key, name=name) for key, name in persons.items())
    return made


def forget(championship: Championship, guest_id: UUID | None, key: str) -> None:
    """Take the name of somebody who came along from elsewhere; his points stay. This cannot be undone.

    Raises:
        NotAllowedInClubError: he does not organise in its club.
    """
    clubs.check(championship.club_id, guest_id, Action.ORGANISE)
    Person.objects.filter(championship=championship, key=key).update(name="")


def _slug(title: str) -> str:
    plain = slugify(title)[:50].strip("-") or "championship"
    taken = set(Championship.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | NOT_A_SLUG
    tries = (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
    return next((slug for slug in tries if slug not in taken), f"{plain[:30]}-{secrets.token_hex(6)}")
