"""A bank statement beside the registrations of an event: read, looked at, recorded; only payments are stored.

Template `competitions/events/pages/statement/page.html` gets what `CompetitionKind.context` gives, and:
    lines     list of {number, day, payer, text, amount, says, chosen, choices, is_foreign}; choices: list of {value,
              title} of registrations, empty where it cannot be recorded; None before a statement is read
    unread    list of sentences about lines that are left out
    payload   the statement, signed, for the next step
    done      a sentence about what was recorded
    problem   a sentence about what could not be done

POST: do=read (file), do=record (payload, line-N). Answers: 303 here.
"""

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.statements import BankLine, Statement, UnreadLine, read_statement
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import labels, statement_matches
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.competitions.events.services.statements import record_lines
from carrom_web.competitions.events.statement_matches import MatchedLine
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "events/<slug:slug>/desk/statement/", name="event-statement", audience=KIND.official(Action.TAKE_PAYMENTS)
)
SALT = "bank statement"
GOOD_FOR = 24 * 3600  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a statement; with POST read it, or record what was confirmed."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event, None)
    statement: Statement | None = None
    try:
        if request.POST.get("do") != "record":
            return _show(request, event, _uploaded(request))
        statement = _carried(request, event)
        whose = {
            place: int(number)
            for place in range(len(statement.lines))
            if (number := request.POST.get(f"line-{place}", "")).isdecimal() and len(number) < 9
        }
        count = record_lines(event, guest_id, statement.lines, whose, now=timezone.now())
    except NotOfficialError:
        raise  # the session has ended: the form is recovered (`core.form_recovery`)
    except CarromError as error:
        return _show(request, event, statement, problem=localized(error), status=422)
    return HttpResponse(status=303, headers={"Location": f"{reverse('event-statement', args=[slug])}?recorded={count}"})


def _uploaded(request: HttpRequest) -> Statement:
    file = request.FILES.get("statement")
    if file is None:
        raise FormError("no-file")
    return read_statement(file.read())


def _carried(request: HttpRequest, event: Event) -> Statement:
    """The statement that the page brings back."""
    try:
        kind, pk, lines, unread = signing.loads(request.POST.get("payload", ""), salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError):
        raise FormError("no-file") from None
    if pk != event.pk:
        raise FormError("no-file")
    return Statement(kind, tuple(BankLine(**one) for one in lines), tuple(UnreadLine(*one) for one in unread))


def _payload(statement: Statement, event: Event) -> str:
    lines = [{name: getattr(one, name) for name in BankLine.__slots__} for one in statement.lines]
    unread = [(one.line, one.reason) for one in statement.unread]
    return signing.dumps((statement.kind, event.pk, lines, unread), salt=SALT, compress=True)


def _show(
    request: HttpRequest, event: Event, statement: Statement | None, *, problem: str = "", status: int = 200
) -> HttpResponse:
    terms, recorded = terms_of(event), request.GET.get("recorded", "")
    count = int(recorded) if recorded.isdecimal() and len(recorded) < 7 else None
    context = KIND.context(request, event, terms, here="event-desk") | {
        "lines": _lines(request, event, statement) if statement is not None else None,
        "unread": [_left_out(one) for one in statement.unread] if statement is not None else [],
        "payload": _payload(statement, event) if statement is not None else "",
        "done": ngettext("%(count)d payment is recorded.", "%(count)d payments are recorded.", count) % {"count": count}
        if count is not None
        else "",
        "problem": problem,
    }
    return render(request, "competitions/events/pages/statement/page.html", context, status=status)


def _lines(request: HttpRequest, event: Event, statement: Statement) -> list[dict[str, Any]]:
    terms = terms_of(event)
    open_ones = [
        {"value": str(form.number), "title": f"{form.number}: {form.name}, {labels.money(owed, terms.currency)}"}
        for form, owed in statement_matches.open_forms(event)
    ]
    rows = []
    sent = request.POST if request.POST.get("do") == "record" else None
    for number, one in enumerate(statement_matches.matches(event, terms, statement.lines)):
        can_be_recorded = one.verdict in ("fits", "part")
        proposed = str(one.form.number) if can_be_recorded and one.form else str(one.likely or "")
        own = [choice for choice in open_ones if one.form and choice["value"] == str(one.form.number)]
        rows.append(
            {
                "number": number,
                "day": one.line.day,
                "payer": one.line.payer,
                "text": one.line.text,
                "amount": labels.money(one.line.cents, one.line.currency or terms.currency),
                "says": _says(one, terms.currency),
                "chosen": sent.get(f"line-{number}", "") if sent is not None else proposed,
                "choices": own if can_be_recorded else open_ones if one.verdict == "foreign" else [],
                "is_foreign": one.verdict == "foreign",
            }
        )
    return rows


def _says(one: MatchedLine, currency: str) -> str:
    owed = labels.money(one.owed, currency)
    says = {
        "fits": _("This pays what is owed."),
        "part": _("This is a part of the %(owed)s that are owed.") % {"owed": owed},
        "known": _("This payment is recorded already."),
        "currency": _("This is another currency than the event's. Record it by hand once you know its worth."),
        "more": _("Only %(owed)s are owed. Record that by hand, and give the rest back.") % {"owed": owed},
        "paid": _("Nothing is owed here any more. Give it back."),
        "several": _("This has references of several registrations. Record each by hand."),
        "elsewhere": _("This reference belongs to another event. Choose the statement on its desk."),
        "gone": _("The registration of this reference is gone. Give the money back."),
        "foreign": _("This has no reference of a registration. It is left out unless you say whose it is."),
    }
    return says[one.verdict]


def _left_out(one: UnreadLine) -> str:
    says = {
        "amount": _("Line %(line)d: its amount cannot be read. Look at it in your bank."),
        "out": _("Line %(line)d: money that went out."),
        "pending": _("Line %(line)d: not booked yet. It will be in a later statement."),
    }
    return says[one.reason] % {"line": one.line}
