"""Changing a registration by its link: its owner until entries close, the desk at any time.

Template `competitions/events/pages/change/page.html` gets what `CompetitionKind.context` gives, and:
    form     a Django form (`desk_forms.Changing`); POST it to this same address
    rows     its categories (`Registering.rows`), with the fee in words, how full they are and why one stays as it is
    teams    titles of teams that stay: they have a page of their own
    errors   list of {field, id, text} for the list on top
    by_desk  whether an official changes it; back: where the page leads back to; entrant: whose registration it is
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom.tournament.registration import check_open
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, labels, link_tokens, selectors
from carrom_web.competitions.events.desk_forms import Changing
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Registration
from carrom_web.competitions.events.payment_accounts import ways_to_pay
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration_changes
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("registrations/<str:token>/change/", name="event-change", audience=REGISTRATION_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it as a form; with POST store the change."""
    form, now, guest_id = link_tokens.form_with_token(token), timezone.now(), guest_id_of(request)
    terms = terms_of(form.event)
    if not registration_changes.may_change(form, guest_id, now):
        check_open(terms, now)
        raise registration_changes.ChangeBlockedError("withdrawn")
    before = registration_changes.details_of(form)
    data = request.POST if request.method == "POST" else None
    ways = ways_to_pay(form.event.club_id, terms)
    asked = Changing(terms, before, form.version, data, closed=_closed(form), ways=ways)
    by_desk = selectors.may(form.event, guest_id, Action.REGISTER)
    if data is None:
        return _show(request, form, terms, asked, by_desk=by_desk)
    if not asked.is_valid():
        return _show(request, form, terms, asked, by_desk=by_desk, status=422)
    try:
        registration_changes.change(
            form, asked.details(), version=asked.cleaned_data["version"], guest_id=guest_id, now=now
        )
    except registration_changes.StaleFormError as error:
        fresh = Changing(terms, registration_changes.details_of(form), form.version, closed=_closed(form), ways=ways)
        return _show(request, form, terms, fresh, by_desk=by_desk, problem=localized(error), status=409)
    except CarromError as error:
        asked.add_error(None, localized(error))
        return _show(request, form, terms, asked, by_desk=by_desk, status=422)
    return HttpResponse(status=303, headers={"Location": _back(form, by_desk=by_desk)})


def _back(form: Registration, *, by_desk: bool) -> str:
    return f"{reverse('event-desk', args=[form.event.slug])}?find={form.number}" if by_desk else own_link(form)


def _closed(form: Registration) -> dict[str, str]:
    """Why a category stays as it is: it is not held, or drawn."""
    closed = {row.key: _("This category is cancelled.") for row in form.event.categories.all() if row.state != "open"}
    for entry in selectors.entries_in(form):
        if contests.is_drawn(entry):
            closed[entry.category.key] = _("You are in the draw here. To leave, withdraw or ask at the desk.")
    return closed


def _show(
    request: HttpRequest,
    form: Registration,
    terms: EventTerms,
    asked: Changing,
    *,
    by_desk: bool,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    counts = {one.terms.key: one for one in selectors.categories_of(form.event, terms)}
    rows = [
        row
        | {
            "fee": labels.money(row["terms"].fee, terms.currency) if row["terms"].fee else "",
            "who": labels.who_else(row["terms"]),
            "count": labels.count_label(counts[row["terms"].key].taken, counts[row["terms"].key].row.most, 0),
            "is_full": counts[row["terms"].key].free == 0 and row["terms"].key not in asked.before.categories,
        }
        for row in asked.rows()
    ]
    context = KIND.context(request, form.event, terms, here="") | {
        "form": asked,
        "rows": rows,
        "teams": [one.title for one in asked.teams],
        "errors": error_list(asked),
        "problem": problem,
        "by_desk": by_desk,
        "entrant": form,
        "back": _back(form, by_desk=by_desk),
    }
    return render(request, "competitions/events/pages/change/page.html", context, status=status)
