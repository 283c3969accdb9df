"""What championships answer to the hooks between apps (core/hooks.py)."""

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.competitions.championships import selectors
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
