"""Matches: how they stand, their records, entries and positions, and following one as it is played."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone

from carrom.notation.pieces import write_position
from carrom.notation.record import JSON_MEDIA_TYPE, MEDIA_TYPE
from carrom.notation.situation import write_situation
from carrom.play.situation import NotBetweenStrokesError, situation_of
from carrom_web.api import streams
from carrom_web.api.endpoints.laws import position_values
from carrom_web.api.errors import NothingHereError
from carrom_web.api.permissions import PUBLIC, READ, RECORDS, guest_of, token_of
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import Entries, MatchList, MatchState, Page, PositionValues, RecordText, Started
from carrom_web.matches import cards, pictures, record_files, selectors, wire
from carrom_web.matches.loaded import Loaded

ENDPOINTS = Endpoints("Matches")
LIVE = timedelta(minutes=10)
MOST_LIVE = 50
MATCH = "/matches/{uuid:match_id}"
"""The address of a match."""


def card(request: HttpRequest, loaded: Loaded) -> dict[str, Any]:
    """Return a match in a list."""
    shown = cards.card(loaded)
    return {
        "id": loaded.match_id,
        "title": shown["title"],
        "ruleset": loaded.state.match.ruleset.slug,
        "score": shown["score"],
        "turn": shown["turn"],
        "phase": loaded.state.match.phase,
        "version": loaded.state.version,
        "url": request.build_absolute_uri(shown["url"]),
    }


def started(request: HttpRequest, match_id: UUID) -> dict[str, Any]:
    """Return a match that has started."""
    return {"id": match_id, "url": request.build_absolute_uri(reverse("match", args=[match_id]))}


@ENDPOINTS.get("/matches", audience=PUBLIC, response=MatchList, summary="Live matches")
def live_matches(request: HttpRequest) -> Any:
    """Return the matches from the lobby in which something happened in the last ten minutes."""
    found = selectors.listed_matches(since=timezone.now() - LIVE, most=MOST_LIVE)
    return {"matches": [card(request, one) for one in found]}


@ENDPOINTS.get("/account/matches", audience=READ, response=MatchList, summary="Your matches")
def own_matches(request: HttpRequest, page: Page = 1, over: bool | None = None) -> Any:
    """Return the matches in which you play, those of a page; with `over` only those that are over, or are not."""
    found = selectors.own_matches(guest_of(request).pk, page=str(page), over=over)
    return {"matches": [card(request, one) for one, _at in found.matches], "page": found.page, "pages": found.pages}


@ENDPOINTS.get(MATCH, audience=PUBLIC, response=MatchState, summary="A match as it stands")
def match(request: HttpRequest, match_id: UUID) -> Any:
    """Return everything that a player needs: position, score, whose answer is awaited, and which answers are possible.

    `view.awaiting` says what is awaited of which seats, and `view.awaiting.domain` the possible answers. With a token
    `seats` are those where its owner sits now.
    """
    loaded, token = selectors.load(match_id), token_of(request)
    return {
        "id": match_id,
        "version": loaded.state.version,
        "seats": list(loaded.seats_of(token.guest_id if token else None)),
        "url": request.build_absolute_uri(reverse("match", args=[match_id])),
        "view": wire.view(loaded),
    }


@ENDPOINTS.get(f"{MATCH}/stream", audience=PUBLIC, summary="Follow a match")
def stream(request: HttpRequest, match_id: UUID) -> StreamingHttpResponse:
    """Send what happens in a match as server-sent events (text/event-stream), beginning with how it stands.

    `snapshot` comes first, then `event` for each entry, as docs/wire.md describes them; both have the version as their
    id. After a broken connection open it again: the snapshot says all. With a token of one of its players the stream
    also says that they are there; a player without page or stream has left the match.
    """
    return streams.follow(request, selectors.load(match_id))


@ENDPOINTS.get(f"{MATCH}/record", audience=PUBLIC, summary="The record of a match")
def record(request: HttpRequest, match_id: UUID, form: record_files.Form = "text") -> HttpResponse:
    """Return the whole match as a match file (docs/notation.md): `text` says what was asked and played.

    `derived` also says what followed: the facts of each stroke, where all lay, rulings. `json` has that as JSON.
    """
    kind = JSON_MEDIA_TYPE if form == "json" else MEDIA_TYPE
    return HttpResponse(record_files.given(match_id, form), content_type=f"{kind}; charset=utf-8")


@ENDPOINTS.get(f"{MATCH}/entries", audience=PUBLIC, response=Entries, summary="The newest entries")
def entries(request: HttpRequest, match_id: UUID) -> Any:
    """Return the newest 40 entries with their rulings."""
    loaded = selectors.load(match_id)
    return {"entries": wire.entries_json(selectors.last_entries(match_id, loaded.state))}


@ENDPOINTS.get(
    f"{MATCH}/positions/{{int:number}}", audience=PUBLIC, response=PositionValues, summary="A position of a match"
)
def position_after(request: HttpRequest, match_id: UUID, number: int) -> Any:
    """Return where all lay after an entry of a match."""
    selectors.load(match_id)
    found = pictures.moments(match_id)
    if number >= len(found) or (position := found[number].after.position) is None:
        raise NothingHereError()
    try:
        situation = write_situation(situation_of(found[number].after))
    except NotBetweenStrokesError:
        situation = None
    return position_values(position, write_position(position), situation)


@ENDPOINTS.post("/records", audience=RECORDS, response=Started, summary="Import a record")
def bring_record(request: HttpRequest, body: RecordText) -> Any:
    """Store a match that was played elsewhere; its file is read strictly, and everything in it is derived again."""
    data = body.text.encode(errors="replace")
    return started(request, record_files.bring(guest_of(request), data, body.side, body.match))
