"""A sample certificate in a design that the address has, as a picture; 422 where it cannot be printed."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.printing.certificates import certificates_png
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import printouts
from carrom_web.competitions.events.award_printouts import logo_of, sample
from carrom_web.competitions.events.design_form import DesignForm
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("clubs/<slug:slug>/designs/preview.png", name="club-design-preview", audience=ClubMember(Action.ORGANISE))
PPI = 60


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with it."""
    club = clubs.club_named(slug)
    form = DesignForm(request.GET or DesignForm.initial_of(DesignForm.made))
    if not form.is_valid():
        return HttpResponse(status=422)
    latest = Event.objects.filter(club=club).order_by("-first_day", "-pk").first()
    one = sample(terms_of(latest) if latest is not None else None)
    [picture] = certificates_png([one], design=form.made, logo=logo_of(club.pk), lang=printouts.lang(), ppi=PPI)
    return HttpResponse(picture, content_type="image/png")
