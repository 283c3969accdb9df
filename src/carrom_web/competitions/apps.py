"""Apps of competitions: what they share, and what makes an app one kind of them."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from django.apps import AppConfig

if TYPE_CHECKING:
    from carrom_web.competitions.kinds import CompetitionKind


class CompetitionsConfig(AppConfig):
    """The app of what competitions share."""

    name = "carrom_web.competitions"
    label = "competitions"

    def ready(self) -> None:
        """Answer hooks."""
        _answer_hooks(self)


class KindConfig(AppConfig):
    """An app that is a kind of competition: `kind.py` binds `KIND`; `hooks.py` and `listeners.py` answer for it."""

    default = False  # Django looks for the one configuration of a module, where this class is imported, too

    def __init_subclass__(cls) -> None:
        cls.default = True

    def ready(self) -> None:
        """Answer hooks and signals."""
        _answer_hooks(self)

    @property
    def kind(self) -> "CompetitionKind[Any, Any]":
        """The kind that it is."""
        return cast("CompetitionKind[Any, Any]", import_module(f"{self.name}.kind").KIND)


def _answer_hooks(config: AppConfig) -> None:
    from carrom_web.core.hooks import registry

    if find_spec(f"{config.name}.listeners") is not None:
        import_module(f"{config.name}.listeners")
    if find_spec(f"{config.name}.hooks") is not None:
        registry.register(import_module(f"{config.name}.hooks"), name=config.label)
