"""The answers of histories from SoL to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.models import SolImport
from carrom_web.competitions.sol_history.services.importing import IMPORTED
from carrom_web.competitions.sol_history.services.undoing import REVERTED
from carrom_web.core.hooks import hookimpl


@hookimpl
def club_audit_labels() -> Mapping[str, str]:
    """Imports and their undoing."""
    return {IMPORTED: _("History imported from SoL"), REVERTED: _("Import from SoL undone")}


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take them out of the stored histories; what they played stays, without a name."""
    repository.forget_players(player_ids)


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete what they uploaded and did not import yet."""
    SolImport.objects.filter(guest_id=guest_id, state=SolImport.State.STAGED).delete()
