"""A list of what opens without a network. The service worker shows it instead of any page that it has not stored.

Template `config/pages/offline/page.html` gets nothing: which matches and puzzles this device has stored only it knows
(`static/app/stored.js`).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("offline/", name="offline", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show it."""
    return render(request, "config/pages/offline/page.html")
