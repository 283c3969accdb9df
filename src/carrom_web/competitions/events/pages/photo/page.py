"""A photo of winners, `?small` its small version: for everybody once all its people agree, for organisers before."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import photos, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.photo_answers import photo_answer
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/photos/<int:photo>.jpg", name="event-photo", audience=KIND.viewer)


@require_safe
def page(request: HttpRequest, slug: str, photo: int) -> HttpResponse:
    """Answer with it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    found = photos.photos_of(event).filter(pk=photo).first()
    if found is None or not (photos.is_public(found) or selectors.may(event, guest_id, Action.ORGANISE)):
        raise Http404
    return photo_answer(request, found)
