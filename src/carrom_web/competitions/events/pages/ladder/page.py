"""A ladder, for everybody: its rungs, the challenges that run, what was played.

Template `competitions/events/pages/ladder/page.html` gets what `CompetitionKind.context` gives, and what
`ladder_rows` gives, and:
    category   {key, title, how}; is_started: whether the ladder is open
    rules      sentences: how far, how often, how long
    own        address of the reader's own challenges; "" if they do not play here
    may        whether the reader may draw; pairs: [(key, name)] for those who may; late: who may come in now
    problem    a sentence about what was tried last
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.format import find
from carrom.tournament.formats import ladder
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, labels, link_tokens, selectors
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.ladder_rows import ladder_rows, rules_of
from carrom_web.competitions.events.models import Category, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, ladders
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "events/<slug:slug>/ladders/<slug:key>/",
    name="event-ladder",
    audience=KIND.viewer,
    post=KIND.official(Action.DRAW),
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the ladder; with POST do one thing with it, as an official."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    category = event.categories.filter(key=key).first()
    if category is None or find(terms_of(event).category(key).format) is not ladder.FORMAT:
        raise Http404
    if request.method != "POST":
        return _show(request, event, category)
    try:
        _do(request, event, key, guest_id)
    except CarromError as error:
        return _show(request, event, category, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, event: Event, key: str, guest_id: UUID | None) -> None:
    data, now = request.POST, timezone.now()
    asked = data.get("do", "")
    if asked == "open":
        ladders.open_ladder(event, guest_id, key, now=now)
    elif asked == "meet":
        found = draws.contest_of(event, key)[1]
        known = {one.key for one in found.contest.entrants}
        if not {data.get("by"), data.get("to")} <= known:
            raise FormError("players")
        ladders.let_meet(event, guest_id, key, by=data["by"], to=data["to"], now=now)
    elif asked == "late":
        draws.enter_late(event, guest_id, key, now=now)
    else:
        raise FormError("unknown-action")


def _show(
    request: HttpRequest, event: Event, category: Category, *, problem: str = "", status: int = 200
) -> HttpResponse:
    guest_id, terms, now = guest_id_of(request), terms_of(event), timezone.now()
    own_terms = terms.category(category.key)
    found = contests.shown(category, whole_names=selectors.is_official(event, guest_id))
    own = _own_entry(category, guest_id)
    may = selectors.may(event, guest_id, Action.DRAW)
    context = KIND.context(request, event, terms, here="event-draws") | {
        "category": {"key": category.key, "title": own_terms.title, "how": labels.how_played(own_terms, terms.ruleset)},
        "is_started": found is not None,
        "rules": rules_of(own_terms),
        "own": reverse("event-challenges", args=[link_tokens.challenger_token(own)]) if own and found else "",
        "may": may,
        "confirmed": category.entries.filter(standing="confirmed").count(),
        "problem": problem,
    }
    if found is not None:
        context |= ladder_rows(category, found, terms, now, own=own.key if own else "")
        if may:
            context["late"] = [found.name(one.key) for one in contests.late_entrants(found, category)]
    return render(request, "competitions/events/pages/ladder/page.html", context, status=status)


def _own_entry(category: Category, guest_id: UUID | None) -> Entry | None:
    if guest_id is None:
        return None
    return category.entries.filter(form__guest_id=guest_id, standing="confirmed").first()
