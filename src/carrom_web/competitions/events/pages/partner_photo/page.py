"""A photo of winners, for a partner who is on it, by their own link."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.competitions.events import link_tokens
from carrom_web.competitions.events.permissions import PARTNER
from carrom_web.competitions.events.photo_answers import own_photo
from carrom_web.core.pages import Route

ROUTE = Route("partners/<str:token>/photos/<int:photo>.jpg", name="event-partner-photo", audience=PARTNER)


@require_safe
def page(request: HttpRequest, token: str, photo: int) -> HttpResponse:
    """Answer with it."""
    return own_photo(request, [link_tokens.member_with_token(token)], photo)
