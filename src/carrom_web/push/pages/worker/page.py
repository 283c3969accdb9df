"""The service worker that shows notifications; no template."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("notifications/worker.js", name="notifications-worker", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the script; its address is above those that it may serve."""
    script = (settings.PACKAGE / "static" / "push" / "worker.js").read_text(encoding="utf-8")
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
