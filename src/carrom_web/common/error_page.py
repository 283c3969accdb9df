"""One page that says what went wrong, what is safe and what to do; it can be made even if its template is broken."""

import logging

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.html import escape

TEMPLATE = "site/pages/error/page.html"

_log = logging.getLogger(__name__)


def error_page(
    request: HttpRequest, *, status: int, code: str, title: str, what: str, todo: str, safe: str = ""
) -> HttpResponse:
    """Answer with one error in words; `code` is stable."""
    words = {"status": status, "code": code, "title": title, "what": what, "safe": safe, "todo": todo}
    try:
        return _Error(loader.render_to_string(TEMPLATE, words, request), status=status, code=code)
    except Exception:  # the answer to an error must not be another one
        _log.exception("the error page itself could not be made")
    lines = "".join(f"<p>{escape(text)}</p>" for text in (what, safe, todo, code) if text)
    heading = escape(title)
    plain = f'<!doctype html><html lang="en"><title>{heading}</title><main><h1>{heading}</h1>{lines}</main></html>'
    return _Error(plain, status=status, code=code)


class _Error(HttpResponse):
    """An answer that knows its own code (`kept_forms` looks at it)."""

    def __init__(self, content: str, *, status: int, code: str) -> None:
        super().__init__(content, status=status)
        self.error_code = code
