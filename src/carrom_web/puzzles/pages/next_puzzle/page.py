"""The next puzzle: one of those that fit the reader best, drawn by chance. GET `?theme=bank&but=KEY`: 302 to it."""

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.puzzles import selectors
from carrom_web.puzzles.pages.puzzle.page import theme_in

ROUTE = Route("puzzles/next/", name="next-puzzle", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Go to a puzzle that fits."""
    theme = theme_in(request)
    fitting = selectors.fitting(guest_id_of(request), theme, request.GET.get("but", ""))
    if not fitting:
        raise Http404
    address = reverse("puzzle", args=[secrets.choice(fitting)])
    return redirect(f"{address}?theme={theme.value}" if theme else address)
