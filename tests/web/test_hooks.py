"""Hooks between apps: every answer fits its specification, and every app that has answers is asked."""

import importlib.util
from inspect import signature
from typing import get_type_hints

import pytest
from django.apps import apps
from pluggy import PluginValidationError

from carrom_web.core.hooks import Specifications, hookimpl, registry
from tests.support.in_one_test import in_one_test

OWN = [config for config in apps.get_app_configs() if config.name.startswith("carrom_web.")]
ANSWERS = [
    (plugin, hook)
    for plugin, _ in registry.list_name_plugin()
    for hook in sorted(name for name in vars(Specifications) if not name.startswith("_"))
    if hasattr(registry.get_plugin(plugin), hook)
]


def test_every_answer_belongs_to_a_hook():
    registry.check_pending()


def test_an_answer_to_no_hook_is_found():
    class Misspelt:
        @hookimpl
        def erase_persons(self, guest_id):
            """Nobody asks this."""

    registry.register(Misspelt(), name="misspelt")
    try:
        with pytest.raises(PluginValidationError, match="erase_persons"):
            registry.check_pending()
    finally:
        registry.unregister(name="misspelt")


def test_every_app_with_a_module_of_hooks_is_asked():
    with_hooks = {config.label for config in OWN if importlib.util.find_spec(f"{config.name}.hooks")}

    assert len(with_hooks) >= 9
    assert {name for name, _ in registry.list_name_plugin()} == with_hooks


@in_one_test("plugin, hook", ANSWERS, name=": ".join)
def test_an_answer_takes_and_gives_what_its_hook_says(plugin: str, hook: str):
    answer, specified = getattr(registry.get_plugin(plugin), hook), getattr(Specifications, hook)
    asked, reported = get_type_hints(answer), get_type_hints(specified)

    assert set(signature(answer).parameters) <= set(signature(specified).parameters)
    assert all(asked[name] == reported[name] for name in signature(answer).parameters)
    assert asked["return"] == reported["return"] or reported["return"] == asked["return"] | None
