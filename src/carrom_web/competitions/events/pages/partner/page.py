"""A partner's confirmation, by the link from the email.

Template `competitions/events/pages/partner/page.html` gets what `CompetitionKind.context` gives, and:
    member    who is asked
    by        who entered the pair
    category  its title; team: the name of the team, "" where it is a pair
    row       the entry (`presenters.entry_row`)
    agreed    whether they have said yes
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Member
from carrom_web.competitions.events.permissions import PARTNER
from carrom_web.competitions.events.presenters import entry_row
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration
from carrom_web.core.pages import Route

ROUTE = Route("partners/<str:token>/", name="event-partner", audience=PARTNER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the word."""
    member, now = selectors.member_with_token(token), timezone.now()
    if request.method == "POST":
        if request.POST.get("do") == "agree":
            registration.agree(member, shows_name="shows_name" in request.POST, now=now)
        elif request.POST.get("do") == "decline":
            event = member.entry.form.event
            registration.decline(member, now=now)
            if not Member.objects.filter(pk=member.pk).exists():  # the entry goes on, and this link leads nowhere
                return HttpResponse(status=303, headers={"Location": reverse("event", args=[event.slug])})
        return HttpResponse(status=303, headers={"Location": request.path})
    event = member.entry.form.event
    terms = terms_of(event)
    context = KIND.context(request, event, terms, here="") | {
        "member": member,
        "by": member.entry.form.name,
        "team": member.entry.team,
        "category": terms.category(member.entry.category.key).title,
        "row": entry_row(member.entry, terms, public=False),
        "agreed": member.agreed_at is not None,
    }
    return render(request, "competitions/events/pages/partner/page.html", context)
