"""A match, or a moment of it (`?at=NUMBER`), for a frame on any other site; `?theme=light` or `dark`: one theme.

Template `matches/pages/embed/page.html` gets:
    title, text, url   of the match, what is shown, and where on this site it is
    still, moving      addresses of pictures, as in `moment`
    theme              "light", "dark", or "": the reader's own
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.core.middleware import let_be_framed
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, phrases, pictures, selectors

ROUTE = Route("matches/<uuid:match_id>/embed/", name="embed-match", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show it."""
    asked, theme = request.GET.get("at", ""), request.GET.get("theme", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else None
    query = "?theme=dark" if theme == "dark" else ""
    try:
        loaded = selectors.load(match_id)
        match = loaded.state.match
        text, moving = phrases.result_text(match) or phrases.score_phrase(match), ""
        still, url = reverse("picture", args=[match_id, "card.svg"]), reverse("match", args=[match_id])
        if number is not None:
            one = pictures.moment(match_id, number)
            text, url = pictures.words_of(one), reverse("moment", args=[match_id, number])
            still = reverse("picture", args=[match_id, f"board-{number}.svg"])
            moving = reverse("picture", args=[match_id, f"stroke-{number}.svg"]) if one.is_stroke else ""
    except (selectors.UnknownMatchError, pictures.NoPictureError):
        raise Http404 from None
    context = {
        "title": cards.title(loaded),
        "text": text,
        "url": request.build_absolute_uri(url),
        "still": f"{still}{query}",
        "moving": f"{moving}{query}" if moving else "",
        "theme": theme if theme in ("light", "dark") else "",
    }
    return let_be_framed(render(request, "matches/pages/embed/page.html", context))
