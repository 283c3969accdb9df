"""Answers requests with a name that nobody may have, and marks whose pages a browser stores."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from carrom_web.accounts.names import NameRefusedError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core import languages
from carrom_web.core.error_page import error_page
from carrom_web.core.translation import localized


class NameRefusals:
    """Says why a name is refused, whichever page got it."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refused name; Django answers everything else."""
        if not isinstance(exception, NameRefusedError):
            return None
        return error_page(
            request,
            status=422,
            code=exception.code,
            title=_("Choose another name"),
            what=localized(exception),
            safe=_("Nothing has changed."),
            todo=_("Go back and enter another name."),
        )


class AccountLanguage:
    """Stores the language of an account on the browser on which it was signed in just now."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Store it, where the listener of sign-ins found one."""
        response = self.get_response(request)
        code = getattr(request, "language_of_account", "")
        if languages.is_offered(code):
            languages.remember(response, code)
        return response


class ReaderMark:
    """Marks each page with who reads it: the service worker drops what another reader's pages left on the device."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark it. The mark names nobody; a browser that sends no `Sec-Fetch-Mode` gets none and stores nothing."""
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and "Sec-Fetch-Mode" in request.headers:
            guest_id = guest_id_of(request)
            mark = salted_hmac("carrom.reader", guest_id.hex).hexdigest()[:16] if guest_id else "nobody"
            response.headers["Carrom-Reader"] = mark
        return response
