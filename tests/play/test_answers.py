"""What a match accepts and what it refuses: the code, and that nothing changes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from carrom.errors import CarromError
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Reason
from carrom.match.awaiting import Decision
from carrom.match.entries import Head, Player
from carrom.match.requests import (
    Choose,
    Claim,
    Forgo,
    MakeStroke,
    Offer,
    Pass,
    Place,
    Reply,
    StateFacts,
    TakeBack,
    Toss,
)
from carrom.play import scenes
from carrom.play.domain import domain
from carrom.play.errors import BrokenInvariantError, PlaceForbiddenError
from carrom.play.game import Match, new_head
from carrom.play.handlers import answer, start
from carrom.play.rng import SeededRng
from carrom.play.state import follow
from carrom.terms import Side, Stroke

AHEAD = Stroke(0.0, 0.1, 2.0)


def put(state, request, author="south", **more):
    """Answer a state; the entry."""
    return answer(state, request, author=author, request_id="r", time="", rng=SeededRng(1), **more)[0]


@pytest.mark.parametrize(
    ("scene", "request_", "author", "code"),
    [
        ("opening", MakeStroke(AHEAD), "north", "out-of-turn"),
        ("opening", MakeStroke(AHEAD), "east", "not-seated"),
        ("opening", Toss(), "south", "not-awaited"),
        ("opening", Place(11, 0.05, 0.0), "south", "not-awaited"),
        ("opening", Claim(1), "south", "not-awaited"),
        ("opening", Pass(), "south", "cannot-pass"),
        ("opening", StateFacts(StrokeFacts()), "umpire", "not-awaited"),
        ("opening", MakeStroke(Stroke(math.nan, 0, 1)), "south", "not-a-number"),
        ("opening", MakeStroke(Stroke(0, math.inf, 1)), "south", "not-a-number"),
        ("opening", MakeStroke(Stroke(0, 0, "2")), "south", "not-a-number"),
        ("opening", MakeStroke(Stroke(0, 4.0, 1)), "south", "not-a-number"),
        ("opening", MakeStroke(Stroke(0, 0, 8.001)), "south", "speed-limit"),
        ("opening", MakeStroke(Stroke(0, 0, 0)), "south", "speed-limit"),
        ("opening", MakeStroke(Stroke(0.3, 0, 1)), "south", "stroke-off-line"),
        ("opening", MakeStroke(Stroke(0.2, 0, 1)), "south", "place-forbidden"),
        ("coins-on-the-line", MakeStroke(Stroke(0.06, 0, 1)), "south", "place-forbidden"),
        ("opening", TakeBack(), "south", "take-back-forbidden"),
        ("opening", Offer("take_back"), "south", "nothing-to-take-back"),
        ("opening", Offer("draw"), "south", "offer-forbidden"),
        ("opening", Offer("money"), "south", "offer-forbidden"),
        ("opening", Reply(3, True), "south", "unknown-offer"),
        ("opening", "strike", "south", "unknown-request"),
        ("toss", Choose("break"), "south", "not-awaited"),
        ("toss", Toss(winner=Side.A), "south", "out-of-turn"),
        ("due-to-place", MakeStroke(AHEAD), "south", "not-awaited"),
        ("due-to-place", Place(16, 0.05, 0.0), "south", "wrong-piece"),
        ("due-to-place", Place(15, math.nan, 0.0), "south", "not-a-number"),
        ("due-to-place", Place(15, 0.2, 0.0), "south", "place-outside-region"),
        ("due-to-place", Place(15, 0.01, 0.0), "south", "place-outside-region"),
        ("due-to-place", Place(15, 0.030, 0.030), "south", "place-overlaps"),
        ("due-to-place", Place(15, 0.05, 0.0), "north", "out-of-turn"),
        ("over", MakeStroke(AHEAD), "south", "match-over"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_its_code(scene, request_, author, code):
    state = scenes.scene(scene)

    with pytest.raises(CarromError) as refused:
        put(state, request_, author)
    assert refused.value.code == code
    assert str(refused.value)
    assert state == scenes.scene(scene)


@pytest.mark.clause("ICF-L130")
def test_icf_l130_a_striker_on_part_of_a_base_circle_is_refused_with_the_law():
    with pytest.raises(PlaceForbiddenError) as refused:
        put(scenes.scene("opening"), MakeStroke(Stroke(0.2, 0, 1)))

    assert refused.value.reason is Reason.STRIKER_PART_ON_CIRCLE
    assert "ICF-L130" in refused.value.clauses


@pytest.mark.clause("ICF-L114")
def test_icf_l114_a_due_that_makes_a_shot_with_the_queen_is_refused():
    state = scenes.scene("due-to-place")
    queen = state.position.pieces[0]
    to_pocket = (-0.34775 - queen.x, 0.34775 - queen.y)  # the far left pocket
    x, y = (q - 0.04 * d / math.hypot(*to_pocket) for q, d in zip((queen.x, queen.y), to_pocket, strict=True))

    with pytest.raises(PlaceForbiddenError) as refused:
        put(state, Place(15, x, y))
    assert refused.value.reason is Reason.PLACE_MAKES_SHOT
    assert refused.value.clauses == ("ICF-L114",)


@pytest.mark.clause("ICF-L78", "ICF-L84")
def test_icf_l84_dues_are_placed_one_by_one_and_then_the_stroke_is_awaited():
    state = scenes.scene("two-dues-to-place")
    assert state.hand == (15, 16)
    first = follow(state, put(state, Place(15, *domain(state).suggested)))
    assert first.hand == (16,)
    assert not first.match.awaiting.may_forgo
    with pytest.raises(CarromError, match="completely or not at all"):
        put(first, Forgo())
    second = follow(first, put(first, Place(16, *domain(first).suggested)))

    assert second.hand == ()
    assert second.match.awaiting.kind is Decision.STROKE
    assert {15, 16} <= set(second.position.numbers)


@pytest.mark.clause("ICF-L87", "ICF-L88")
def test_icf_l87_a_claim_is_forgone_as_a_whole_and_is_not_owed_again():
    state = scenes.scene("two-dues-to-place")
    after = follow(state, put(state, Forgo()))

    assert (after.hand, after.match.awaiting.kind) == ((), Decision.STROKE)
    assert after.match.board.black_up == state.match.board.black_up - 2
    assert after.match.board.owed == (0, 0)


@pytest.mark.clause("ICF-L43")
@pytest.mark.parametrize("seat", ["south", "north"])
def test_the_rack_of_a_new_match_waits_for_the_one_who_breaks(seat):
    match = Match.new(players=("Asha", "Tomasz"), breaks=Side.A if seat == "south" else Side.B)

    assert match.awaiting.seats == (seat,)
    assert len(match.state.position.pieces) == 19


def test_a_simulation_that_loses_a_piece_breaks_an_invariant_and_nothing_comes_of_it():
    from carrom.physics.simulate import simulate

    def lossy(position, stroke, seat, surface):
        motion = simulate(position, stroke, seat, surface)
        gone = motion.final.numbers[0]
        places = np.frombuffer(motion.rests).copy()
        places[2 * gone : 2 * gone + 2] = np.nan
        return motion._replace(rests=places.tobytes())

    with pytest.raises(BrokenInvariantError, match="in hand"):
        put(scenes.scene("midgame"), MakeStroke(Stroke(0.0, 0.0, 0.5)), simulate=lossy)


@pytest.mark.parametrize(
    "head",
    [
        Head(ruleset="icf", edition=1, players=(Player(side=Side.A, name="Asha"),), men=2),
        Head(ruleset="icf", edition=1, players=(Player(side=Side.A, name="A"), Player(side=Side.A, name="B")), men=2),
        replace(new_head(players=("A", "B")), men=4),
        replace(new_head(players=("A", "B")), format=99),
        new_head(players=("A",)),
    ],
)
def test_a_match_with_the_wrong_players_does_not_begin(head):
    with pytest.raises(CarromError) as refused:
        start(head, SeededRng(1))
    assert refused.value.code == "bad-head"


def test_unknown_rulesets_lengths_options_and_surfaces_are_named():
    for wrong, code in (
        ({"ruleset": "chess"}, "bad-head"),
        ({"length": "year"}, "bad-head"),
        ({"options": {"queen_points": -1}}, "ruleset-value"),
        ({"surface": "ice"}, "surface"),
        ({"players": ("A", "B", "C")}, "bad-head"),
    ):
        with pytest.raises(CarromError) as refused:
            new_head(**wrong)
        assert refused.value.code == code


def test_offers_to_take_back_need_the_other_sides_consent():
    match = Match.new(breaks=Side.A, seed=2)
    before = match.state
    match.play_stroke(0.0, 0.0, 0.2)
    match.answer(Offer("take_back"), author="south")
    match.answer(Reply(2, True), author="north")

    assert match.state.match.standing == before.match.standing
    assert match.state.position == before.position
    assert match.state.match.struck == (1, 2)
