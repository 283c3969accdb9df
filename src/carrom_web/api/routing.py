"""The endpoints of the HTTP API, each with its audience: without one it cannot be declared, and is found nowhere."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from ninja import Router

from carrom_web.api.permissions import ApiAudience
from carrom_web.core.pages import READS, Access

View = TypeVar("View", bound=Callable[..., Any])

ROUTER = Router()
_SAID: dict[tuple[str, bool], ApiAudience] = {}  # by the name of an address, and whether it is for reading


class Endpoints:
    """The endpoints of one part of the description."""

    def __init__(self, title: str) -> None:
        self.title = title

    def get(self, path: str, *, audience: ApiAudience, response: Any = None, **more: Any) -> Callable[[View], View]:
        """Declare an endpoint that reads."""
        return self._declared("GET", path, audience, response, more)

    def post(self, path: str, *, audience: ApiAudience, response: Any = None, **more: Any) -> Callable[[View], View]:
        """Declare an endpoint that does something."""
        return self._declared("POST", path, audience, response, more)

    def delete(self, path: str, *, audience: ApiAudience, response: Any = None, **more: Any) -> Callable[[View], View]:
        """Declare an endpoint that takes something away."""
        return self._declared("DELETE", path, audience, response, more)

    def _declared(
        self, method: str, path: str, audience: ApiAudience, response: Any, more: dict[str, Any]
    ) -> Callable[[View], View]:
        name = name_of(path)
        if _SAID.setdefault((name, method in READS), audience) is not audience:
            raise ImproperlyConfigured(f"{method} {path}: all that writes at one address has one audience.")
        extra = dict(more.pop("openapi_extra", {}))
        extra["security"] = [{"token": [audience.scope.value]}] if audience.scope else [{}, {"token": []}]
        declared: Callable[[View], View] = ROUTER.api_operation(
            [method], path, url_name=name, tags=[self.title], response=response, openapi_extra=extra, **more
        )
        return declared


def access_to(name: str) -> Access | None:
    """Return the rights at an address of this name; None: nobody has said any."""
    read, write = _SAID.get((name, True)), _SAID.get((name, False))
    audience = read or write
    return None if audience is None else Access(audience, write)


def name_of(path: str) -> str:
    """Return the name of an address for links: "/matches/{uuid:match_id}/record" is "api-matches-match_id-record"."""
    parts = (part.strip("{}").rpartition(":")[2] for part in path.strip("/").split("/"))
    return "-".join(("api", *parts))
