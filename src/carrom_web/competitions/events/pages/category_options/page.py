"""The options of a format as a part of an event's form, fetched when a category chooses another format.

Template `competitions/events/category_options.html` gets `row`, the form of a category of that format with nothing set.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom.tournament.format import slugs
from carrom_web.competitions.events.event_forms import CategoryForm
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("events/category-options/", name="event-category-options", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show them: `format` is its name, `row` the prefix of the category's fields."""
    asked = request.GET
    if asked.get("format") not in slugs():
        raise Http404
    row = CategoryForm(initial={"format": asked["format"]}, prefix=asked.get("row", "")[:20])
    return render(request, "competitions/events/category_options.html", {"row": row})
