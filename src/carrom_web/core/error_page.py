"""A page that says what went wrong, what is safe and what to do, even if its template is broken."""

import logging
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.html import escape
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom_web.core.translation import localized

View = Callable[..., HttpResponse]
Onward = tuple[str, str]  # address, words
FindOnward = Callable[[bool, Mapping[str, Any]], Onward | None]
API = "/api/"  # below it programs ask, no people
TEMPLATE = "config/pages/error/page.html"

_log = logging.getLogger(__name__)


def error_page(
    request: HttpRequest,
    *,
    status: int,
    code: str,
    title: str,
    what: str,
    todo: str,
    safe: str = "",
    onward: Onward | None = None,
) -> HttpResponse:
    """Answer with one error in words; `code` is stable; `onward` leads to where one goes on, else to the start page.

    A program that asks the HTTP API gets code and sentence as JSON, whatever stopped its request.
    """
    if request.path.startswith(API):
        return JsonResponse({"code": code, "text": what}, status=status)
    words = {"status": status, "code": code, "title": title, "what": what, "safe": safe, "todo": todo, "onward": onward}
    try:
        return _Error(loader.render_to_string(TEMPLATE, words, request), status=status, code=code)
    except Exception:  # the answer to an error must not be another one
        _log.exception("the error page itself could not be made")
    lines = "".join(f"<p>{escape(text)}</p>" for text in (what, safe, todo, code) if text)
    heading = escape(title)
    plain = f'<!doctype html><html lang="en"><title>{heading}</title><main><h1>{heading}</h1>{lines}</main></html>'
    return _Error(plain, status=status, code=code)


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainErrorPages:
    """How the pages of one app answer the errors that they raise: as a page that says it, 404 or 403.

    Called with a page it decorates it; an audience answers by `answer` (`core.permissions`).

    Args:
        not_found: codes of errors that say that something is not there.
        elsewhere: where to look then, in words; those of `gettext_lazy`.
        onward: gives the link of the page from whether something is missing and the arguments of the view.
    """

    not_found: Container[str]
    elsewhere: object
    onward: FindOnward | None = None

    def __call__(self, page: View) -> View:
        """Let a page answer so."""

        @wraps(page)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return page(request, *args, **kwargs)
            except CarromError as error:
                return self.answer(request, error, kwargs)

        return answered

    def answer(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer one error; `arguments` are those of the view."""
        missing = error.code in self.not_found
        return error_page(
            request,
            status=404 if missing else 403,
            code=error.code,
            title=_("Not found") if missing else _("This is not possible"),
            what=localized(error),
            safe="" if missing else _("Nothing was changed."),
            todo=str(self.elsewhere) if missing else _("Go back and check."),
            onward=self.onward(missing, arguments) if self.onward is not None else None,
        )


class _Error(HttpResponse):
    """An answer that knows its own code (`form_recovery` looks at it)."""

    def __init__(self, content: str, *, status: int, code: str) -> None:
        super().__init__(content, status=status)
        self.error_code = code
