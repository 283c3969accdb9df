"""Hooks between apps: what an app asks the apps above it, which it may not import.

Each hook is specified here. An app implements those that concern it in its `hooks.py` (functions marked `hookimpl`).
Hooks ask; Django's signals announce that something has happened, and an app receives them in its `listeners.py`.
Arguments and results are ids and plain values, so that this module names no model.

The app that was registered last is asked first: an app above before those below it. `tryfirst` and `trylast` of
`hookimpl` change that where the order is seen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any
from uuid import UUID

import pluggy
from django.apps import AppConfig
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import module_has_submodule

from carrom.terms import Side

PROJECT = "carrom_web"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentPage:
    """The page of the competition around a match: its title and the address that everybody may see.

    `is_online`: it is played on this site alone, so that the laws of leaving are claimed in the match itself.
    `counts`: its result does; not if its line-ups were taken back while it was played.
    `next_board_url` says which board waits next for somebody who plays several at once.
    """

    title: str
    url: str
    is_online: bool = False
    counts: bool = True
    next_board_url: str = ""


@dataclass(frozen=True, slots=True)
class InUse:
    """The match on a board: players, score, the address to follow it."""

    title: str
    score: str
    url: str


@dataclass(frozen=True, slots=True)
class ClubSectionRow:
    """One thing of a club: its title, when it is, its state, its address."""

    title: str
    when: str
    state: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSection:
    """A section of a club's page, and the link by which an organiser starts a new one."""

    heading: str
    rows: Sequence[ClubSectionRow]
    new_url: str
    new_title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRow:
    """Something that one may join from the lobby now: its title, when it is, what it says, its address."""

    title: str
    when: str
    says: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySection:
    """A section of the lobby: a heading, a sentence, what may be joined, and where all of them are."""

    heading: str
    says: str
    rows: Sequence[LobbyRow]
    url: str
    link: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person to seed: their key where they play, their player's root, their name, their guest."""

    key: str
    player: UUID
    name: str
    guest: UUID | None = None


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of a match: a club's player or a guest, with the name that may be shown."""

    player: UUID | None
    name: str
    guest: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match of persons; `key` is unique in its source and never changes. `winner` None: tied.

    `group` is the one in which it may be rated (`carrom.rating.families`), empty if in none.
    """

    key: str
    day: date
    group: str
    a: tuple[MatchPlayer, ...]
    b: tuple[MatchPlayer, ...]
    winner: Side | None
    points_a: int = 0
    points_b: int = 0
    about: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCompetition:
    """A competition of somebody, for their page in the club: `detail` says how they stand there."""

    kind: str
    title: str
    url: str
    day: date
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PlacedPerson:
    """A person of a place: a player of a club, with the name that may be shown, and whether they have a page by it."""

    player: UUID
    name: str
    is_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerUse:
    """The data of a club's player serve in a competition until a day; None: it goes on, or something is unpaid."""

    player_id: UUID
    until: date | None
    asks_birth: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A place in a league or season: who has it, a team by its name or people, the points of its standings."""

    place: int
    people: tuple[PlacedPerson, ...] = ()
    team: str = ""
    points: str = "0"
    won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedLeague:
    """A league or season that counts in a championship: when it ends, whether it is over, its places by now."""

    title: str
    day: date
    url: str
    is_over: bool
    placings: tuple[Placing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFigures:
    """Achievements apart from matches, for one's own page: a heading, rows of label and value, a link."""

    heading: str
    rows: Sequence[tuple[str, str]]
    url: str
    link: str


class Specifications:
    """The hooks. `firstresult`: the first answer that is not None; otherwise a list of all that are not None."""

    @hookspec(firstresult=True)
    def parent_of_match(self, match_id: UUID) -> ParentPage | None:
        """Return the event, league or season that a match is part of; its page links back there."""

    @hookspec(firstresult=True)
    def club_of_match(self, match_id: UUID) -> int | None:
        """Return the club whose league or season a match belongs to: its officials may work on the sheet."""

    @hookspec
    def boards_in_use(self, board_ids: Sequence[int]) -> Mapping[int, InUse]:  # type: ignore[empty-body]
        """Return what is played now, by board; a board that is free is missing."""

    @hookspec
    def club_section(self, club_id: int, club_slug: str, guest_id: UUID | None) -> ClubSection | None:
        """Give a section of a club's page: what a guest may see there."""

    @hookspec
    def lobby_section(self) -> LobbySection | None:
        """Give a section of the lobby: what anyone may join there now."""

    @hookspec
    def club_audit_labels(self) -> Mapping[str, str]:  # type: ignore[empty-body]
        """Return the labels of the kinds of entries that an app adds to the audit log of clubs."""

    @hookspec
    def seed_sources(self, club_id: int) -> list[tuple[str, str]]:  # type: ignore[empty-body]
        """Return what a club may take seeds from, with titles. A source begins with the app's label and a colon."""

    @hookspec(firstresult=True)
    def seed_strengths(self, source: str, people: Iterable[Candidate]) -> Mapping[str, float] | None:
        """Return the strengths of people that a source knows, by key; None if the source belongs to another app."""

    @hookspec
    def rating_sources(self, club_id: int) -> list[tuple[str, str]]:  # type: ignore[empty-body]
        """Return what a club may mark as rated, with titles. A source begins with the app's prefix and a colon."""

    @hookspec(firstresult=True)
    def rated_results(self, source: str) -> list[PlayedMatch] | None:
        """Return what was played in a source, people only, no walk-overs; None if it belongs to another app."""

    @hookspec(firstresult=True)
    def rated_version(self, source: str) -> int | None:
        """Give a number that grows with every change of a source; None if it belongs to another app."""

    @hookspec
    def championship_sources(self, club_id: int) -> list[tuple[str, str]]:  # type: ignore[empty-body]
        """Return what of a club may count in a championship beside events, with titles; a source names its app."""

    @hookspec(firstresult=True)
    def championship_league(self, club_id: int, source: str) -> CountedLeague | None:
        """Return the places of such a source of a club; None if it belongs to another app, or is gone."""

    @hookspec
    def check_operator(self, user: Any) -> None:
        """Raise a CarromError where an operator's account lacks what the operator's pages need."""

    @hookspec
    def check_erasure(self, guest_id: UUID) -> None:
        """Raise a CarromError where something must be settled before a person is deleted."""

    @hookspec
    def erase_person(self, guest_id: UUID) -> None:
        """Delete what the app stores about a person beside rows that refer to their guest; in one transaction."""

    @hookspec
    def erase_players(self, player_ids: Sequence[UUID]) -> None:
        """Delete what the app stores about a person of a club, by all players that they are; in one transaction."""

    @hookspec
    def player_uses(self, player_ids: Sequence[UUID]) -> list[PlayerUse]:  # type: ignore[empty-body]
        """Return for which competitions the addresses and dates of birth of these players of a club are stored."""

    @hookspec
    def store_age_classes(self, player_ids: Sequence[UUID]) -> None:
        """Store the age class of players where their date of birth counted: it is deleted now."""

    @hookspec
    def data_recipients(self, club_id: int) -> list[tuple[str, str]]:  # type: ignore[empty-body]
        """Return who outside gets data of a club's people, by the settings: a name, and what they get, in words."""

    @hookspec
    def end_storage(self, club_id: int, day: date, periods: Mapping[str, int]) -> Mapping[str, int]:  # type: ignore[empty-body]
        """Delete what an app has stored long enough on a day; return how much went, by the names of the periods.

        `periods`: days after the end of a competition, by the names of `people.retention.RetentionTerms`.
        """

    @hookspec
    def export_person(self, guest_id: UUID) -> Mapping[str, Any]:  # type: ignore[empty-body]
        """Return what the app stores about a person in addition to rows of their guest: plain values under a name."""

    @hookspec
    def own_figures(self, guest_id: UUID) -> OwnFigures | None:
        """Return what somebody has done apart from matches, for their own page; None: nothing yet."""

    @hookspec
    def player_competitions(self, player_ids: Sequence[UUID]) -> list[PlayerCompetition]:  # type: ignore[empty-body]
        """Return what everybody may see that one person, by all players that they are, takes part in."""

    @hookspec
    def player_matches(self, player_ids: Sequence[UUID]) -> list[PlayedMatch]:  # type: ignore[empty-body]
        """Return the matches that one person has played, by all players that they are, where everybody may see them."""

    @hookspec
    def is_name_taken_away(self, likeness: str) -> bool:  # type: ignore[empty-body]
        """Whether operators have taken away a name that looks like this one (`accounts.names`)."""

    @hookspec
    def is_name_imitated(self, likeness: str, guest_id: UUID | None) -> bool:  # type: ignore[empty-body]
        """Whether a name looks like that of somebody else whom others know by it."""

    @hookspec
    def is_banned(self, guest_id: UUID) -> bool:  # type: ignore[empty-body]
        """Whether somebody may change nothing on the site."""

    @hookspec(firstresult=True)
    def socket_owners(self, request: HttpRequest) -> Sequence[str] | None:
        """Return the groups of the sign-in and the person behind a socket: to these it is said that it must close."""

    @hookspec
    def is_silenced(self, guest_id: UUID) -> bool:  # type: ignore[empty-body]
        """Whether somebody may not write to others."""

    @hookspec(firstresult=True)
    def refusal_of_change(self, request: HttpRequest) -> HttpResponse | None:
        """Answer a request of somebody who may change nothing on the site; None: they may."""

    @hookspec
    def account_notice(self, guest_id: UUID) -> tuple[str, str] | None:
        """Return the address and the words of a link that somebody should see on their own page."""


registry = pluggy.PluginManager(PROJECT)
registry.add_hookspecs(Specifications)


def connect(config: AppConfig) -> None:
    """Let an app answer: load its `listeners.py` and register its `hooks.py`, where it has them."""
    if module_has_submodule(config.module, "listeners"):
        import_module(f"{config.name}.listeners")
    if module_has_submodule(config.module, "hooks"):
        registry.register(import_module(f"{config.name}.hooks"), name=config.label)
