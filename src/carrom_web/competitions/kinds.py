"""A kind of competition as one value: what the base needs to know to give it pages, log, undo, files and rights.

An app whose configuration is a `KindConfig` binds it as `KIND` in its `kind.py`. What is given here is what differs
between kinds; `pages/` has the pages that all of them have, each routed for every kind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, TypeVar
from uuid import UUID

from django import forms
from django.apps import apps
from django.db import transaction
from django.db.models import Q, TextChoices
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.audit.log_view import LogView
from carrom_web.audit.presenters import audit_of_acts
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions import competition_file, services
from carrom_web.competitions.apps import KindConfig
from carrom_web.competitions.errors import NotCompetitionOfficialError
from carrom_web.competitions.models import Competition, Participant
from carrom_web.competitions.permissions import Official, Viewer
from carrom_web.competitions.repository import CompetitionStore
from carrom_web.core.error_page import DomainErrorPages

M = TypeVar("M", bound=Competition)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands on top of every page of a competition.

    `chips` follow the state, `when` is the line below the title; `more` is what the kind's own templates need besides.
    """

    title: str
    state: str
    _: KW_ONLY
    is_open: bool
    chips: Sequence[str] = ()
    when: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page that the head leads to: its name for links, its title, who sees it; nobody said: everybody.

    `token` gives the part of its address that stands for the reader; without one the tab is not shown.
    """

    name: str
    title: object  # of gettext_lazy
    actions: tuple[Action, ...] = ()
    token: Callable[[Any, UUID | None], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage:
    """What the page for a new one of a kind asks, and what follows from it.

    `form` is laid out by `template`. `start` gives the new one from club, guest, form and moment; `read` the same from
    `read_form`, which has a file; it may refuse a field and give None.
    """

    title: object  # of gettext_lazy, as all texts here
    form: type[forms.Form]
    start: Callable[[Club, UUID | None, Any, datetime], Any]
    says: object = ""
    template: str = "competitions/form_fields.html"
    read_form: type[forms.Form] | None = None
    read: Callable[[Club, UUID | None, Any, datetime], Any] | None = None
    read_title: object = ""
    read_says: object = ""
    leads_to: str = ""  # the page of the new one, as `CompetitionKind.url` takes it


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """What the list of all of a kind says, and the name of its address."""

    name: str
    title: object
    says: object
    new: object  # the link to the page for a new one
    none: object  # there is none yet


STATES: Mapping[str, object] = {
    Competition.State.DRAFT: gettext_lazy("draft"),
    Competition.State.OPEN: gettext_lazy("running"),
    Competition.State.CLOSED: gettext_lazy("over"),
    Competition.State.CANCELLED: gettext_lazy("cancelled"),
}
OVER = (Competition.State.CLOSED, Competition.State.CANCELLED)


@dataclass(frozen=True, kw_only=True, eq=False)
class CompetitionKind(Generic[M, V]):
    """What one kind of competition is.

    Args:
        name: what one is called in the names of audiences.
        prefix: before the names of its addresses: "evening" for "evening-log".
        path: before its addresses: "evenings/".
        title: what one is called, of `gettext_lazy`.
        view: a row as its pages see it, usually the folded state.
        head: what stands on top of its pages; title, state and club without. The first of `tabs` is its own page.
        states: what its states are called, where that differs from the usual words.
        audit_kinds, labels: the kinds of entries of its audit log; gives for a row what says of each act what it did.
            From them follows how its log is shown, but where `log_view` says that for somebody.
        undo: undoes an entry of its log; may do more than revert it.
        participants: who takes part, where the base's own model holds them.
        write: the whole of it as a file; `read` stores what such a file holds. The base's own without.
        begin: gives the first act of a new one from the keys of who takes part, by which the base's own form begins
            it; `new` says what is asked for instead. With neither its app has a page of its own.
        list_page: what the list of all of them says, if it has one.
        plural: what its part of the index of leagues is called; empty: it is not in there. `dated` gives the moment by
            which it is sorted there, `index` its rows where they say more than title, club and state.
    """

    name: str
    prefix: str
    path: str
    title: object
    store: CompetitionStore[M, Any, Any]
    view: Callable[[M], V]
    tabs: Sequence[Tab]
    head: Callable[[M, V, UUID | None], Head] | None = None
    states: Mapping[str, object] = field(default_factory=dict)
    audit_kinds: type[TextChoices] | None = None
    labels: Callable[[M, V], Callable[[Any], str]] | None = None
    log_view: Callable[[M, V, UUID | None], LogView] | None = None
    undo: Callable[..., None] | None = None
    participants: type[Participant] | None = None
    write: Callable[[M], str] | None = None
    read: Callable[..., M] | None = None
    begin: Callable[[tuple[str, ...]], Any] | None = None
    new: NewPage | None = None
    list_page: ListPage | None = None
    plural: object = ""
    dated: Callable[[M], datetime] = lambda row: row.changed_at
    index: Callable[[UUID | None], list[dict[str, Any]]] | None = None
    log_reader: tuple[Action, ...] = (Action.ORGANISE,)
    not_found: Sequence[str] = ("unknown-competition",)
    elsewhere: object = ""
    nav: str = "leagues"
    styles: Sequence[str] = ()
    not_official: Callable[[], CarromError] = lambda: NotCompetitionOfficialError("competition")

    @property
    def model(self) -> type[M]:
        """The model of its rows."""
        return self.store.model

    def at(self, slug: str, guest_id: UUID | None = None) -> M:
        """Give one by its slug, to whom it is to be seen. Raises the error for an unknown one."""
        return self.store.at(slug, guest_id)

    @property
    def key(self) -> str:
        """What stands for it in addresses and queries: the label of its app."""
        return self.model._meta.app_label

    @cached_property
    def answered(self) -> DomainErrorPages:
        """Decorates a page, so that the errors that it raises are pages."""
        return DomainErrorPages(not_found=self.not_found, elsewhere=self.elsewhere)

    def refuse(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer an error by a page."""
        return self.answered.answer(request, error, arguments)

    @cached_property
    def viewer(self) -> Viewer:
        """Everybody who may see one."""
        return Viewer(self)

    @cached_property
    def follower(self) -> Viewer:
        """Everybody, but for drafts."""
        return Viewer(self, sees_drafts=False)

    def official(self, *actions: Action, every: bool = False) -> Official:
        """Those whose roles in its club let them do one of these, or with `every` all of them."""
        return Official(self, *actions, every=every)

    @cached_property
    def organiser(self) -> Official:
        """Its organisers."""
        return self.official(Action.ORGANISE)

    @cached_property
    def pages(self) -> ModuleType:
        """The package of the pages that are its own."""
        return import_module(f"{self.model._meta.app_config.name}.pages")

    def url(self, row: M, page: str = "") -> str:
        """The address of one of the base's pages of a competition; without `page` that of its own."""
        return reverse(f"{self.prefix}-{page}" if page else self.tabs[0].name, args=[row.slug])

    def state_label(self, row: M) -> str:
        """What its state is called."""
        return str(self.states.get(row.state) or STATES[row.state])

    def shown_to(self, guest_id: UUID | None) -> list[M]:
        """All that somebody may see, those that run first, the last changed first."""
        found = self.model._default_manager.select_related(*self.model.READ_WITH).order_by("-changed_at", "-pk")
        if found.filter(state=Competition.State.DRAFT).exists():
            drafts = [club.pk for club in clubs.clubs_to_organise(guest_id)]
            found = found.filter(~Q(state=Competition.State.DRAFT) | Q(club__in=drafts))
        return sorted(found, key=lambda row: row.state in OVER)

    def index_rows(self, guest_id: UUID | None) -> list[dict[str, Any]]:
        """All that somebody may see, as rows of the index of leagues."""
        if self.index is not None:
            return self.index(guest_id)
        return [
            {
                "title": row.title,
                "url": self.url(row),
                "club": row.club.name,
                "club_id": row.club_id,
                "when": "",
                "state": self.state_label(row),
                "is_open": row.state not in OVER,
                "day": self.dated(row).date(),
            }
            for row in self.shown_to(guest_id)
        ]

    def context(self, request: HttpRequest, row: M, view: V, *, here: str) -> dict[str, Any]:
        """What `competitions/head.html` needs; `here` is the name of the page that is shown."""
        guest_id = guest_id_of(request)
        if self.head is not None:
            head = self.head(row, view, guest_id)
        else:
            head = Head(row.title, self.state_label(row), is_open=row.state not in OVER, chips=(row.club.name,))
        return {
            "nav": self.nav,
            "kind": self,
            "competition": row,
            "club": row.club.name,
            "title": head.title,
            "state": head.state,
            "is_open": head.is_open,
            "chips": head.chips,
            "when": head.when,
            "undo_url": self.url(row, "undo"),
            "tabs": [tab for one in self.tabs if (tab := _tab(one, row, guest_id, here=here))],
            **head.more,
        }

    def log(self, row: M, view: V, guest_id: UUID | None) -> LogView:
        """How its log is shown to somebody."""
        if self.log_view is not None:
            return self.log_view(row, view, guest_id)
        assert self.audit_kinds is not None and self.labels is not None  # noqa: S101  # a kind says one or the other
        return audit_of_acts(row, self.store.log(row), self.audit_kinds, self.labels(row, view))

    def started(self, club: Club, guest_id: UUID | None, form: Any, *, now: datetime) -> M:
        """A new one of a club, as the base's form says. Raises NotAllowedInClubError, and what stops it."""
        assert self.begin is not None and self.participants is not None  # noqa: S101  # else there is no such form
        given = form.cleaned_data
        with transaction.atomic():
            made = services.new_row(self.model, club, guest_id, given["title"])
            names = given["players"].splitlines()
            keys = services.add_participants(self.participants, made, names, shows_names=given["shows_names"])
            self.store.do(made, guest_id, self.begin(keys), now=now)
        return made

    def undo_entry(self, row: M, guest_id: UUID | None, number: int, *, now: datetime) -> None:
        """Undo an entry of the log. Raises NotAllowedInClubError, CarromError."""
        if self.undo is not None:
            self.undo(row, guest_id, number, now=now)
        else:
            services.undo(self.store, row, guest_id, number, now=now)

    def written(self, row: M) -> str:
        """The whole of one as a file."""
        if self.write is not None:
            return self.write(row)
        people = self.participants.objects.filter(competition=row).order_by("pk") if self.participants else ()
        return competition_file.write(self.name, row, people)

    def stored(self, club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> M:
        """What a file holds, stored as one of a club. Raises NotAllowedInClubError, CompetitionFileError."""
        if self.read is not None:
            return self.read(club, guest_id, data, now=now)
        return competition_file.read(self.name, self.store, self.participants, club, guest_id, data, now=now)


def _tab(tab: Tab, row: Competition, guest_id: UUID | None, *, here: str) -> dict[str, Any] | None:
    if tab.actions and not any(clubs.may(row.club_id, guest_id, action) for action in tab.actions):
        return None
    place = tab.token(row, guest_id) if tab.token is not None else row.slug
    return {"url": reverse(tab.name, args=[place]), "title": tab.title, "here": tab.name == here} if place else None


def kinds() -> list[CompetitionKind[Any, Any]]:
    """Every kind that is installed, in the order of the site's apps."""
    return [config.kind for config in apps.get_app_configs() if isinstance(config, KindConfig)]
