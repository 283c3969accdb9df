"""Categories with too few entries after closing: the consequences of cancelling or merging, and the decision.

Template `competitions/events/pages/undersubscribed/page.html` gets what `CompetitionKind.context` gives, and:
    shorts   list of {key, title, entries (names), least, refunds, merges}; a merge: {into, title, entries, enough,
             fee (in words; "" if the same), more (whether it is higher), misfits (names and why), twice (names), drawn}
    decided  categories that were cancelled or merged and can be held after all: list of {key, title, into}
    problem  a sentence about what was tried last
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom.tournament.undersubscribed import Merge
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Category, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import undersubscribed
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/organise/short/", name="event-short", audience=KIND.official(Action.ORGANISE))


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is to be decided; with POST decide it, or take a decision back."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event)
    try:
        _do(request, event, guest_id)
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, event: Event, guest_id: UUID | None) -> None:
    data, now = request.POST, timezone.now()
    key, why, asked = data.get("category", ""), tidy_name(data.get("why", ""), 300), data.get("do", "")
    if asked == "cancel":
        undersubscribed.cancel(event, guest_id, key, why=why, now=now)
    elif asked == "merge":
        follow = data.get("fees") == "follow"
        undersubscribed.merge(event, guest_id, key, data.get("into", ""), fees_follow=follow, why=why, now=now)
    elif asked == "undo":
        undersubscribed.undo(event, guest_id, key, now=now)
    else:
        raise FormError("unknown-action")


def _show(request: HttpRequest, event: Event, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms = terms_of(event)
    decided = event.categories.exclude(state=Category.State.OPEN).select_related("merged_into").order_by("pk")
    titles = {category.key: category.title for category in terms.categories}
    context = KIND.context(request, event, terms, here="event-organise") | {
        "shorts": [_row(one, terms) for one in undersubscribed.short_categories(event, terms, timezone.now())],
        "decided": [
            {
                "key": row.key,
                "title": titles.get(row.key, row.key),
                "into": titles.get(row.merged_into.key, "") if row.merged_into else "",
            }
            for row in decided
            if undersubscribed.decision_to_undo(event, row.key) is not None
        ],
        "problem": problem,
    }
    return render(request, "competitions/events/pages/undersubscribed/page.html", context, status=status)


def _row(one: undersubscribed.Short, terms: EventTerms) -> dict[str, Any]:
    decision = one.decision
    return {
        "key": decision.category,
        "title": terms.category(decision.category).title,
        "entries": [_names(entry) for entry in one.entries],
        "least": decision.least,
        "refunds": labels.money(decision.refunds, terms.currency) if decision.refunds else "",
        "merges": [_merge(one, merge, terms) for merge in decision.merges if merge.into in one.twice],
    }


def _merge(one: undersubscribed.Short, merge: Merge, terms: EventTerms) -> dict[str, Any]:
    return {
        "into": merge.into,
        "title": terms.category(merge.into).title,
        "entries": merge.entries - len(one.twice[merge.into]),
        "enough": merge.enough,
        "fee": labels.money(abs(merge.fee), terms.currency) if merge.fee else "",
        "more": merge.fee > 0,
        "misfits": [f"{_names(one.entries[each.entry])}: {localized(each.why)}" for each in merge.not_admitted],
        "twice": [_names(entry) for entry in one.twice[merge.into]],
    }


def _names(entry: Entry) -> str:
    return entry.team or " & ".join(member.name for member in sorted(entry.members.all(), key=lambda one: one.position))
