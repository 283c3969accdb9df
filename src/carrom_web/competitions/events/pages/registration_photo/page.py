"""A photo of winners, for who is on it, by the link to their registration."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.competitions.events import link_tokens
from carrom_web.competitions.events.models import Member
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.photo_answers import own_photo
from carrom_web.core.pages import Route

ROUTE = Route(
    "registrations/<str:token>/photos/<int:photo>.jpg", name="event-registration-photo", audience=REGISTRATION_HOLDER
)


@require_safe
def page(request: HttpRequest, token: str, photo: int) -> HttpResponse:
    """Answer with it."""
    form = link_tokens.form_with_token(token)
    return own_photo(request, Member.objects.filter(entry__form=form, position=0), photo)
