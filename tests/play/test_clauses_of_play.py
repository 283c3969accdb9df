"""Clauses that are about play itself: what counts as down, when a stroke is over, who may say what until when."""

import math
from dataclasses import replace

import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import PieceTwiceError, check_position
from carrom.laws.board_state import BoardState, may_forgo, with_dues_down
from carrom.laws.clauses.draft import next_seat, opponent_seat
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.placement import due_ring, makes_shot, refusal_of_due
from carrom.laws.ruleset import effect_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import UMPIRE, Reason, Region
from carrom.match import requests
from carrom.match.awaiting import Decision, Due
from carrom.match.progression import awaiting_on
from carrom.physics.simulate import simulate
from carrom.play import clocks
from carrom.play.errors import DeclarationForbiddenError, NotAwaitedError, NothingToTakeBackError
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.play.tallies import turn_numbers
from carrom.terms import Piece, Queen, Seat, Side, Stroke

ICF, COMMON = RULESETS["icf"], RULESETS["common"]
WHITE = 2  # the number of a white coin


def towards(offset: float, x: float, y: float) -> float:
    return math.atan2(y + m.BASE_MIDDLE, x - offset) - math.pi / 2


def coin_at(x: float, y: float) -> Position:
    return Position((PlacedPiece(WHITE, x, y),))


@pytest.mark.clause("C-005", "L-157")
@pytest.mark.parametrize("x", [-1, 1])
@pytest.mark.parametrize("y", [-1, 1])
def test_a_coin_is_down_in_whichever_of_the_four_pockets_it_falls(x: int, y: int):
    lying = coin_at(x * 0.30, y * 0.30)
    seat = Seat.SOUTH if y > 0 else Seat.NORTH
    place = 0.0
    angle = towards(place, x * 0.30 * (1 if y > 0 else -1), 0.30)
    motions = (simulate(lying, Stroke(place, angle + step * 0.002, 2.0), seat) for step in range(-60, 61))

    assert any(WHITE in motion.pocketed for motion in motions)


@pytest.mark.clause("L-052", "L-083", "L-157", "L-160")
def test_a_coin_that_hangs_at_the_mouth_is_up_and_can_be_pocketed_later():
    hanging = m.COIN_CAPTURE + 0.002  # over the hole, its centre not yet past the chord
    x = m.POCKET_CENTRE - hanging / math.sqrt(2)
    lying = coin_at(x, x)
    check_position(lying)

    left_alone = simulate(lying, Stroke(0.0, 0.5, 0.3))
    touched = simulate(lying, Stroke(0.1, towards(0.1, x, x), 1.5))

    assert left_alone.final == lying and not left_alone.pocketed
    assert WHITE in touched.pocketed


@pytest.mark.clause("L-001", "L-002", "L-117", "L-118", "ICF-L123", "ICF-L124")
def test_a_stroke_is_over_when_everything_has_come_to_rest_and_the_spin_too():
    match = Match.new(players="AB", ruleset="kagw", breaks=Side.A, seed=2)

    motion = match.play_stroke(0.02, 0.0, 5.0)

    last = {int(row[0]): row for row in motion.segments}
    assert all(row[4] == row[5] == row[8] == 0 for row in last.values())  # vx, vy, spin
    assert motion.duration >= max(row[1] for row in last.values())
    assert match.awaiting.kind in (Decision.STROKE, Decision.PLACING)


@pytest.mark.clause("L-114", "ICF-L25")
def test_a_stroke_is_place_direction_and_speed_and_gives_the_same_motion_again():
    match = Match.new(players="AB", ruleset="kagw", breaks=Side.A, seed=2)
    position = match.state.position

    motion = match.play_stroke(0.02, 0.1, 5.0)

    assert position is not None
    again = simulate(position, Stroke(0.02, 0.1, 5.0))
    assert (again.final, again.pocketed) == (motion.final, motion.pocketed)


@pytest.mark.clause("L-135")
def test_hitting_a_coin_twice_has_no_consequence():
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))

    ruling = judge(board, StrokeFacts(pocketed=(Piece.WHITE,), struck=frozenset({Piece.WHITE})), COMMON)

    assert ruling.keeps_turn and not ruling.returns


@pytest.mark.clause("L-144")
def test_two_queens_on_a_board_are_refused():
    with pytest.raises(PieceTwiceError):
        check_position(Position((PlacedPiece(1, 0.0, 0.0), PlacedPiece(1, 0.1, 0.1))))
    assert "two_queens" in COMMON.board_replay_events


@pytest.mark.clause("L-078", "ICF-L50", "ICF-L88")
def test_an_event_may_set_a_shot_clock_and_common_has_none_by_default():
    assert (COMMON.stroke_seconds, ICF.stroke_seconds, ICF.placing_seconds) == (None, 15, 15)
    head = Match.new(players="AB", ruleset="common", options={"stroke_seconds": 20}).state.match

    assert head.ruleset.stroke_seconds == 20


@pytest.fixture
def played() -> Match:
    """A board of the common laws with two strokes made."""
    match = Match.new(players="AB", ruleset="kagw", breaks=Side.A, seed=5)
    match.play_stroke(0.0, 0.0, 4.0)
    while match.awaiting.kind is not Decision.STROKE:
        match.answer(requests.Place(match.domain.piece, *match.domain.suggested))
    return match


@pytest.mark.clause("L-099", "L-138", "L-080")
def test_a_fact_about_a_stroke_is_declared_until_the_next_release(played: Match):
    striker = played.record.entries[1].author

    played.answer(requests.Declare(("push",), Side.A), author=striker)

    ruling = played.record.entries[-1].followed.ruling
    assert ruling is not None and any(finding.fact == "push" for finding in ruling.findings)
    while played.awaiting.kind is not Decision.STROKE:
        played.answer(requests.Place(played.domain.piece, *played.domain.suggested))
    before = len(played.record.entries)
    played.play_stroke(0.0, 0.3, 1.0)
    played.answer(requests.Declare(("push",), Side.B), author="north")
    about = played.record.entries[-1].followed
    assert min(about.struck_out) >= before  # it is about the newest stroke, no longer about the one before


def test_a_declaration_is_taken_back_by_who_made_it_until_the_next_stroke(played: Match):
    with pytest.raises(NothingToTakeBackError):
        played.answer(requests.Withdraw(), author="south")
    state = played.state.match.board
    played.answer(requests.Declare(("push",), Side.A), author="south")
    with pytest.raises(DeclarationForbiddenError):
        played.answer(requests.Withdraw(), author="north")

    played.answer(requests.Withdraw(), author="south")

    assert played.state.match.board == state
    kinds = [entry.kind for entry in played.record.entries]
    assert kinds[-2:] == ["declare", "withdraw"]  # both stay in the record
    with pytest.raises(NothingToTakeBackError):
        played.answer(requests.Withdraw(), author="south")


def test_a_declaration_without_a_stroke_is_taken_back_too(played: Match):
    before = played.state
    side = before.match.board.to_play
    seat = before.match.board.seat.value

    played.answer(requests.Declare(("touched_coin",), side, made=False), author=seat)
    assert played.state.match.board != before.match.board
    played.answer(requests.Withdraw(), author=seat)

    assert played.state.match.board == before.match.board
    assert played.state.position == before.position


@pytest.mark.clause("L-125", "ICF-L143")
@pytest.mark.parametrize(("ruleset", "games"), [("common", 1), ("icf", 0)])
def test_who_leaves_forfeits_the_game_under_common_and_the_match_under_icf(ruleset: str, games: int):
    match = Match.new(players="AB", ruleset=ruleset, breaks=Side.A)
    if match.awaiting.kind is Decision.READY:
        match.answer(requests.Ready(), author="umpire")

    match.answer(requests.Declare(("left_match",), Side.A, made=False), author="umpire")

    assert match.over and match.state.match.result is not None
    assert match.state.match.result.winner is Side.B
    assert len(match.state.match.games) == games
    if games:
        assert match.state.match.games[0].score.b == COMMON.game_target
        assert match.state.match.games[0].how == "forfeited"


@pytest.mark.clause("ICF-L5", "ICF-L6")
def test_the_first_stroke_of_a_board_is_its_break_and_the_last_coin_ends_it():
    match = Match.new(players="AB", breaks=Side.A)
    assert match.state.match.board is not None and not match.state.match.board.broken
    board = BoardState(white_up=1, black_up=4, broken=True, queen=Queen.COVERED, queen_side=Side.A, earned=(True, True))

    assert judge(board, StrokeFacts(pocketed=(Piece.WHITE,)), ICF).over


@pytest.mark.clause("ICF-L9", "ICF-L84", "ICF-L85", "ICF-L81")
def test_a_due_lies_wholly_in_the_outer_circle_and_the_claim_is_forgone_as_a_whole():
    ring = due_ring(ICF)
    assert math.isclose(ring.most, m.OUTER_CIRCLE_RADIUS - m.COIN_RADIUS)
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))
    assert may_forgo(board, Side.A, 2) and not may_forgo(board, Side.A, 6)

    assert with_dues_down(board, Side.A, 2, owed_again=False).owed == (0, 0)


@pytest.mark.clause("ICF-L80")
def test_dues_without_room_are_owed_again():
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))

    assert with_dues_down(board, Side.A, 2, owed_again=True).owed == (2, 0)


@pytest.mark.clause("ICF-L12", "ICF-L2")
def test_the_queen_is_common_to_both_sides_and_a_proper_stroke_keeps_her():
    for side in Side:
        board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), to_play=side, white_side=Side.A)
        assert judge(board, StrokeFacts(pocketed=(Piece.QUEEN,)), ICF).after.queen is Queen.AWAITING_COVER
        assert judge(board, StrokeFacts(pocketed=(Piece.QUEEN,), improper=True), ICF).after.queen is Queen.ON_BOARD


@pytest.mark.clause("ICF-L13", "ICF-L14", "ICF-L90")
def test_due_and_penalty_add_up_and_the_two_sides_debts_are_not_set_off():
    board = BoardState(white_up=6, black_up=9, broken=True, earned=(True, True), owed=(0, 1))

    ruling = judge(board, StrokeFacts(striker_pocketed=True, improper=True), ICF)

    assert ruling.after.white_up == 8
    assert ruling.after.owed == (0, 1)


@pytest.mark.clause("ICF-L16", "ICF-L94")
def test_a_shot_is_two_pieces_lined_up_on_a_pocket_and_the_queens_own_return_may_make_one():
    assert makes_shot((0.30, 0.30), (0.26, 0.26))
    assert not makes_shot((0.30, 0.30), (0.30, -0.30))
    assert (
        refusal_of_due(ICF, (0.05, 0.05), [], (0.0, 0.0)) is not None or makes_shot((0.05, 0.05), (0.0, 0.0)) is False
    )


@pytest.mark.clause("ICF-L17", "ICF-L35")
def test_no_way_of_striking_and_no_direction_is_forbidden_by_icf():
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))
    for direction in Direction:
        assert judge(board, StrokeFacts(pocketed=(Piece.WHITE,), direction=direction), ICF).keeps_turn
    assert effect_of(ICF, "wrong_finger") is None


@pytest.mark.clause("ICF-L22", "ICF-L24")
def test_the_hand_may_pass_the_lines_of_the_arrows_the_arm_not():
    assert ICF.hand_over_diagonal == "hand_only"
    assert effect_of(ICF, "over_diagonal") == "foul" or effect_of(ICF, "over_diagonal") == "over_diagonal"
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))
    assert judge(board, StrokeFacts(declared=("over_diagonal",)), ICF).after.white_up == 7


@pytest.mark.clause("ICF-L21")
def test_the_opponent_is_the_one_across_in_doubles_the_right_hand_neighbour_places():
    singles = BoardState(broken=True)
    doubles = replace(singles, players=4)

    assert opponent_seat(singles) is Seat.NORTH
    assert (opponent_seat(doubles), next_seat(doubles, ICF)) == (Seat.EAST, Seat.EAST)


@pytest.mark.clause("ICF-L46", "ICF-L47")
def test_a_break_before_the_call_brings_everything_back_and_costs_a_coin():
    board = BoardState()

    ruling = judge(board, StrokeFacts(pocketed=(Piece.WHITE,), declared=("before_play",)), ICF)

    assert (ruling.after.white_up, ruling.after.owed, ruling.keeps_turn) == (9, (1, 0), False)


@pytest.mark.clause("ICF-L65", "ICF-L66")
def test_what_jumped_comes_back_to_the_centre_the_queen_first():
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))

    ruling = judge(board, StrokeFacts(left_board=(Piece.WHITE, Piece.QUEEN)), ICF)

    assert [(back.piece, back.region, back.placer) for back in ruling.returns] == [
        (Piece.QUEEN, Region.CENTRE, UMPIRE),
        (Piece.WHITE, Region.CENTRE, UMPIRE),
    ]


@pytest.mark.clause("ICF-L127")
def test_a_stroke_that_touches_nothing_has_been_made_all_the_same():
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), strokes=4)

    ruling = judge(board, StrokeFacts(touched=False), ICF)

    assert ruling.after.strokes == 5 and not ruling.keeps_turn
    assert Reason.MISSED in {finding.reason for finding in ruling.findings}


@pytest.mark.clause("K-062")
def test_k062_a_coin_of_the_placers_own_that_comes_back_is_no_claim_that_he_could_forgo():
    board = BoardState(white_up=3, black_up=1, queen=Queen.COVERED, queen_side=Side.A, broken=True, earned=(True, True))
    ruling = judge(board, StrokeFacts(pocketed=(Piece.BLACK,)), RULESETS["kagw"])
    dues = tuple(
        Due(piece=r.piece, side=ruling.after.side_of(r.piece), placer=Seat.NORTH, region=r.region, why=r.why)
        for r in ruling.returns
    )
    penalty, last = dues

    assert (penalty.side, last.side) == (Side.A, Side.B)
    assert awaiting_on(ruling.after, dues, RULESETS["kagw"]).may_forgo
    assert not awaiting_on(replace(ruling.after, black_up=5), (last,), RULESETS["kagw"]).may_forgo


@pytest.mark.clause("K-017")
def test_k017_a_turn_is_one_stroke_or_several_and_has_its_number_on_the_board():
    head = new_head("kagw", players="AB", breaks=Side.A, positions=False)
    match = Match(Record((start(head, SeededRng(1)),)))

    def stroke(*pocketed: Piece) -> None:
        match.answer(requests.StateFacts(StrokeFacts(pocketed=pocketed)), author="umpire")

    for pocketed in ((Piece.WHITE,), (Piece.WHITE,), (), (Piece.BLACK,)):
        stroke(*pocketed)
    match.answer(requests.Declare(("touched_coin",), Side.B, made=False), author="umpire")  # ends Black's turn
    stroke()
    assert dict(turn_numbers(match.entries)) == {1: 1, 2: 1, 3: 1, 4: 2, 6: 3}

    match.answer(requests.TakeBack(), author="umpire")
    stroke(Piece.WHITE)
    match.answer(requests.TellBoard(winner=Side.A, coins_left=3, queen=Side.B), author="umpire")
    stroke()
    turns = turn_numbers(match.entries, match.state.match.struck)
    assert dict(turns) == {1: 1, 2: 1, 3: 1, 4: 2, 8: 3, 10: 1}


@pytest.mark.clause("L-086", "L-162")
def test_while_play_is_stopped_no_stroke_is_taken_no_clock_runs_and_nothing_moves():
    match = Match.new("common", breaks=Side.A, options={"stroke_seconds": 15}, clocks=True)
    match.answer(requests.Ready(), author=UMPIRE)
    lying = match.state.position
    assert clocks.seconds(match.state) == 15

    match.answer(requests.Appeal(about="sticky surface"), author=UMPIRE)
    with pytest.raises(NotAwaitedError):
        match.play_stroke(0.0, 0.0, 3.0)
    assert clocks.seconds(match.state) is None

    match.answer(requests.Decide(granted=True), author=UMPIRE)
    assert match.state.position == lying and clocks.seconds(match.state) == 15
    match.play_stroke(0.0, 0.0, 3.0)


@pytest.mark.clause("L-128")
def test_l128_what_a_spectator_moved_is_restored_and_nobody_is_charged():
    match = Match.new("common", breaks=Side.A)
    match.answer(requests.Ready(), author=UMPIRE)
    lying = match.state.position
    match.play_stroke(0.0, 0.0, 4.0)

    match.answer(requests.Note(text="a spectator moved a white coin"), author=UMPIRE)
    match.answer(requests.Declare(("interference",), Side.A), author=UMPIRE)

    board = match.state.match.board
    assert board is not None and match.state.position == lying
    assert (board.to_play, board.owed, board.broken) == (Side.A, (0, 0), False)
