"""All draws of an event: goes to the first category's."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.models import Category, Contest
from carrom_web.tournaments.showing import told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/draws/", name="event-draws")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the first category that is drawn, else to the first that is held."""
    event = queries.event_at(slug, guest_id_of(request))
    drawn = set(Contest.objects.filter(category__event=event).values_list("category__key", flat=True))
    held = set(event.categories.filter(state=Category.State.OPEN).values_list("key", flat=True))
    keys = [category.key for category in terms_of(event).categories]
    key = next((one for one in keys if one in drawn), next((one for one in keys if one in held), keys[0]))
    return HttpResponse(status=302, headers={"Location": reverse("event-draw", args=[slug, key])})
