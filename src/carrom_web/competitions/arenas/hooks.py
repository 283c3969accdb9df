"""The answers of arenas to hooks between apps (core/hooks.py)."""

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom_web.competitions.arenas import presenters
from carrom_web.competitions.arenas.models import ArenaMatch
from carrom_web.competitions.arenas.repository import STORE
from carrom_web.core.hooks import LobbySection, ParentPage, hookimpl


@hookimpl
def parent_of_match(match_id: UUID) -> ParentPage | None:
    """The arena in which a match was paired."""
    found = ArenaMatch.objects.filter(match_id=match_id).select_related("arena").first()
    if found is None:
        return None
    slug = found.arena.slug
    following = reverse("arena-next", args=[slug]) if STORE.state(found.arena).host else ""
    return ParentPage(
        title=found.arena.title, url=reverse("arena", args=[slug]), is_online=True, next_board_url=following
    )


@hookimpl(tryfirst=True)
def lobby_section() -> LobbySection:
    """The arenas that run or begin soon."""
    return LobbySection(
        heading=_("Arenas"),
        says=_("Come and go for an hour: you meet the next free player at once, and streaks count twice."),
        rows=presenters.lobby_rows(timezone.now()),
        url=reverse("arenas"),
        link=_("All arenas"),
    )
