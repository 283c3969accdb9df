"""Files of puzzles, and those that come with carrom: none twice, each solved by its solution on any board nearby."""

from dataclasses import replace
from importlib.resources import files
from itertools import combinations

import pytest

from carrom.equipment.position import PlacedPiece, Position
from carrom.game import Match
from carrom.notation.situation import write_situation
from carrom.physics.simulate import simulate
from carrom.play.lessons import Put
from carrom.puzzles.attempts import attempt
from carrom.puzzles.collection import (
    MOST_SHARE,
    OF_A_SOURCE,
    SHIPPED,
    Collection,
    PuzzleFileError,
    are_alike,
    load_puzzles,
    read_puzzles,
    save_puzzles,
    shipped,
    write_puzzles,
)
from carrom.puzzles.finding import BY_POCKETING
from carrom.puzzles.goals import Task, holds_everywhere
from carrom.puzzles.normal import normalised
from carrom.puzzles.puzzle import Goal, Puzzle, Theme, rating_for
from carrom.puzzles.themes import themes_of
from carrom.terms import Piece, Stroke
from tests.support.thorough import sample

HEAD = (
    "icf seats A-B- strikes south breaks south turn first white A queen B "
    "dues 0:0 earned AB score 0:0 passes 0 strokes 0"
)
STROKE = Stroke(0.1, -0.37, 2.5)
SAMPLE = 12


def puzzle(pieces: str, *, head: str = HEAD, source: str = "", theme: Theme = Theme.CUT) -> Puzzle:
    return Puzzle(
        line=f"{head} pieces {pieces}", goal=Goal.POCKET, themes=(theme,), solution=STROKE, chance=0.5, margin=0.3,
        source=source,
    )  # fmt: skip


ONE = puzzle("w2(0.1,0.2) w3(-0.25,0.05) b11(0.3,-0.1)")


def test_what_is_written_is_read_again(tmp_path):
    due = replace(ONE, goal=Goal.GUARD, themes=(Theme.DUE,), solution=Put(0.01, -0.05), limit=0.3, source="a#4")

    for name in ("plain.jsonl", "packed.jsonl.gz"):
        save_puzzles(tmp_path / name, [ONE, due])
        assert load_puzzles(tmp_path / name) == [ONE, due]


@pytest.mark.parametrize(
    "text", ["", "{}\n", "[]\n", '{"carrom-puzzles":2}\n', "\x00", '{"carrom-puzzles":1}\n{"goal":"fly"}\n',
             '{"carrom-puzzles":1}\nnothing\n'],
)  # fmt: skip
def test_a_file_that_holds_none_is_refused(text: str):
    with pytest.raises(PuzzleFileError):
        read_puzzles(text)


def test_a_line_that_is_no_puzzle_is_named_by_its_number():
    text = write_puzzles([ONE]) + write_puzzles([ONE]).split("\n")[1].replace('"pocket"', '"fly"')

    with pytest.raises(PuzzleFileError) as found:
        read_puzzles(text)

    assert found.value.parameters == {"line": 3}


@pytest.mark.parametrize(
    "pieces",
    [
        "w2(0.1,0.2) w3(-0.25,0.05) b11(0.3,-0.1)",
        "w2(-0.25,0.05) w3(0.1,0.2) b11(0.3,-0.1)",  # other numbers
        "w2(-0.1,0.2) w3(0.25,0.05) b11(-0.3,-0.1)",  # mirrored
        "w2(0.105,0.204) w3(-0.25,0.05) b11(0.3,-0.1)",  # a little beside
    ],
)
def test_puzzles_that_show_the_same_are_alike(pieces: str):
    held = Collection()

    assert are_alike(ONE, puzzle(pieces))
    assert held.add(ONE) and not held.add(puzzle(pieces))


def test_a_turned_board_and_swapped_colours_are_alike_and_other_places_are_not():
    turned = Position(tuple(PlacedPiece(n, -x, -y) for n, x, y in ONE.situation.position.pieces))
    board = replace(ONE.situation.board, seat=Match.from_situation(ONE.line).situation.board.seat.opposite)
    from_north = normalised(replace(ONE.situation, seats="B-A-", position=turned, board=board))
    swapped = puzzle("w2(0.3,-0.1) b11(0.1,0.2) b12(-0.25,0.05)", head=HEAD.replace("white A", "white B"))

    assert from_north is not None and are_alike(ONE, replace(ONE, line=write_situation(from_north)))
    assert are_alike(ONE, swapped)
    assert not are_alike(ONE, puzzle("w2(0.1,0.2) w3(-0.25,0.15) b11(0.3,-0.1)"))
    assert not are_alike(ONE, puzzle("w2(0.1,0.2) w3(-0.25,0.05) b11(0.3,-0.1) b12(0,0)"))


def test_a_collection_takes_few_of_a_board_and_not_too_many_of_a_theme():
    held = Collection()
    of_a_board = [puzzle(f"w2(0.1,{k / 10}) b11(0.3,-0.1)", source=f"match#{k}") for k in range(4)]
    assert [held.add(each) for each in of_a_board] == [True] * OF_A_SOURCE + [False] * (4 - OF_A_SOURCE)

    limited = Collection(8)
    added = [limited.add(puzzle(f"w2(0.1,{k / 20}) b11(0.3,-0.1)")) for k in range(5)]
    assert sum(added) == MOST_SHARE * 8
    assert limited.add(puzzle("w2(0.1,0.3) b11(0.3,-0.1)", theme=Theme.BANK)) and not limited.is_full()


def test_the_id_depends_on_what_is_asked_alone():
    assert ONE.id == "gin32syn"
    assert ONE.id == replace(ONE, chance=0.9, source="x#1", solution=Stroke(0.0, 0.0, 1.0)).id
    assert len({ONE.id, replace(ONE, goal=Goal.TWO).id, replace(ONE, limit=0.2).id}) == 3


def test_the_harder_for_the_hand_the_higher_is_the_rating():
    values = [rating_for(chance).value for chance in (1.0, 0.9, 0.5, 0.2, 0.0)]

    assert values == sorted(values) and values[2] == 1500.0


def test_500_puzzles_come_with_carrom_in_a_small_file_none_twice():
    puzzles = list(shipped().values())

    assert len(puzzles) == 500
    assert len(files("carrom.puzzles").joinpath(SHIPPED).read_bytes()) < 200_000
    assert {theme for each in puzzles for theme in each.themes} == BY_POCKETING | {Theme.DUE}
    assert all(0.0 < each.chance <= 1.0 and 0.0 < each.margin <= 1.0 and each.source for each in puzzles)
    assert len({each.line for each in puzzles}) == len(puzzles)


def test_no_two_included_puzzles_show_nearly_the_same():
    kinds: dict[tuple[int, ...], list[Puzzle]] = {}
    for each in shipped().values():
        board = each.situation.board
        kinds.setdefault((board.own_up, board.up_of(board.to_play.other), board.queen_down), []).append(each)

    assert not [pair for group in kinds.values() for pair in combinations(group, 2) if are_alike(*pair)]


def test_included_puzzles_have_the_themes_of_their_solutions():
    by_stroke = [each for each in shipped().values() if isinstance(each.solution, Stroke)]
    for each in sample(by_stroke, SAMPLE):
        task = Task(each.state)
        colour = task.view.board.colour_of(task.view.me)
        alone = task.view.board.solo
        helpful = frozenset(
            {Piece.QUEEN, Piece.WHITE, Piece.BLACK} if alone or colour is None else {Piece.QUEEN, colour}
        )
        motion = simulate(task.view.own_axes, each.solution)

        assert themes_of(each.goal, each.solution, motion, helpful) == each.themes, each.id


def test_included_puzzles_are_solved_by_their_solutions_with_other_friction_and_bounce_too():
    for each in sample(list(shipped().values()), SAMPLE):
        assert attempt(each, each.solution).reached, each.id
        if isinstance(each.solution, Stroke):
            assert holds_everywhere(Task(each.state), each.goal, each.solution, each.limit), each.id
