"""A captain's team, by the link of their registration: its name, its members and who has confirmed, its ties.

Template `competitions/events/pages/team/page.html` gets what `CompetitionKind.context` gives, and:
    form      the registration; row: the entry (`presenters.entry_row`)
    members   list of {member, agreed, is_captain}
    captain_plays  whether the captain is one of the players
    may       whether the team can be changed now; room: how many more it takes; least: how many it needs
    adding    `forms.Joining`; errors: what is wrong in it
    ties      list of {fixture, against, link, is_in, is_open}
    problem   a sentence about what was tried last
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events import contests, link_tokens, selectors
from carrom_web.competitions.events.forms import FormError, Joining
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import NAME_LENGTH, Entry
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.presenters import entry_row, own_link
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import line_ups, teams, ties
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("registrations/<str:token>/teams/<slug:key>/", name="event-team", audience=REGISTRATION_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """Show the team; with POST change it."""
    form = link_tokens.form_with_token(token)
    entry = next((one for one in selectors.entries_in(form) if one.category.key == key and one.team), None)
    if entry is None:
        raise Http404
    entry.form = form
    if request.method != "POST":
        return _show(request, entry)
    guest_id, now, asked = guest_id_of(request), timezone.now(), request.POST.get("do", "")
    adding = Joining(terms_of(form.event).category(key), request.POST if asked == "add" else None)
    if asked == "add" and not adding.is_valid():
        return _show(request, entry, adding=adding, status=422)
    try:
        if asked == "add":
            teams.add(entry, adding.partner(), guest_id=guest_id, now=now)
        elif asked == "remove":
            member = entry.members.filter(pk=_number(request.POST.get("member", ""))).first()
            if member is not None:
                teams.remove(entry, member, guest_id=guest_id, now=now)
        elif asked in ("play", "lead"):
            teams.captain_plays(entry, asked == "play", guest_id=guest_id, now=now)
        elif asked == "rename":
            teams.rename(entry, tidy_name(request.POST.get("team", ""), NAME_LENGTH), guest_id=guest_id, now=now)
        else:
            raise FormError("unknown-action")
    except CarromError as error:
        return _show(request, entry, adding=adding if asked == "add" else None, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _show(
    request: HttpRequest, entry: Entry, *, adding: Joining | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    form = entry.form
    terms = terms_of(form.event)
    category = terms.category(entry.category.key)
    members = sorted(entry.members.all(), key=lambda one: one.position)
    context = KIND.context(request, form.event, terms, here="") | {
        "form": form,
        "own": own_link(form),
        "row": entry_row(entry, terms, public=False),
        "team": entry.team,
        "category": category.title,
        "members": [
            {"member": one, "agreed": one.agreed_at is not None, "is_captain": one.position == 0} for one in members
        ],
        "may": teams.may_change(entry, guest_id_of(request), timezone.now()),
        "room": category.most_size - len(entry.players),
        "captain_plays": members[0].plays,
        "least": category.size,
        "adding": adding or Joining(category),
        "ties": _ties(entry),
        "problem": problem,
    }
    return render(request, "competitions/events/pages/team/page.html", context, status=status)


def _ties(entry: Entry) -> list[dict[str, Any]]:
    """The team's fixtures that are not settled, each with the captain's link for the line-up."""
    found = contests.shown(entry.category)
    if found is None:
        return []
    of = ties.name_of(entry.category)
    rows = []
    for one in found.meetings:
        if entry.key not in one.keys or one.is_settled or not (one.a and one.b):
            continue
        rows.append(
            {
                "fixture": one.fixture.id,
                "against": found.name(one.b if one.a == entry.key else one.a),
                "link": reverse("event-line-up", args=[link_tokens.line_up_token(entry, one.fixture.id)]),
                "is_in": entry.key in line_ups.handed_in(of, found.contest, one.fixture.id),
                "is_open": line_ups.are_open(found.contest, one.fixture.id, one.a, one.b),
                "url": reverse("event-tie", args=[entry.form.event.slug, entry.category.key, one.fixture.id]),
            }
        )
    return rows
