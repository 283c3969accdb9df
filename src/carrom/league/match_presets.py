"""Presets of match leagues: a slug, a title, a sentence and terms for each."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from carrom.league.match_terms import MatchLeagueTerms, PlayOffTerms
from carrom.messages import gettext_noop as _
from carrom.tournament.regulation import Regulation
from carrom.tournament.teams import TieTerms


@dataclass(frozen=True, slots=True)
class Preset:
    """A league to begin with."""

    slug: str
    title: str
    says: str
    terms: MatchLeagueTerms


_BACA_2018 = Preset(
    "baca-league",
    _("League of players (BACA 2018)"),
    _(
        "Everybody plays everybody once, best of three games; 2 points for a win, then net "
        "points, then head to head; the top eight play a knock-out"
    ),
    MatchLeagueTerms(
        title="League",
        kind="players",
        legs=1,
        home_and_away=False,
        least=8,
        most=24,
        ties=False,
        regulation=Regulation(win=2, order=("points", "net_points", "head_to_head", "lots")),
        playoffs=PlayOffTerms(kind="knockout", places=8),
    ),
)
_BACA_2019 = Preset(
    "baca-winter-league",
    _("Winter league of teams (BACA 2019)"),
    _("Teams of four, home and away: four singles and two doubles in each tie, closed line-ups, a handicap by rating"),
    MatchLeagueTerms(
        title="Winter league",
        kind="teams",
        tie=TieTerms(order="SSSSDD", level="tied"),
        least=4,
        most=12,
        members_most=8,
        regulation=Regulation(win=2, tie=1, order=("points", "net_points", "head_to_head", "lots")),
        handicap_every=50,
        handicap_most=8,
    ),
)
_POOLS = Preset(
    "friendship-pools",
    _("Pools, then a knock-out"),
    _("Two pools of players, everybody once, 25 points or eight boards; the top two of each pool go on, crosswise"),
    MatchLeagueTerms(
        title="Pools",
        kind="players",
        length="eight_boards",
        legs=1,
        pools=2,
        home_and_away=False,
        least=6,
        most=16,
        regulation=Regulation(order=("points", "head_to_head", "net_points", "board_wins", "lots")),
        playoffs=PlayOffTerms(kind="knockout", places=2, third_place=True),
    ),
)
_CLUB = Preset(
    "club-teams",
    _("Clubs at home and away"),
    _(
        "Teams of clubs, twice each, two singles and one doubles in each tie; the table's last "
        "two begin a step-ladder to the title"
    ),
    MatchLeagueTerms(
        title="Club league",
        kind="teams",
        tie=TieTerms(order="SSD", level="tied"),
        least=3,
        most=10,
        members_most=6,
        length="game",
        regulation=Regulation(order=("points", "head_to_head", "net_games", "net_points", "lots")),
        playoffs=PlayOffTerms(kind="step-ladder", places=3),
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({one.slug: one for one in (_CLUB, _BACA_2018, _BACA_2019, _POOLS)})
