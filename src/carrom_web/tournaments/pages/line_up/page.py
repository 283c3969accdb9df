"""A captain's line-up for a tie, by his own link. Nobody sees it until both are in; he can replace it until then.

Template `tournaments/pages/line_up/page.html` gets what `showing.head` gives, and:
    team, against   names
    tie             address of the tie's own page
    form            `LineUpForm`; None once both are open
    is_in           whether one was handed in; at: when; shows: whether the form shows it (to whoever handed it in)
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
from carrom_web.accounts.actions import guest_for, remember
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import contests, queries
from carrom_web.tournaments.actions import drawing, lining_up, ties
from carrom_web.tournaments.line_up_form import LineUpForm
from carrom_web.tournaments.models import Entry
from carrom_web.tournaments.showing import head, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("line-ups/<str:token>/", name="event-line-up")


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form; with POST hand the line-up in."""
    entry, fixture = queries.line_up_with_token(token)
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
        return _show(request, entry, fixture, form=form, problem=str(error), status=409)
    where = reverse("event-tie", args=[event.slug, key, fixture]) if opened else request.path
    return remember(HttpResponse(status=303, headers={"Location": where}), guest, request)


def _form(request: HttpRequest, entry: Entry, fixture: str) -> LineUpForm:
    category, found = drawing.contest_of(entry.form.event, entry.category.key)
    team = found.contest.entrant(entry.key)
    own = lining_up.own_line_up(ties.name_of(category), fixture, entry.key, guest_id_of(request))
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
    category, found = drawing.contest_of(event, key)
    meeting = found.meeting(fixture)
    of = ties.name_of(category)
    handed_in = lining_up.handed_in(of, found.contest, fixture)
    is_open = lining_up.are_open(found.contest, fixture, meeting.a, meeting.b)
    plays = entry.key in meeting.keys and bool(meeting.a and meeting.b)
    until, at = lining_up.deadline(of, fixture), handed_in.get(entry.key)
    if plays and not is_open and form is None:
        form = _form(request, entry, fixture)
    context = head(request, event, terms, here="") | {
        "team": entry.team,
        "category": terms.category(key).title,
        "fixture": fixture,
        "against": found.name(meeting.b if meeting.a == entry.key else meeting.a) if plays else "",
        "tie": reverse("event-tie", args=[event.slug, key, fixture]),
        "form": form,
        "is_open": is_open,
        "is_in": entry.key in handed_in,
        "at": at.astimezone(terms.zone) if at else None,
        "shows": lining_up.own_line_up(of, fixture, entry.key, guest_id_of(request)) is not None,
        "until": until.astimezone(terms.zone) if until else None,
        "problem": problem,
    }
    return render(request, "tournaments/pages/line_up/page.html", context, status=status)
