"""A small picture of a board with so many pieces up, for a worked example: /laws/board.svg?white=6&black=6&queen=1."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.svg import board
from carrom_web.config import law_pages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("laws/board.svg", name="laws-board", audience=ANYONE)
MOST = 9


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the picture; the same figures give the same picture, so it may be cached."""
    white, black, queen = (_count(request, name) for name in ("white", "black", "queen"))
    counts = law_pages.Counts(white, black, bool(queen))
    response = HttpResponse(board(law_pages.drawn(counts), size=320), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _count(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    if len(text) != 1 or text not in "0123456789" or int(text) > MOST:
        raise Http404
    return int(text)
