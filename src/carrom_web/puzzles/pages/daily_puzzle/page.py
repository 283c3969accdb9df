"""The puzzle of the day: an address that stays; 302 to today's."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.puzzles import selectors

ROUTE = Route("puzzles/daily/", name="daily-puzzle", audience=ANYONE)


@require_safe
def page(_request: HttpRequest) -> HttpResponse:
    """Go to today's puzzle."""
    return redirect("puzzle", key=selectors.daily(selectors.today()).id)
