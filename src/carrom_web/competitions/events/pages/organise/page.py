"""The actions of an organiser in an event: what is next; publish, extend, announce, cancel.

Template `competitions/events/pages/organise/page.html` gets what `CompetitionKind.context` gives, and:
    categories  rows (`presenters.category_rows`) with `offered`: whether cancelling is offered for want of entries, and
                `results`, how many it has; `law_warnings`, which of its values of the laws are implausible;
                results: how many in the whole event
    has_account whether who looks may publish: holding an event needs an account
    may_hold    whether a cancelled event can be held after all; may_unpublish: whether it can be a draft again
    offered     whether cancelling the whole event is; shorts: how many categories have too few entries
    extending   form; announcing: form
    notices     rows (`presenters.notice_rows`), with `problem` and `typed` at the one that was to be changed last
    steps       what is to be done next (`next_steps`); address: of the event's page, code: its QR code
    parts       its settings: {title, set, unset}, each row {key, label, value}; the one that is being changed has
                `fields`, and `problems` that the change would bring elsewhere
    changing    whether one is; edit: address of the form of all of them
    problem     a sentence about what was tried last
"""

from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of, has_account
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, selectors, setting_changes
from carrom_web.competitions.events.form_rows import EditedForms
from carrom_web.competitions.events.forms import Announcing, Extending, FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.next_steps import next_steps
from carrom_web.competitions.events.presenters import category_rows, notice_rows
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import notices, organising, undersubscribed
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/organise/", name="event-organise", audience=KIND.official(Action.ORGANISE))
NOTICE_ACTIONS = ("correct-notice", "withdraw-notice", "undo-notice")


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST do one thing."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event, change=(request.GET.get("change", ""), None))
    try:
        if request.POST.get("do", "") in NOTICE_ACTIONS:
            return _change_notice(request, event, guest_id)
        if request.POST.get("do") == "change":
            return _change_setting(request, event, guest_id)
        _do(request, event, guest_id)
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, event: Event, guest_id: UUID | None) -> None:
    now, asked = timezone.now(), request.POST.get("do", "")
    why = tidy_name(request.POST.get("why", ""), 300)
    typed = request.POST.get("confirmed", "")
    if asked == "publish":
        organising.publish(event, guest_id, now=now)
    elif asked == "unpublish":
        organising.unpublish(event, guest_id, now=now)
    elif asked == "hold-event":
        undersubscribed.hold_event(event, guest_id, now=now)
    elif asked == "extend":
        extending = Extending(request.POST)
        if not extending.is_valid():
            raise FormError("last-day")
        organising.extend(event, guest_id, extending.cleaned_data["to"], now=now, why=why)
    elif asked == "announce":
        notice = Announcing(request.POST)
        if not notice.is_valid():
            raise FormError("no-notice")
        organising.announce(event, guest_id, notice.cleaned_data["text"], now=now)
    elif asked == "cancel-category":
        undersubscribed.cancel(event, guest_id, request.POST.get("category", ""), now=now, why=why, confirmed=typed)
    elif asked == "cancel-event":
        organising.cancel_event(event, guest_id, now=now, why=why, confirmed=typed)
    else:
        raise FormError("unknown-action")


def _change_notice(request: HttpRequest, event: Event, guest_id: UUID | None) -> HttpResponse:
    """Put a notice right, withdraw it, or take that back; what is wrong stands beside it, with what was typed."""
    asked, now, given = request.POST["do"], timezone.now(), request.POST
    seen, which = (_number(given.get(name, "")) for name in ("seen", "notice"))
    text = tidy_name(given.get("text", ""), 1000)
    try:
        if asked == "correct-notice":
            notices.correct(event, guest_id, which, text, seen=seen, now=now)
        elif asked == "withdraw-notice":
            notices.withdraw(event, guest_id, which, seen=seen, now=now)
        else:
            notices.undo(event, guest_id, which, seen=seen, now=now)
    except (notices.NoticeError, notices.StaleNoticeError) as error:
        notice = {"id": which, "problem": localized(error), "typed": text if asked == "correct-notice" else ""}
        return _show(request, event, notice=notice, status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _change_setting(request: HttpRequest, event: Event, guest_id: UUID | None) -> HttpResponse:
    """Change one setting; what is wrong stands at it, with what was typed."""
    terms = terms_of(event)
    row = setting_changes.row_with_key(terms, request.POST.get("setting", ""))
    if row is None:
        raise FormError("no-setting")
    edited = setting_changes.changed(terms, row, request.POST)
    after = edited.terms()
    if after is None:
        return _show(request, event, change=(row.key, edited), status=422)
    organising.change_event(event, guest_id, after, now=timezone.now())
    return HttpResponse(status=303, headers={"Location": f"{request.path}#set-{quote(row.key)}"})


def _parts(event: Event, terms: EventTerms, change: tuple[str, EditedForms | None]) -> list[dict[str, Any]]:
    """The settings, those that say something first; the one that is being changed has its fields."""
    if event.state == Event.State.CANCELLED:
        return []
    key, edited = change
    parts = []
    for title, rows in setting_changes.setting_rows(terms):
        shown = []
        for row in rows:
            at: dict[str, Any] = {"key": row.key, "label": row.label, "value": row.value}
            if row.key == key:
                form = edited or EditedForms(terms)
                at["fields"] = setting_changes.fields_of(form, row)
                at["problems"] = setting_changes.other_errors(form, row) if edited else []
            shown.append(at)
        is_set = [at for at in shown if at["value"] or "fields" in at]
        parts.append({"title": title, "set": is_set, "unset": [at for at in shown if at not in is_set]})
    return parts


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _show(
    request: HttpRequest,
    event: Event,
    *,
    problem: str = "",
    notice: dict[str, Any] | None = None,
    change: tuple[str, EditedForms | None] = ("", None),
    status: int = 200,
) -> HttpResponse:
    terms, now, wrong = terms_of(event), timezone.now(), notice or {"id": 0}
    offered = selectors.may_be_cancelled(event, terms, now)
    address = request.build_absolute_uri(reverse("event", args=[event.slug]))
    context = KIND.context(request, event, terms, here="event-organise") | {
        "categories": [
            row
            | {
                "offered": row["key"] in offered.categories,
                "results": contests.result_count(event, key=row["key"]),
                "law_warnings": [
                    f"{one.says} {one.change}" for one in contests.law_warnings(terms, terms.category(row["key"]))
                ],
            }
            for row in category_rows(event, terms)
        ],
        "results": contests.result_count(event),
        "offered": offered.event,
        "has_account": has_account(guest_id_of(request)),
        "may_hold": undersubscribed.event_to_hold(event) is not None,
        "may_unpublish": event.state == Event.State.OPEN and not event.forms.exists(),
        "shorts": len(undersubscribed.short_categories(event, terms, now)),
        "extending": Extending(),
        "announcing": Announcing(),
        "notices": [
            row | (wrong if row["id"] == wrong["id"] else {}) for row in notice_rows(selectors.notices_of(event), terms)
        ],
        "parts": _parts(event, terms, change),
        "changing": bool(change[0]),
        "edit": KIND.url(event, "edit"),
        "steps": next_steps(event, terms, now),
        "address": address,
        "code": qr_of(address),
        "problem": problem,
    }
    return render(request, "competitions/events/pages/organise/page.html", context, status=status)
