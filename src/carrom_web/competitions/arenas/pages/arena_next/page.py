"""The board that waits next for somebody who plays everybody at once, as JSON: {is_host, url}; `url` is "" for none."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.permissions import PLAYER
from carrom_web.competitions.arenas.services import playing
from carrom_web.core.pages import Route

ROUTE = Route("arenas/<slug:slug>/next/", name="arena-next", audience=PLAYER)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Say which."""
    guest_id = guest_id_of(request)
    arena = KIND.at(slug, guest_id)
    player, found = playing.player_of(arena, guest_id), playing.next_board(arena, guest_id)
    is_host = player is not None and player.key == KIND.view(arena).host
    return JsonResponse({"is_host": is_host, "url": reverse("match", args=[found]) if found else ""})
