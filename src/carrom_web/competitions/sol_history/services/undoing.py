"""An import from SoL is taken away again, as long as nobody has gone on with what it made."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import RestrictedError

from carrom.errors import CarromError
from carrom_web.audit.services import record_audit
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships import repository as championship_rows
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.ratings.models import RatingList, Source
from carrom_web.competitions.ratings.services import organising as ratings
from carrom_web.competitions.sol_history.models import SolImport
from carrom_web.competitions.sol_history.repository import SolHistoryError, latest
from carrom_web.competitions.sol_history.services.importing import stamp_of
from carrom_web.people import selectors as people
from carrom_web.people import services as merging
from carrom_web.people.models import AuditKind, Player

REVERTED = "sol-import-reverted"
MODELS: dict[str, type[Event] | type[Championship] | type[RatingList]] = {
    "rating_lists": RatingList,
    "championships": Championship,
    "events": Event,
}


def undo(club: Club, guest_id: UUID | None, pk: int, *, now: datetime) -> SolImport:
    """Delete what an import made; people stay if something else is theirs by now.

    Raises:
        NotAllowedInClubError: they are not organisers of the club.
        SolHistoryError: it is not the latest one, or something of it has changed.
    """
    clubs.check(club.pk, guest_id, Action.ORGANISE)
    with transaction.atomic():
        row = latest(club)
        if row is None or row.pk != pk:
            raise SolHistoryError("not-last")
        changed = _changed(row)
        if changed:
            raise SolHistoryError("changed", titles=changed)
        _separate(row, guest_id, now)
        for name, key, numbers, _stamp in row.made["acts"]:
            _revert(name, key, numbers, guest_id, now)
        for name, model in MODELS.items():
            for one in model._default_manager.filter(pk__in=[key for key, _stamp in row.made[name]]):
                one.delete()
        for player in Player.objects.filter(pk__in=row.made["players"], guest=None, merged_into=None):
            _delete_unless_needed(player)
        row.links.all().delete()
        SolImport.objects.filter(pk=row.pk).update(state=SolImport.State.REVERTED, content=None, made={})
        record_audit(club, REVERTED, at=now, guest_id=guest_id, counts=row.counts)
    row.refresh_from_db()
    return row


def may_undo(row: SolImport) -> bool:
    """Whether nothing of an import has changed since."""
    return not _changed(row)


def _changed(row: SolImport) -> list[str]:
    """The titles of what somebody has gone on with, or counts elsewhere."""
    found = []
    own = {name: {key: stamp for key, stamp in row.made[name]} for name in MODELS}
    for name, model in MODELS.items():
        found += [
            one.title for one in model._default_manager.filter(pk__in=own[name]) if stamp_of(one) != own[name][one.pk]
        ]
    for name, key, _numbers, stamp in row.made["acts"]:
        one = MODELS[name]._default_manager.filter(pk=key).first()
        if one is not None and stamp_of(one) != stamp:
            found.append(one.title)
    touched = {key for name, key, *_rest in row.made["acts"] if name == "championships"} | set(own["championships"])
    for series in Championship.objects.filter(club=row.club).exclude(pk__in=touched):
        legs = championship_rows.STORE.state(series).legs.values()
        if Event.objects.filter(pk__in=own["events"], categories__in=[leg.category for leg in legs]).exists():
            found.append(series.title)
    sources = Source.objects.filter(category__event__in=own["events"]).exclude(rating_list__in=own["rating_lists"])
    found += sources.values_list("rating_list__title", flat=True)
    return list(dict.fromkeys(found))


def _separate(row: SolImport, guest_id: UUID | None, now: datetime) -> None:
    """Take back the merges of an import that still hold, the last one first."""
    made = set(row.made["merges"])
    for entry in people.merges_of(row.club).filter(kind=AuditKind.MERGED):
        if entry.detail["player"] in made and not hasattr(entry, "reverted_by"):
            try:
                merging.unmerge(row.club, guest_id, entry.pk, now=now)
            except CarromError:
                names = Player.objects.filter(pk=entry.detail["player"]).values_list("name", flat=True)
                raise SolHistoryError("changed", titles=list(names)) from None


def _revert(name: str, key: int, numbers: list[int], guest_id: UUID | None, now: datetime) -> None:
    row = MODELS[name]._default_manager.filter(pk=key).first()
    if isinstance(row, Championship):
        championship_rows.STORE.revert(row, numbers, at=now, guest_id=guest_id)
    elif isinstance(row, RatingList):
        for number in reversed(numbers):
            ratings.undo(row, guest_id, number, now=now)


def _delete_unless_needed(player: Player) -> None:
    if Player.objects.filter(root=player).exclude(pk=player.pk).exists():
        return
    try:
        with transaction.atomic():
            player.delete()
    except RestrictedError:  # something else is theirs by now
        pass
