"""Changes to championships: starting one by hand or from a .sol file, and every act of an organiser."""

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_records import SolBook
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions import services
from carrom_web.competitions.championships import repository
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.repository import STORE
from carrom_web.competitions.championships.state import (
    OWN,
    Act,
    Announce,
    Counting,
    Placed,
    PutLeg,
)
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.people.services import Details, player_for

do, undo = partial(services.do, STORE), partial(services.undo, STORE)


def begin(club: Club, guest_id: UUID | None, *, title: str, counting: Counting, now: datetime) -> Championship:
    """Store a new championship.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        ChampionshipError, TooManyCompetitionsError: it could not be counted so, or the club has very many.
    """
    with transaction.atomic():
        made = services.new_row(Championship, club, guest_id, title)
        STORE.do(made, guest_id, Announce(title=made.title, counting=counting), now=now)
    return made


def new_key() -> str:
    """A key for a new event of a series."""
    return secrets.token_hex(4)


def bring(club: Club, guest_id: UUID | None, book: SolBook, number: int, *, now: datetime) -> Championship:
    """Begin with what a `.sol` file holds: the terms of one of its championships, and its events with their prizes.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
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
    with transaction.atomic():
        title = book.championships[number - 1].description
        made = begin(club, guest_id, title=title, counting=counting, now=now)
        parts = dict.fromkeys(part for event in events for key in event.places for part in key.split(" "))
        keys = _store_persons(made, {part: names.get(part, part)[:NAME_LENGTH] for part in parts})
        legs: list[Act] = []
        for event in events:
            placed = []
            for key, place in event.places.items():
                person = "+".join(sorted(keys[part] for part in key.split(" ")))
                points, awarded = str(event.points.get(key, "")), str(event.awarded.get(key, ""))
                placed.append(Placed(person=person, place=place, points=points, awarded=awarded))
            day, _space, rest = event.key.partition(" ")
            what = rest[:NAME_LENGTH] or day
            legs.append(PutLeg(key=new_key(), title=what, day=date.fromisoformat(day), placed=tuple(placed)))
        if legs:
            STORE.do(made, guest_id, *legs, now=now)
    return made


def _store_persons(championship: Championship, names: Mapping[str, str]) -> dict[str, str]:
    """Store everybody of a file as a player of the club; return their keys."""
    keys: dict[str, str] = {}
    taken: set[UUID] = set()
    for part, name in names.items():
        player = player_for(championship.club_id, Details(name=name), by_official=True, but=taken)
        taken.add(player.root_id)
        keys[part] = repository.person_key(championship, player.pk)
        Participant.objects.create(competition=championship, key=keys[part], name=name, person=player)
    return keys


def forget(championship: Championship, guest_id: UUID | None, key: str) -> None:
    """Remove the name of a person brought in from elsewhere; their points stay. This cannot be undone.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
    """
    clubs.check(championship.club_id, guest_id, Action.ORGANISE)
    Participant.objects.filter(competition=championship, key=key).update(name="")
