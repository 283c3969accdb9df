"""The package for the Python of a sheet's page: an archive whose address holds the hash of its content; no template."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.core.bundle import bundle
from carrom_web.core.languages import is_offered
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("umpire/python/<slug:language>/<slug:digest>.zip", name="sheet-python", audience=ANYONE)


@require_safe
def page(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """Return the archive; an older one is gone: the page that asks is older than this server."""
    if not is_offered(language):
        raise Http404
    held = bundle(language)
    if digest != held.digest:
        raise Http404
    response = HttpResponse(held.content, content_type="application/zip")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
