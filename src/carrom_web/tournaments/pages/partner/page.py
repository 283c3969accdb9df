"""A partner's word, by the link from the e-mail.

Template `tournaments/pages/partner/page.html` gets what `showing.head` gives, and:
    member    who is asked
    by        who entered the pair
    category  its title; team: the name of the team, "" where it is a pair
    row       the entry (`showing.entry_row`)
    agreed    whether he has said yes
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom_web.common.pages import Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.actions import entering
from carrom_web.tournaments.models import Member
from carrom_web.tournaments.showing import entry_row, head, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("partners/<str:token>/", name="event-partner")


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the word."""
    member, now = queries.member_with_token(token), timezone.now()
    if request.method == "POST":
        if request.POST.get("do") == "agree":
            entering.agree(member, shows_name="shows_name" in request.POST, now=now)
        elif request.POST.get("do") == "decline":
            event = member.entry.form.event
            entering.decline(member, now=now)
            if not Member.objects.filter(pk=member.pk).exists():  # the entry goes on, and this link leads nowhere
                return HttpResponse(status=303, headers={"Location": reverse("event", args=[event.slug])})
        return HttpResponse(status=303, headers={"Location": request.path})
    event = member.entry.form.event
    terms = terms_of(event)
    context = head(request, event, terms, here="") | {
        "member": member,
        "by": member.entry.form.name,
        "team": member.entry.team,
        "category": terms.category(member.entry.category.key).title,
        "row": entry_row(member.entry, terms, public=False),
        "agreed": member.agreed_at is not None,
    }
    return render(request, "tournaments/pages/partner/page.html", context)
