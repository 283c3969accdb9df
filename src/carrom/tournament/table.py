"""The results of each entrant so far: the numbers behind standings and tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All encounters that count, with what tie-breaks may ask beside them; `rounds` is the last round played in."""

    encounters: Mapping[str, tuple[Encounter, ...]]
    entrants: Mapping[str, Entrant]
    regulation: Regulation
    rounds: int = 0
    lots: tuple[str, ...] = ()

    def points(self, key: str) -> int:
        """The points of the standings; nobody has none."""
        return sum(one.worth for one in self.encounters.get(key, ()))

    def against(self, key: str, others: Iterable[str]) -> tuple[Encounter, ...]:
        """Their encounters with these others."""
        wanted = set(others)
        return tuple(one for one in self.encounters.get(key, ()) if one.opponent in wanted)


def table_of(contest: Contest, meetings: Sequence[Meeting], keys: Iterable[str] | None = None) -> Table:
    """The table of some meetings of a contest, for these entrants (all of them where none are named)."""
    members = by_key(contest.entrants)
    chosen = [one.key for one in contest.entrants] if keys is None else sorted(set(keys))
    found: dict[str, list[Encounter]] = {key: [] for key in chosen}
    last = 0
    void = _void(contest, meetings)
    for meeting in meetings:
        a, b = meeting.a, meeting.b
        if meeting.state is State.BYE and meeting.winner:
            if meeting.winner in found:
                found[meeting.winner].append(_bye(meeting, contest.regulation))
            last = max(last, meeting.fixture.round)
        elif meeting.result is not None and a and b and not {a, b} & void:
            numbers = {side: numbers_of(meeting.result, side, contest.regulation) for side in Side}
            for side, key, other in ((Side.A, a, b), (Side.B, b, a)):
                if key in found:
                    found[key].append(_encounter(meeting, meeting.result, side, other, numbers, contest.regulation))
            last = max(last, meeting.fixture.round)
    return Table(
        encounters={key: tuple(ones) for key, ones in found.items()},
        entrants={key: members[key] for key in chosen},
        regulation=contest.regulation,
        rounds=last,
        lots=contest.lots,
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
