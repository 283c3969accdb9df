"""The acts of organisers in a championship: its terms, events, points by hand, who is one; every act can be undone.

POST with do=terms, leg, drop-leg, give, join, forget, or close. Template
`competitions/championships/pages/organise/page.html` gets what `CompetitionKind.context` gives, and: form, leg_form,
give_form, join_form, legs, brought, log, errors, problem.
"""

from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.presenters import log_rows
from carrom_web.competitions.championships import event_results, repository, services
from carrom_web.competitions.championships.audit_labels import act_label
from carrom_web.competitions.championships.forms import CountingForm, GiveForm, JoinForm, LegForm, initial_of
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.league_results import league_of, leagues_to_count
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.presenters import (
    leg_rows,
)
from carrom_web.competitions.championships.repository import STORE
from carrom_web.competitions.championships.state import (
    TEAM,
    Act,
    Announce,
    ChampionshipState,
    DropLeg,
    Give,
    Join,
    PutLeg,
)
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.events.models import Category
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.repository import Close
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("championships/<slug:slug>/organise/", name="championship-organise", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    legs = event_results.leg_results(championship, book)
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    found = _forms(request, championship, book, legs, asked)
    problem, status = "", 200
    if asked:
        try:
            if _did(request, championship, guest_id, book, found.get(asked)):
                return HttpResponse(status=303, headers={"Location": request.path})
            status = 422
        except CarromError as error:
            problem, status = localized(error), 409
            championship.refresh_from_db()
            book = repository.state(championship)
    used = found.get(asked)
    context = KIND.context(request, championship, book, here="championship-organise") | {
        "form": found["terms"],
        "leg_form": found["leg"],
        "give_form": found["give"],
        "join_form": found["join"],
        "players_url": reverse("club-players", args=[championship.club.slug]),
        "legs": leg_rows(legs),
        "brought": Participant.objects.filter(competition=championship).exclude(name="").order_by("name"),
        "log": log_rows(championship, STORE.log(championship), partial(act_label, names=event_results.names_in(legs))),
        "errors": error_list(used) if used is not None and not problem else [],
        "problem": problem,
    }
    return render(request, "competitions/championships/pages/organise/page.html", context, status=status)


def _forms(
    request: HttpRequest,
    championship: Championship,
    book: ChampionshipState,
    legs: list[event_results.LegResult],
    asked: str,
) -> dict[str, forms.Form]:
    sent = {asked: request.POST}
    people = sorted(
        ((key, name) for key, name in event_results.names_in(legs).items() if name), key=lambda one: one[1].casefold()
    )
    over = [(one.leg.key, one.leg.title) for one in legs if one.event is not None]
    chosen = book.legs.get(request.GET.get("leg", ""))
    initial = (
        {
            "key": chosen.key,
            "category": chosen.source or str(chosen.category or ""),
            "title": chosen.title,
            "day": chosen.day,
            "table": chosen.table,
            "weight": chosen.weight,
            "entrants": chosen.entrants or None,
        }
        if chosen
        else None
    )
    return {
        "terms": CountingForm(sent.get("terms"), initial=initial_of(book.title, book.counting), prefix="terms"),
        "leg": LegForm(
            sent.get("leg"),
            initial=initial,
            prefix="leg",
            categories=event_results.categories_to_count(championship),
            leagues=leagues_to_count(championship),
        ),
        "give": GiveForm(sent.get("give"), prefix="give", legs=over, people=people),
        "join": JoinForm(sent.get("join"), prefix="join", teams=[one for one in people if one[0].startswith(TEAM)]),
    }


def _did(
    request: HttpRequest,
    championship: Championship,
    guest_id: UUID | None,
    book: ChampionshipState,
    form: forms.Form | None,
) -> bool:
    """Do what was asked; False: a field tells what is wrong."""
    asked, now = request.POST["do"], timezone.now()
    if form is not None and not form.is_valid():
        return False
    if asked == "forget":
        services.forget(championship, guest_id, request.POST.get("person", ""))
        return True
    services.do(championship, guest_id, _act(request, championship, book, form), now=now)
    return True


def _act(request: HttpRequest, championship: Championship, book: ChampionshipState, form: forms.Form | None) -> Act:
    data: dict[str, Any] = form.cleaned_data if form is not None else {}
    match request.POST["do"]:
        case "terms" if isinstance(form, CountingForm):
            return Announce(title=data["title"], counting=form.counting)
        case "leg":
            return _leg(championship, book, data)
        case "drop-leg":
            return DropLeg(key=request.POST.get("leg", ""))
        case "give":
            return Give(leg=data["leg"], person=data["person"], points=data["points"], why=data["why"])
        case "join":
            return Join(team=data["team"], into=data["into"])
        case "close":
            return Close()
    raise CompetitionChangeError("unknown-request")


def _leg(championship: Championship, book: ChampionshipState, data: dict[str, Any]) -> PutLeg:
    before = book.legs.get(data["key"])
    title, day, chosen = data["title"], data["day"], data["category"]
    number = int(chosen) if chosen.isdecimal() else None
    source = "" if number is not None else chosen
    league = league_of(championship, source) if source else None
    if league is not None:
        title, day = title or league.title[:80], day or league.day
    if number is not None:
        category = Category.objects.select_related("event").get(pk=number)  # one of the form's choices
        terms = terms_of(category.event)
        title = title or f"{terms.title}: {terms.category(category.key).title}"[:80]
        day = day or terms.days[0].date
    return PutLeg(
        key=before.key if before else services.new_key(),
        title=title,
        day=day if isinstance(day, date) else timezone.localdate(),
        table=data["table"],
        weight=data["weight"],
        category=number,
        source=source,
        entrants=data["entrants"] or 0,
        placed=before.placed if before and (not chosen or (number is not None and number == before.category)) else (),
        results=before.results if before and not chosen else (),
        is_over=before.is_over if before and not chosen else True,
    )
