"""A page is a folder: `page.py` with its `ROUTE` and one function `page`, `page.html` beside it, nothing else.

An app's folder `pages` is the list of its pages; adding a page is adding a folder. No address is answered by code that
does not say for whom it is: `routes` and `guarded_tree` ask the audience first.
"""

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from types import ModuleType
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from carrom.errors import CarromError
from carrom_web.core.error_page import View
from carrom_web.core.hooks import registry
from carrom_web.core.permissions import Audience

READS = ("GET", "HEAD")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Access:
    """Rights at an address: `audience`, and `post` if others may send something there."""

    audience: Audience
    post: Audience | None = None
    for_banned: bool = False  # whether those whom an operator has banned may send something there, too

    def audience_of(self, method: str | None) -> Audience:
        """Whom a request of this method must come from."""
        return self.audience if method in READS or self.post is None else self.post


@dataclass(frozen=True, slots=True)
class Route:
    """The path of a page (Django's syntax, no slash in front), its name for links, and its audience."""

    path: str
    name: str
    audience: Audience
    post: Audience | None = None
    for_banned: bool = False

    @property
    def access(self) -> Access:
        """The rights at it."""
        return Access(self.audience, self.post, self.for_banned)


def guarded(view: View, access: Access) -> View:
    """Let a view be reached by its audience alone; the request then says so (`admitted`)."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        audience = access.audience_of(request.method)
        try:
            audience.check(request, **kwargs)
        except CarromError as error:
            match = request.resolver_match  # the address itself may hold somebody's link
            _log.info("refused: %s %s, %s", request.method, match.view_name if match else "", error.code)
            return audience.refusal(request, error, kwargs)
        if request.method not in READS and not access.for_banned:
            refused = registry.hook.refusal_of_change(request=request)
            if refused is not None:
                return cast(HttpResponse, refused)
        cast(Any, request).admitted = True
        return view(request, *args, **kwargs)

    cast(Any, guarded_view).access = access
    return guarded_view


def access_of(view: Callable[..., Any]) -> Access | None:
    """Return the rights at a view; None: it has none."""
    return cast(Access | None, getattr(view, "access", None))


def page_modules(package: ModuleType) -> list[ModuleType]:
    """Return the `page` modules of all folders in an app's package `pages`, in order of their names."""
    folders = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    return [importlib.import_module(f"{package.__name__}.{folder}.page") for folder in folders]


def pages_of(package: ModuleType) -> list[tuple[Route, View]]:
    """Return all pages in an app's package `pages`, each with its route."""
    return [(cast(Route, module.ROUTE), module.page) for module in page_modules(package)]


def routed(pages: Iterable[tuple[Route, View]]) -> list[URLPattern]:
    """Return the URL patterns of pages: `laws/compare/` before `laws/<slug>/`."""
    found = sorted(pages, key=lambda page: "<" in page[0].path)
    return [path(route.path, guarded(page, route.access), name=route.name) for route, page in found]


def routes(package: ModuleType) -> list[URLPattern]:
    """Return the URL patterns of all pages in an app's package `pages`."""
    return routed(pages_of(package))


def guarded_tree(tree: URLResolver, access: Callable[[str], Access | None]) -> URLResolver:
    """Return the addresses of a library with an audience each.

    Args:
        access: gives who may use an address of this name ("" without one); None leaves it out: it is not found then.
    """
    patterns: list[URLPattern | URLResolver] = []
    for one in tree.url_patterns:
        if isinstance(one, URLResolver):
            patterns.append(guarded_tree(one, access))
        elif (said := access(one.name or "")) is not None:
            patterns.append(URLPattern(one.pattern, guarded(one.callback, said), one.default_args, one.name))
    return URLResolver(tree.pattern, patterns, tree.default_kwargs, tree.app_name, tree.namespace)


def all_patterns(patterns: Sequence[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Return every address as it is written in the lists, with its pattern; those of included lists too."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from all_patterns(one.url_patterns, prefix + str(one.pattern))
        else:
            yield prefix + str(one.pattern), one
