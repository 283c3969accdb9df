"""Audiences of the addresses of a competition: everybody who may see it, or those whose roles in its club are needed.

Each kind says once how its competitions are found and how its pages refuse (`Kind`); an app's `permissions` have the
audiences that are its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import names_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.models import Competition
from carrom_web.competitions.page_cache import STAMP
from carrom_web.competitions.repository import Stamp
from carrom_web.core.permissions import Audience, Refuse


class OfClub(Protocol):
    """Anything that belongs to a club."""

    club_id: int


class Kind(Protocol):
    """How the competitions of a kind are found, and how its pages refuse."""

    @property
    def name(self) -> str:
        """Its name in the names of audiences."""

    @property
    def at(self) -> Callable[[str, UUID | None], OfClub]:
        """Gives one by its slug, to whom it is to be seen: a draft to its organisers alone."""

    @property
    def stamp(self) -> Callable[[str], Stamp | None]:
        """Gives for a slug what a remembered page must not be older than; None: none is remembered."""

    @property
    def not_official(self) -> Callable[[], CarromError]:
        """Gives the error for somebody without the role."""

    @property
    def refuse(self) -> Refuse:
        """Answers an error as the pages of this kind do."""


class CompetitionAudience(Audience):
    """An audience that refuses as the pages of its competition do."""

    def __init__(self, kind: Kind, name: str) -> None:
        super().__init__(f"{kind.name}: {name}")
        self.kind = kind

    def refusal(self, request: HttpRequest, error: CarromError, arguments: Mapping[str, Any]) -> HttpResponse:
        """Answer as the pages of this kind do."""
        return self.kind.refuse(request, error, arguments)


class Viewer(CompetitionAudience):
    """Everybody; a draft is there for its organisers, or, for what may be shown within other sites, for nobody."""

    def __init__(self, kind: Kind, *, sees_drafts: bool = True) -> None:
        super().__init__(kind, "viewer" if sees_drafts else "viewer, never of a draft")
        self.sees_drafts = sees_drafts

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass anyone who may see it."""
        stamp = self.kind.stamp(arguments["slug"])  # says in one query who may see it, and what page is still right
        if stamp is None or stamp.state == Competition.State.DRAFT:
            self.kind.at(arguments["slug"], guest_id_of(request) if self.sees_drafts else None)
        setattr(request, STAMP, stamp)


class Official(CompetitionAudience):
    """Those whose roles in the club let them do one of these actions, or, with `every`, all of them."""

    def __init__(self, kind: Kind, *actions: Action, every: bool = False) -> None:
        names = " and ".join(action.value for action in actions) if every else names_of(actions)
        super().__init__(kind, names)
        self.actions, self.every = actions, every

    def check(self, request: HttpRequest, **arguments: Any) -> None:
        """Pass an official. Raises what `kind.not_official` gives, ProtectionNeededError."""
        guest_id = guest_id_of(request)
        competition = self.kind.at(arguments["slug"], guest_id)
        if not self.admits(competition, guest_id):
            clubs.check_protection(competition.club_id, guest_id, *self.actions)
            raise self.kind.not_official()

    def admits(self, competition: OfClub, guest_id: UUID | None) -> bool:
        """Whether somebody is one of these officials."""
        allowed = clubs.actions_in(competition.club_id, guest_id, of=self.actions)
        return allowed.issuperset(self.actions) if self.every else bool(allowed)
