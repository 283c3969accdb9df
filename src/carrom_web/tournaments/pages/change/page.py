"""A registration is changed, by its link: its owner until entries close, the desk at any time.

Template `tournaments/pages/change/page.html` gets what `showing.head` gives, and:
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
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.form_errors import error_list
from carrom_web.common.pages import Route
from carrom_web.tournaments import contests, queries, words
from carrom_web.tournaments.actions import changing
from carrom_web.tournaments.desk_forms import Changing
from carrom_web.tournaments.models import Form
from carrom_web.tournaments.showing import head, own_link, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("registrations/<str:token>/change/", name="event-change")


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it as a form; with POST store the change."""
    form, now, guest_id = queries.form_with_token(token), timezone.now(), guest_id_of(request)
    terms = terms_of(form.event)
    if not changing.may_change(form, guest_id, now):
        check_open(terms, now)
        raise changing.ChangeBlockedError("This registration does not stand any more. The desk can let it back in.")
    before = changing.details_of(form)
    data = request.POST if request.method == "POST" else None
    asked = Changing(terms, before, form.version, data, closed=_closed(form))
    by_desk = queries.may(form.event, guest_id, Action.REGISTER)
    if data is None:
        return _show(request, form, terms, asked, by_desk=by_desk)
    if not asked.is_valid():
        return _show(request, form, terms, asked, by_desk=by_desk, status=422)
    try:
        changing.change(form, asked.details(), version=asked.cleaned_data["version"], guest_id=guest_id, now=now)
    except changing.StaleFormError as error:
        fresh = Changing(terms, changing.details_of(form), form.version, closed=_closed(form))
        return _show(request, form, terms, fresh, by_desk=by_desk, problem=str(error), status=409)
    except CarromError as error:
        asked.add_error(None, str(error))
        return _show(request, form, terms, asked, by_desk=by_desk, status=422)
    return HttpResponse(status=303, headers={"Location": _back(form, by_desk=by_desk)})


def _back(form: Form, *, by_desk: bool) -> str:
    return f"{reverse('event-desk', args=[form.event.slug])}?find={form.number}" if by_desk else own_link(form)


def _closed(form: Form) -> dict[str, str]:
    """Why a category stays as it is: it is not held, or drawn."""
    closed = {row.key: _("This category is cancelled.") for row in form.event.categories.all() if row.state != "open"}
    for entry in queries.entries_in(form):
        if contests.is_drawn(entry):
            closed[entry.category.key] = _("Drawn: it stays as it is. Withdraw, or ask at the desk.")
    return closed


def _show(
    request: HttpRequest,
    form: Form,
    terms: EventTerms,
    asked: Changing,
    *,
    by_desk: bool,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    counts = {one.terms.key: one for one in queries.categories_of(form.event, terms)}
    rows = [
        row
        | {
            "fee": words.money(row["terms"].fee, terms.currency) if row["terms"].fee else "",
            "who": words.who_else(row["terms"]),
            "count": words.count_words(counts[row["terms"].key].taken, counts[row["terms"].key].row.most, 0),
            "is_full": counts[row["terms"].key].free == 0 and row["terms"].key not in asked.before.categories,
        }
        for row in asked.rows()
    ]
    context = head(request, form.event, terms, here="") | {
        "form": asked,
        "rows": rows,
        "teams": [one.title for one in asked.teams],
        "errors": error_list(asked),
        "problem": problem,
        "by_desk": by_desk,
        "entrant": form,
        "back": _back(form, by_desk=by_desk),
    }
    return render(request, "tournaments/pages/change/page.html", context, status=status)
