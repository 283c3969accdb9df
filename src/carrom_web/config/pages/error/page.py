"""The page that says what went wrong: 400, 403, 404, 500 and 429.

Template `config/pages/error/page.html` gets (all are plain text):
    status  the HTTP status, a number
    code    stable code, kebab-case, shown small at the end
    title   a few words, the heading
    what    one sentence: what happened
    safe    one sentence: what holds all the same; may be empty
    todo    one sentence: what to do
"""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("error/", name="error", audience=ANYONE)


def page(request: HttpRequest) -> HttpResponse:
    """The address itself holds nothing."""
    return not_found(request, None)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The request cannot be read, or the name in the address is not one of this site's."""
    return error_page(
        request,
        status=400,
        code="bad-request",
        title=_("This request cannot be read"),
        what=_("The browser sent something that this site does not understand."),
        todo=_("Open the start page and try again. The operator must list a new name of this server in CARROM_HOSTS."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Not for this guest."""
    return error_page(
        request,
        status=403,
        code="forbidden",
        title=_("You cannot open this"),
        what=_("This page belongs to somebody else."),
        todo=_("Ask for a link to it, or go back to the start page."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: another site, or a page that was open for too long."""
    return error_page(
        request,
        status=403,
        code="form-expired",
        title=_("This form has expired"),
        what=_("The form was open for too long, or cookies are switched off."),
        safe=_("Nothing has changed."),
        todo=_("Load the page and send the form again."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Nothing is here."""
    return error_page(
        request,
        status=404,
        code="not-found",
        title=_("Page not found"),
        what=_("There is no page and no match at this address."),
        todo=_("Check the link, or go to the start page."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of the site."""
    return error_page(
        request,
        status=500,
        code="internal",
        title=_("Something went wrong"),
        what=_("The server could not create this page."),
        safe=_("Everything you played is stored."),
        todo=_("Try again. If it still fails, contact the operator of this site; the log has more details."),
    )
