"""Headers of every response, compressed pages, and the barrier that keeps a request in one thread."""

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from carrom_web.core.cache import one_request


def _policy(scripts: str) -> str:
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src {scripts}",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


# Nothing inline, nothing from elsewhere: a text that slips into a page cannot become a script.
CONTENT_SECURITY_POLICY = _policy("'self'")
# The same, for what runs WebAssembly: pages that simulate strokes, and a sheet, whose worker rules without a network.
POLICY_WITH_WASM = _policy("'self' 'wasm-unsafe-eval'")
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "bluetooth", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope"),
        *("hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    )
)

FRAMED_POLICY = CONTENT_SECURITY_POLICY.replace("form-action 'self'", "form-action 'none'")

Chain = Callable[[HttpRequest], HttpResponse]


def may_run_wasm(response: HttpResponse) -> HttpResponse:
    """Let the page that this answers with run WebAssembly; return the answer."""
    response.headers["Content-Security-Policy"] = POLICY_WITH_WASM
    response.headers["Cross-Origin-Embedder-Policy"] = "require-corp"  # alone in its process, with COOP
    return response


def let_be_shown_elsewhere(response: HttpResponse) -> HttpResponse:
    """Let pages of other sites show this, a picture or a frame; everything else is for this site's pages alone."""
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def let_be_framed(response: HttpResponse) -> HttpResponse:
    """Let other sites show a page in a frame, the one exception from "nobody frames this site"; return the answer.

    Any site, or those that the operator names.
    """
    cast(Any, response).xframe_options_exempt = True  # Django's middleware asks for it
    response.headers["Content-Security-Policy"] = FRAMED_POLICY.replace(
        "frame-ancestors 'none'", f"frame-ancestors {settings.FRAMED_BY}"
    )
    response.headers["Cache-Control"] = "public, max-age=60"
    return let_be_shown_elsewhere(response)


class SecurityHeaders:
    """Adds the content security policy and what else Django's own middleware does not set."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Chain) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the headers; pages of a guest are never stored by a shared cache."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class CompressedPages(GZipMiddleware):
    """Compresses pages, which makes them a quarter as long. Streams and files stay as they are.

    Django adds a random length to each, so that what a page says cannot be guessed from its size (BREACH).
    """

    sync_capable, async_capable = True, False

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page if the browser takes that."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


class SyncBarrier:
    """The last middleware: the whole chain runs in one thread (3 hops between threads a request instead of 17).

    For one thread answers a request whole, a request that only reads may remember what it has read.
    """

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Chain) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        with one_request():
            return self.get_response(request)
