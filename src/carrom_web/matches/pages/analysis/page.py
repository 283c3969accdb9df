"""Analysis: any position, any stroke and its course, by the page's own copy of the kernel. Stores nothing.

A position is typed, put by hand, brought along by a link from the practice board, or taken from a match that is over;
of one that is still played nothing is shown, so that nobody is helped with their next stroke.
Everything that the page needs comes with it, so it goes on without a network.

Template `matches/pages/analysis/page.html` gets:
    refused     a sentence why the match that was asked for is not shown (status 403 or 404); then nothing else
    surfaces    list of {name, title}: the boards to choose from, that of the match or the usual one first
    strokes     of a match: list of {number, text}; `chosen` is the number of the one that is shown first
    match       {id, title, coach, hand, is_own} or None; `hand` says how the reader's own hand is, if they have played
    sliders     list of {name, label, least, most, step}: what of the board can be changed
    analysis    for {{ analysis|json_script:"analysis" }}: everything that the practice page's `practice` holds;
                `sliders` (name to [the kernel's parameter, divided by which other, digits]), `strokes` ({number:
                {position, seat, stroke, side, board}} of a match), `chosen`, `picture`, an empty board as SVG with
                marks for what is put in, and `coach` ({address, side, name, hand}) of a match: a stroke's advice is
                found at the address with its number behind, and the chances drawn are those of this side; `hand` is
                the magnitude of the reader's own hand, or None; no coach for an attempt at today's rack
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.play.record import Record
from carrom.play.surfaces import surface_of
from carrom.svg.board_picture import picture
from carrom.terms import Seat, Side
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, coach_phrases, daily, own_hand, phrases, rendering, selectors
from carrom_web.matches.loaded import Loaded
from carrom_web.matches.pages.practice.page import practice_values, surface_titles

ROUTE = Route("analysis/", name="analysis", audience=ANYONE)

Json = dict[str, Any]
OF_THE_MATCH = "match"
# the kernel's parameter, the one that it is divided by, digits behind the point
SLIDERS: dict[str, tuple[str, str, int]] = {
    "board_friction": ("P_DECELERATION", "P_GRAVITY", 3),
    "disc_restitution": ("P_E_DISC", "", 2),
    "disc_friction": ("P_MU_DISC", "", 2),
    "frame_restitution": ("P_E_FRAME", "", 2),
    "frame_friction": ("P_MU_FRAME", "", 2),
    "striker_grams": ("P_STRIKER_MASS", "", 1),
}
MARK = "<!--inside-->"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show a board set for the break, or a position of a match that is over."""
    match: Json | None = None
    asked = request.GET.get("match", "")
    if "match" in request.GET or "stroke" in request.GET:
        match, refused, status = _of_match(asked, guest_id_of(request))
        if match is None:
            return render(request, "matches/pages/analysis/page.html", {"refused": refused}, status=status)
    surfaces = surface_titles()
    values: Json = {
        **practice_values(),
        "sliders": SLIDERS,
        "picture": _empty_board(),
        "strokes": {},
        "chosen": None,
        "coach": None,
    }
    strokes: list[Json] = match["strokes"] if match else []
    chosen = _chosen(request.GET.get("stroke", ""), strokes)
    if match:
        surfaces = [{"name": OF_THE_MATCH, "title": _("As in the match")}, *surfaces]
        values["surfaces"] = {OF_THE_MATCH: match["parameters"], **values["surfaces"]}
        values["strokes"] = {str(stroke["number"]): stroke["values"] for stroke in strokes}
        values["chosen"] = chosen
        values["coach"] = match["coach"]
    context = {
        "surfaces": surfaces,
        "sliders": _sliders(),
        "match": match,
        "strokes": strokes,
        "chosen": chosen,
        "analysis": values,
    }
    response = may_run_wasm(render(request, "matches/pages/analysis/page.html", context))
    if match is None:
        return opens_offline(response, private=False)
    return opens_offline(response, private=True) if match["is_own"] else response


def _of_match(asked: str, guest_id: UUID | None) -> tuple[Json | None, str, int]:
    """The strokes of a match that is over; else None, a sentence and the answer's status."""
    if not asked:
        return None, _("This link is incomplete: it names no match. Open the match and tap “Review the strokes”."), 404
    try:
        match_id = UUID(asked)
        loaded = selectors.load(match_id)
    except (ValueError, selectors.UnknownMatchError):
        return None, _("There is no match at this address. Check the link."), 404
    if loaded.state.match.phase != "over":
        return None, _("This match is still being played. Its strokes can be analysed when it is over."), 403
    strokes = _strokes(Record(tuple(selectors.record(match_id))))
    if not strokes:
        return None, _("This match has no strokes that a board could show."), 404
    own = own_hand.estimated(guest_id)
    return (
        {
            "id": str(match_id),
            "title": cards.title(loaded),
            "is_own": bool(loaded.seats_of(guest_id)),
            "strokes": strokes,
            "parameters": list(surface_of(loaded.state.match.head).parameters),
            "coach": None if daily.is_played_today(match_id) else _coach(loaded, guest_id, own),
            "hand": coach_phrases.own_hand(own) if guest_id is not None else "",
        },
        "",
        200,
    )


def _coach(loaded: Loaded, guest_id: UUID | None, own: own_hand.Estimate) -> Json:
    """Return the coach's values: the address, the side whose chances are drawn, the reader's own hand."""
    match = loaded.state.match
    side = next(iter(loaded.sides_of(guest_id)), Side.A)
    address = reverse("advice", args=[loaded.match_id, 0])
    return {
        "address": address.removesuffix("0/"),
        "side": side,
        "name": phrases.side_called(match, side),
        "hand": own.hand and round(own.hand.magnitude, 1),
    }


def _strokes(record: Record) -> list[Json]:
    """Every simulated stroke that counts, with the position that it was played on."""
    found: list[Json] = []
    for entry, before, stroke in record.strokes():
        if before.position is None:
            continue
        seat = Seat(entry.author)
        who, what = before.match.player_at(seat).name, rendering.entry_text(before.match, entry)
        found.append(
            {
                "number": entry.number,
                "text": f"{len(found) + 1}. {who}: {what}",
                "values": {
                    "position": [list(piece) for piece in before.position.pieces],
                    "seat": seat,
                    "stroke": [stroke.offset, stroke.angle, stroke.speed],
                    "side": before.match.side_at(seat),
                    "board": len(before.match.boards),
                },
            }
        )
    return found


def _chosen(asked: str, strokes: list[Json]) -> int | None:
    """The number of the stroke that was asked for, else that of the last."""
    numbers = [int(stroke["number"]) for stroke in strokes]
    if asked.isascii() and asked.isdecimal() and int(asked[:9]) in numbers:
        return int(asked[:9])
    return numbers[-1] if numbers else None


def _sliders() -> list[Json]:
    return [
        {"name": "board_friction", "label": _("Friction of the board"), "least": 0.05, "most": 0.3, "step": 0.001},
        {"name": "disc_restitution", "label": _("Rebound of pieces"), "least": 0.5, "most": 1, "step": 0.01},
        {"name": "disc_friction", "label": _("Friction of rims"), "least": 0, "most": 0.4, "step": 0.01},
        {"name": "frame_restitution", "label": _("Rebound of frames"), "least": 0.4, "most": 1, "step": 0.01},
        {"name": "frame_friction", "label": _("Friction of frames"), "least": 0, "most": 0.4, "step": 0.01},
        {"name": "striker_grams", "label": _("Striker, grams"), "least": 8, "most": 15, "step": 0.1},
    ]


def _empty_board() -> str:
    """A board without pieces, as SVG; `static/analysis/picture.js` puts them in."""
    return picture(MARK, seat=Seat.SOUTH, theme="light", size=800, title="@title@", says="@says@")
