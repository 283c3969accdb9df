"""The prize money of an event: what it is made of, what each place gets, payouts; for those who take payments.

Template `competitions/events/pages/prize_money/page.html` gets what `CompetitionKind.context` gives, and:
    made_of     list of (label, amount): what the event's own fund is made of
    categories  list of {key, title, whole, places: [{place, amount}], winners: [{key, name, place, amount, open, over,
                paid: [{id, receipt, amount, when, how, url}]}]}; winners once the category is over
    totals      list of (label, amount): the whole, paid out, open
    settings    address of the event's settings, for those who may change them; else ""
    problem     a sentence about what was tried last

POST: method (cash, transfer) with category and entry; do=take-back with line. Answers: 303 here.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms, Method
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import labels, prize_money, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import prizes
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/prize-money/", name="event-prize-money", audience=KIND.official(Action.TAKE_PAYMENTS))


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST record a payout, or take one back."""
    guest_id, now = guest_id_of(request), timezone.now()
    event, given = KIND.at(slug, guest_id), request.POST
    if request.method != "POST":
        return _show(request, event)
    try:
        if given.get("do") == "take-back":
            prizes.take_back(event, guest_id, _number(given.get("line", "")), now=now)
        else:
            method = Method(asked) if (asked := given.get("method", "")) in set(Method) else Method.CASH
            prizes.pay_out(event, guest_id, given.get("category", ""), given.get("entry", ""), method=method, now=now)
    except NotOfficialError:
        raise  # the session has ended: the form is recovered (`core.form_recovery`)
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _show(request: HttpRequest, event: Event, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms, guest_id = terms_of(event), guest_id_of(request)
    found = prize_money.prizes_of(event, terms, with_winners=True)
    whole = sum(one.cents for one in found)
    paid = sum(line.amount for one in found for winner in one.winners for line in winner.paid)
    fees = sum(prize_money.fees_of(event, {row.key: row for row in event.categories.all()}).values())
    context = KIND.context(request, event, terms, here="event-prize-money") | {
        "made_of": prize_money.fund_label(terms, fees),
        "categories": [_category(event, terms, one) for one in found],
        "totals": [
            (label, labels.money(cents, terms.currency))
            for label, cents in (
                (_("Prize money"), whole),
                (_("Paid out"), paid),
                (pgettext("money", "Open"), whole - paid),
            )
        ]
        if found
        else [],
        "settings": f"{reverse('event-organise', args=[event.slug])}?change=fund_fixed#set-fund_fixed"
        if selectors.may(event, guest_id, Action.ORGANISE)
        else "",
        "problem": problem,
    }
    return render(request, "competitions/events/pages/prize_money/page.html", context, status=status)


def _category(event: Event, terms: EventTerms, one: prize_money.CategoryPrizes) -> dict[str, Any]:
    def money(cents: int) -> str:
        return labels.money(cents, terms.currency)

    return {
        "key": one.terms.key,
        "title": one.terms.title,
        "whole": money(one.cents),
        "places": [{"place": place, "amount": money(cents)} for place, cents in enumerate(one.by_place, 1) if cents],
        "winners": [
            {
                "key": winner.key,
                "name": winner.name,
                "place": winner.place,
                "amount": money(winner.cents),
                "open": money(winner.open) if winner.open > 0 else "",
                "over": money(-winner.open) if winner.open < 0 else "",
                "paid": [
                    {
                        "id": line.pk,
                        "receipt": line.receipt,
                        "amount": money(line.amount),
                        "when": labels.moment_label(line.at, terms),
                        "how": labels.method_label(Method(line.method)),
                        "url": reverse("event-prize-receipt", args=[event.slug, line.receipt]),
                    }
                    for line in winner.paid
                ],
            }
            for winner in one.winners
        ],
    }
