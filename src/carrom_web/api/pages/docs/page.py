"""The description of the HTTP API for people: every endpoint with its token, parameters, body and answer.

Made from the same description as `openapi.json`, by the site itself: nothing comes from another host. What it says of
endpoints is English, as all documents for developers.
Template `api/pages/docs/page.html` gets:
    parts     list of {title, id, endpoints}; an endpoint is {method, path, id, summary, text, scope, parameters, body,
              answers}; parameters, body: list of {name, place, type, required, text}; answers: {name, fields}
    scopes    list of {value, label}
    site      the address of this site, whole
    nav       "account"
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.api.models import Scope
from carrom_web.api.site import PREFIX, description
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route(f"{PREFIX}/docs", name="api-docs", audience=ANYONE)
Json = dict[str, Any]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show it."""
    context = {
        "nav": "account",
        "parts": parts_of(description()),
        "scopes": [{"value": scope.value, "label": scope.label} for scope in Scope],
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api/pages/docs/page.html", context)


def parts_of(schema: Mapping[str, Any]) -> list[Json]:
    """Return the endpoints of an OpenAPI description by the part that they belong to."""
    known = schema["components"]["schemas"]
    parts: dict[str, list[Json]] = {}
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            parts.setdefault(one["tags"][0], []).append(_endpoint(method, path, one, known))
    return [
        {"title": title, "id": title.lower().replace(" ", "-"), "endpoints": endpoints}
        for title, endpoints in parts.items()
    ]


def _endpoint(method: str, path: str, one: Mapping[str, Any], known: Mapping[str, Any]) -> Json:
    scopes = one.get("security", [{}])[0].get("token", [])
    return {
        "method": method.upper(),
        "path": path,
        "id": one["operationId"].rpartition("_endpoints_")[2] or one["operationId"],
        "summary": one["summary"],
        "text": one.get("description", "").split("\n\n"),
        "scope": scopes[0] if scopes else "",
        "parameters": [
            {
                "name": each["name"],
                "place": each["in"],
                "type": _type(each["schema"]),
                "required": each["required"],
                "text": each["schema"].get("description", ""),
            }
            for each in one["parameters"]
        ],
        "body": _fields(_content(one.get("requestBody", {})), known),
        "answer": _fields(_content(one["responses"].get(200, {})), known),
    }


def _content(holder: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = holder.get("content", {}).get("application/json", {}).get("schema", {})
    return found


def _fields(schema: Mapping[str, Any], known: Mapping[str, Any]) -> list[Json]:
    """Return the members of a schema, those of lists within as `list[].member`."""
    named = _named(schema, known)
    required = named.get("required", ())
    found = []
    for name, each in named.get("properties", {}).items():
        found.append(
            {
                "name": name,
                "type": _type(each),
                "required": name in required,
                "text": each.get("description", ""),
            }
        )
        inner = each.get("items", {})
        if "$ref" in inner:
            found += [row | {"name": f"{name}[].{row['name']}"} for row in _fields(inner, known)]
    return found


def _named(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Mapping[str, Any]:
    if schema.get("type") == "array":
        return _named(schema["items"], known)
    if "$ref" in schema:
        found: Mapping[str, Any] = known[schema["$ref"].rpartition("/")[2]]
        return found
    return schema


def _type(schema: Mapping[str, Any]) -> str:
    """Return what a value is, in a word or two."""
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return "list"
    if "enum" in schema:
        return ", ".join(f'"{each}"' for each in schema["enum"])
    return str(schema.get("format") or schema.get("type") or "object")
