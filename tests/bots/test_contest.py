"""Computers against each other, and alone: what a seed gives, and what becomes of a computer that fails."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from carrom.bots.contest import (
    NO_END,
    ArenaResult,
    Fault,
    SoloBoard,
    arena,
    mean_interval,
    play_board,
    solo_boards,
)
from carrom.bots.noise import Noise
from carrom.bots.registry import find
from carrom.match.requests import Choose, MakeStroke, Request, Toss
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.state import PlayState
from carrom.terms import Stroke
from carrom.workers import NotPortableError, ProcessEndedError

LITTLE = 60  # strokes: enough to play, not to play well


@dataclass
class Broken:
    """A computer that plays as `easy` does, and once a board has gone on a little answers what `fails` gives."""

    fails: Callable[[], object]
    name: str = "broken"
    strength: float = 0.0

    def answer(self, state: PlayState, rng, *, seat=None, budget=None) -> Request:
        if state.version >= 4:
            return self.fails()  # type: ignore[return-value]
        return find("easy").answer(state, rng, seat=seat, budget=budget)


def nothing() -> object:
    return None


def raises() -> object:
    raise ZeroDivisionError("by my own fault")


def ends_its_process() -> object:
    import os

    os._exit(3)


def too_fast() -> object:
    return MakeStroke(Stroke(0.0, 0.0, 100.0))


def beside_the_line() -> object:
    return MakeStroke(Stroke(0.5, 0.0, 2.0))


def no_number() -> object:
    return MakeStroke(Stroke("left", 0.0, 2.0))  # type: ignore[arg-type]


ILLEGAL = [
    (nothing, "unknown-request"),
    (Toss, "not-awaited"),
    (too_fast, "speed-limit"),
    (no_number, "not-a-number"),
    (raises, "bot-error"),
]


def met(workers: int, fails: Callable[[], object] = raises) -> ArenaResult:
    return arena("easy", Broken(fails), boards=4, seed=3, workers=workers, budget=LITTLE)


@pytest.mark.parametrize(("fails", "code"), ILLEGAL)
def test_a_computer_that_fails_forfeits_its_board_and_is_named(fails: Callable[[], object], code: str):
    played = play_board(find("easy"), Broken(fails), seed=1, budget=LITTLE, number=6)

    assert played.winner == "a"
    assert played.points > 0
    assert played.fault is not None
    assert (played.fault.board, played.fault.bot, played.fault.code) == (6, "broken", code)
    assert played.fault.sentence
    assert verify(Record(played.entries)).holds


def test_the_other_one_may_be_at_fault_too():
    played = play_board(Broken(beside_the_line), find("easy"), seed=1, budget=LITTLE)

    assert played.winner == "b"
    assert played.fault is not None and played.fault.bot == "broken"


def test_the_boards_after_a_forfeit_are_played():
    result = met(1)

    assert result.boards == result.wins_a + result.wins_b == 4
    assert [fault.board for fault in result.faults] == [0, 1, 2, 3]


def test_processes_change_nothing_of_an_arena_its_forfeits_neither():
    assert met(2) == met(1)
    assert arena("easy", "easy", boards=2, seed=5, workers=2, budget=LITTLE) == arena(
        "easy", "easy", boards=2, seed=5, budget=LITTLE
    )


def test_another_hand_is_given_to_both():
    machine = Noise(0.0)

    met = arena("easy", "smash", boards=2, seed=4, noise=0.0, budget=LITTLE)

    easy, smash = (replace(find(name), noise=machine) for name in ("easy", "smash"))  # type: ignore[type-var]
    assert met == arena(easy, smash, boards=2, seed=4, budget=LITTLE)
    assert met != arena("easy", "smash", boards=2, seed=4, budget=LITTLE)


def test_processes_change_nothing_of_boards_alone_nor_do_parts():
    asked = {"seed": 2, "budget": LITTLE, "noise": 0.0}  # with its usual hand it is stopped on each
    alone = list(solo_boards("easy", 2, **asked))

    assert alone[0] != alone[1]
    assert list(solo_boards("easy", 2, **asked, workers=2)) == alone
    assert list(solo_boards("easy", 1, **asked, first=1)) == alone[1:]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_computer_that_fails_alone_forfeits_its_board_at_the_cap(workers: int):
    played = list(solo_boards(Broken(raises), 2, seed=2, workers=workers, budget=LITTLE))

    assert [(board.strokes, board.stopped) for board in played] == [(45, True), (45, True)]
    assert [board.fault for board in played] == [
        Fault(number, "broken", "bot-error", "ZeroDivisionError: by my own fault") for number in range(2)
    ]


def test_a_board_without_an_end_has_no_winner_and_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("carrom.bots.contest.MOST_ENTRIES", 5)

    result = arena("easy", "easy", boards=2, budget=LITTLE)

    assert (result.wins_a, result.wins_b) == (0, 0)
    assert [(fault.bot, fault.code) for fault in result.faults] == [(None, NO_END)] * 2


def test_a_process_that_ends_by_itself_is_said():
    with pytest.raises(ProcessEndedError):
        met(2, ends_its_process)


def test_a_computer_that_cannot_travel_is_refused_before_a_board_is_played():
    with pytest.raises(NotPortableError):
        met(2, lambda: Choose("break"))


def test_an_interval_of_one_value_has_no_end():
    assert mean_interval([17.0]) == (17.0, -float("inf"), float("inf"))
    assert mean_interval([16.0, 18.0])[1] < 17.0 < mean_interval([16.0, 18.0])[2]


def test_a_computer_may_take_the_surface_for_another():
    worn = SURFACES["worn"]

    def board(**on: Surface) -> SoloBoard:
        return next(iter(solo_boards("greedy-h", 1, seed=5, noise=0.0, **on)))

    on_worn = board(surface=worn)
    assert board(surface=worn, assumes=worn) == on_worn
    assert board(surface=worn, assumes=TOURNAMENT) != on_worn


def test_solo_boards_are_played_on_the_surface_that_is_asked_for():
    usual, named, worn = (
        list(solo_boards("easy", 1, seed=2, noise=1.0, budget=LITTLE, **on))
        for on in ({}, {"surface": TOURNAMENT}, {"surface": SURFACES["worn"]})
    )

    assert named == usual != worn
