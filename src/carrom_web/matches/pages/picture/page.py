"""A picture of a match, a moment or a stroke, as a file; no template.

`card.svg|png`: the score. `board-NUMBER.svg|png`: the board after entry NUMBER. `stroke-NUMBER.svg|gif|webp`: that
stroke, moving. `boards.gif|webp`: the board after every stroke. `?theme=dark`, `?seat=north`; `?save` names the file,
so that a browser stores it. 404: nothing can be drawn so; 429: too many of one address.
"""

import re
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.svg.paint import PAINTS
from carrom.terms import Seat
from carrom_web.core.error_page import error_page
from carrom_web.core.middleware import let_be_shown_elsewhere
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import pictures, selectors

ROUTE = Route("matches/<uuid:match_id>/pictures/<str:name>", name="picture", audience=ANYONE)
_NAME = re.compile(r"(card|boards|board|stroke)(?:-([0-9]{1,6}))?\.([a-z]{3,4})")


@require_safe
def page(request: HttpRequest, match_id: UUID, name: str) -> HttpResponse:
    """Return the file."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise Http404
    what, number, kind = found.groups()
    asked = request.GET.get("theme", "")
    theme = asked if asked in PAINTS else "light"
    seat = Seat(request.GET["seat"]) if request.GET.get("seat") in tuple(Seat) else None
    try:
        data = pictures.drawn(
            match_id, what, int(number or 0), kind, theme=theme, address=request.META.get("REMOTE_ADDR", ""), seat=seat
        )
    except (selectors.UnknownMatchError, pictures.NoPictureError):
        raise Http404 from None
    except pictures.TooManyPicturesError as error:
        return error_page(
            request,
            status=429,
            code=error.code,
            title=_("Too many pictures"),
            what=localized(error),
            todo=_("Wait a minute, then try again."),
        )
    answer = HttpResponse(data, content_type=pictures.KINDS[kind])
    lasts = "public, max-age=86400" if what in ("board", "stroke") else "public, max-age=60"
    answer.headers["Cache-Control"] = lasts
    if kind == "svg":  # opened by itself it is a document: it may style and move itself, no more
        answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    if "save" in request.GET:
        answer.headers["Content-Disposition"] = f'attachment; filename="carrom-{str(match_id)[:8]}-{name}"'
    return let_be_shown_elsewhere(answer)
