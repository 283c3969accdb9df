"""Answers requests with a name that nobody may have."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from carrom_web.accounts.names import NameRefusedError
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
