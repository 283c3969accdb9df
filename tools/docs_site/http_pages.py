"""The endpoints of the HTTP API: what `/api/v1/openapi.json` says, as one page."""

from collections.abc import Iterator, Mapping
from typing import Any

from tools.docs_site.markdown import cell, code, escaped, heading
from tools.docs_site.reference_pages import Page

HEAD = """\
# Endpoints of the HTTP API

Every endpoint with its parameters, body and answers; [the HTTP API](http-api.md) says how requests, tokens, streams and
webhooks work. A site shows the same at `/api/v1/docs`, and `/api/v1/openapi.json` is for programs.
"""


def pages(description: Mapping[str, Any]) -> list[Page]:
    """The page of an OpenAPI description."""
    sections: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        for method, one in methods.items():
            lines = sections.setdefault(", ".join(one.get("tags", ())), [])
            lines += _endpoint(path, method.upper(), one)
    lines = [HEAD]
    for title, held in sections.items():
        lines += [f"## {escaped(title)}\n", *held]
    lines.append("## Objects\n")
    for name, schema in description["components"]["schemas"].items():
        lines += _object(name, schema)
    return [Page("http-endpoints.md", "Endpoints", "\n".join(lines))]


def _endpoint(path: str, method: str, one: Mapping[str, Any]) -> Iterator[str]:
    yield from (heading(3, f"`{method} {path}`", one["operationId"]), "")
    yield f"{escaped(one.get('description') or one.get('summary', ''))}\n"
    if parameters := one.get("parameters"):
        yield from ("| parameter | in | type | what |", "| --- | --- | --- | --- |")
        for held in parameters:
            must = "" if held.get("required") else ", optional"
            kind = f"{_kind(held['schema'])}{must}"
            yield f"| `{held['name']}` | {held['in']} | {kind} | {cell(held.get('description', ''))} |"
        yield ""
    if body := one.get("requestBody"):
        yield f"Body: {_contents(body)}\n"
    for status, answer in one["responses"].items():
        yield f"* `{status}`: {_contents(answer) or escaped(answer.get('description', ''))}"
    yield ""


def _contents(held: Mapping[str, Any]) -> str:
    found = [(kind, one.get("schema", {})) for kind, one in held.get("content", {}).items()]
    return ", ".join(
        f"{_kind(schema)} ({code(kind)})" if kind != "application/json" else _kind(schema) for kind, schema in found
    )


def _object(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield from (heading(3, f"`{name}`", name), "")
    if said := schema.get("description"):
        yield f"{escaped(said)}\n"
    if members := schema.get("properties"):
        required = schema.get("required", ())
        yield from ("| member | type | what |", "| --- | --- | --- |")
        for key, held in members.items():
            kind = _kind(held) + ("" if key in required else ", optional")
            yield f"| `{key}` | {kind} | {cell(held.get('description', ''))} |"
        yield ""
    elif "enum" in schema:
        yield f"One of {_kind(schema)}.\n"


def _kind(schema: Mapping[str, Any]) -> str:
    """A type of JSON in words, with links to objects."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{escaped(name)}](#{name})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_kind(one) for one in schema[key]))
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        parts = schema.get("prefixItems")
        return f"list of {_kind(schema.get('items') or {}) if not parts else ', '.join(map(_kind, parts))}"
    kind = str(schema.get("type", "anything"))
    return f"{kind} ({schema['format']})" if "format" in schema else kind
