"""Arenas as their pages show them."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import TextChoices
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from carrom.settings import settings_of
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role
from carrom_web.competitions.arenas.models import Arena, ArenaPlayer
from carrom_web.competitions.arenas.repository import STORE
from carrom_web.competitions.arenas.state import (
    Act,
    Announce,
    ArenaState,
    Join,
    Leave,
    LeaveOut,
    LetGo,
    Pair,
    Result,
)
from carrom_web.competitions.arenas.terms import ArenaTerms, laws_from
from carrom_web.competitions.models import Competition
from carrom_web.competitions.page_values import Head, Slide, slides_of
from carrom_web.core.hooks import LobbyRow
from carrom_web.core.setting_fields import value_label
from carrom_web.matches.proposals import visitor_name

MOST_LISTED = 6  # in the lobby
SOON = timedelta(days=1)
MOST_ROWS = 200


class AuditKind(TextChoices):
    """The kinds of entries of its audit log."""

    ANNOUNCE = "announce", gettext_lazy("Opened")
    JOIN = "join", gettext_lazy("Joined")
    LEAVE = "leave", pgettext_lazy("arena", "Left")
    PAIR = "pair", gettext_lazy("Paired")
    RESULT = "result", gettext_lazy("Result")
    LET_GO = "let-go", gettext_lazy("Let go")
    LEAVE_OUT = "leave-out", gettext_lazy("Result left out")
    CLOSE = "close", gettext_lazy("Ended")
    REVERT = "revert", gettext_lazy("Undone")


def names_of(arena: Arena) -> dict[str, str]:
    """The names of everybody who joined, by their keys; of those whose account is deleted none is left."""
    rows = ArenaPlayer.objects.filter(competition=arena).values_list("key", "guest", "guest__name")
    return {key: _("(deleted)") if guest is None else name or visitor_name() for key, guest, name in rows}


def labels(arena: Arena, state: ArenaState) -> Callable[[Act], str]:
    """A function that describes an act."""
    names = names_of(arena)

    def label(act: Act) -> str:
        match act:
            case Announce():
                return act.title
            case Join() | Leave():
                return names.get(act.player, "")
            case Pair():
                return between(names, act.a, act.b)
            case Result() | LetGo() | LeaveOut():
                one = state.pairings[act.match]
                why = act.why if isinstance(act, LeaveOut) else ""
                return " · ".join(part for part in (between(names, one.a, one.b), why) if part)
        return ""

    return label


def between(names: Mapping[str, str], a: str, b: str) -> str:
    """Two who met, by their names."""
    other = names.get(b, "") if b else _("a computer")
    return _("%(a)s and %(b)s") % {"a": names.get(a, ""), "b": other}


def head(arena: Arena, state: ArenaState, guest_id: UUID | None) -> Head:
    """The head of its pages."""
    terms = state.terms
    rated = _("rated") if terms.is_rated else _("friendly")
    return Head(
        state.title,
        state_label(arena),
        is_open=arena.state == Competition.State.OPEN,
        chips=(*ways(terms), *terms_labels(state), rated, holder_of(arena)),
    )


def state_label(arena: Arena) -> str:
    """Whether it runs; when, says its page."""
    return _("open") if arena.state == Competition.State.OPEN else _("over")


def holder_of(arena: Arena) -> str:
    """The club of an arena, or who opened it."""
    if not arena.club.for_evenings:
        return arena.club.name
    owner = Member.objects.filter(club=arena.club_id, role=Role.OWNER).values_list("guest__name", flat=True).first()
    return _("by %(name)s") % {"name": owner or visitor_name()}


def terms_labels(state: ArenaState) -> tuple[str, ...]:
    """Laws, length and clock as one reads them."""
    shown = {name: one for name, one in settings_of(ArenaTerms).items() if one.shown_as}
    labels = {name: value_label(one, one.of(state.terms)) for name, one in shown.items()}
    if state.own_laws:
        labels["ruleset"] = laws_from(state.own_laws).title
    return tuple(labels.values())


def ways(terms: ArenaTerms) -> tuple[str, ...]:
    """A chip for an arena in which one plays everybody at once."""
    return (_("one against all"),) if terms.is_simultaneous else ()


def table_rows(arena: Arena, state: ArenaState, own: str = "") -> list[dict[str, Any]]:
    """The table, the leader first; `is_in`: whether they are still in."""
    names = names_of(arena)
    return [
        {
            "place": row.place,
            "name": names.get(row.key, _("(deleted)")),
            "score": row.score,
            "played": row.played,
            "won": row.won,
            "streak": row.streak if row.is_on_streak else 0,
            "longest": row.longest,
            "difference": row.difference,
            "is_in": state.players[row.key].is_in,
            "plays": state.players[row.key].match is not None,
            "is_own": row.key == own,
        }
        for row in state.table()[:MOST_ROWS]
    ]


def published(arena: Arena, now: datetime) -> dict[str, Any]:
    """The table as everybody sees it, for other programs."""
    rows = table_rows(arena, STORE.state(arena))
    rows = [{name: value for name, value in row.items() if name != "is_own"} for row in rows]
    return {
        "title": arena.title,
        "starts_at": arena.starts_at.isoformat(),
        "ends_at": arena.ends_at.isoformat(),
        "rows": rows,
    }


def standings_in(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The one table."""
    return [{"title": values["title"], "rows": values["rows"]}]


def lobby_rows(now: datetime) -> list[LobbyRow]:
    """The arenas that run, and those that begin within a day."""
    rows = Arena.objects.filter(state=Competition.State.OPEN, ends_at__gt=now, starts_at__lt=now + SOON)
    return [_lobby_row(one, now) for one in rows.select_related("club").order_by("starts_at", "pk")[:MOST_LISTED]]


def _lobby_row(arena: Arena, now: datetime) -> LobbyRow:
    state = STORE.state(arena)
    count = sum(one.is_in for one in state.players.values())
    players = ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
    rated = _("rated") if state.terms.is_rated else _("friendly")
    parts = (*ways(state.terms), *terms_labels(state), rated, players)
    return LobbyRow(
        title=arena.title, when=when(arena, now), says=" · ".join(parts), url=reverse("arena", args=[arena.slug])
    )


def when(arena: Arena, now: datetime) -> str:
    """How long it is until an arena begins or ends."""
    if now < arena.starts_at:
        return _("begins in %(minutes)s") % {"minutes": _minutes(arena.starts_at - now)}
    if now < arena.ends_at and arena.state == Competition.State.OPEN:
        return _("ends in %(minutes)s") % {"minutes": _minutes(arena.ends_at - now)}
    return _("over")


def _minutes(span: timedelta) -> str:
    count = max(1, round(span.total_seconds() / 60))
    if count >= 120:
        hours = round(count / 60)
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d minute", "%(n)d minutes", count) % {"n": count}


def index_rows(guest_id: UUID | None, now: datetime) -> list[dict[str, Any]]:
    """All arenas as rows of their list, the latest first."""
    return [
        {
            "title": one.title,
            "url": reverse("arena", args=[one.slug]),
            "club": holder_of(one),
            "club_id": one.club_id,
            "when": when(one, now),
            "state": state_label(one),
            "is_open": one.state == Competition.State.OPEN,
            "day": one.starts_at.date(),
        }
        for one in STORE.visible_to(guest_id)[:MOST_ROWS]
    ]


def slides(arena: Arena, state: ArenaState, now: datetime) -> list[Slide]:
    """The table for a television."""
    rows = [
        (str(row["place"]), row["name"] + (" ★" if row["streak"] else ""), str(row["score"]))
        for row in table_rows(arena, state)
    ]
    return slides_of(when(arena, now).capitalize(), rows, () if rows else (_("Nobody has joined yet."),))
