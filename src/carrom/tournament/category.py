"""A category of an event: who may enter, for how much, and how it is played."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from carrom.match.rules import Values
from carrom.messages import gettext_noop as _
from carrom.settings import part, setting
from carrom.tournament.prize_fund import NO_FUND, PrizeFund
from carrom.tournament.regulation import TIE_BREAK_CHOICES, TIE_BREAK_HELP, USUAL
from carrom.tournament.teams import TieTerms

OLDEST = 120  # years
MOST_IN_A_TEAM = 16


class Kind(StrEnum):
    """The kind of entry: a player, a pair or a team."""

    SINGLES = "singles"
    DOUBLES = "doubles"
    TEAM = "team"
    SOLO = "solo"  # 19-coin: one player against the count


class Gender(StrEnum):
    """Whom a category admits; MIXED asks a pair for one of each."""

    ANY = "any"
    WOMEN = "women"
    MEN = "men"
    MIXED = "mixed"


LENGTH_CHOICES = {
    "board": _("One board"),
    "game": _("One game"),
    "match": _("As in the laws"),
    "best_of_3": _("Best of 3 boards"),
    "best_of_5": _("Best of 5 boards"),
    "eight_boards": _("25 points or 8 boards"),
}
"""Labels of `match.lengths.LENGTHS`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """Under which laws and how long a match of a category is; `length` is one of `match.lengths.LENGTHS`.

    `minutes` limits a match (L-095); `at_limit` says whether the running board is finished first or the leader wins
    at once. `reported_as` says how results are reported without a sheet: board by board, or by the points of each
    game, as in SoL.
    """

    length: str = setting(
        "match",
        label=_("Match"),
        choices=LENGTH_CHOICES,
        group="category",
    )
    values: Values = ()
    minutes: int | None = setting(
        None,
        least=1,
        most=600,
        label=_("Time limit"),
        says=_("minutes after which a match is decided; leave empty for no limit"),
        group="match",
        shown_as=_("%(value)s minutes"),
    )
    at_limit: Literal["finish_board", "leader_wins"] = setting(
        "finish_board",
        label=_("When time is up"),
        choices={"finish_board": _("the board in play is finished first"), "leader_wins": _("the leader wins at once")},
        group="match",
        shown_as="%(value)s",
    )
    expected_minutes: int = setting(
        45,
        least=1,
        most=600,
        label=_("Planned minutes for a match"),
        says=_("how long a match takes in the order of play"),
        group="match",
    )
    reported_as: Literal["boards", "games"] = setting(
        "boards",
        label=_("Results without a sheet"),
        choices={"boards": _("board by board"), "games": _("by the points of each game")},
        group="match",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTerms:
    """A category: who may enter, for how much, how many, and how it is played.

    `fee` is for the entry: a pair or a team pays it once, whichever member pays (K-012). Ages are whole years on the
    first day of the event, both ends included (K-006). `pair_ages` says whose age counts where several play as one:
    everybody's ("each"), or the oldest member's, so that a pair of mixed ages is of the older class ("oldest").
    """

    key: str
    title: str = setting(label=_("Category"), longest=60, group="title")
    kind: Kind = setting(
        Kind.SINGLES,
        label=_("Who plays"),
        choices={
            "singles": _("Singles"),
            "doubles": _("Doubles"),
            "team": _("Teams"),
            "solo": _("19-coin solo"),
        },
        group="category",
    )
    gender: Gender = setting(
        Gender.ANY,
        label=_("Open to"),
        choices={
            "any": _("Everybody"),
            "women": _("Women"),
            "men": _("Men"),
            "mixed": _("Mixed pairs (a woman and a man)"),
        },
        group="category",
    )
    youngest: int | None = setting(None, least=0, most=OLDEST, label=_("Youngest age"), group="category")
    oldest: int | None = setting(None, least=0, most=OLDEST, label=_("Oldest age"), group="category")
    pair_ages: Literal["each", "oldest"] = setting(
        "each",
        label=_("Ages in a pair or team"),
        choices={"each": _("everybody must be of that age"), "oldest": _("the oldest decides")},
        group="match",
    )
    level: str = setting(
        "", label=_("Level"), longest=40, says=_("as the club calls it; shown, not checked"), group="match"
    )
    fee: int = setting(0, least=0, label=_("Fee"), input="money", group="category")
    members: int = setting(  # 0: as the kind says
        0, least=0, most=MOST_IN_A_TEAM, label=_("Least players in a team"), group="team"
    )
    most_members: int = setting(  # 0: no more than the least
        0,
        least=0,
        most=MOST_IN_A_TEAM,
        label=_("Most players in a team"),
        says=_("0: the same as the least"),
        group="team",
    )
    one_match: bool = setting(
        False,
        label=_("Teams play a single match"),
        says=_("as in SoL, instead of a tie of several matches"),
        group="team",
    )
    tie: TieTerms = part(TieTerms(), only_if={"kind": ("team",), "one_match": ("False",)})
    least: int = setting(4, least=1, most=500, label=_("Least entries"), group="category")
    most: int | None = setting(None, least=1, most=2000, label=_("Most entries"), group="category")
    format: str = setting("knockout", label=_("Format"), group="category")
    format_values: Values = ()
    tie_breaks: tuple[str, ...] = setting(
        USUAL.order,
        ordered=True,
        label=_("Tie-breaks, from first to last"),
        choices=TIE_BREAK_CHOICES,
        choice_help=TIE_BREAK_HELP,
        group="breaks",
    )
    match: MatchTerms = part(MatchTerms())
    fund: PrizeFund = part(NO_FUND)
    prizes: str = setting(
        "",
        label=_("Prizes, one on each line"),
        says=_("a place, a colon, and what it gets, or the name of a special award instead of the place"),
        longest=2000,
        input="lines",
        example="1: Trophy and board\n2: Trophy\n3-4: Medal\nBest white slam: Wrist watch",
        group="prizes",
    )

    @property
    def size(self) -> int:
        """How many people make one entry."""
        return {Kind.SINGLES: 1, Kind.SOLO: 1, Kind.DOUBLES: 2, Kind.TEAM: self.members}[self.kind]

    @property
    def most_size(self) -> int:
        """How many people may make one entry."""
        return max(self.size, self.most_members) if self.kind is Kind.TEAM else self.size

    @property
    def tie_terms(self) -> TieTerms | None:
        """Return the matches of a fixture where teams play several; None elsewhere."""
        return self.tie if self.kind is Kind.TEAM and not self.one_match else None
