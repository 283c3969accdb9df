"""The reader's own registration, by the link from the email: how it stands, pay, withdraw.

Template `competitions/events/pages/registration/page.html` gets what `CompetitionKind.context` gives, and:
    form      the registration; may_change: whether it can be changed now
    rows      its entries (`presenters.entry_row`)
    owed      what is to be paid, in words; "" if nothing
    back      what is given back, in words; "" if nothing
    pays_at, is_coming, approve_url, continue_at  as `events/paying.py` gives them
    due_on_day  whether it is paid on the day
    transfer  how it is transferred (`bank_transfers.HowToTransfer`), or none; transfer_chosen: whether that was chosen
    at_desk   the code that leads the desk to this registration (`common.qr.qr_of`); "" once nothing stands
    is_today  whether it is a day of the event, so that the code is unfolded
    receipts  list of {number, amount, when, method, url, is_void}
    matches   what the person plays now and next (`report_rows.own_reports`); public_page: where all see it, or ""
    has_pad   whether players enter results
    notify_url  where a device says that it wants to be notified of calls; "" once nothing stands
    stored_until  until when their data are stored (`stored_until.html`)
    problem   a sentence about what was tried last; "" if nothing
    own_photos  what is asked about photos of winners (`photo_answers.own_photos`), or none
    and what `living_entry.shown` gives: answers, terms, an offer to somebody else, the waiting list's rule
"""

from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import Method, is_due_on_day
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.competitions.events import (
    following,
    labels,
    link_tokens,
    living_entry,
    paying,
    photo_answers,
    privacy,
    report_rows,
    selectors,
)
from carrom_web.competitions.events.bank_transfers import how_to_transfer
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.models import LedgerEntry, Member, Order, Registration
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.presenters import entry_row, own_link, site_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import registration, registration_changes
from carrom_web.core.confirmation import confirmation
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.people.retention import stored_until
from carrom_web.people.services import listen

ROUTE = Route("registrations/<str:token>/", name="event-registration", audience=REGISTRATION_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it; with POST begin to pay, withdraw, choose how one hears of calls, or take one's data away."""
    form, now = link_tokens.form_with_token(token), timezone.now()
    if request.method == "POST":
        asked = request.POST.get("do", "")
        try:
            if asked == "withdraw":
                keys = request.POST.getlist("category")
                registration.withdraw(form, now=now, keys=keys or None)
            elif asked == "pay":
                return _show(request, form, order=paying.begin(request, form))
            elif asked == "data":
                return _data(form)
            elif asked == "forget":
                question = _ask_again(request, form)
                if question is not None:
                    return question
                privacy.erase_registration(form, now=now)
            elif asked == "notify":
                guest = guest_for(request)
                listen(form.person, guest.pk)
                return remember(JsonResponse({}), guest, request)
            elif asked == "calls":
                Registration.objects.filter(pk=form.pk).update(wants_calls="wants_calls" in request.POST)
            elif asked in photo_answers.SAYS:
                if problem := photo_answers.say(request, _own(form), now=now):
                    return _show(request, form, photo_problem=problem, status=422)
            elif asked in living_entry.FORMS:
                wrong = living_entry.do(request, form, asked, now=now)
                if wrong is not None:
                    return _show(request, form, wrong=wrong, status=422)
            else:
                raise FormError("unknown-action")
        except CarromError as error:
            return _show(request, form, problem=localized(error), status=409)
        return HttpResponse(status=303, headers={"Location": own_link(form)})
    return _show(request, form)


def _ask_again(request: HttpRequest, form: Registration) -> HttpResponse | None:
    says = _("Open entries of registration %(number)d are withdrawn, and the name %(name)s is removed everywhere.")
    return confirmation(
        request,
        title=_("Delete my data?"),
        says=says % {"number": form.number, "name": form.name},
        button=_("Delete my data"),
        back=own_link(form),
    )


def _own(form: Registration) -> list[Member]:
    """The rows of the person who registered, one for each of their entries."""
    return list(Member.objects.filter(entry__form=form, position=0).exclude(name="").order_by("pk"))


def _data(form: Registration) -> HttpResponse:
    """Everything that is held of this registration, as a file."""
    answer = JsonResponse(privacy.export_of(form), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = 'attachment; filename="registration.json"'
    return answer


def _show(
    request: HttpRequest,
    form: Registration,
    *,
    problem: str = "",
    order: Order | None = None,
    photo_problem: str = "",
    wrong: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    terms = terms_of(form.event)
    account = selectors.account_of(form)
    receipts = form.movements.filter(kind=LedgerEntry.Kind.PAYMENT).exclude(receipt=None).order_by("receipt")
    void = selectors.void_receipts(form)
    rows = [
        entry_row(entry, terms, public=False)
        | {
            "waiting_place": living_entry.waiting_place(entry, terms),
            "challenges": reverse("event-challenges", args=[link_tokens.challenger_token(entry)])
            if terms.category(entry.category.key).format == "ladder"
            else "",
        }
        for entry in selectors.entries_in(form)
    ]
    stands = any(not row["ended"] for row in rows)
    mine = [(row["key"], row["entry"].key) for row in rows if not row["ended"]]
    named = [member for row in rows for member in row["entry"].players if member.position == 0 and member.shows_name]
    desk = f"{site_of(request)}{reverse('event-desk', args=[form.event.slug])}?find={form.number}"
    is_asked = timezone.now().astimezone(terms.zone).date() >= terms.days[0].date
    matches = following.matches_of(day_of(form.event, terms), mine) if mine else []
    context = KIND.context(request, form.event, terms, here="") | {
        "form": form,
        "own_photos": photo_answers.own_photos(_own(form), is_asked=is_asked, problem=photo_problem),
        "may_change": registration_changes.may_change(form, guest_id_of(request), timezone.now()),
        "token": link_tokens.token_of(form),
        "rows": rows,
        "stands": stands,
        "at_desk": qr_of(desk) if stands else "",
        "is_today": timezone.now().astimezone(terms.zone).date() in {day.date for day in terms.days},
        "owed": labels.money(account.balance, terms.currency) if account.balance > 0 else "",
        "back": labels.money(-account.balance, terms.currency) if account.balance < 0 else "",
        "method": labels.method_label(Method(form.method)),
        "due_on_day": is_due_on_day(terms, Method(form.method)),
        "transfer": how_to_transfer(form, terms, account.balance),
        "transfer_chosen": form.method == Method.TRANSFER,
        "receipts": [
            {
                "number": one.receipt,
                "url": reverse("event-receipt", args=[link_tokens.token_of(form), one.receipt]),
                "amount": labels.money(-one.amount, terms.currency),
                "when": labels.moment_label(one.at, terms),
                "is_void": one.receipt in void,
                "method": labels.method_label(Method(one.method)),
            }
            for one in receipts
        ],
        "matches": report_rows.own_reports(form, terms, link_tokens.token_of(form), matches),
        "has_pad": terms.players_report,
        "public_page": reverse("event-player", args=[form.event.slug, following.key_of(named[0], form.event.pk)])
        if named
        else "",
        "notify_url": own_link(form) if stands else "",
        "stored_until": stored_until(form.person) if form.name else {},
        "problem": problem,
        **paying.shown(form, terms, order=order, is_owed=account.balance > 0),
        **living_entry.shown(form, terms, wrong=wrong, now=timezone.now()),
    }
    return render(request, "competitions/events/pages/registration/page.html", context, status=status)
