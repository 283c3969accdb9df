"""Pages that a club may show within its own site: the one exception from "nobody frames this site"."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

from carrom_web.core.middleware import CONTENT_SECURITY_POLICY

View = Callable[..., HttpResponse]
FRAMED_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)


def may_be_framed(page: View) -> View:
    """Let any site show this page in a frame. Only for what everybody may read and where nothing can be done."""

    @wraps(page)
    def framed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = page(request, *args, **kwargs)
        if response.status_code == 200:  # an error page has links and stays unframed
            response.headers["Content-Security-Policy"] = FRAMED_POLICY
            response.headers["Cache-Control"] = "public, max-age=60"
        return response

    exempt: View = xframe_options_exempt(framed)
    return exempt
