"""Goals of puzzles: what reaches them is what engine and laws say, of one stroke as of many."""

import numpy as np
import pytest

from carrom.errors import CarromError
from carrom.game import Match
from carrom.laws.ruling import BoardEnd
from carrom.match.awaiting import Decision
from carrom.play.lessons import Put
from carrom.puzzles.attempts import attempt
from carrom.puzzles.goals import Task, holds_everywhere, other_surfaces
from carrom.puzzles.puzzle import Goal, Puzzle, Theme
from carrom.terms import Side, Stroke

HEAD = (
    "icf seats A-B- strikes south breaks south turn first white A queen {queen} "
    "dues 0:0 earned AB score 0:0 passes 0 strokes 0"
)
STRAIGHT = Stroke(0.1, -0.37, 2.5)  # at what hangs at the far right pocket
FOLLOWS = Stroke(0.1, -0.38, 1.5)  # the striker falls too
SOFT = Stroke(0.0, 0.0, 0.3)


def board(pieces: str, *, queen: str = "B", head: str = HEAD) -> str:
    return f"{head.format(queen=queen)} pieces {pieces}"


def puzzle(line: str, goal: Goal, *, limit: float = 0.0) -> Puzzle:
    return Puzzle(line=line, goal=goal, themes=(Theme.CUT,), solution=STRAIGHT, chance=0.5, margin=0.5, limit=limit)


ONE = "w2(0.334,0.336)"
TWO_THERE = "w2(0.334,0.336) w3(0.318,0.308)"
THEIRS = "b11(-0.2,0.1)"
QUEEN = "q1(0.334,0.336)"


@pytest.mark.parametrize(
    ("pieces", "queen", "reaches"),
    [
        (f"{ONE} w3(0,0) {THEIRS}", "B", {Goal.POCKET}),
        (f"{ONE} {THEIRS}", "B", {Goal.POCKET, Goal.WIN}),
        (f"{QUEEN} w2(0,0) w3(-0.1,0) {THEIRS}", "up", {Goal.QUEEN}),
        (f"{ONE} w3(0,0) {THEIRS}", "due-A", {Goal.POCKET, Goal.COVER}),
    ],
)
def test_a_stroke_reaches_the_goals_that_its_ruling_says_and_no_others(pieces: str, queen: str, reaches: set[Goal]):
    line = board(pieces, queen=queen)
    if queen == "due-A":
        line = line.replace("turn first", "turn on")

    found = {goal for goal in Goal if goal is not Goal.GUARD and attempt(puzzle(line, goal), STRAIGHT).reached}

    assert found == reaches
    assert not any(attempt(puzzle(line, goal), SOFT).reached for goal in Goal if goal not in (Goal.GUARD, Goal.SAFE))


def test_two_coins_by_one_stroke_are_two_and_one_is_not():
    line = board(f"w2(0.334,0.336) w3(0.338,0.295) w4(0,0) {THEIRS}")
    strokes = np.stack(
        [np.full(400, 0.2), np.random.default_rng(1).uniform(-0.4, -0.1, 400), np.full(400, 3.0)], axis=1
    )
    task = Task(puzzle(line, Goal.TWO).state)
    fell = task.led_to(strokes).fell()[:, 2:5].sum(axis=1)

    reached = task.reached(Goal.TWO, strokes)

    assert (fell == 2).any() and (fell == 1).any()
    assert not (reached & (fell < 2)).any()


def test_many_strokes_at_once_reach_what_each_of_them_reaches_in_a_match():
    line = board(f"{ONE} w3(0.1,0.05) w4(-0.15,0.2) q1(0,0) {THEIRS} b12(0.05,-0.1)", queen="up")
    rng = np.random.default_rng(3)
    strokes = np.stack([rng.uniform(-0.2, 0.2, 24), rng.uniform(-0.5, 0.5, 24), rng.uniform(1.0, 4.0, 24)], axis=1)
    task = Task(puzzle(line, Goal.POCKET).state)

    together = task.reached(Goal.POCKET, strokes)

    for stroke, reached in zip(strokes.tolist(), together.tolist(), strict=True):
        match = Match.from_situation(line)
        try:
            match.play_stroke(*stroke)
        except CarromError:
            continue  # the striker would touch a coin
        after = match.state.match.board
        stays = after is not None and after.to_play is Side.A and match.awaiting.kind is Decision.STROKE
        assert reached is (stays and after.white_up < 3)


def test_a_pocketed_striker_reaches_nothing():
    line = board(f"{ONE} w3(0,0) {THEIRS}")

    tried = attempt(puzzle(line, Goal.POCKET), FOLLOWS)

    assert tried.entry.followed.facts.striker_pocketed is True
    assert not tried.reached


def test_what_the_opponent_has_left_decides_whether_a_stroke_is_safe():
    line = board("w2(0.1,0.3) w3(0,0) b11(-0.336,-0.334)")

    tried = attempt(puzzle(line, Goal.SAFE, limit=0.3), SOFT)

    assert tried.left is not None and tried.left > 0.8 and not tried.reached
    assert attempt(puzzle(line, Goal.SAFE, limit=tried.left), SOFT).reached
    assert attempt(puzzle(board(f"{ONE} w3(0,0) {THEIRS}"), Goal.SAFE, limit=1.0), STRAIGHT).left is None  # on


def test_a_due_is_guarded_where_the_opponent_cannot_reach_it_and_nowhere_that_the_laws_forbid():
    head = f"{HEAD} placing b12/B/south/outer_circle/striker_alone/ICF-L78"
    line = board("w2(0.2,0.2) w3(-0.1,0.1) b11(0.3,-0.1)", head=head)
    guard = puzzle(line, Goal.GUARD, limit=0.5)

    tried = [attempt(guard, Put(0.0, -0.06)), attempt(guard, Put(0.02, 0.06))]

    assert len({each.left for each in tried}) == 2 and all(each.motion is None for each in tried)
    assert all(each.reached is (each.left <= 0.5) for each in tried)
    assert attempt(guard, Put(0.0, -0.06)).left == tried[0].left  # the same place, the same answer
    for made in (Put(0.3, 0.3), STRAIGHT):
        with pytest.raises(CarromError):
            attempt(guard, made)
    with pytest.raises(CarromError):
        attempt(puzzle(board(f"{ONE} {THEIRS}"), Goal.WIN), Put(0.0, 0.0))


def test_a_board_alone_is_cleared():
    head = HEAD.format(queen="A").replace("icf seats A-B-", "baca19 seats A---").replace("turn first", "turn on")
    tried = attempt(puzzle(f"{head} pieces b11(0.334,0.336)", Goal.WIN), STRAIGHT)

    assert tried.reached and tried.entry.followed.ruling.outcome.end is BoardEnd.CLEARED


def test_a_stroke_must_hold_on_boards_with_other_friction_and_bounce():
    task = Task(puzzle(board(f"{ONE} {THEIRS}"), Goal.WIN).state)

    assert holds_everywhere(task, Goal.WIN, STRAIGHT)
    assert not holds_everywhere(task, Goal.WIN, SOFT)
    frictions = {surface.board_friction for surface in other_surfaces()}
    bounces = {surface.disc_restitution for surface in other_surfaces()}
    assert sorted(frictions) == pytest.approx([0.114, 0.12, 0.126])
    assert sorted(bounces) == pytest.approx([0.8245, 0.85, 0.8755])
