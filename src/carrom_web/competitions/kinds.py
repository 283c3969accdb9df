"""A kind of competition as one value, from which the base makes pages, log, undo, files and rights.

An app with a `kind.py` that binds `KIND` is a kind. What is given here is what differs between kinds; `pages/` has the
pages that all of them have, each routed for every kind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property, wraps
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.apps import AppConfig, apps
from django.db import transaction
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext, gettext_lazy

from carrom.errors import CarromError
from carrom_web.accounts.selectors import account_of, guest_id_of
from carrom_web.audit.log_view import LogView
from carrom_web.audit.presenters import audit_of_acts
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubErrorPages
from carrom_web.clubs.rights import Action
from carrom_web.competitions import competition_file, following, services
from carrom_web.competitions.competition_file import Portable, participants_of
from carrom_web.competitions.errors import NotCompetitionOfficialError
from carrom_web.competitions.following import Followed
from carrom_web.competitions.models import Competition, Participant
from carrom_web.competitions.page_cache import PAGES
from carrom_web.competitions.page_values import (
    Embed,
    Head,
    ListPage,
    NewPage,
    Published,
    Slide,
    Tab,
    TermsPage,
    ToolGroup,
    UndoPreview,
)
from carrom_web.competitions.permissions import Official, Viewer
from carrom_web.competitions.reminders import Reminders
from carrom_web.competitions.reports import Reports
from carrom_web.competitions.repository import CompetitionRows, CompetitionStore, Stamp
from carrom_web.core.error_page import View
from carrom_web.core.sockets import Followers

M = TypeVar("M", bound=Competition)
V = TypeVar("V")
T = TypeVar("T")


STATES: Mapping[str, object] = {
    Competition.State.DRAFT: gettext_lazy("draft"),
    Competition.State.OPEN: gettext_lazy("running"),
    Competition.State.CLOSED: gettext_lazy("over"),
    Competition.State.CANCELLED: gettext_lazy("cancelled"),
}
OVER = (Competition.State.CLOSED, Competition.State.CANCELLED)


@dataclass(frozen=True, kw_only=True, eq=False)
class CompetitionKind(Generic[M, V]):
    """One kind of competition.

    Args:
        name: what one is called in the names of audiences.
        prefix: before the names of its addresses: "evening" for "evening-log".
        path: before its addresses: "evenings/".
        title: what one is called, of `gettext_lazy`.
        view: a row as its pages see it, usually the folded state.
        store: how they are found; of a kind that has one log each, a `CompetitionStore`. One with several logs has them
            in rows of its own, and says what follows from them: `log_view`, `write`, `read`.
        head: what stands on top of its pages; title, state and club without. The first of `tabs` is its own page,
            `tools` are what officials reach besides; where they are many, `manage` has them in groups on a page of
            their own, and the head leads there.
        states: what its states are called, where that differs from the usual words.
        audit_kinds, labels: the kinds of entries of its audit log; gives for a row what says of each act what it did.
            From them follows how its log is shown, but where `log_view` says that for somebody.
        undo: undoes an entry of its log; may do more than revert it. Without it and one log, its own pages undo.
        undo_preview: what undoing an entry would change; `undo` then takes the `version` at which the reader looked.
        participants: who takes part, where the base's own model holds them.
        portable: what its file has in place of rows of this site that its acts name; `complete` refuses acts of a file
            that do not count, and stores what follows from its log in rows of its own.
        write: the whole of it as a file; `read` stores what such a file holds. The base's own without.
        begin: gives the first act of a new one from the keys of who takes part, by which the base's own form begins
            it; `new` says what is asked for instead, `terms` what a kind announces. With none of these its app has a
            page of its own.
        embed: its tables for a frame on other sites.
        published: its values for other programs.
        followers: the pages that follow one and hear of each change; the base has their socket.
        followed: gives who can be followed, of some keys, with what they play next or how they stand.
        reminders: what it reminds of by itself.
        reports: what it says of a week or match day, on a page for everybody.
        slides: gives what its view for a television shows, one after the other; a kind without has none.
        who: gives the key under which somebody of a key is shown now, after merges; followers move along.
        remembers_pages: whether its pages are made once for all who see the same (`page_cache`).
        list_page: what the list of all of them says, if it has one.
        plural: what its part of the index of leagues is called; empty: it is not in there. `dated` gives the moment by
            which it is sorted there, `index` its rows where they say more than title, club and state.
    """

    name: str
    prefix: str
    path: str
    title: object
    store: CompetitionRows[M]
    view: Callable[[M], V]
    tabs: Sequence[Tab]
    tools: Sequence[Tab] = ()
    manage: Sequence[ToolGroup] = ()
    head: Callable[[M, V, UUID | None], Head] | None = None
    states: Mapping[str, object] = field(default_factory=dict)
    audit_kinds: type[TextChoices] | None = None
    labels: Callable[[M, V], Callable[[Any], str]] | None = None
    log_view: Callable[[M, V, UUID | None], LogView] | None = None
    undo: Callable[..., None] | None = None
    undo_preview: Callable[[M, int], UndoPreview] | None = None
    participants: type[Participant] | None = None
    portable: Callable[[M], Portable[Any]] | None = None
    complete: Callable[[M, Mapping[str, Any], datetime], None] | None = None
    write: Callable[[M], str] | None = None
    read: Callable[..., M] | None = None
    begin: Callable[[tuple[str, ...]], Any] | None = None
    new: NewPage | None = None
    terms: TermsPage[M, Any] | None = None
    list_page: ListPage | None = None
    plural: object = ""
    dated: Callable[[M], datetime] = lambda row: row.changed_at
    index: Callable[[UUID | None], list[dict[str, Any]]] | None = None
    embed: Embed | None = None
    published: Published[M] | None = None
    followers: Followers | None = None
    followed: Callable[[M, V, Sequence[str]], list[Followed]] | None = None
    reminders: Reminders[M] | None = None
    reports: Reports[M, V] | None = None
    slides: Callable[[M, V, datetime], list[Slide]] | None = None
    who: Callable[[V, str], str] = lambda view, key: key
    log_reader: tuple[Action, ...] = (Action.ORGANISE,)
    not_found: Sequence[str] = ("unknown-competition",)
    elsewhere: object = ""
    nav: str = "leagues"
    styles: Sequence[str] = ()
    remembers_pages: bool = False
    not_official: Callable[[], CarromError] = lambda: NotCompetitionOfficialError("competition")

    @property
    def model(self) -> type[M]:
        """The model of its rows."""
        return self.store.model

    def at(self, slug: str, guest_id: UUID | None = None) -> M:
        """Return one by its slug, to whom it is to be seen. Raises the error for an unknown one."""
        return self.store.at(slug, guest_id)

    @property
    def key(self) -> str:
        """Its key in addresses and queries: the label of its app."""
        return self.model._meta.app_label

    @property
    def log_store(self) -> CompetitionStore[M, Any, Any]:
        """The store of the one log that each has. Of a kind that has one alone."""
        assert isinstance(self.store, CompetitionStore)  # noqa: S101  # else it says what would be asked of the log
        return self.store

    @cached_property
    def _error_pages(self) -> ClubErrorPages:
        return ClubErrorPages(not_found=self.not_found, elsewhere=self.elsewhere, onward=self._onward)

    def _onward(self, missing: bool, arguments: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the link on the page of an error: to the competition that it is about, else to all of its kind."""
        if "slug" in arguments and not missing:
            return reverse(self.tabs[0].name, args=[arguments["slug"]]), str(self.title)
        return (self.list_link["url"], self.list_link["title"]) if self.list_page is not None else None

    @property
    def list_link(self) -> dict[str, str]:
        """The list of all of them, or else of all leagues: {url, title}."""
        if self.list_page is None:
            return {"url": reverse("leagues"), "title": gettext("Leagues")}
        return {"url": reverse(self.list_page.name), "title": str(self.list_page.title)}

    def answered(self, page: View) -> View:
        """Decorates a page, so that the errors that it raises are pages; and what all see alike is remembered."""
        if not self.remembers_pages:
            return self._error_pages(page)

        @wraps(page)
        def remembered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if "slug" not in kwargs:  # a list, or somebody's own link
                return page(request, *args, **kwargs)
            return PAGES.answer(
                request,
                lambda: page(request, *args, **kwargs),
                lambda: self.store.stamp(kwargs["slug"]),
                lambda stamp: self._name_of(stamp.pk) if isinstance(stamp, Stamp) else "",
            )

        return self._error_pages(remembered)

    def _name_of(self, pk: int) -> str:
        """The name of one, as `PAGES` and the groups of its followers have it."""
        return (self.followers or Followers(self.prefix)).group_of(pk)

    def refuse(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer an error by a page."""
        return self._error_pages.answer(request, error, arguments)

    def stamp(self, slug: str) -> Stamp | None:
        """Return the version that a remembered page of it must have; None: none is remembered, or there is no such."""
        return self.store.stamp(slug) if self.remembers_pages else None

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
        """Return the label of its state."""
        return str(self.states.get(row.state) or STATES[row.state])

    def shown_to(self, guest_id: UUID | None) -> list[M]:
        """Everything that somebody may see, those that run first, the last changed first."""
        return sorted(self.store.visible_to(guest_id), key=lambda row: row.state in OVER)

    def index_rows(self, guest_id: UUID | None) -> list[dict[str, Any]]:
        """Everything that somebody may see, as rows of the index of leagues."""
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

    @property
    def embed_name(self) -> str:
        """The name of the address that other sites may frame."""
        return f"{self.prefix}-embed"

    @property
    def undoes(self) -> bool:
        """Whether entries of its log are undone on the page of the log."""
        return self.undo is not None or isinstance(self.store, CompetitionStore)

    @property
    def takes_files(self) -> bool:
        """Whether the base reads the file that it writes of one; else its app does, or asks for it with the terms."""
        return self.write is None and isinstance(self.store, CompetitionStore)

    @property
    def has_new_page(self) -> bool:
        """Whether the base has the page that begins one; else its app has, with what it explains to everybody."""
        return self.new is not None or self.begin is not None

    def context(self, request: HttpRequest, row: M, view: V, *, here: str) -> dict[str, Any]:
        """Return the context of `competitions/head.html`; `here` is the name of the page that is shown."""
        guest_id = guest_id_of(request)
        followed = self._followed_by(request, row, view)
        is_participant = any(tab.token is not None and tab.token(row, guest_id) for tab in (*self.tabs, *self.tools))
        is_stranger = not clubs.roles_in(row.club_id, guest_id) and not followed and not is_participant
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
            "where": row.club.name if head.where is None else head.where,
            "is_shared": self.remembers_pages and is_stranger,
            "followed": followed,
            "oembed": self.url(row) if self.embed is not None and row.state != Competition.State.DRAFT else "",
            "undo_url": self.url(row, "undo") if self.undoes else "",
            "tabs": self._tabs(row, guest_id, here=here),
            "tools": [tab for one in self.tools if (tab := _tab(one, row, guest_id, here=here))],
            **head.more,
        }

    def managed(self, row: M, guest_id: UUID | None) -> list[dict[str, Any]]:
        """Return what an official may open, in groups: {title, tools: {url, title, says, name}}; empty for others."""
        asked = {action for group in self.manage for tool in group.tools for action in tool.actions}
        allowed = clubs.actions_in(row.club_id, guest_id, of=asked) if asked else frozenset()
        if not allowed:
            return []
        groups = [
            {
                "title": group.title,
                "tools": [
                    {
                        "name": tool.name,
                        "url": tool.url(row) if tool.url else reverse(tool.name, args=[row.slug]),
                        "title": tool.title,
                        "says": tool.says,
                    }
                    for tool in group.tools
                    if not allowed.isdisjoint(tool.actions)
                ],
            }
            for group in self.manage
        ]
        return [group for group in groups if group["tools"]]

    def _tabs(self, row: M, guest_id: UUID | None, *, here: str) -> list[dict[str, Any]]:
        managed = {tool["name"] for group in self.managed(row, guest_id) for tool in group["tools"]}
        own = [one for one in self.tabs if not (managed and one.is_managed)]
        tabs = [tab for one in own if (tab := _tab(one, row, guest_id, here=here))]
        if managed:
            page = f"{self.prefix}-manage"
            is_here = here in managed - {one.name for one in own} | {page}
            tabs.append({"url": self.url(row, "manage"), "title": gettext("Manage"), "here": is_here})
        return tabs

    def keys_followed_as(self, request: HttpRequest, row: M, view: V, key: str) -> list[str]:
        """The keys under which the reader of a page follows somebody."""
        return [one for one in following.keys_of(request, row) if self.who(view, one) == key]

    def follow(self, request: HttpRequest, row: M, view: V, key: str) -> dict[str, Any]:
        """Return the context of `competitions/follow.html` on the page of somebody who can be followed."""
        return {
            "url": reverse(f"{self.prefix}-follow", args=[row.slug, key]),
            "follows": bool(self.keys_followed_as(request, row, view, key)),
            "has_account": account_of(request) is not None,
        }

    def _followed_by(self, request: HttpRequest, row: M, view: V) -> list[Followed] | None:
        """Whom the reader of a page follows; None where nobody can be followed."""
        if self.followed is None:
            return None
        keys = list(dict.fromkeys(self.who(view, key) for key in following.keys_of(request, row)))
        return self.followed(row, view, keys) if keys else []

    def log(self, row: M, view: V, guest_id: UUID | None) -> LogView:
        """How its log is shown to somebody."""
        if self.log_view is not None:
            return self.log_view(row, view, guest_id)
        assert self.audit_kinds is not None and self.labels is not None  # noqa: S101  # a kind says one or the other
        return audit_of_acts(row, self.log_store.log(row), self.audit_kinds, self.labels(row, view))

    def started(self, club: Club, guest_id: UUID | None, form: Any, *, now: datetime) -> M:
        """A new one of a club, as the base's form says. Raises NotAllowedInClubError, and what stops it."""
        assert self.begin is not None and self.participants is not None  # noqa: S101  # else there is no such form
        given = form.cleaned_data
        with transaction.atomic():
            made = services.new_row(self.model, club, guest_id, given["title"])
            names = given["players"].splitlines()
            keys = services.add_participants(self.participants, made, names, shows_names=given["shows_names"])
            self.log_store.do(made, guest_id, self.begin(keys), now=now)
        return made

    def undo_entry(self, row: M, guest_id: UUID | None, number: int, *, version: int, now: datetime) -> None:
        """Undo an entry of the log. Raises NotAllowedInClubError, CarromError."""
        if self.undo is None:
            services.undo(self.log_store, row, guest_id, number, now=now)
        elif self.undo_preview is None:
            self.undo(row, guest_id, number, now=now)
        else:
            self.undo(row, guest_id, number, version=version, now=now)

    def written(self, row: M) -> str:
        """The whole of one as a file."""
        if self.write is not None:
            return self.write(row)
        if self.portable is not None:
            portable = self.portable(row)
        else:
            portable = Portable(people=participants_of(self.participants, row) if self.participants else ())
        return competition_file.write(self.name, self.log_store, row, portable)

    def stored(self, club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> M:
        """Store the competition of a file as one of a club. Raises NotAllowedInClubError, CompetitionFileError."""
        if self.read is not None:
            return self.read(club, guest_id, data, now=now)
        return competition_file.read(
            self.name, self.log_store, self.participants, club, guest_id, data, complete=self.complete, now=now
        )


def _tab(tab: Tab, row: Competition, guest_id: UUID | None, *, here: str) -> dict[str, Any] | None:
    if tab.actions and not any(clubs.may(row.club_id, guest_id, action) for action in tab.actions):
        return None
    place = tab.token(row, guest_id) if tab.token is not None else row.slug
    return {"url": reverse(tab.name, args=[place]), "title": tab.title, "here": tab.name == here} if place else None


def kinds() -> list[CompetitionKind[Any, Any]]:
    """Every kind that is installed, in the order of the site's apps."""
    return [kind for config in apps.get_app_configs() if (kind := _kind_of(config)) is not None]


@cache
def _kind_of(config: AppConfig) -> CompetitionKind[Any, Any] | None:
    if not module_has_submodule(config.module, "kind"):
        return None
    found = getattr(import_module(f"{config.name}.kind"), "KIND", None)
    return found if isinstance(found, CompetitionKind) else None
