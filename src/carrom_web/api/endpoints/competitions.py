"""Events, leagues, seasons, championships and rating lists, as everybody sees them; and their standings."""

from typing import Annotated, Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from pydantic import Field

from carrom_web.api.errors import NothingHereError
from carrom_web.api.happenings import kind_named
from carrom_web.api.permissions import PUBLIC
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import CompetitionList, Json, Page, Standings
from carrom_web.competitions.kinds import CompetitionKind, kinds
from carrom_web.competitions.models import Competition

ENDPOINTS = Endpoints("Competitions")
A_PAGE = 50
KINDS = "events, match_leagues, solo_leagues, championships, ratings or arenas"
ONE = "/competitions/{slug:kind}/{slug:slug}"


@ENDPOINTS.get("/competitions", audience=PUBLIC, response=CompetitionList, summary="Competitions")
def competitions(
    request: HttpRequest,
    kind: Annotated[str, Field(max_length=40, description=KINDS)] = "",
    club: Annotated[str, Field(max_length=40, description="the slug of a club")] = "",
    page: Page = 1,
) -> Any:
    """Return what everybody may see: of all kinds or one, of all clubs or one; the last changed first."""
    asked = [one for one in kinds() if kind in ("", one.key)]
    if not asked:
        raise NothingHereError()
    rows = [(one, row) for one in asked for row in one.store.visible_to(None) if club in ("", row.club.slug)]
    rows.sort(key=lambda found: found[1].changed_at, reverse=True)
    found = Paginator(rows, A_PAGE).get_page(page)
    return {
        "competitions": [_card(request, one, row) for one, row in found],
        "page": found.number,
        "pages": found.paginator.num_pages,
    }


@ENDPOINTS.get(ONE, audience=PUBLIC, response=Json, summary="A competition")
def competition(request: HttpRequest, kind: str, slug: str) -> Any:
    """Return everything of a competition that everybody may see: entries, fixtures, results and standings.

    The keys are those of the kind's own file (docs/results.md for events). Only people who agreed have their names.
    """
    found, row = _found(kind, slug)
    return {**_card(request, found, row), "values": _values(found, row)}


@ENDPOINTS.get(f"{ONE}/standings", audience=PUBLIC, response=Standings, summary="Standings")
def standings(request: HttpRequest, kind: str, slug: str) -> Any:
    """Return the standings of a competition, one table for each category, pool, division or group."""
    found, row = _found(kind, slug)
    assert found.published is not None  # noqa: S101  # `_found` gives no other
    tables = found.published.standings(_values(found, row))
    return {"kind": kind, "slug": slug, "title": row.title, "tables": tables}


def _found(key: str, slug: str) -> tuple[CompetitionKind[Any, Any], Any]:
    kind = kind_named(key)
    if kind is None or kind.published is None:
        raise NothingHereError()
    return kind, kind.at(slug)


def _values(kind: CompetitionKind[Any, Any], row: Competition) -> Json:
    assert kind.published is not None  # noqa: S101  # `_found` gives no other
    return dict(kind.published.values(row, timezone.now()))


def _card(request: HttpRequest, kind: CompetitionKind[Any, Any], row: Any) -> Json:
    return {
        "kind": kind.key,
        "slug": row.slug,
        "title": row.title,
        "club": row.club.name,
        "state": row.state,
        "changed_at": row.changed_at,
        "url": request.build_absolute_uri(kind.url(row)),
        "data": request.build_absolute_uri(reverse("api-competitions-kind-slug", args=[kind.key, row.slug])),
    }
