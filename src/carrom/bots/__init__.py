"""Computer players: `find(name)` returns one, `names()` lists all, `arena(...)` lets two of them play.

`baseline_names()` lists the references that others are measured against.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrom.bots.contest import arena as arena
    from carrom.bots.protocol import Bot as Bot
    from carrom.bots.registry import baseline_names as baseline_names
    from carrom.bots.registry import find as find
    from carrom.bots.registry import names as names

_HOMES = {
    "arena": "carrom.bots.contest",
    "baseline_names": "carrom.bots.registry",
    "Bot": "carrom.bots.protocol",
    "find": "carrom.bots.registry",
    "names": "carrom.bots.registry",
}


def __getattr__(name: str) -> Any:
    """Fetch a public name when it is first used, so that importing the package loads nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
