"""The addresses of competitions: for every kind the pages of the base and its own, and the socket of these pages.

A page of the base is a folder as everywhere, but it belongs to every kind: `route` gives where it is for one, or None
where a kind has no such page, and `page` takes the kind.
"""

from functools import partial, update_wrapper
from typing import Any, cast

from django.urls import URLPattern

from carrom_web.competitions import pages
from carrom_web.competitions.kinds import CompetitionKind, kinds
from carrom_web.core.error_page import View
from carrom_web.core.pages import Route, page_modules, pages_of, routed
from carrom_web.core.sockets import SocketRoute, following


def competition_routes() -> list[URLPattern]:
    """The addresses of every kind that is installed."""
    return [pattern for kind in kinds() for pattern in routes_of(kind)]


def routes_of(kind: CompetitionKind[Any, Any]) -> list[URLPattern]:
    """The addresses of one kind; a page of its own goes before one of the base of the same name."""
    own = pages_of(kind.pages)
    names = {route.name for route, _page in own}
    return routed([*own, *((route, page) for route, page in _shared(kind) if route.name not in names)])


def competition_sockets() -> list[SocketRoute]:
    """The sockets of the kinds whose pages hear of every change; a draft has none."""
    return [
        SocketRoute(f"ws/{kind.path}<slug:slug>/", following(kind.followers, kind.model), audience=kind.follower)
        for kind in kinds()
        if kind.followers is not None
    ]


def _shared(kind: CompetitionKind[Any, Any]) -> list[tuple[Route, View]]:
    found = []
    for module in page_modules(pages):
        route = cast(Route | None, module.route(kind))
        if route is not None:
            found.append((route, kind.answered(update_wrapper(partial(module.page, kind=kind), module.page))))
    return found
