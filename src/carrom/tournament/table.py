"""The results of each entrant so far: the numbers behind standings and tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant, by_key
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Outcome, Result


class Numbers(NamedTuple):
    """The numbers of one side in one encounter."""

    points: int = 0
    games: int = 0
    boards: int = 0
    queens: int = 0
    slams: int = 0


NO_NUMBERS = Numbers()


class Encounter(NamedTuple):
    """A fixture as one entrant sees it; `opponent` is None in a bye. `worth` are the points of the standings."""

    round: int
    fixture: str
    opponent: str | None
    outcome: Outcome
    worth: int
    is_played: bool
    own: Numbers = NO_NUMBERS
    other: Numbers = NO_NUMBERS


@dataclass(frozen=True, kw_only=True)
class Table:
    """All encounters that count, with what tie-breaks may ask beside them; `rounds` is the last round played in."""

    encounters: Mapping[str, tuple[Encounter, ...]]
    entrants: Mapping[str, Entrant]
    regulation: Regulation
    rounds: int = 0
    lots: tuple[str, ...] = ()

    def points(self, key: str) -> int:
        """The points of the standings; nobody has none."""
        return sum([one.worth for one in self.encounters.get(key, ())])

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """The points of everyone in it, which tie-breaks ask for again with each opponent."""
        return {key: self.points(key) for key in self.encounters}

    def against(self, key: str, others: Iterable[str]) -> tuple[Encounter, ...]:
        """Their encounters with these others."""
        wanted = others if isinstance(others, frozenset) else set(others)
        return tuple(one for one in self.encounters.get(key, ()) if one.opponent in wanted)


def table_of(contest: Contest, meetings: Sequence[Meeting], keys: Iterable[str] | None = None) -> Table:
    """The table of some meetings of a contest, for these entrants (all of them where none are named)."""
    members = by_key(contest.entrants)
    chosen = [one.key for one in contest.entrants] if keys is None else sorted(set(keys))
    found: dict[str, list[Encounter]] = {key: [] for key in chosen}
    last = 0
    void = _void(contest, meetings)
    worth = _unordered(contest.regulation)
    for meeting in meetings:
        encounters = meeting.once(_encounters, worth)
        if not encounters or (void and len(encounters) == 2 and not void.isdisjoint(meeting.keys)):
            continue
        for key, encounter in encounters:
            if key in found:
                found[key].append(encounter)
        last = max(last, meeting.fixture.round)
    return Table(
        encounters={key: tuple(ones) for key, ones in found.items()},
        entrants={key: members[key] for key in chosen},
        regulation=contest.regulation,
        rounds=last,
        lots=contest.lots,
    )


@lru_cache(maxsize=64)
def _unordered(regulation: Regulation) -> Regulation:
    """The regulation as far as encounters depend on it: the same value for all that differ in their tie-breaks."""
    return replace(regulation, order=())


def _encounters(meeting: Meeting, regulation: Regulation) -> tuple[tuple[str, Encounter], ...]:
    """Return the meeting as each of the two sees it, or the one who has a bye; nothing before it is decided."""
    result, a, b = meeting.result, meeting.a, meeting.b
    if meeting.state is State.BYE and meeting.winner:
        return ((meeting.winner, _bye(meeting, regulation)),)
    if result is None or not a or not b:
        return ()
    numbers = {side: numbers_of(result, side, regulation) for side in Side}
    return tuple(
        (key, _encounter(meeting, result, side, other, numbers, regulation))
        for side, key, other in ((Side.A, a, b), (Side.B, b, a))
    )


def _encounter(
    meeting: Meeting, result: Result, side: Side, other: str, numbers: Mapping[Side, Numbers], regulation: Regulation
) -> Encounter:
    if result.both_lose:
        outcome, worth = Outcome.LOST, regulation.no_show
    elif result.winner is None:
        outcome, worth = Outcome.TIED, regulation.tie
    elif result.winner is side:
        outcome, worth = Outcome.WON, regulation.win
    else:
        outcome, worth = Outcome.LOST, regulation.loss if result.is_played else regulation.no_show
    return Encounter(
        round=meeting.fixture.round,
        fixture=meeting.fixture.id,
        opponent=other,
        outcome=outcome,
        worth=worth,
        is_played=result.is_played,
        own=numbers[side],
        other=numbers[side.other],
    )


def numbers_of(result: Result, side: Side, regulation: Regulation) -> Numbers:
    """Return the numbers of a result for one side in every column, also where nobody played."""
    if result.is_played:
        own = 0 if side is Side.A else 1  # a large table asks some thousand times
        return Numbers(result.points[own], result.games[own], result.boards[own], result.queens[own], result.slams[own])
    if result.both_lose:
        return NO_NUMBERS
    score: Tally = regulation.walk_over_score
    games: Tally = regulation.walk_over_games
    won = result.winner is side
    return Numbers(points=score.a if won else score.b, games=games.a if won else games.b)


def _bye(meeting: Meeting, regulation: Regulation) -> Encounter:
    score = regulation.bye_score
    return Encounter(
        round=meeting.fixture.round,
        fixture=meeting.fixture.id,
        opponent=None,
        outcome=Outcome.BYE,
        worth=regulation.bye,
        is_played=False,
        own=Numbers(points=score.a, games=regulation.walk_over_games.a),
        other=Numbers(points=score.b, games=regulation.walk_over_games.b),
    )


def _void(contest: Contest, meetings: Sequence[Meeting]) -> set[str]:
    """Those who left and whose results count for nobody."""
    rule = contest.regulation.withdrawn
    gone = {one.key for one in contest.entrants if one.left is not None}
    if rule == "stands" or not gone:
        return set()
    if rule == "void":
        return gone
    due: dict[str, int] = dict.fromkeys(gone, 0)
    played: dict[str, int] = dict.fromkeys(gone, 0)
    for meeting in meetings:
        for key in {meeting.a, meeting.b} & gone:
            if key and meeting.a and meeting.b:
                due[key] += 1
                played[key] += meeting.result is not None and meeting.result.is_played
    return {key for key in gone if 2 * played[key] < due[key]}
