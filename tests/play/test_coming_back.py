"""Pieces that come back at once on many boards lie where they are put one after the other, to the bit."""

import math
import os
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import opening_board
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import UMPIRE, Placer, Reason, Region, Return, Verdict
from carrom.physics import native, returning
from carrom.physics.batch import position_of
from carrom.physics.single import flat_layout
from carrom.play import coming_back, packed
from carrom.play.free_places import nearest_place
from carrom.play.settlement import lay_where_suggested, put_back
from carrom.terms import Piece, Seat, piece_of

SEATS = tuple(Seat)
RING = [RULESETS["icf"], RULESETS["kagw"], RULESETS["common"], replace(RULESETS["icf"], placing_makes_shot="forbidden")]
SOLO = [RULESETS["baca19"], replace(RULESETS["baca19"], double_due_layout="free", placing_makes_shot="not_with_queen")]
ENTRIES = pytest.mark.parametrize("ruleset", [*RING, *SOLO], ids=lambda each: f"{each.slug}, {each.placing_makes_shot}")

Case = tuple[Position, Seat, bool, tuple[int, ...], tuple[Return, ...]]


def position(rng: random.Random) -> Position:
    """Pieces at rest, some of them touching others; on half of the boards most lie about the centre."""
    spread = rng.choice((0.02, 0.05, 0.12, 0.3))
    found = Position()
    for number in rng.sample(range(1, 20), rng.randrange(20)):
        wish = max(-0.3, min(0.3, rng.gauss(0.0, spread))), max(-0.3, min(0.3, rng.gauss(0.0, spread)))
        if rng.random() < 0.3:
            place = nearest_place(found, wish, legal=lambda x, y: True)
            found = found if place is None else found.with_piece(number, *place)
        elif all((x - wish[0]) ** 2 + (y - wish[1]) ** 2 > 4 * COIN_RADIUS**2 for _, x, y in found.pieces):
            found = found.with_piece(number, *(rng.choice((wish, (0.0, 0.0))) if not found.pieces else wish))
    return found


def cases(rng: random.Random, count: int, *, solo: bool) -> Iterator[Case]:
    """Boards as strokes left them, who struck, what fell, what comes back."""
    while count:
        lying = position(rng)
        absent = [number for number in range(1, 20) if number not in lying.numbers]
        back = rng.sample(absent, min(len(absent), rng.choice((1, 1, 1, 2, 2, 3, 5))))
        if back:
            count -= 1
            placers: list[Placer] = [rng.choice(SEATS), rng.choice(SEATS)]
            returns = tuple(
                Return(
                    piece=piece_of(number),
                    why=Reason.DUE_PLACED,
                    placer=UMPIRE if piece_of(number) is Piece.QUEEN else rng.choice(placers),
                    region=rng.choice((Region.CENTRE, Region.OUTER_CIRCLE)),
                )
                for number in back
            )
            yield lying, rng.choice(SEATS), solo, tuple(rng.sample(absent, rng.randrange(len(absent)))), returns


def one_by_one(case: Case, ruleset: Ruleset) -> Position:
    lying, seat, solo, gone, returns = case
    after = opening_board(solo=solo, seat=seat)
    verdict = Verdict(after=after, returns=returns, keeps_turn=True, next_seat=seat, outcome=None)
    settled = put_back(verdict, lying, ruleset, gone=gone, jumped=(), seat=seat)
    lay_where_suggested(settled, ruleset)
    return settled.position


def arrays(made: list[Case]) -> tuple[np.ndarray, np.ndarray]:
    """The same boards as arrays: layouts, and what is asked."""
    layouts = np.array([flat_layout(lying) for lying, *_ in made]).reshape(-1, 20, 2)
    seats, solo, fell, backs = [], [], [], []
    for _, seat, alone, gone, returns in made:
        seats.append(seat.quarter_turns)
        solo.append(int(alone))
        fell.append(sum(1 << number for number in gone))
        seen = (
            back if back.placer == UMPIRE else replace(back, placer=SEATS[SEATS.index(back.placer) - seats[-1]])
            for back in returns
        )
        backs.append(coming_back.as_numbers(seen))
    return layouts, coming_back.question(*map(np.array, (seats, solo, fell, backs)))


def compare(ruleset: Ruleset, seed: str, count: int) -> None:
    made = list(cases(random.Random(seed), count, solo=ruleset.side_count == 1))
    layouts, asked = arrays(made)
    before = layouts.copy()
    placed = coming_back.put_back(layouts, asked, ruleset)

    assert np.array_equal(layouts[~placed], before[~placed], equal_nan=True)
    assert placed.mean() > (0.6 if ruleset.placing_makes_shot == "forbidden" else 0.9)
    for row in np.flatnonzero(placed).tolist():
        found = position_of(layouts[row].ravel().tolist())
        assert repr(found) == repr(one_by_one(made[row], ruleset)), made[row]  # the signs of zeros, too


@ENTRIES
def test_pieces_come_back_to_the_same_places_to_the_bit(ruleset: Ruleset):
    compare(ruleset, "places", 400)


@pytest.mark.thorough
@ENTRIES
@pytest.mark.parametrize("seed", range(int(os.environ.get("CARROM_RETURNING_SEEDS", "1"))))  # 8: a longer run
def test_pieces_come_back_to_the_same_places_on_a_great_many_boards(ruleset: Ruleset, seed: int):
    compare(ruleset, f"many {seed}", 4_000)


@ENTRIES
def test_the_source_as_it_stands_gives_the_same_bits(ruleset: Ruleset):
    made = list(cases(random.Random(9), 60, solo=ruleset.side_count == 1))
    layouts, asked = arrays(made)
    others, figures = layouts.copy(), coming_back._figures(ruleset)
    placed, as_it_stands = np.zeros(60, np.int8), np.zeros(60, np.int8)
    native.native().put_back_pieces(layouts, asked, figures, placed)
    returning.put_back_pieces(others, asked, figures, as_it_stands)

    assert placed.tobytes() == as_it_stands.tobytes() and placed.any()
    assert layouts.tobytes() == others.tobytes()


def test_what_a_rare_rule_places_is_left_alone():
    lying = Position((PlacedPiece(2, 0.0, 0.0),))
    two_for_umpire = tuple(
        Return(piece=kind, why=Reason.DUE_PLACED, placer=UMPIRE, region=Region.CENTRE)
        for kind in (Piece.QUEEN, Piece.BLACK)
    )
    layouts, asked = arrays([(lying, Seat.SOUTH, False, (), two_for_umpire)])
    before = layouts.tobytes()

    assert not coming_back.put_back(layouts, asked, RULESETS["icf"]).any()
    assert layouts.tobytes() == before
    jumped = replace(two_for_umpire[0], jumped=True)
    assert (
        coming_back.as_numbers([jumped]) == coming_back.as_numbers([two_for_umpire[0]] * 9) == [coming_back.UNTOLD] * 8
    )


def test_lengths_are_those_of_the_library():
    rng = random.Random(3)
    for _ in range(20_000):
        x, y = rng.gauss(0, 0.1), rng.choice((rng.gauss(0, 0.1), 10 ** rng.uniform(-12, 0)))
        assert returning.length(x, y) == math.hypot(x, y)


def test_places_are_rounded_as_the_library_does():
    rng, doubt = random.Random(4), np.zeros(1, np.int64)
    midway = [(2 * n + 1) * 0.5e-9 for n in range(15_900_000, 15_902_000)]
    for x in (*midway, *(math.nextafter(each, 1.0) for each in midway), *(rng.gauss(0, 0.1) for _ in range(2_000))):
        assert returning.billionths(x, doubt) / 1e9 == round(x, 9)
    assert not doubt[0]
    returning.billionths(2.0**-10, doubt)  # 976562.5e-9 to the bit
    assert doubt[0]


def test_the_queens_number_is_the_one_of_the_game():
    assert packed.THE_QUEEN == 1 << returning.QUEEN


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, np.zeros((3, 20))),
        (0, np.zeros((2, 20, 2), np.float32)),
        (0, np.frombuffer(bytes(640)).reshape(2, 20, 2)),
        (1, np.zeros((1, 11), np.int64)),
        (1, np.zeros((2, 11))),
        (2, np.zeros(15)),
        (3, np.zeros(1, np.int8)),
        (3, np.zeros(2, np.int64)),
        (3, None),
    ],
    ids=str,
)
def test_arrays_that_do_not_fit_are_refused(place: int, value: object):
    given: list[object] = [
        np.full((2, 20, 2), np.nan),
        np.zeros((2, 11), np.int64),
        coming_back._figures(RULESETS["icf"]),
        np.zeros(2, np.int8),
    ]
    native.native().put_back_pieces(*given)
    given[place] = value

    with pytest.raises((TypeError, ValueError, BufferError)):
        native.native().put_back_pieces(*given)
    with pytest.raises(TypeError):
        native.native().put_back_pieces(*given[:3])
