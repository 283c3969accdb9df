"""The results of a club's player in all its competitions: matches, form, head to head.

The apps tell matches and competitions (`player_matches`, `player_competitions`); here they are counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from carrom.terms import Side
from carrom_web.core.hooks import MatchPlayer, PlayedMatch, PlayerCompetition, registry
from carrom_web.people import selectors
from carrom_web.people.models import Player

LENGTH_OF_FORM = 10  # the last matches


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """Somebody else in a match: the name that may be shown, and their root, if they are a player of the club."""

    name: str
    root: UUID | None
    is_public: bool = False  # whether their page is


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A match from one player's side; `won` None: tied."""

    day: date
    won: bool | None
    points: int
    points_against: int
    beside: tuple[Opponent, ...]
    against: tuple[Opponent, ...]
    about: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Matches counted."""

    played: int = 0
    won: int = 0
    tied: int = 0
    points: int = 0
    points_against: int = 0

    @property
    def lost(self) -> int:
        """Matches lost."""
        return self.played - self.won - self.tied

    @property
    def share(self) -> int:
        """The share of the wins in percent; a tied match is half a win."""
        return round(100 * (self.won + self.tied / 2) / self.played) if self.played else 0

    @property
    def average(self) -> float:
        """Points a match."""
        return self.points / self.played if self.played else 0.0

    @property
    def average_against(self) -> float:
        """Points a match of the other side."""
        return self.points_against / self.played if self.played else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """How a player stands against another one, over all matches against them."""

    opponent: Opponent
    tally: Tally


def competitions_of(player: Player) -> list[PlayerCompetition]:
    """Return the competitions of a player, the latest first."""
    found = registry.hook.player_competitions(player_ids=selectors.branch_ids(player))
    return sorted((one for results in found for one in results), key=lambda one: (one.day, one.title), reverse=True)


def matches_of(player: Player) -> list[OwnMatch]:
    """All matches of a player, the last one first."""
    own = selectors.branch_ids(player)
    matches: list[PlayedMatch] = [one for some in registry.hook.player_matches(player_ids=own) for one in some]
    others = {one.player for match in matches for one in (*match.a, *match.b) if one.player is not None}
    rows = Player.objects.filter(pk__in=others).values_list("pk", "root_id", "root__shows_name")
    roots = {pk: (root, shows_name) for pk, root, shows_name in rows}
    found = [_seen_by(match, frozenset(own), roots) for match in matches]
    return sorted(found, key=lambda one: (one.day, one.url), reverse=True)


def _seen_by(match: PlayedMatch, own: frozenset[UUID], roots: dict[UUID, tuple[UUID, bool]]) -> OwnMatch:
    is_a = any(one.player in own for one in match.a)
    mine, others = (match.a, match.b) if is_a else (match.b, match.a)
    points = (match.points_a, match.points_b) if is_a else (match.points_b, match.points_a)

    def opponent(one: MatchPlayer) -> Opponent:
        root, is_public = roots.get(one.player, (None, False)) if one.player is not None else (None, False)
        return Opponent(name=one.name, root=root, is_public=is_public)

    return OwnMatch(
        day=match.day,
        won=None if match.winner is None else (match.winner is Side.A) is is_a,
        points=points[0],
        points_against=points[1],
        beside=tuple(opponent(one) for one in mine if one.player not in own),
        against=tuple(opponent(one) for one in others),
        about=match.about,
        url=match.url,
    )


def tally_of(matches: Sequence[OwnMatch]) -> Tally:
    """Matches counted."""
    return Tally(
        played=len(matches),
        won=sum(one.won is True for one in matches),
        tied=sum(one.won is None for one in matches),
        points=sum(one.points for one in matches),
        points_against=sum(one.points_against for one in matches),
    )


def against(matches: Sequence[OwnMatch], root: UUID) -> list[OwnMatch]:
    """Those of the matches that were against one player."""
    return [one for one in matches if any(other.root == root for other in one.against)]


def head_to_head(matches: Sequence[OwnMatch]) -> list[HeadToHead]:
    """Everybody who was met, the most often met first."""
    opponents: dict[UUID, Opponent] = {}
    for match in matches:
        for other in match.against:
            if other.root is not None:
                opponents.setdefault(other.root, other)
    found = [HeadToHead(opponent=one, tally=tally_of(against(matches, root))) for root, one in opponents.items()]
    return sorted(found, key=lambda one: (-one.tally.played, one.opponent.name))
