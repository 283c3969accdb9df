"""Practice: a board where the page alone plays strokes, by its own copy of the kernel. No rulings, nothing is stored.

Everything that the page needs comes with it, so it goes on without a network.

Template `matches/pages/practice/page.html` gets:
    surfaces    list of {name, title}: the boards to choose from, the usual one first
    strikers    masses of strikers to choose from, in grams
    usual_mass  the one that is chosen at first
    practice    for {{ practice|json_script:"practice" }}: `surfaces` (name to the kernel's parameters), `racks`
                (opening positions, [[number, x, y], ...] in metres, each with gaps of its own), `limit` (greatest
                offset of a striker), `distance` (base line from the centre), `speed` (least and greatest), and for
                "Show a good stroke" `hand` (spreads of place, aim and speed) and `sight` (figures of hand and board)
"""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.bots.chances import sight_figures
from carrom.bots.players import steady
from carrom.equipment.arrangement import opening
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, BASE_MIDDLE, SPEED_LIMIT
from carrom.physics.surface import SURFACES, TOURNAMENT
from carrom.play.rng import SeededRng
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("practice/", name="practice", audience=ANYONE)

RACKS = 8
LEAST_PULL = 0.05  # metres a second
STRIKERS = (8, 9, 10, 11, 12, 13, 14, 15)  # grams


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show a board set for the break."""
    context = {
        "surfaces": surface_titles(),
        "strikers": STRIKERS,
        "usual_mass": round(TOURNAMENT.striker_mass * 1000),
        "practice": practice_values(),
    }
    return opens_offline(may_run_wasm(render(request, "matches/pages/practice/page.html", context)), private=False)


@cache
def practice_values() -> dict[str, Any]:
    """Return the values of a board that plays by itself: `practice`, above."""
    racks = [opening(SeededRng(seed)).pieces for seed in range(RACKS)]
    noise = steady.BOT.noise  # the chance of a good stroke is one of this hand
    return {
        "surfaces": {name: list(surface.parameters) for name, surface in SURFACES.items()},
        "racks": [[[piece.number, piece.x, piece.y] for piece in rack] for rack in racks],
        "limit": BASE_CIRCLE_OFFSET,
        "distance": BASE_MIDDLE,
        "speed": [LEAST_PULL, SPEED_LIMIT],
        "hand": {"place": noise.place, "aim": noise.aim, "speed": noise.speed},
        "sight": sight_figures(noise).tolist(),
    }


def surface_titles() -> list[dict[str, str]]:
    """The named surfaces in the reader's language: {name, title} each, the usual one first."""
    titles = {
        "tournament": _("Tournament"),
        "fresh-powder": _("Fresh powder"),
        "club": _("Club"),
        "worn": _("Worn"),
        "low-frames": _("Low frames"),
    }
    return [{"name": name, "title": titles.get(name, name.replace("-", " "))} for name in SURFACES]
