"""All puzzles: today's, any, or those of a theme; and how the reader stands.

Template `puzzles/pages/puzzles/page.html` gets:
    picture    today's board as SVG; `goal` what to reach there; `side`
    solved_today  whether the reader has solved it
    standing   `selectors.Standing`
    themes     list of {key, title, note, count, solved}
    count      how many puzzles there are
    nav        "learn"
"""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from carrom.puzzles.collection import shipped
from carrom.svg import board
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.puzzles import phrases, selectors

ROUTE = Route("puzzles/", name="puzzles", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what there is to solve."""
    guest_id = guest_id_of(request)
    daily = selectors.daily(selectors.today())
    svg = re.sub(r"<title>.*?</title><desc>.*?</desc>", "", board(daily.situation.position, size=None), flags=re.DOTALL)
    context = {
        "nav": "learn",
        "picture": mark_safe(svg.replace('role="img"', 'aria-hidden="true"', 1)),  # noqa: S308  # made of numbers
        "goal": phrases.goal_text(daily),
        "side": phrases.side_text(daily.situation.board),
        "solved_today": selectors.has_solved_daily(guest_id),
        "standing": selectors.standing(guest_id),
        "themes": [
            {
                "key": theme.value,
                "title": phrases.theme_title(theme),
                "note": phrases.theme_note(theme),
                "count": count,
                "solved": solved,
            }
            for theme, count, solved in selectors.themes(guest_id)
        ],
        "count": len(shipped()),
    }
    return render(request, "puzzles/pages/puzzles/page.html", context)
