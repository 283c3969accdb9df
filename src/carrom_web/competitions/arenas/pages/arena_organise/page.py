"""Acts of organisers in an arena: let a result not count, end it now.

POST do=leave-out with `match` and `why`, or do=end. Template `competitions/arenas/pages/arena_organise/page.html` gets
what `CompetitionKind.context` gives, and:
    results   list of {match, between, score}: results that count, the last first
    is_open   whether it can be ended
    problem   a sentence, or ""
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.arenas import presenters
from carrom_web.competitions.arenas.errors import ArenaChangeError
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.services import opening, playing
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("arenas/<slug:slug>/organise/", name="arena-organise", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    arena = KIND.at(slug, guest_id)
    problem = ""
    if request.method == "POST":
        try:
            asked, now = request.POST.get("do"), timezone.now()
            if asked == "end":
                playing.end(arena, guest_id=guest_id, now=now)
            elif asked == "leave-out":
                match, why = request.POST.get("match", ""), request.POST.get("why", "")
                opening.leave_out(arena, guest_id, match, why, now=now)
            else:
                raise ArenaChangeError("unknown-request")
        except CarromError as error:
            problem = localized(error)
        else:
            return HttpResponse(status=303, headers={"Location": request.path})
    state, names = KIND.view(arena), presenters.names_of(arena)
    counted = [(match, state.pairings[match]) for match in reversed(state.results)]
    context = KIND.context(request, arena, state, here="arena-organise") | {
        "results": [
            {
                "match": match,
                "between": presenters.between(names, one.a, one.b),
                "score": f"{one.result.points_a}–{one.result.points_b}",
            }
            for match, one in counted
            if one.result is not None and not one.is_left_out
        ],
        "is_open": not state.closed,
        "problem": problem,
    }
    template = "competitions/arenas/pages/arena_organise/page.html"
    return render(request, template, context, status=409 if problem else 200)
