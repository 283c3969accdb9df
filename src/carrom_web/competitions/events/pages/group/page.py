"""The registrations that somebody made for a club, by the link from the email: how each stands, what all owe.

Template `competitions/events/pages/group/page.html` gets what `CompetitionKind.context` gives, and:
    group     who asks, for which club
    forms     list of {form, url, rows, owed}
    owed      what all owe together, in words; transfer: how it is transferred, or none
    method    how they pay, in words; due_on_day: whether it is paid on the day
    pays_at, is_coming, approve_url, continue_at  as `events/paying.py` gives them
    problem   a sentence about what was tried last
    form      to add players (`group_forms.GroupForm`), while entries are open; errors: what is wrong with it
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import Method, is_due_on_day, is_open
from carrom_web.competitions.events import labels, link_tokens, paying, selectors
from carrom_web.competitions.events.bank_transfers import how_to_transfer
from carrom_web.competitions.events.group_forms import GroupForm, errors_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event, Group, Order
from carrom_web.competitions.events.payment_accounts import ways_to_pay
from carrom_web.competitions.events.permissions import GROUP_HOLDER
from carrom_web.competitions.events.presenters import entry_row, own_link
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import groups
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("registration-groups/<str:token>/", name="event-group", audience=GROUP_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show them; with POST add players, or pay for all."""
    group, now = link_tokens.group_with_token(token), timezone.now()
    terms = terms_of(group.event)
    is_running = group.event.state == Event.State.OPEN and is_open(terms, now)
    shown = selectors.categories_of(group.event, terms)
    closed = {one.terms.key: "" for one in shown if not one.is_open or not is_running}
    ways = ways_to_pay(group.event.club_id, terms)
    if request.method != "POST":
        return _show(request, group, GroupForm(terms, closed=closed, ways=ways, asks_who=False))
    if request.POST.get("do") == "pay":
        form = GroupForm(terms, closed=closed, ways=ways, asks_who=False)
        try:
            return _show(request, group, form, order=paying.begin(request, group))
        except CarromError as error:
            return _show(request, group, form, problem=localized(error), status=409)
    form = GroupForm(terms, request.POST, closed=closed, ways=ways, asks_who=False)
    if not form.is_valid():
        return _show(request, group, form, status=422)
    try:
        groups.add(group, form.applications, now=now)
    except CarromError as error:
        form.add_error(None, localized(error))
        return _show(request, group, form, status=422)
    return HttpResponse(status=303, headers={"Location": request.path})


def _show(
    request: HttpRequest,
    group: Group,
    form: GroupForm,
    *,
    order: Order | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    terms, method = form.terms, Method(group.method)
    accounts, owed = selectors.accounts_of_group(group), groups.owed_by(group)
    forms = groups.forms_of(group)
    context = KIND.context(request, group.event, terms, here="") | {
        "group": group,
        "forms": [
            {
                "form": one,
                # who took a registration over has a link of their own
                "url": own_link(one) if one.holder == 0 else "",
                "rows": [entry_row(entry, terms, public=False) for entry in selectors.entries_in(one)],
                "owed": labels.money(accounts[one.pk].balance, terms.currency)
                if one.pk in accounts and accounts[one.pk].balance > 0
                else "",
            }
            for one in forms
        ],
        "owed": labels.money(owed, terms.currency) if owed else "",
        "method": labels.method_label(method),
        "due_on_day": is_due_on_day(terms, method),
        "transfer": how_to_transfer(forms[0], terms, owed) if forms and owed and method is Method.TRANSFER else None,
        "form": form if form.open else None,
        "errors": errors_of(form),
        "needs_born": any(one.oldest or one.youngest for one in terms.categories),
        "problem": problem,
        **paying.shown(group, terms, order=order, is_owed=bool(owed)),
    }
    return render(request, "competitions/events/pages/group/page.html", context, status=status)
