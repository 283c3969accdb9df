"""A page is a folder: `page.py` with its `ROUTE` and one function `page`, `page.html` beside it, nothing else.

An app's folder `pages` is the list of its pages; adding a page is adding a folder.
"""

import importlib
import pkgutil
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import cast

from django.urls import URLPattern, path


class Audience(StrEnum):
    """For whom a page is."""

    PUBLIC = "public"
    PLAYER = "player"
    UMPIRE = "umpire"
    ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class Route:
    """Where a page is found (Django's path syntax, no slash in front), for whom, and the name that links to it."""

    path: str
    name: str
    audience: Audience = Audience.PUBLIC


def page_modules(package: ModuleType) -> list[ModuleType]:
    """Give the `page` modules of all folders in an app's package `pages`, in order of their names."""
    folders = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    return [importlib.import_module(f"{package.__name__}.{folder}.page") for folder in folders]


def routes(package: ModuleType) -> list[URLPattern]:
    """Give the URL patterns of all pages in an app's package `pages`: `laws/compare/` before `laws/<slug>/`."""
    found = [(cast(Route, module.ROUTE), module.page) for module in page_modules(package)]
    found.sort(key=lambda page: "<" in page[0].path)
    return [path(route.path, page, name=route.name) for route, page in found]
