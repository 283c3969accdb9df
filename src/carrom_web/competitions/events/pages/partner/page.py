"""A partner's confirmation, by the link from the email.

Template `competitions/events/pages/partner/page.html` gets what `CompetitionKind.context` gives, and:
    member    who is asked
    by        who entered the pair
    category  its title; team: the name of the team, "" where it is a pair
    row       the entry (`presenters.entry_row`)
    agreed    whether they have said yes
    asked     the form by which they accept the terms of the event (`asked_fields.AcceptingForm`), or none
    own_photos  what is asked about photos of winners (`photo_answers.own_photos`), or none
    shows_name  whether the box about their name is ticked
    stored_until  until when their data are stored (`stored_until.html`)

POST here with do=agree, decline, data (a file), forget (asks once more).
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.tournament.questions import ConsentError
from carrom_web.competitions.events import link_tokens, photo_answers, privacy
from carrom_web.competitions.events.asked_fields import AcceptingForm, Asked
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Member
from carrom_web.competitions.events.permissions import PARTNER
from carrom_web.competitions.events.presenters import entry_row
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import consents, registration
from carrom_web.core.confirmation import confirmation
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.people.retention import stored_until

ROUTE = Route("partners/<str:token>/", name="event-partner", audience=PARTNER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; with POST take the word."""
    member, now = link_tokens.member_with_token(token), timezone.now()
    if request.method == "POST":
        if request.POST.get("do") == "agree":
            asked = AcceptingForm(_asked(member), request.POST)
            if not asked.is_valid():
                return _show(request, member, asked, status=422)
            try:
                registration.agree(member, shows_name="shows_name" in request.POST, now=now, consent=asked.consent)
            except ConsentError as error:
                asked.add_error("consent", localized(error))
                return _show(request, member, asked, status=422)
        elif request.POST.get("do") in photo_answers.SAYS:
            if problem := photo_answers.say(request, [member], now=now):
                return _show(request, member, AcceptingForm(_asked(member)), photo_problem=problem, status=422)
        elif request.POST.get("do") == "data":
            answer = JsonResponse(privacy.export_member(member), json_dumps_params={"indent": 2, "ensure_ascii": False})
            answer.headers["Content-Disposition"] = 'attachment; filename="own-data.json"'
            return answer
        elif request.POST.get("do") == "forget":
            question = _ask_again(request, member)
            if question is not None:
                return question
            privacy.erase_member(member, now=now)
            return HttpResponse(status=303, headers={"Location": reverse("event", args=[member.entry.form.event.slug])})
        elif request.POST.get("do") == "decline":
            event = member.entry.form.event
            registration.decline(member, now=now)
            if not Member.objects.filter(pk=member.pk).exists():  # the entry goes on, and this link leads nowhere
                return HttpResponse(status=303, headers={"Location": reverse("event", args=[event.slug])})
        else:
            raise FormError("unknown-action")
        return HttpResponse(status=303, headers={"Location": request.path})
    return _show(request, member, AcceptingForm(_asked(member)))


def _ask_again(request: HttpRequest, member: Member) -> HttpResponse | None:
    says = _("If you can still decline, you do; and the name %(name)s is removed from this entry and its results.")
    return confirmation(
        request,
        title=_("Delete my data?"),
        says=says % {"name": member.name},
        button=_("Delete my data"),
        back=request.path,
    )


def _asked(member: Member) -> Asked:
    """The terms of the event, as long as the member has not confirmed."""
    event = member.entry.form.event
    terms = terms_of(event)
    return Asked((), 0 if member.agreed_at else consents.version_of(event, terms), terms.waiver)


def _show(
    request: HttpRequest, member: Member, asked: AcceptingForm, *, photo_problem: str = "", status: int = 200
) -> HttpResponse:
    event = member.entry.form.event
    terms = terms_of(event)
    is_asked = timezone.now().astimezone(terms.zone).date() >= terms.days[0].date
    context = KIND.context(request, event, terms, here="") | {
        "member": member,
        "stored_until": stored_until(member.person),
        "own_photos": photo_answers.own_photos([member], is_asked=is_asked, problem=photo_problem),
        "by": member.entry.form.name,
        "team": member.entry.team,
        "category": terms.category(member.entry.category.key).title,
        "row": entry_row(member.entry, terms, public=False),
        "agreed": member.agreed_at is not None,
        "asked": asked if asked.asked.version else None,
        "shows_name": request.method != "POST" or "shows_name" in request.POST,
    }
    return render(request, "competitions/events/pages/partner/page.html", context, status=status)
