"""Changes to competitions of every kind: starting one, doing an act, undoing an entry, erasing a person."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from carrom_web.accounts.services import tidy_name
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.errors import TooManyCompetitionsError
from carrom_web.competitions.models import NAME_LENGTH, Competition, Participant, free_slug
from carrom_web.competitions.repository import CompetitionStore
from carrom_web.people import services as people
from carrom_web.people.services import Details

M = TypeVar("M", bound=Competition)
MOST_OF_A_CLUB = 200


def new_row(
    model: type[M],
    club: Club,
    guest_id: UUID | None,
    title: str,
    *,
    year: str = "",
    slug: str = "",
    most: int = MOST_OF_A_CLUB,
    **more: Any,
) -> M:
    """Store a new competition whose log is empty.

    Args:
        slug: the address that it had elsewhere; it has it here, too, if it is free.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        TooManyCompetitionsError: the club has very many of this kind.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    if model._default_manager.filter(club=club).count() >= most:
        raise TooManyCompetitionsError(most=most)
    title = tidy_name(title, NAME_LENGTH)
    slug = free_slug(model, title, otherwise=model._meta.model_name or "", year=year, was=slug)
    return model._default_manager.create(club=club, slug=slug, title=title, **more)


def add_participants(
    model: type[Participant], row: Competition, names: Iterable[str], *, shows_names: bool = False
) -> tuple[str, ...]:
    """Let people take part, as an official writes them down; return their keys.

    Args:
        shows_names: they agreed to be named in public.
    """
    keys = []
    for name in filter(None, (tidy_name(one, NAME_LENGTH) for one in names)):
        person = people.player_for(row.club_id, Details(name=name, shows_name=shows_names), by_official=True)
        keys.append(model.objects.create(competition=row, name=name, person=person).key)
    return tuple(keys)


def do(store: CompetitionStore[M, Any, Any], row: M, guest_id: UUID | None, *acts: Any, now: datetime) -> None:
    """Do something with a competition, all or nothing.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
        CarromError: it cannot be done, or somebody else was first.
    """
    clubs.check(row.club_id, guest_id, Action.ORGANISE)
    store.do(row, guest_id, *acts, now=now)


def undo(store: CompetitionStore[M, Any, Any], row: M, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Undo an entry of the log, or an undoing.

    Raises:
        NotAllowedInClubError: they are not organisers of its club.
        LogError, CarromError: it cannot be undone, or somebody else was first.
    """
    clubs.check(row.club_id, guest_id, Action.ORGANISE)
    store.revert(row, [number], at=now, guest_id=guest_id)


def erase_participants(model: type[Participant], player_ids: Sequence[UUID]) -> None:
    """Take a person's name from the competitions of a kind; what they did there stays."""
    model.objects.filter(person__in=player_ids).update(name="")
