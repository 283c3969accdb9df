"""The HTTP API as a whole: its endpoints with their audiences, its errors, its description."""

from importlib import import_module
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from carrom import serialization
from carrom.errors import CarromError
from carrom.serialization import BadJsonError
from carrom_web.api.answers import as_api, error_response
from carrom_web.api.errors import BadRequestError, NothingHereError
from carrom_web.api.routing import ROUTER, access_to
from carrom_web.core.error_page import View
from carrom_web.core.pages import guarded
from carrom_web.core.translation import localized

PREFIX = "api/v1"
VERSION = "1"
PARTS = ("matches", "play", "laws", "competitions", "people", "account", "embeds")  # of `api.endpoints`, in order
for _part in PARTS:
    import_module(f"carrom_web.api.endpoints.{_part}")


class StrictParser(Parser):
    """Reads a body as JSON: one object, no key twice, finite numbers."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return what the body holds. Raises BadRequestError."""
        try:
            return serialization.parse(request.body.decode())
        except UnicodeDecodeError:
            raise BadRequestError("body") from None
        except BadJsonError as error:
            raise BadRequestError("json", cause=localized(error)) from None


API = NinjaAPI(
    title="Carrom",
    version=VERSION,
    description="Matches, records, positions, rulings, competitions, ratings and people of this site.",
    openapi_url=None,
    docs_url=None,
    urls_namespace="api",
    parser=StrictParser(),
    openapi_extra={"security": [{}, {"token": []}]},
)
API.add_router("", ROUTER)


@API.exception_handler(CarromError)
def _refused(request: HttpRequest, error: CarromError) -> HttpResponse:
    return error_response(request, error)


@API.exception_handler(ValidationError)
def _unfit(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0]
    place = ".".join(str(one) for one in first["loc"][1:] if one not in ("body",)) or str(first["loc"][0])
    return error_response(request, BadRequestError("field", place=place[:80], fault=first["msg"]))


@API.exception_handler(Http404)
def _missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return error_response(request, NothingHereError())


@API.exception_handler(HttpError)
def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    return error_response(request, BadRequestError("body"))


def api_routes() -> list[URLPattern]:
    """Return the addresses of the API, each guarded; one that nobody gave an audience is left out."""
    views = {one.name or "": one for one in API.urls[0] if isinstance(one, URLPattern)}  # a name an address
    return [
        path(f"{PREFIX}/{found.pattern}", guarded(as_api(cast(View, found.callback)), access), name=name)
        for name, found in views.items()
        if (access := access_to(name)) is not None
    ]


def description() -> dict[str, Any]:
    """Return the description of the API in OpenAPI."""
    schema: dict[str, Any] = dict(API.get_openapi_schema(path_prefix=f"/{PREFIX}"))
    bearer = {"type": "http", "scheme": "bearer", "description": "a personal token"}
    schema["components"] = {**schema["components"], "securitySchemes": {"token": bearer}}
    return schema
