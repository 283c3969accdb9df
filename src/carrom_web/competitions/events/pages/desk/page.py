"""The registrar's desk: registrations, fees, attendance; payments, check-in, entries by hand.

Template `competitions/events/pages/desk/page.html` gets what `CompetitionKind.context` gives, and:
    forms       list of {form, rows, account, owed, back, url, age}; what the reader may not see is absent
    sees        whether they see email addresses and ages
    takes       whether they record payments; takes_transfers: whether some come by bank transfer
    registers   whether they enter people and check them in
    pay_form    the form of a payment (`forms.Paying`)
    totals      {charged, paid, open} in words
    find        what was searched for
    kinds       list of {key, title, count, here}: all, who is not here yet, who owes, who gets money back; show: which
    problem     a sentence about what was tried last
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom.tournament.questions import read_questions
from carrom.tournament.registration import EntryStatus
from carrom.tournament.transfers import looks_like_a_reference, read_reference, spaced
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import entry_files, labels, link_tokens, living_entry, paying, selectors
from carrom_web.competitions.events.age_classes import age_label
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.bank_transfers import reference_of
from carrom_web.competitions.events.change_rows import change_rows
from carrom_web.competitions.events.forms import FormError, Paying
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Entry, Event, Registration
from carrom_web.competitions.events.presenters import entry_row, own_link, site_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import check_in, consents, groups, orders, payments, registration_changes
from carrom_web.competitions.events.services.organising import NotOfficialError, check_may, record_audit
from carrom_web.competitions.events.tools import AT_THE_DESK
from carrom_web.core.pages import Route
from carrom_web.core.rows import only_row
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/desk/", name="event-desk", audience=KIND.official(*AT_THE_DESK))


KINDS = {
    "all": lambda: _("All"),
    "away": lambda: _("Not here yet"),
    "owe": lambda: _("Owing"),
    "back": lambda: _("Refund due"),
    "asked": lambda: _("Terms or answers missing"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk; with POST do one thing at it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event)
    try:
        _do(request, event, guest_id)
    except NotOfficialError:
        raise  # the session has ended: the form is recovered (`core.form_recovery`)
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=409)
    where = f"{request.get_full_path()}#form-{_number(request.POST.get('form', ''))}"  # what was searched for stays
    return HttpResponse(status=303, headers={"Location": where})


def _take_file(request: HttpRequest, event: Event, guest_id: UUID | None) -> None:
    """Enter everybody of an uploaded list, or nobody."""
    check_may(event, guest_id, Action.REGISTER)
    file = request.FILES.get("list")
    if file is None:
        raise FormError("no-file")
    now = timezone.now()
    with transaction.atomic():
        taken = entry_files.take(event, terms_of(event), file.read(), now=now, site=site_of(request))
        record_audit(event, guest_id, AuditKind.LIST_IMPORTED, now, registrations=taken)


def _do(request: HttpRequest, event: Event, guest_id: UUID | None) -> None:
    if request.POST.get("do") == "list":
        _take_file(request, event, guest_id)
        return
    form = only_row(event.forms.select_related("event").filter(number=_number(request.POST.get("form", ""))))
    if form is None:
        raise link_tokens.UnknownFormError("number")
    now, asked = timezone.now(), request.POST.get("do", "")
    if asked in ("pay", "refund"):
        paying = Paying(terms_of(event), request.POST)
        if not paying.is_valid():
            raise FormError("fields", faults=" ".join(str(text) for texts in paying.errors.values() for text in texts))
        if asked == "pay":
            if not paying.cleaned_data["method"]:
                raise FormError("no-method")
            method = Method(paying.cleaned_data["method"])
            payments.record_payment(
                form, guest_id, method=method, cents=paying.cents, now=now, note=paying.cleaned_data["note"]
            )
        else:
            payments.record_refund(form, guest_id, cents=paying.cents, now=now, note=paying.cleaned_data["note"])
    elif asked == "refund-online":
        orders.refund_online(form, guest_id, now=now)
    elif asked in ("came", "away"):
        check_in.check_in(form, guest_id, came=asked == "came", now=now)
    elif asked == "withdraw":
        check_in.withdraw(form, guest_id, now=now)
    elif asked == "let-back":
        check_in.let_back(form, guest_id, request.POST.get("category", ""), now=now)
    elif asked == "undo-change":
        registration_changes.undo(form, _number(request.POST.get("change", "")), guest_id, now=now)
    elif asked == "pay-group":
        _pay_group(request, form, guest_id)
    elif asked == "take-back":
        payments.take_back(form, guest_id, _number(request.POST.get("line", "")), now=now)


def _pay_group(request: HttpRequest, form: Registration, guest_id: UUID | None) -> None:
    method = request.POST.get("method", "")
    if form.group is None or method not in [one.value for one in Method]:
        raise FormError("no-method")
    groups.record_payment(form.group, guest_id, method=Method(method), now=timezone.now())


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _show(request: HttpRequest, event: Event, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms, guest_id = terms_of(event), guest_id_of(request)
    sees = selectors.may(event, guest_id, Action.SEE_PERSONS)
    takes = selectors.may(event, guest_id, Action.TAKE_PAYMENTS)
    find = request.GET.get("find", "").strip()
    accounts = selectors.accounts_of(event)
    by_hand_lines = selectors.lines_by_hand(event) if takes else {}
    services = selectors.services_by_form(event) if takes else {}
    changes = selectors.changes_of(event) if sees else {}
    shown: list[dict[str, Any]] = []
    questions, version = read_questions(terms.questions), consents.version_of(event, terms)
    owed_by = _owed_by_groups(event) if takes else {}
    closed = {row.key for row in event.categories.all() if row.state != row.State.OPEN or check_in.is_drawn(row)}
    for form in selectors.forms_of(event):
        if find and not _matches(form, find):
            continue
        account = accounts.get(form.pk, selectors.Account(0, 0))
        row = {
            "form": form,
            "rows": [_entry(form, entry, terms, closed) for entry in form.entries.all()],
            "balance": account.balance if takes else 0,
            "owed": labels.money(account.balance, terms.currency) if takes and account.balance > 0 else "",
            "back": labels.money(-account.balance, terms.currency) if takes and account.balance < 0 else "",
            "paid": labels.money(account.paid, terms.currency) if takes and account.paid else "",
            "reference": spaced(reference_of(form)) if account.balance > 0 and form.method == Method.TRANSFER else "",
            "amount": f"{abs(account.balance) / 100:.2f}",
            "paid_at": ", ".join(paying.NAMES[Method(one)] for one in services.get(form.number, ())),
            "group": form.group.club_name if form.group else "",
            "group_owed": labels.money(owed_by[form.group_id], terms.currency) if owed_by.get(form.group_id) else "",
            "lines": [
                {
                    "id": one.pk,
                    "receipt": one.receipt,
                    "amount": labels.money(abs(one.amount), terms.currency),
                    "when": labels.moment_label(one.at, terms),
                }
                for one in by_hand_lines.get(form.pk, ())
            ],
        }
        if sees:
            row |= living_entry.of_desk(form, questions, version) | {
                "email": form.email,
                "age": age_label(form, terms.days[0].date),
                "url": own_link(form),
                "change_url": reverse("event-change", args=[link_tokens.token_of(form)]),
                "changes": change_rows(form, changes.get(form.number, ()), terms),
            }
        shown.append(row)
    kinds, asked = _kinds(shown, takes=takes), request.GET.get("show", "")
    show = asked if asked in kinds else "all"
    owed = [one.balance for one in accounts.values() if one.balance > 0]
    back = [-one.balance for one in accounts.values() if one.balance < 0]
    by_hand = [method for method in terms.pays if method not in ONLINE]
    context = KIND.context(request, event, terms, here="event-desk") | {
        "forms": kinds[show],
        "show": show,
        "kinds": [
            {"key": key, "title": KINDS[key](), "count": len(rows), "here": key == show} for key, rows in kinds.items()
        ],
        "sees": sees,
        "takes": takes,
        "takes_by_hand": takes and bool(by_hand),
        "takes_transfers": takes and Method.TRANSFER in terms.pays,
        "registers": selectors.may(event, guest_id, Action.REGISTER),
        "methods": [(method.value, labels.method_label(method)) for method in by_hand],
        "totals": [
            (name, labels.money(sum(cents), terms.currency))
            for name, cents in (
                (_("Charged"), [one.charged for one in accounts.values()]),
                (_("Received"), [one.paid for one in accounts.values()]),
                (pgettext("money", "Open"), owed),
                (_("To refund"), back),
            )
            if cents or name == pgettext("money", "Open")
        ]
        if takes
        else [],
        "came": sum(row["form"].came_at is not None for row in shown),
        "find": find,
        "problem": problem or _problem_of(find),
    }
    return render(request, "competitions/events/pages/desk/page.html", context, status=status)


def _owed_by_groups(event: Event) -> dict[Any, int]:
    """Return the debt of each club that registered its players together, in cents."""
    return {group.pk: groups.owed_by(group) for group in event.groups.all()}


def _entry(form: Registration, entry: Entry, terms: EventTerms, closed: set[str]) -> dict[str, Any]:
    """An entry, and whether its withdrawal can be taken back and what that costs."""
    withdrawn = entry.standing == EntryStatus.WITHDRAWN and bool(form.name) and entry.category.key not in closed
    fee = selectors.fee_to_charge(entry) if withdrawn else 0
    again = {"let_back": withdrawn, "again": labels.money(fee, terms.currency) if fee else ""}
    return entry_row(entry, terms, public=False) | again


def _kinds(rows: list[dict[str, Any]], *, takes: bool) -> dict[str, list[dict[str, Any]]]:
    """The registrations by what the desk still has to do with them."""
    stands = [row for row in rows if any(entry["entry"].takes_a_place for entry in row["rows"])]
    kinds = {"all": rows, "away": [row for row in stands if not row["form"].came_at]}
    kinds["asked"] = [row for row in stands if row.get("lacks_consent") or row.get("lacks_answers")]
    if takes:
        kinds |= {"owe": [row for row in rows if row["owed"]], "back": [row for row in rows if row["back"]]}
    return {key: found for key, found in kinds.items() if found or key == "all"}


def _problem_of(find: str) -> str:
    """Return the fault of a reference that is searched for; "" without one."""
    if looks_like_a_reference(find) and read_reference(find) is None:
        return _("The check digits of this reference do not match: it was mistyped, or is not from this site.")
    return ""


def _matches(form: Registration, find: str) -> bool:
    if looks_like_a_reference(find):
        return read_reference(find) == (form.event_id, form.number)
    if find.isdecimal():
        return form.number == int(find)
    club = [form.group.club_name] if form.group else []
    names = [form.name, *club, *(member.name for entry in form.entries.all() for member in entry.members.all())]
    return any(find.casefold() in name.casefold() for name in names)
