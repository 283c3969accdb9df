"""System checks: combinations of settings that would lose messages or let strangers in."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.compatibility)
def memory_layer_serves_one_process(**_: Any) -> list[CheckMessage]:
    """Several processes need a channel layer that they share."""
    backend = settings.CHANNEL_LAYERS["default"]["BACKEND"]
    if settings.WORKERS > 1 and backend.endswith("InMemoryChannelLayer"):
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
