"""Cases of one test that share what it begins with: what one stores is taken back before the next."""

import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.urls import get_resolver

from carrom_web.competitions import page_cache
from carrom_web.competitions.solo_leagues.repository import STANDINGS
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches.presence import PRESENCE
from carrom_web.matches.repository import RECENT


@contextmanager
def taken_back() -> Iterator[None]:
    """Store nothing of what is stored inside, and remember nothing of it."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        forget()


def forget() -> None:
    """Forget what this process remembers of the database and of those who asked."""
    RECENT.clear()
    for limit in limits():
        limit.forget_all()
    PRESENCE.clear()
    STANDINGS.clear()
    page_cache.PAGES.forget()


@functools.cache
def limits() -> tuple[RateLimit, ...]:
    """All limits of the site, each a constant of a module that the addresses import."""
    get_resolver().url_patterns  # noqa: B018
    modules = [module for name, module in sys.modules.items() if name.startswith("carrom_web.")]
    found = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, RateLimit)}
    assert len(found) > 5
    return tuple(found.values())
