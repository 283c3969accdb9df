"""A rehearsal: a contest played to its end with random results, by the strength of the entrants.

Boards are as they were in 717 boards of a real event: coins left, who held the queen, and an edge for the breaker.
Results come out of these by the laws of the match, so that a rehearsal shows what the real day will.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from carrom.equipment.arrangement import Rng
from carrom.laws.ruleset import Ruleset
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.day import ToPlay
from carrom.tournament.entries import by_key
from carrom.tournament.groups import lots_needed
from carrom.tournament.results import Result
from carrom.tournament.rng import RecordingRng, shuffled
from carrom.tournament.scoring import (
    MatchNotOverError,
    ReportedBoard,
    not_played,
    result_of_boards,
    score_in_play,
)
from carrom.tournament.teams import TieTerms, match_name, tie_result

COINS_LEFT = (201, 162, 127, 79, 56, 41, 29, 12, 7)
"""How often a board was won with 1, 2, ... 9 coins left."""
QUEEN_WITH_WINNER, QUEEN_WITH_LOSER = 508 / 714, 203 / 714
BREAKERS_EDGE = 76.0
"""The worth of the break as a rating: with it 60.8 % of even boards are won."""
SCALE = 400.0
MOST_BOARDS = 200


def rehearse(
    contest: Contest,
    rng: Rng,
    ruleset: Ruleset,
    *,
    strength: Mapping[str, float] | None = None,
    absent: float = 0.0,
    report: Callable[[int, int], None] | None = None,
) -> Contest:
    """Play a contest from where it stands to its end: draws, results, lots where they are needed.

    `strength` gives a rating for each key (400 more wins ten boards of eleven); without it the entrant's own rating,
    else 1500. `absent` is the chance that a side does not come. `report` is called after each match with how many
    have a result, and how many are drawn so far.

    Raises:
        CarromError: the format cannot draw on.
    """
    steps = rehearsing(contest, rng, ruleset, strength=strength, absent=absent, report=report)
    return deque((contest, *steps), maxlen=1)[0]


def rehearsing(
    contest: Contest,
    rng: Rng,
    ruleset: Ruleset,
    *,
    strength: Mapping[str, float] | None = None,
    absent: float = 0.0,
    report: Callable[[int, int], None] | None = None,
) -> Iterator[Contest]:
    """Play on as `rehearse` does, step by step: the contest after each draw, and after all that could be played then.

    The caller may stop at any step; the last one is the finished rehearsal.
    """
    form = formats.find(contest.format)
    ratings = {one.key: (strength or {}).get(one.key, one.rating or 1500.0) for one in contest.entrants}
    while not form.is_over(contest):
        met = form.meetings(contest)
        ready = [one for one in met if one.state is State.READY]
        if ready:
            drawn = sum(1 for _ in contest.fixtures)
            for meeting in ready:
                contest = contest.with_result(_result(contest, meeting, ratings, rng, ruleset, absent))
                if report is not None:
                    report(len(contest.results), drawn)
            yield contest
            continue
        if level := _level(met, contest):
            contest = replace(contest, lots=(*contest.lots, *shuffled(sorted(level), rng)))
            continue
        recording = RecordingRng(rng)
        fixtures = form.draw(contest, recording)
        contest = contest.with_drawn(Drawn(fixtures, recording.given))
        yield contest


def matches_rehearsed(
    name: str, contest: Contest, met: Sequence[Meeting], *, minutes: int, settled: Collection[str] = ()
) -> tuple[ToPlay, ...]:
    """Return the matches of a rehearsal that want a place in the day; keys are "NAME FIXTURE".

    A match waits for those that tell who plays it, and for all of the draw before its own. `settled` names fixtures
    that were settled before the rehearsal began.
    """
    members = by_key(contest.entrants)
    ones = {one.fixture.id: one for one in met}
    played = {key for key, one in ones.items() if one.a and one.b and one.result is not None and key not in settled}
    in_group: dict[str, list[str]] = {}
    keys: dict[str, tuple[str, ...]] = {}
    found: list[ToPlay] = []
    before: tuple[str, ...] = ()
    for drawn in contest.draws:
        for fixture in drawn.fixtures:
            in_group.setdefault(fixture.group, []).append(fixture.id)
            feeders = [*fixture.feeders, *(one for group in fixture.feeding_groups for one in in_group[group])]
            if fixture.id not in played:
                keys[fixture.id] = tuple(key for feeder in feeders for key in keys[feeder])
                continue
            one = ones[fixture.id]
            persons = frozenset(person for key in one.keys for person in members[key].persons)
            match = ToPlay(
                key=f"{name} {fixture.id}",
                contest=name,
                persons=persons,
                minutes=minutes,
                after=tuple(dict.fromkeys([*before, *(key for feeder in feeders for key in keys[feeder])])),
                rank=(fixture.round, fixture.place),
            )
            mine = [match] if contest.tie is None else _of_tie(match, fixture.id, len(contest.tie.order))
            keys[fixture.id] = tuple(each.key for each in mine)
            found += mine
        before = tuple(key for fixture in drawn.fixtures for key in keys[fixture.id])
    return tuple(found)


def _of_tie(tie: ToPlay, fixture: str, count: int) -> list[ToPlay]:
    """The matches of a tie: any of the teams may play each, so they may be played at the same time."""
    return [
        replace(tie, key=f"{tie.contest} {match_name(fixture, number)}", persons=frozenset(), maybe=tie.persons)
        for number in range(1, count + 1)
    ]


def play_match(fixture: str, a: str, b: str, edge: float, rng: Rng, ruleset: Ruleset) -> Result:
    """A match by chance under the laws of a ruleset; `edge` is how many rating points `a` is stronger.

    Raises:
        ResultError: the ruleset's matches do not end.
    """
    boards: list[ReportedBoard] = []
    breaks = Side.A if rng.random() < 0.5 else Side.B
    while len(boards) < MOST_BOARDS:
        boards.append(_board(edge, breaks, rng, ruleset, boards))
        breaks = breaks.other
        try:
            return result_of_boards(fixture, a, b, boards, ruleset)
        except MatchNotOverError:
            continue
    return result_of_boards(fixture, a, b, boards, ruleset)


def _board(edge: float, breaks: Side, rng: Rng, ruleset: Ruleset, before: Sequence[ReportedBoard]) -> ReportedBoard:
    for_a = edge + (BREAKERS_EDGE if breaks is Side.A else -BREAKERS_EDGE)
    winner = Side.A if rng.random() < 1 / (1 + 10 ** (-for_a / SCALE)) else Side.B
    number = rng.random() * sum(COINS_LEFT)
    coins = 1
    while number >= sum(COINS_LEFT[:coins]):
        coins += 1
    held = rng.random()
    if held < QUEEN_WITH_WINNER:
        queen: Side | None = winner
    else:
        queen = winner.other if held < QUEEN_WITH_WINNER + QUEEN_WITH_LOSER else None
    limit = ruleset.queen_pays_up_to
    pays = queen is winner and (limit is None or score_in_play(before, ruleset).of(winner) <= limit)
    points = coins * ruleset.coin_points + (ruleset.queen_points if pays else 0)
    return ReportedBoard(winner=winner, points=min(points, ruleset.board_points_cap or points), queen=queen)


def _result(
    contest: Contest, meeting: Meeting, ratings: Mapping[str, float], rng: Rng, ruleset: Ruleset, absent: float
) -> Result:
    """How a match ends that can be played."""
    here = {side for side in Side if absent == 0.0 or rng.random() >= absent}
    if len(here) < 2:
        return not_played(meeting, loser=here.pop().other if here else None, how="no-show")
    a, b = meeting.a or "", meeting.b or ""
    while True:
        result = _played(meeting.fixture.id, a, b, ratings[a] - ratings[b], rng, ruleset, contest.tie)
        if result.winner is not None or formats.find(contest.format).may_tie(contest, meeting.fixture):
            return result


def _played(fixture: str, a: str, b: str, edge: float, rng: Rng, ruleset: Ruleset, tie: TieTerms | None) -> Result:
    if tie is None:
        return play_match(fixture, a, b, edge, rng, ruleset)
    numbers = range(1, len(tie.order) + 1)
    return tie_result(fixture, a, b, tie, {one: play_match(fixture, a, b, edge, rng, ruleset) for one in numbers})


def _level(met: Sequence[Meeting], contest: Contest) -> frozenset[str] | None:
    """Those of a group who must draw lots before the next match can be."""
    wanted = {group for one in met for group in one.fixture.feeding_groups}
    for group in sorted(wanted):
        mine = [one for one in met if one.fixture.group == group]
        if all(one.is_settled for one in mine):
            undrawn = [level for level in lots_needed(contest, mine) if not level <= set(contest.lots)]
            for level in undrawn:
                return level
    return None
