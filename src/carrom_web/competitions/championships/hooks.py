"""What championships answer to the hooks between apps (core/hooks.py)."""

from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.competitions.championships import privacy, selectors
from carrom_web.core.hooks import LeagueKind, hookimpl


@hookimpl
def league_kind() -> LeagueKind:
    """Championships, on the index of leagues."""
    return LeagueKind(
        key="championships",
        title=_("Championships"),
        new_url=reverse("championship-new"),
        rows=selectors.index_rows,
    )


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from what they did as an organiser."""
    privacy.erase_guest(guest_id)
