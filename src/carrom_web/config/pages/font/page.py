"""`GET /fonts/<script>.1.woff2`: the font of a script, for pages on devices that have none."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.core import fonts
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("fonts/<slug:script>.<int:version>.woff2", name="font", audience=ANYONE)
FOREVER = "public, max-age=31536000, immutable"  # the version is part of the address


@require_safe
def page(request: HttpRequest, script: str, version: int) -> HttpResponse:
    """Answer with the font. Raises Http404."""
    if script not in fonts.SCRIPTS or version != fonts.VERSION:
        raise Http404
    return HttpResponse(fonts.subset(script), content_type="font/woff2", headers={"Cache-Control": FOREVER})
