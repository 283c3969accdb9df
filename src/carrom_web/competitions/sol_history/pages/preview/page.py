"""Preview of an upload from SoL, with choices; nothing is made before it is confirmed.

Template `competitions/sol_history/pages/preview/page.html` gets:
    club       {name, slug}
    form       time_zone, published, group, agreed
    series     list of {number, title, club, is_known, problem, chosen, events, count}; events: list of {title, day,
               entrants, rounds, is_known, problem}; count: how many of them are new
    ratings    list of {number, title, is_known, players, new_rates, problem, chosen}
    proposals  list of {number, name, born, options, chosen}; options: list of {value, name, born, is_in_club}
    people     how many new players there would be
    problem    a sentence about what could not be done
    nav        "events"

POST: do=import with what was chosen, do=cancel. Answers: 303 to the club's history.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.forms import ConfirmForm
from carrom_web.competitions.sol_history.selectors import Preview, preview_of
from carrom_web.competitions.sol_history.services import importing, staging
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("clubs/<slug:slug>/sol/<int:number>/", name="club-sol-preview", audience=ClubMember(Action.ORGANISE))


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show it; with POST import it, or cancel."""
    club, guest_id, now = clubs.club_named(slug), guest_id_of(request), timezone.now()
    here, sent = reverse("club-sol", args=[slug]), request.POST
    try:
        row = repository.staged_import(club, number, guest_id, now=now)
    except CarromError as error:
        return _gone(request, error, here)
    if request.method == "POST" and sent.get("do") == "cancel":
        staging.cancel(row)
        return HttpResponse(status=303, headers={"Location": here})
    preview = preview_of(row)
    if request.method != "POST":
        return _show(request, club, preview, ConfirmForm(preview=preview))
    form, problem = ConfirmForm(sent, preview=preview), ""
    if form.is_valid():
        try:
            importing.bring(row, guest_id, form.choices, now=now)
        except CarromError as error:
            problem = localized(error)
        else:
            return HttpResponse(status=303, headers={"Location": f"{here}?done=imported"})
    return _show(request, club, preview, form, problem=problem, status=422)


def _gone(request: HttpRequest, error: CarromError, here: str) -> HttpResponse:
    return error_page(
        request, status=404, code=error.code, title=localized(error), what="", todo="", onward=(here, "SoL")
    )


def _show(
    request: HttpRequest, club: Club, preview: Preview, form: ConfirmForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    sent: Any = request.POST if request.method == "POST" else None
    context = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "form": form,
        "series": _series(preview, sent.getlist("series") if sent is not None else None),
        "ratings": _ratings(preview, sent.getlist("ratings") if sent is not None else None),
        "proposals": _proposals(preview, sent),
        "people": len(preview.new_people),
        "problem": problem,
    }
    return render(request, "competitions/sol_history/pages/preview/page.html", context, status=status)


def _series(preview: Preview, chosen: Collection[str] | None) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "title": one.title,
            "club": one.club,
            "is_known": one.is_known,
            "problem": localized(one.problem) if one.problem is not None else "",
            "chosen": str(one.number) in chosen if chosen is not None else not one.is_known or one.new_events > 0,
            "count": one.new_events,
            "events": [
                {
                    "title": event.title,
                    "day": event.day,
                    "entrants": event.entrants,
                    "rounds": event.rounds,
                    "is_known": event.is_known,
                    "problem": localized(event.problem) if event.problem is not None else "",
                }
                for event in one.events
            ],
        }
        for one in preview.series
    ]


def _ratings(preview: Preview, chosen: Collection[str] | None) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "title": one.title,
            "is_known": one.is_known,
            "players": one.players,
            "new_rates": one.new_rates,
            "problem": localized(one.problem) if one.problem is not None else "",
            "chosen": str(one.number) in chosen if chosen is not None else one.new_rates > 0,
        }
        for one in preview.ratings
    ]


def _proposals(preview: Preview, sent: Mapping[str, str] | None) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "name": one.name,
            "born": one.born,
            "options": one.options,
            "chosen": one.likeliest if sent is None else sent.get(f"same-{one.number}", ""),
        }
        for one in preview.proposals
    ]
