"""Shared by several pages of an event: its head, categories and entries as rows."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from html import escape
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from carrom.tournament.event import EventTerms, is_open, last_day_of_entry
from carrom.tournament.play_days import closing_date
from carrom.tournament.registration import EntryStatus
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import following, labels, link_tokens, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Entry, Event, Notice, Registration
from carrom_web.competitions.page_values import Head
from carrom_web.core.hooks import LobbyRow
from carrom_web.core.setting_fields import shown_rows

MOST_IN_LOBBY, LONGEST = 6, timedelta(days=14)


def head(event: Event, terms: EventTerms, guest_id: UUID | None) -> Head:
    """Return the head of every page of an event."""
    now = timezone.now()
    laws = labels.laws_title(terms)
    return Head(
        terms.title,
        state_label(event, terms, now),
        is_open=event.state == Event.State.OPEN and is_open(terms, now),
        chips=(laws, *((_("played online"),) if terms.is_online else ())),
        when=labels.days_label(terms.days),
        where=terms.venue.name,
        more={"event": event, "terms": terms, "laws": laws, "last_day": last_day_of_entry(terms)},
    )


def lobby_rows(now: datetime) -> list[LobbyRow]:
    """The events of clubs that are played online, those that come or run now, as rows of the lobby."""
    rows = Event.objects.filter(is_online=True, state=Event.State.OPEN, club__for_evenings=False)
    rows = rows.filter(first_day__gte=now.date() - LONGEST).select_related("club").order_by("first_day", "pk")
    terms = [(event, repository.terms_of(event)) for event in rows[: 2 * MOST_IN_LOBBY]]
    return [
        LobbyRow(
            title=own.title,
            when=labels.days_label(own.days),
            says=f"{event.club.name} · {state_label(event, own, now)}",
            url=reverse("event", args=[event.slug]),
        )
        for event, own in terms
        if closing_date(own.days[-1]) >= now.astimezone(own.zone).date()
    ][:MOST_IN_LOBBY]


def index_rows(guest_id: UUID | None) -> list[dict[str, Any]]:
    """The events that somebody may see as rows of a list: the next first, then those that are over."""
    now = timezone.now()
    coming: list[dict[str, Any]] = []
    over: list[dict[str, Any]] = []
    for event in repository.STORE.visible_to(guest_id):
        terms = repository.terms_of(event)
        is_over = now.astimezone(terms.zone).date() > closing_date(terms.days[-1])
        row = {
            "url": reverse("event", args=[event.slug]),
            "title": terms.title,
            "club": event.club.name,
            "club_id": event.club_id,
            "when": labels.days_label(terms.days),
            "where": terms.venue.name,
            "state": state_label(event, terms, now),
            "is_open": event.state == Event.State.OPEN and now < event.closes_at,
            "is_over": is_over,
            "day": event.first_day,
        }
        (over if is_over else coming).append(row)
    return [*coming[::-1], *over]


def state_label(event: Event, terms: EventTerms, now: datetime) -> str:
    """How an event stands, in two words."""
    if event.state == Event.State.DRAFT:
        return _("draft")
    if event.state == Event.State.CANCELLED:
        return _("cancelled")
    today = now.astimezone(terms.zone).date()
    if today > closing_date(terms.days[-1]):
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
        "undone": when(change.reverted_by.at) if selectors.was_reverted(change) else "",
        "withdraws": change.kind == AuditKind.NOTICE_WITHDRAWN,
        "was": change.detail.get("was", ""),
        "became": change.detail.get("to", ""),
    }


def listed_rows(event: Event, *, public: bool) -> list[dict[str, Any]]:
    """The entries as a list in public shows them: {key, team, names, people as HTML, standing, is_certain, waits}."""
    people: dict[int, list[tuple[str, str, bool]]] = {}
    entries: dict[int, tuple[str, str, EntryStatus]] = {}
    for pk, category, team, standing, name, identity, plays, shows in selectors.people_listed(event):
        entries[pk] = category, team, EntryStatus(standing)
        if identity is not None:
            key = following.key_of_identity(identity, event.pk) if shows and plays else ""
            people.setdefault(pk, []).append((selectors.named(name, whole=shows or not public), key, plays))
    address = partial(reverse("event-player", args=[event.slug, "-"]).replace, "/-/")
    return [
        {"key": category, "team": team, "waits": standing is EntryStatus.WAITING}
        | {"standing": labels.standing_label(standing), "is_certain": standing is EntryStatus.CONFIRMED}
        | _as_listed(team, people.get(pk, []), address)
        for pk, (category, team, standing) in entries.items()
    ]


def _as_listed(team: str, people: list[tuple[str, str, bool]], address: Callable[[str], str]) -> dict[str, str]:
    """The names of an entry, and the same as HTML with links: a template takes ten times as long."""
    shown = [(name, key) for name, key, plays in people if plays]
    shown += [(_("captain %(name)s") % {"name": name}, "") for name, _key, plays in people if not plays]
    names = [name for name, _key in shown]
    linked = [
        f'<a href="{escape(address(f"/{key}/"))}">{escape(name)}</a>' if key else escape(name) for name, key in shown
    ]
    return {
        "names": f"{team} ({', '.join(names)})" if team else " & ".join(names),
        "people": SafeString(" &amp; ".join(linked)),
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
    """Return the owner's link to a registration."""
    return reverse("event-registration", args=[link_tokens.token_of(form)])
