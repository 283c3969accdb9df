"""oEmbed: what another site shows where somebody pastes a link to a match, a moment of it, or a competition."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.html import format_html
from pydantic import Field

from carrom_web.api.errors import EmbedError
from carrom_web.api.permissions import PUBLIC
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import Embed
from carrom_web.competitions.kinds import kinds
from carrom_web.matches import cards, pictures, selectors
from carrom_web.matches.pages.share.page import FRAME_HEIGHT

ENDPOINTS = Endpoints("Embeds")
MATCH_WIDTH, TABLE_WIDTH, TABLE_HEIGHT, LEAST = 420, 640, 480, 200
AN_HOUR = 3600


@ENDPOINTS.get("/oembed", audience=PUBLIC, response=Embed, summary="oEmbed")
def oembed(
    request: HttpRequest,
    url: Annotated[str, Field(max_length=500, description="the address of a page of this site")],
    maxwidth: Annotated[int, Field(ge=1, le=100_000)] = 10_000,
    maxheight: Annotated[int, Field(ge=1, le=100_000)] = 10_000,
    format: Annotated[str, Field(max_length=8)] = "json",
) -> Any:
    """Return the frame of a match, of a moment of it (the board), or of the tables of a competition (oEmbed 1.0)."""
    if format != "json":
        raise EmbedError("format")
    title, address, width, height = _frame_of(request, url)
    width, height = min(width, max(maxwidth, LEAST)), min(height, max(maxheight, LEAST))
    html = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" style="border:0"></iframe>',
        *(request.build_absolute_uri(address), title, width, height),
    )
    return {
        "title": title,
        "provider_name": "Carrom",
        "provider_url": request.build_absolute_uri("/"),
        "html": str(html),
        "width": width,
        "height": height,
        "cache_age": AN_HOUR,
    }


def _frame_of(request: HttpRequest, url: str) -> tuple[str, str, int, int]:
    """Return title, address, width and height of the frame of a page. Raises EmbedError."""
    try:
        parts = urlsplit(url)
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        raise EmbedError("url") from None
    if parts.scheme not in ("http", "https") or parts.netloc != request.get_host():
        raise EmbedError("url")
    if found.url_name in ("match", "moment", "share", "embed-match"):
        return *_of_match(found), MATCH_WIDTH, FRAME_HEIGHT
    for kind in kinds():
        own = (kind.tabs[0].name, kind.embed_name)
        if kind.embed is not None and found.url_name in own:
            stamp = kind.store.stamp(found.kwargs["slug"])
            if stamp is None or stamp.state == "draft":
                break
            row = kind.at(found.kwargs["slug"])
            return row.title, reverse(kind.embed_name, args=[row.slug]), TABLE_WIDTH, TABLE_HEIGHT
    raise EmbedError("url")


def _of_match(found: ResolverMatch) -> tuple[str, str]:
    match_id = found.kwargs["match_id"]
    loaded = selectors.load(match_id)
    address = reverse("embed-match", args=[match_id])
    if found.url_name == "moment":
        number = found.kwargs["number"]
        try:
            pictures.moment(match_id, number)
        except pictures.NoPictureError:
            raise EmbedError("url") from None
        address += f"?at={number}"
    return cards.title(loaded), address
