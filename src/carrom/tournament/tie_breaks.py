"""The tie-breaks: each a function from a table and those who are level to a number for each, more being better.

One line in `TIE_BREAKS` adds one. The organiser orders them (`regulation.Regulation.order`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from carrom.errors import NotAllowedError
from carrom.messages import gettext_noop as _
from carrom.tournament.results import Outcome

if TYPE_CHECKING:  # a regulation names its tie-breaks, and the table is made by a regulation
    from carrom.tournament.table import Encounter, Table

Number = int | float
Level = frozenset[str]
Values = Mapping[str, Number]
Needs = Literal["", "points", "games", "boards", "queens", "slams"]


class UnknownTieBreakError(NotAllowedError):
    """No tie-break has this name."""

    code = "unknown-tie-break"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: the heading of its column, and what it counts.

    `relative`: its numbers depend on who is level, so it is asked again whenever fewer are.
    `needs` is what results must tell beside who won; empty: nothing.
    """

    label: str
    says: str
    of: Callable[[Table, Level], Values]
    relative: bool = False
    needs: Needs = ""


def _sum(measure: Callable[[Encounter], Number]) -> Callable[[Table, Level], Values]:
    def of(table: Table, level: Level) -> Values:
        return {key: sum([measure(one) for one in table.encounters[key]]) for key in level}

    return of


def points(table: Table, level: Level) -> Values:
    """Points of the standings."""
    return {key: table.totals[key] for key in level}


def head_to_head(table: Table, level: Level) -> Values:
    """Points among those who are level, where each of them has met each other; else nothing."""
    found = {}
    for key in level:
        ones = table.against(key, level)
        if len({one.opponent for one in ones} - {key}) != len(level) - 1:
            return dict.fromkeys(level, 0)
        found[key] = sum(one.worth for one in ones)
    return found


def opponents_points(table: Table, key: str) -> list[int]:
    """The points of each opponent, from the least; a bye's opponent has none."""
    totals = table.totals
    return sorted([totals.get(one.opponent, 0) if one.opponent else 0 for one in table.encounters[key]])


def buchholz(table: Table, level: Level) -> Values:
    """The points of all opponents together."""
    return {key: sum(opponents_points(table, key)) for key in level}


def median_buchholz(table: Table, level: Level) -> Values:
    """The points of the opponents without the best and the worst of them."""
    return {key: sum(opponents_points(table, key)[1:-1]) for key in level}


def buchholz_cut_1(table: Table, level: Level) -> Values:
    """The points of the opponents without the worst of them."""
    return {key: sum(opponents_points(table, key)[1:]) for key in level}


def _with_trend(seventieths: bool) -> Callable[[Table, Level], Values]:
    """The points of all opponents, those who left as if they had gone on at their pace, or at 7/10 of it."""
    over, under = (7, 10) if seventieths else (1, 1)

    def expected(table: Table, key: str) -> int:
        so_far = table.encounters.get(key, ())
        entrant = table.entrants.get(key)
        if entrant is None or entrant.left is None or not so_far:
            return table.totals.get(key, 0)
        earned = sum(one.worth for one in so_far if one.opponent is not None)
        missed = max(0, table.rounds - len(so_far))
        return table.totals.get(key, 0) + over * earned * missed // (under * len(so_far))

    def of(table: Table, level: Level) -> Values:
        return {
            key: sum(expected(table, one.opponent) for one in table.encounters[key] if one.opponent) for key in level
        }

    return of


def sonneborn_berger(table: Table, level: Level) -> Values:
    """The points of the opponents whom they have beaten, and half of those they tied with."""
    share = {Outcome.WON: 1.0, Outcome.TIED: 0.5}
    return {
        key: sum(
            share.get(one.outcome, 0.0) * table.totals.get(one.opponent, 0)
            for one in table.encounters[key]
            if one.opponent
        )
        for key in level
    }


def rating(table: Table, level: Level) -> Values:
    """The rating of the entrant; none counts as nothing."""
    return {key: table.entrants[key].rating or 0.0 for key in level}


def seed(table: Table, level: Level) -> Values:
    """The seed of the entrant, the best first; the unseeded last."""
    return {key: -(table.entrants[key].seed or 1_000_000_000) for key in level}


def lots(table: Table, level: Level) -> Values:
    """The lot that was drawn; who has none stays level with the others who have none."""
    drawn = {key: index for index, key in enumerate(table.lots)}
    return {key: -drawn.get(key, len(drawn)) for key in level}


def absences(table: Table, level: Level) -> Values:
    """The matches lost without being played, fewer being better: by not coming, leaving, or being sent away."""
    return {
        key: -sum(one.outcome is Outcome.LOST and not one.is_played for one in table.encounters[key]) for key in level
    }


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "points": TieBreak(_("Points"), _("points of the standings"), points),
        "absences": TieBreak(_("Not played"), _("matches lost without playing, fewest first"), absences),
        "wins": TieBreak(_("Wins"), _("matches won"), _sum(lambda one: one.outcome is Outcome.WON)),
        "head_to_head": TieBreak(
            _("Head to head"), _("points in matches among level entrants, if they all met"), head_to_head, relative=True
        ),
        "buchholz": TieBreak(_("Buchholz"), _("points of the opponents"), buchholz),
        "buchholz_trend": TieBreak(
            _("Buchholz, trend"),
            _("points of the opponents; those who left count as if they had gone on"),
            _with_trend(False),
        ),
        "buchholz_trend70": TieBreak(
            _("Buchholz, trend 70"),
            _("points of the opponents; those who left count at 7/10 of their pace"),
            _with_trend(True),
        ),
        "median_buchholz": TieBreak(
            _("Median Buchholz"), _("points of the opponents except the best and the worst"), median_buchholz
        ),
        "buchholz_cut_1": TieBreak(
            _("Buchholz except the worst"), _("points of the opponents except the worst"), buchholz_cut_1
        ),
        "sonneborn_berger": TieBreak(
            _("Sonneborn-Berger"), _("points of the opponents beaten, and half of those tied with"), sonneborn_berger
        ),
        "net_points": TieBreak(
            _("Net"),
            _("match points scored minus match points conceded"),
            _sum(lambda one: one.own.points - one.other.points),
            needs="points",
        ),
        "points_for": TieBreak(_("Scored"), _("match points scored"), _sum(lambda one: one.own.points), needs="points"),
        "net_games": TieBreak(
            _("Net games"),
            _("games won minus games lost"),
            _sum(lambda one: one.own.games - one.other.games),
            needs="games",
        ),
        "games_won": TieBreak(_("Games"), _("games won"), _sum(lambda one: one.own.games), needs="games"),
        "net_boards": TieBreak(
            _("Net boards"),
            _("boards won minus boards lost"),
            _sum(lambda one: one.own.boards - one.other.boards),
            needs="boards",
        ),
        "board_wins": TieBreak(_("Boards"), _("boards won"), _sum(lambda one: one.own.boards), needs="boards"),
        "queens": TieBreak(_("Queens"), _("queens covered"), _sum(lambda one: one.own.queens), needs="queens"),
        "slams": TieBreak(_("Slams"), _("slams made"), _sum(lambda one: one.own.slams), needs="slams"),
        "rating": TieBreak(_("Rating"), _("rating"), rating),
        "seed": TieBreak(_("Seed"), _("seed"), seed),
        "lots": TieBreak(_("Lots"), _("drawing lots"), lots, relative=True),
    }
)


def needed(order: Iterable[str]) -> frozenset[Needs]:
    """Return what these tie-breaks need of results beside the winner. Raises UnknownTieBreakError."""
    return frozenset(needs for name in order if (needs := find(name).needs))


def find(name: str) -> TieBreak:
    """The tie-break of that name. Raises UnknownTieBreakError."""
    if name not in TIE_BREAKS:
        raise UnknownTieBreakError(name=name, tie_breaks=list(TIE_BREAKS))
    return TIE_BREAKS[name]
