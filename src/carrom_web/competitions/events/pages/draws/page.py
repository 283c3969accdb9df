"""All draws of an event: goes to the first category's."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Category, Contest
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/draws/", name="event-draws", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the first category that is drawn, else to the first that is held."""
    event = KIND.at(slug, guest_id_of(request))
    drawn = set(Contest.objects.filter(category__event=event).values_list("category__key", flat=True))
    held = set(event.categories.filter(state=Category.State.OPEN).values_list("key", flat=True))
    keys = [category.key for category in terms_of(event).categories]
    key = next((one for one in keys if one in drawn), next((one for one in keys if one in held), keys[0]))
    return HttpResponse(status=302, headers={"Location": reverse("event-draw", args=[slug, key])})
