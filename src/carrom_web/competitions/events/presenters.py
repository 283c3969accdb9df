"""What several pages of an event share: its head and tabs, categories and entries as rows, errors as a page."""

from collections.abc import Mapping
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.tournament.event import EventTerms, is_open, last_day_of_entry
from carrom.tournament.registration import EntryStatus
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import following, labels, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Entry, Event, Notice, Registration
from carrom_web.competitions.events.page_cache import PAGES
from carrom_web.core.error_page import DomainErrorPages, View
from carrom_web.core.setting_fields import shown_rows

AT_THE_DESK = (Action.REGISTER, Action.SEE_PERSONS, Action.TAKE_PAYMENTS)
NOT_FOUND = ("unknown-event", "unknown-registration", "unknown-club", "unknown-player")


def handle_domain_errors(page: View) -> View:
    """Let a page answer errors by a page that says them; where it is the same for all, it is kept."""

    @wraps(page)
    def kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        slug = kwargs.get("slug", "")
        return PAGES.answer(request, lambda: page(request, *args, **kwargs), lambda: slug and selectors.stamp_of(slug))

    return ERROR_PAGES(kept)


def _onward(missing: bool, kwargs: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where the page of an error leads: to the event that it is about, else to all events."""
    if "slug" in kwargs and not missing:
        return reverse("event", args=[kwargs["slug"]]), _("The event")
    return reverse("events"), _("All events")


ERROR_PAGES = DomainErrorPages(not_found=NOT_FOUND, elsewhere=gettext_lazy("Look at all events."), onward=_onward)


def head(
    request: HttpRequest, event: Event, terms: EventTerms, *, here: str, now: datetime | None = None
) -> dict[str, Any]:
    """What the top of every page of an event shows, and who may go where."""
    now = now or timezone.now()
    guest_id = guest_id_of(request)
    followed = following.bar_of(request, event, terms)
    tabs = [
        ("event", _("The event")),
        ("event-entries", _("Entries")),
        ("event-draws", _("Draws")),
        ("event-play", _("Order of play")),
        ("event-results", _("Results")),
    ]
    if selectors.may_any(event, guest_id, AT_THE_DESK):
        tabs.append(("event-desk", _("Desk")))
    if selectors.may(event, guest_id, Action.ORGANISE):
        tabs.append(("event-organise", _("Organise")))
    return {
        "nav": "events",
        "event": event,
        "terms": terms,
        "title": terms.title,
        "when": labels.days_label(terms.days),
        "where": terms.venue.name,
        "laws": labels.laws_title(terms),
        "state": state_label(event, terms, now),
        "is_open": event.state == Event.State.PUBLISHED and is_open(terms, now),
        "last_day": last_day_of_entry(terms),
        "is_shared": not clubs.roles_in(event.club_id, guest_id) and not followed,  # one frame for all who see the same
        "followed": followed,
        "tabs": _links(event, tabs, here),
        "tools": _links(event, _tools(event, guest_id), here),
    }


def _tools(event: Event, guest_id: UUID | None) -> list[tuple[str, str]]:
    """What officials reach from every page of an event, below the tabs."""
    if not selectors.may_any(event, guest_id, (*AT_THE_DESK, Action.ORGANISE, Action.DRAW, Action.UMPIRE)):
        return []
    tools = [("event-prints", _("Prints")), ("event-screen", _("Projector"))]
    if selectors.may(event, guest_id, Action.ORGANISE):
        tools += [("event-rehearsal", _("Rehearsal")), ("event-log", _("Log"))]
    return tools


def _links(event: Event, pages: list[tuple[str, str]], here: str) -> list[dict[str, Any]]:
    return [{"url": reverse(name, args=[event.slug]), "title": title, "here": name == here} for name, title in pages]


def state_label(event: Event, terms: EventTerms, now: datetime) -> str:
    """How an event stands, in two words."""
    if event.state == Event.State.DRAFT:
        return _("draft")
    if event.state == Event.State.CANCELLED:
        return _("cancelled")
    today = now.astimezone(terms.zone).date()
    if today > terms.days[-1].date:
        return _("over")
    if today >= terms.days[0].date:
        return _("today")
    return _("entries open") if is_open(terms, now) else _("entries closed")


def category_rows(event: Event, terms: EventTerms) -> list[dict[str, Any]]:
    """The categories as rows of a page."""
    titles = {category.key: category.title for category in terms.categories}
    return [
        {
            "key": one.terms.key,
            "title": one.terms.title,
            "who": labels.who_else(one.terms),
            "how": labels.how_played(one.terms, terms.ruleset),
            "facts": shown_rows(one.terms, changed_only=True),
            "fee": labels.money(one.terms.fee, terms.currency) if one.terms.fee else "",
            "count": labels.count_label(one.taken, one.row.most, one.waiting),
            "free": one.free,
            "is_open": one.is_open,
            "merged_into": titles.get(one.row.merged_into.key, "") if one.row.merged_into else "",
            "entries": one.taken,
            "least": one.terms.least,
        }
        for one in selectors.categories_of(event, terms)
    ]


def notice_rows(notices: list[Notice], terms: EventTerms) -> list[dict[str, Any]]:
    """The public notices; a moved deadline with both days, one that was put right with what it said before."""
    titles = {category.key: category.title for category in terms.categories}
    changes = selectors.notice_changes(notices[0].event) if notices else {}
    return [
        {
            "at": labels.local(notice.at, terms),
            "when": labels.moment_label(notice.at, terms),
            "by": notice.by,
            "text": notice.text,
            "was": notice.deadline_was,
            "to": notice.deadline_is,
            "cancelled": titles.get(notice.category.key, notice.category.key) if notice.category else "",
            "is_withdrawn": notice.is_withdrawn,
            "is_free": notice.is_free,
            "id": notice.pk,
            "version": notice.version,
            "changes": [_change_row(one, notice, terms) for one in changes.get(notice.pk, [])],
            "may_undo": not all(selectors.was_reverted(one) for one in changes.get(notice.pk, [])),
        }
        for notice in notices
    ]


def _change_row(change: AuditEntry, notice: Notice, terms: EventTerms) -> dict[str, Any]:
    """That a notice was put right or withdrawn, when, and what it said; times of the notice's own day are short."""

    def when(moment: datetime) -> str:
        there = moment.astimezone(terms.zone)
        same_day = there.date() == notice.at.astimezone(terms.zone).date()
        return f"{there:%H:%M}" if same_day else labels.moment_label(moment, terms)

    return {
        "when": when(change.at),
        "undone": when(change.undone_by.at) if selectors.was_reverted(change) else "",
        "withdraws": change.kind == AuditKind.NOTICE_WITHDRAWN,
        "was": change.detail.get("was", ""),
        "became": change.detail.get("to", ""),
    }


def entry_row(entry: Entry, terms: EventTerms, *, public: bool) -> dict[str, Any]:
    """One entry: names as they may be shown, and how it stands."""
    members = list(entry.members.all())
    players, leaders = entry.players, [one for one in members if not one.plays]
    names = [selectors.shown_name(member) if public else member.name for member in (*players, *leaders)]
    names[len(players) :] = [_("captain %(name)s") % {"name": name} for name in names[len(players) :]]
    return {
        "entry": entry,
        "key": entry.category.key,
        "title": terms.category(entry.category.key).title,
        "names": f"{entry.team} ({', '.join(names)})" if entry.team else " & ".join(names),
        "people": [
            {
                "name": name,
                "key": following.key_of(member, entry.category.event_id) if member.shows_name and member.plays else "",
            }
            for name, member in zip(names, (*players, *leaders), strict=True)
        ],
        "team": entry.team,
        "members": members,
        "standing": labels.standing_label(EntryStatus(entry.standing)),
        "is_certain": entry.standing == EntryStatus.CONFIRMED,
        "waits": entry.standing == EntryStatus.WAITING,
        "ended": not entry.takes_a_place and entry.standing != EntryStatus.WAITING,
        "fee": labels.money(entry.fee, terms.currency) if entry.fee else "",
        "partner_wanted": not entry.team and len(players) < terms.category(entry.category.key).size,
        "partner_silent": any(member.agreed_at is None for member in members),
    }


def site_of(request: HttpRequest) -> str:
    """The address under which the site is seen now, for links in letters."""
    return request.build_absolute_uri("/").rstrip("/")


def own_link(form: Registration) -> str:
    """Where a registration is seen and changed by whom it belongs to."""
    return reverse("event-registration", args=[selectors.token_of(form)])
