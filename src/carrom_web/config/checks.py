"""System checks: combinations of settings that would lose messages or let strangers in."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.urls import get_resolver

from carrom_web.core.pages import access_of, all_patterns


@register(Tags.compatibility)
def memory_layer_serves_one_process(**_: Any) -> list[CheckMessage]:
    """Several processes need a channel layer that they share."""
    backend = settings.CHANNEL_LAYERS["default"]["BACKEND"]
    if settings.WORKERS > 1 and backend.endswith("MemoryLayer"):
        return [
            Error(
                "Several server processes cannot share the in-memory channel layer: messages would be lost.",
                hint="Set CARROM_CHANNEL_URL to a Redis server, or run one process.",
                id="carrom.E001",
            )
        ]
    return []


@register(Tags.security)
def every_host_is_named(**_: Any) -> list[CheckMessage]:
    """A wildcard would switch off the check of a socket's origin."""
    if any("*" in host for host in settings.ALLOWED_HOSTS):
        return [Error("ALLOWED_HOSTS holds a wildcard.", hint="Name the hosts in CARROM_HOSTS.", id="carrom.E002")]
    return []


@register(Tags.security)
def every_address_says_for_whom_it_is(**_: Any) -> list[CheckMessage]:
    """An address without an audience would be open to all."""
    return [
        Error(
            f"/{address} does not say for whom it is.",
            hint="List it through `core.pages.routes` or `guarded_tree`.",
            id="carrom.E003",
        )
        for address, pattern in all_patterns(get_resolver().url_patterns)
        if access_of(pattern.callback) is None
    ]
