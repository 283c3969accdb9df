"""An arena: join and leave it, the table, the board of the leader, the last results.

Template `competitions/arenas/pages/arena/page.html` gets what `CompetitionKind.context` gives, and:
    time_left   "ends in 20 minutes"; starts_at, ends_at
    phase       "before", "running", "last" (time is up, matches end), "over"
    me          {is_in, match}: how the reader takes part, the address of their match or ""; None
    name        what the reader is called; may_join: false where it is rated and they have no account
    rows        the table (`presenters.table_rows`)
    players     how many are in
    results     list of {a, b, score, url, is_left_out}: the last ones first
    leader      {title, url, match_id, socket, view, entries} of the board that is shown, or None
    boards      of the one who plays everybody at once: list of {title, url, waits}, those that wait first
    next_board  address that says which board waits for the reader, where they are that one; ""
    way         "arena", or who plays everybody at once: "host", "computer"; host: their name
    computer    who takes a seat where nobody is free, or ""
    refused     a sentence, or ""

POST do=join with `name`, or do=leave. Answers: 303 here, 409 with `refused`, 429 for too many of one address.
"""

import secrets
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.selectors import browser_of, guest_id_of, guest_of, has_account
from carrom_web.accounts.services import guest_for, remember, remember_browser
from carrom_web.competitions.arenas import presenters
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.models import Arena
from carrom_web.competitions.arenas.services import playing
from carrom_web.competitions.arenas.state import ArenaState
from carrom_web.competitions.arenas.terms import NOBODY
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.matches import cards, challenges, selectors, wire
from carrom_web.matches.computers import level_title
from carrom_web.matches.proposals import TooManyMatchesError

ROUTE = Route("arenas/<slug:slug>/", name="arena", audience=KIND.viewer)

MOST_RESULTS, NEWEST = 12, 10


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST join or leave."""
    arena = KIND.at(slug, guest_id_of(request))
    if request.method != "POST":
        return _shown(request, arena)
    try:
        challenges.check_rate(request.META.get("REMOTE_ADDR", ""))
        asked = request.POST.get("do", "join")
        if asked not in ("join", "leave"):
            raise CompetitionChangeError("unknown-request")
        if asked == "leave":
            playing.leave(arena, guest_id_of(request), now=timezone.now())
            return _here(request)
        guest = guest_for(request, name=request.POST.get("name", ""))
        mark = browser_of(request) or secrets.token_hex(16)
        playing.join(arena, guest, device=mark, now=timezone.now())
    except TooManyMatchesError as error:
        return _shown(request, arena, refused=localized(error), status=429)
    except NotAllowedError as error:
        return _shown(request, arena, refused=localized(error), status=409)
    return remember(remember_browser(_here(request), mark, request), guest, request)


def _here(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": request.path})


def _shown(request: HttpRequest, arena: Arena, *, refused: str = "", status: int = 200) -> HttpResponse:
    arena.refresh_from_db()
    state, now, guest = KIND.view(arena), timezone.now(), guest_of(request)
    player = playing.player_of(arena, guest.pk if guest else None)
    known = state.players.get(player.key) if player is not None else None
    is_host = player is not None and player.key == state.host
    context = KIND.context(request, arena, state, here="arena") | {
        "time_left": presenters.when(arena, now),
        "starts_at": arena.starts_at,
        "ends_at": arena.ends_at,
        "phase": _phase(arena, state),
        "me": known
        and {
            "is_in": known.is_in,
            "match": reverse("match", args=[UUID(known.match)]) if known.match and not state.closed else "",
        },
        "name": guest.name if guest else "",
        "may_join": not state.terms.is_rated or has_account(guest.pk if guest else None),
        "rows": presenters.table_rows(arena, state, player.key if player else ""),
        "players": sum(one.is_in for one in state.players.values()),
        "results": _results(arena, state),
        "boards": _boards(state, guest.pk) if guest and is_host else [],
        "next_board": reverse("arena-next", args=[arena.slug]) if is_host and not state.closed else "",
        "way": state.terms.way,
        "host": presenters.names_of(arena).get(state.host, ""),
        "leader": _leader(state),
        "computer": "" if state.terms.computer == NOBODY else level_title(state.terms.computer),
        "refused": refused,
    }
    return render(request, "competitions/arenas/pages/arena/page.html", context, status=status)


def _phase(arena: Arena, state: ArenaState) -> str:
    now = timezone.now()
    if state.closed:
        return "over"
    return "before" if now < arena.starts_at else "running" if now < arena.ends_at else "last"


def _results(arena: Arena, state: ArenaState) -> list[dict[str, Any]]:
    names = presenters.names_of(arena)
    found = []
    for match in reversed(state.results[-MOST_RESULTS:]):
        one = state.pairings[match]
        if one.result is not None:
            found.append(
                {
                    "between": presenters.between(names, one.a, one.b),
                    "score": f"{one.result.points_a}–{one.result.points_b}",
                    "url": reverse("match", args=[UUID(match)]),
                    "is_left_out": one.is_left_out,
                }
            )
    return found


def _boards(state: ArenaState, guest_id: UUID) -> list[dict[str, Any]]:
    """The boards of the one who plays everybody at once, those that wait for them first."""
    found = []
    for key in state.boards_of_host():
        loaded = selectors.load(UUID(key))
        waits = bool(set(loaded.seats_of(guest_id)) & set(loaded.state.match.awaiting.seats))
        found.append({**cards.card(loaded), "waits": waits})
    return sorted(found, key=lambda one: not one["waits"])


def _leader(state: ArenaState) -> dict[str, Any] | None:
    """The match of the player who stands highest of those who play now."""
    if state.closed:
        return None
    match = next((found for row in state.table() if (found := state.players[row.key].match)), None)
    if match is None:
        return None
    loaded = selectors.load(UUID(match))
    return {
        "title": cards.title(loaded),
        "url": reverse("match", args=[loaded.match_id]),
        "match_id": str(loaded.match_id),
        "socket": f"/ws/matches/{loaded.match_id}/",
        "view": wire.view(loaded),
        "entries": wire.entries_json(selectors.last_entries(loaded.match_id, loaded.state, most=NEWEST)),
    }
