"""A kind's description of its pages: head and tabs, lists, forms for a new one, terms, frames, undo."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from django import forms
from django.http import HttpRequest

from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.models import Competition

M = TypeVar("M", bound=Competition)
T = TypeVar("T")
ON_A_SLIDE = 10  # rows: more do not fit at a size that the last row of seats can read


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every page of a competition.

    `chips` follow the state, `when` and `where` are the line below the title; `more` is what the kind's own templates
    need besides.
    """

    title: str
    state: str
    _: KW_ONLY
    is_open: bool
    chips: Sequence[str] = ()
    when: str = ""
    where: str | None = None  # nobody said: the club
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page that the head leads to: its name for links, its title, who sees it; nobody said: everybody.

    `token` gives the part of its address that stands for the reader; without one the tab is not shown. Officials find
    one that `is_managed` on the page that has theirs, so that their head is as short as everybody's.
    """

    name: str
    title: object  # of gettext_lazy
    actions: tuple[Action, ...] = ()
    token: Callable[[Any, UUID | None], str] | None = None
    is_managed: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """A page on the one that officials have: its name for links, its title, what is done there, who sees it.

    `url` gives its address where that is not one of the competition's own pages.
    """

    name: str
    title: object  # of gettext_lazy
    says: object
    actions: tuple[Action, ...]
    url: Callable[[Any], str] | None = None


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Pages for officials that belong together."""

    title: object  # of gettext_lazy
    tools: Sequence[Tool]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage:
    """The page for a new one of a kind: its forms and their effects.

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
    """The texts of the list of all of a kind, and the name of its address."""

    name: str
    title: object
    says: object
    new: object  # the link to the page for a new one
    none: object  # there is none yet
    more: Sequence[tuple[str, object]] = ()  # names and titles of other addresses to go to from there


class EditedTerms(Protocol):
    """The terms of a competition in a form with rows, as they are typed.

    `again`: a button was pressed that shows the form again as it was typed, and neither checks nor stores anything.
    """

    form: Any
    rows: Any
    again: bool

    def terms(self) -> Any | None:
        """The terms; None if something is wrong, which then stands in the forms."""

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong: {field, id, text}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsPage(Generic[M, T]):
    """The pages of a kind that announces terms: for a new one, from a preset, an earlier one or a file; to change them.

    Args:
        template: extends `competitions/terms.html`.
        presets: by their slugs; the first is the usual one. `begin_with` gives the terms of one as of today.
        of: the terms of one that there is; `copy` makes of them those of a new one.
        edit: terms in a form, or what was typed instead of them; the last argument says whether they are of a new one.
        start: stores a new one of a club; the one after these is the earlier one with which it began.
        quick: the few fields from which a draft can be made, all else as in a preset.
    """

    title: object
    edit_title: object
    template: str
    presets: Mapping[str, Any]
    begin_with: Callable[[Any], T]
    of: Callable[[M], T]
    copy: Callable[[T], T]
    edit: Callable[[T, Mapping[str, Any] | None, bool], EditedTerms]
    start: Callable[[Club, UUID | None, T, M | None, datetime], M]
    change: Callable[[M, UUID | None, T, datetime], object]
    quick: Callable[[T, Mapping[str, Any] | None], EditedTerms] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Embed:
    """The tables of a competition for a frame on other sites: a template and what it needs; `socket` keeps it fresh."""

    template: str
    context: Callable[[HttpRequest, Any, Any], Mapping[str, Any]]
    says: object = ""  # what else can be said in its address


@dataclass(frozen=True, slots=True, kw_only=True)
class Published(Generic[M]):
    """A competition for other programs, as everybody sees it: plain values, and the standings in them.

    `values` gives everything at a moment; `standings` finds its tables there: {title, rows} each, the first place
    first.
    """

    values: Callable[[M, datetime], Mapping[str, Any]]
    standings: Callable[[Mapping[str, Any]], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """The effects of undoing an entry: `changes` for a template, and the version of the log that was looked at."""

    template: str
    changes: Mapping[str, Any]
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One page of the view for a television: rows of a place or time, a name, and what is said of it at the end.

    `notes` are sentences below the rows; a slide may have them alone.
    """

    title: str
    rows: Sequence[tuple[str, str, str]] = ()
    notes: Sequence[str] = ()


def slides_of(title: str, rows: Sequence[tuple[str, str, str]], notes: Sequence[str] = ()) -> list[Slide]:
    """Rows on as many slides as they need, and the notes on one of their own."""
    parts = [rows[start : start + ON_A_SLIDE] for start in range(0, len(rows), ON_A_SLIDE)]
    several = len(parts) > 1
    found = [
        Slide(title=f"{title} ({number}/{len(parts)})" if several else title, rows=part)
        for number, part in enumerate(parts, 1)
    ]
    return [*found, Slide(title=title, notes=notes)] if notes else found
