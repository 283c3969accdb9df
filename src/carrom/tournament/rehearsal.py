"""A rehearsal: a contest played to its end with results by chance, as strong as the entrants are.

Boards are as they were in 717 boards of a real event: coins left, who held the queen, and an edge for the breaker.
Results come out of these by the laws of the match, so that a rehearsal shows what the real day will.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from carrom.equipment.arrangement import Dice
from carrom.laws.ruleset import Ruleset
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.dice import RecordingDice, shuffled
from carrom.tournament.groups import lots_needed
from carrom.tournament.resolving import Meeting, State
from carrom.tournament.results import Result
from carrom.tournament.scoring import BoardTold, MatchNotOverError, not_played, result_of_boards, score_in_play
from carrom.tournament.teams import TieTerms, tie_result

COINS_LEFT = (201, 162, 127, 79, 56, 41, 29, 12, 7)
"""How often a board was won with 1, 2, ... 9 coins left."""
QUEEN_WITH_WINNER, QUEEN_WITH_LOSER = 508 / 714, 203 / 714
BREAKERS_EDGE = 76.0
"""What the break is worth as a rating: with it 60.8 % of even boards are won."""
SCALE = 400.0
MOST_BOARDS = 200


def rehearse(
    contest: Contest,
    dice: Dice,
    ruleset: Ruleset,
    *,
    strength: Mapping[str, float] | None = None,
    absent: float = 0.0,
) -> Contest:
    """Play a contest from where it stands to its end: draws, results, lots where they are needed.

    `strength` gives a rating for each key (400 more wins ten boards of eleven); without it the entrant's own rating,
    else 1500. `absent` is the chance that a side does not come.

    Raises:
        CarromError: the format cannot draw on.
    """
    form = formats.find(contest.format)
    ratings = {one.key: (strength or {}).get(one.key, one.rating or 1500.0) for one in contest.entrants}
    while not form.is_over(contest):
        met = form.meetings(contest)
        ready = [one for one in met if one.state is State.READY]
        if ready:
            for meeting in ready:
                contest = contest.with_result(_result(contest, meeting, ratings, dice, ruleset, absent))
            continue
        if level := _level(met, contest):
            contest = replace(contest, lots=(*contest.lots, *shuffled(sorted(level), dice)))
            continue
        recording = RecordingDice(dice)
        fixtures = form.draw(contest, recording)
        contest = contest.with_drawn(Drawn(fixtures, recording.given))
    return contest


def play_match(fixture: str, a: str, b: str, edge: float, dice: Dice, ruleset: Ruleset) -> Result:
    """A match by chance under the laws of a ruleset; `edge` is how many rating points `a` is stronger.

    Raises:
        ResultError: the ruleset's matches do not end.
    """
    boards: list[BoardTold] = []
    breaks = Side.A if dice.random() < 0.5 else Side.B
    while len(boards) < MOST_BOARDS:
        boards.append(_board(edge, breaks, dice, ruleset, boards))
        breaks = breaks.other
        try:
            return result_of_boards(fixture, a, b, boards, ruleset)
        except MatchNotOverError:
            continue
    return result_of_boards(fixture, a, b, boards, ruleset)


def _board(edge: float, breaks: Side, dice: Dice, ruleset: Ruleset, before: Sequence[BoardTold]) -> BoardTold:
    for_a = edge + (BREAKERS_EDGE if breaks is Side.A else -BREAKERS_EDGE)
    winner = Side.A if dice.random() < 1 / (1 + 10 ** (-for_a / SCALE)) else Side.B
    number = dice.random() * sum(COINS_LEFT)
    coins = 1
    while number >= sum(COINS_LEFT[:coins]):
        coins += 1
    held = dice.random()
    if held < QUEEN_WITH_WINNER:
        queen: Side | None = winner
    else:
        queen = winner.other if held < QUEEN_WITH_WINNER + QUEEN_WITH_LOSER else None
    limit = ruleset.queen_pays_up_to
    pays = queen is winner and (limit is None or score_in_play(before, ruleset).of(winner) <= limit)
    points = coins * ruleset.coin_points + (ruleset.queen_points if pays else 0)
    return BoardTold(winner=winner, points=min(points, ruleset.board_points_cap or points), queen=queen)


def _result(
    contest: Contest, meeting: Meeting, ratings: Mapping[str, float], dice: Dice, ruleset: Ruleset, absent: float
) -> Result:
    """How a match ends that can be played."""
    here = {side for side in Side if absent == 0.0 or dice.random() >= absent}
    if len(here) < 2:
        return not_played(meeting, loser=here.pop().other if here else None, how="no-show")
    a, b = meeting.a or "", meeting.b or ""
    while True:
        result = _played(meeting.fixture.id, a, b, ratings[a] - ratings[b], dice, ruleset, contest.tie)
        if result.winner is not None or formats.find(contest.format).may_tie(contest, meeting.fixture):
            return result


def _played(fixture: str, a: str, b: str, edge: float, dice: Dice, ruleset: Ruleset, tie: TieTerms | None) -> Result:
    if tie is None:
        return play_match(fixture, a, b, edge, dice, ruleset)
    numbers = range(1, len(tie.order) + 1)
    return tie_result(fixture, a, b, tie, {one: play_match(fixture, a, b, edge, dice, ruleset) for one in numbers})


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
