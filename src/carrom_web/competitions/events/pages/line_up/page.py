"""A captain's line-up for a tie, by their own link. Nobody sees it until both are in; they can replace it until then.

Template `competitions/events/pages/line_up/page.html` gets what `CompetitionKind.context` gives, and:
    team, against   names
    tie             address of the tie's own page
    form            `LineUpForm`; None once both are open
    is_in           whether one was handed in; at: when; shows: whether the form shows it (to the person who handed it
    in)
    until           the deadline in the event's own time; None
    problem         a sentence about what was tried last
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.teams import TieTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.competitions.events import contests, link_tokens
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.line_up_form import LineUpForm
from carrom_web.competitions.events.models import Entry
from carrom_web.competitions.events.permissions import TEAM_CAPTAIN
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, line_ups, ties
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("line-ups/<str:token>/", name="event-line-up", audience=TEAM_CAPTAIN)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form; with POST hand the line-up in."""
    entry, fixture = link_tokens.line_up_with_token(token)
    if request.method != "POST":
        return _show(request, entry, fixture)
    form = _form(request, entry, fixture)
    if not form.is_valid():
        return _show(request, entry, fixture, form=form, status=422)
    guest = guest_for(request)
    event, key = entry.form.event, entry.category.key
    try:
        opened = ties.hand_in(
            event, key, fixture, entry.key, form.line_up(), guest_id=guest.pk, is_captain=True, now=timezone.now()
        )
    except CarromError as error:
        return _show(request, entry, fixture, form=form, problem=localized(error), status=409)
    where = reverse("event-tie", args=[event.slug, key, fixture]) if opened else request.path
    return remember(HttpResponse(status=303, headers={"Location": where}), guest, request)


def _form(request: HttpRequest, entry: Entry, fixture: str) -> LineUpForm:
    category, found = draws.contest_of(entry.form.event, entry.category.key)
    team = found.contest.entrant(entry.key)
    own = line_ups.own_line_up(ties.name_of(category), fixture, entry.key, guest_id_of(request))
    names = {contests.person_key(member): member.name for member in entry.members.all()}
    data = request.POST if request.method == "POST" else None
    return LineUpForm(
        found.contest.tie or TieTerms(), team, [names.get(one, "?") for one in team.persons], data, before=own
    )


def _show(
    request: HttpRequest,
    entry: Entry,
    fixture: str,
    *,
    form: LineUpForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    event, key = entry.form.event, entry.category.key
    terms = terms_of(event)
    category, found = draws.contest_of(event, key)
    meeting = found.meeting(fixture)
    of = ties.name_of(category)
    handed_in = line_ups.handed_in(of, found.contest, fixture)
    is_open = line_ups.are_open(found.contest, fixture, meeting.a, meeting.b)
    plays = entry.key in meeting.keys and bool(meeting.a and meeting.b)
    until, at = line_ups.deadline(of, fixture), handed_in.get(entry.key)
    if plays and not is_open and form is None:
        form = _form(request, entry, fixture)
    context = KIND.context(request, event, terms, here="") | {
        "team": entry.team,
        "category": terms.category(key).title,
        "fixture": fixture,
        "against": found.name(meeting.b if meeting.a == entry.key else meeting.a) if plays else "",
        "tie": reverse("event-tie", args=[event.slug, key, fixture]),
        "form": form,
        "is_open": is_open,
        "is_in": entry.key in handed_in,
        "at": at.astimezone(terms.zone) if at else None,
        "shows": line_ups.own_line_up(of, fixture, entry.key, guest_id_of(request)) is not None,
        "until": until.astimezone(terms.zone) if until else None,
        "problem": problem,
    }
    return render(request, "competitions/events/pages/line_up/page.html", context, status=status)
