"""Sides, order, boards, games and matches as each document has them."""

import pytest

from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import RulesetValueError, with_values
from carrom.match import requests, score, sides
from carrom.match.awaiting import OVER, Decision
from carrom.match.snapshot import BoardResult, GameResult, MatchSnapshot, Tally
from carrom.notation.cursor import NotationError
from carrom.notation.record import read_match, write_match
from carrom.play.errors import BadHeadError, NotAwaitedError, OfferForbiddenError, OutOfTurnError
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.terms import Seat, Side, Stroke

KAGW, CLASSIC, BACA19, POLISH, COMMON = (RULESETS[slug] for slug in ("kagw", "classic", "baca19", "polish", "common"))


def boards(*points: int) -> tuple[tuple[BoardResult, ...], Tally]:
    """Boards of a game: above zero to A, below zero to B, zero drawn."""
    results: list[BoardResult] = []
    total = Tally()
    for number, won in enumerate(points, 1):
        winner = None if not won else Side.A if won > 0 else Side.B
        total = total if winner is None else total.plus(winner, abs(won))
        results.append(
            BoardResult(
                game=1,
                board=number,
                winner=winner,
                points=abs(won),
                score=total,
                breaker=Seat.SOUTH,
                breaking_side=Side.A,
            )
        )
    return tuple(results), total


def games(*points: int) -> list[GameResult]:
    """Games of one board each."""
    return [
        GameResult(game=number, winner=Side.A if won > 0 else Side.B, score=Tally(max(won, 0), max(-won, 0)))
        for number, won in enumerate(points, 1)
    ]


@pytest.mark.clause("K-074", "C-034", "C-035", "P-002", "P-003")
def test_opponents_sit_opposite_and_in_doubles_partners_do():
    singles, doubles = sides.first_seats(2), sides.first_seats(4)

    assert [(s.seat, s.side) for s in singles] == [(Seat.SOUTH, Side.A), (Seat.NORTH, Side.B)]
    assert {s.seat for s in doubles if s.side is Side.A} == {Seat.SOUTH, Seat.NORTH}
    assert {s.seat for s in doubles if s.side is Side.B} == {Seat.EAST, Seat.WEST}


@pytest.mark.clause("K-075", "C-001", "P-001")
@pytest.mark.parametrize("slug", ["kagw", "classic", "polish", "icf", "common"])
def test_two_or_four_play_and_nobody_else(slug: str):
    for names in ("AB", "ABCD"):
        assert Match.new(players=list(names), ruleset=slug).state.match.head.men == len(names)
    for names in ("A", "ABC"):
        with pytest.raises(BadHeadError):
            Match.new(players=list(names), ruleset=slug)


@pytest.mark.clause("K-076", "C-064")
def test_doubles_go_round_clockwise_under_kagw_and_anticlockwise_else():
    assert sides.next_in_order(Seat.NORTH, KAGW, 4) is Seat.EAST  # clockwise seen from above
    assert sides.next_in_order(Seat.EAST, KAGW, 4) is Seat.SOUTH
    for ruleset in (CLASSIC, POLISH, COMMON):
        assert sides.next_in_order(Seat.NORTH, ruleset, 4) is Seat.WEST


@pytest.mark.clause("C-050", "C-051", "L-096")
@pytest.mark.parametrize("ruleset", [CLASSIC, COMMON, POLISH], ids=lambda ruleset: ruleset.slug)
def test_the_break_alternates_and_in_doubles_goes_to_the_right(ruleset):
    assert sides.next_breaker(Seat.SOUTH, ruleset, 2) is Seat.NORTH
    breakers = [Seat.NORTH]
    for _ in range(4):
        breakers.append(sides.next_breaker(breakers[-1], ruleset, 4))

    assert breakers == [Seat.NORTH, Seat.WEST, Seat.SOUTH, Seat.EAST, Seat.NORTH]


def test_alone_one_breaks_every_board():
    assert sides.next_breaker(Seat.SOUTH, BACA19, 1) is Seat.SOUTH


@pytest.mark.clause("C-039", "L-062")
def test_who_wins_the_toss_chooses_side_or_break_and_under_common_breaks():
    assert sides.choices_after_toss(CLASSIC, 2)[0] == "break"
    assert sides.choices_after_toss(COMMON, 2) == ()
    match = Match.new(players="AB", ruleset="common", seed=4)

    match.answer(requests.Toss(Side.B), author="umpire")

    board = match.state.match.board
    assert board is not None and board.to_play is Side.B


@pytest.mark.clause("C-046", "P-008", "K-018")
@pytest.mark.parametrize("slug", ["classic", "polish", "kagw"])
def test_who_breaks_has_white(slug: str):
    board = Match.new(players="AB", ruleset=slug, breaks=Side.B).state.match.board

    assert board is not None and board.white_side is Side.B


@pytest.mark.clause("L-063")
def test_under_common_the_colours_are_open_at_first():
    board = Match.new(players="AB", ruleset="common", breaks=Side.A).state.match.board

    assert board is not None and board.white_side is None


@pytest.mark.clause("L-105")
def test_the_first_stroke_waits_until_both_sides_are_ready():
    match = Match.new(players="AB", ruleset="common", breaks=Side.A)
    assert match.awaiting.kind is Decision.READY
    with pytest.raises(NotAwaitedError):
        match.play_stroke(0.0, 0.0, 3.0)

    match.answer(requests.Ready(), author="south")
    assert match.awaiting.seats == (Seat.NORTH,)
    with pytest.raises(OutOfTurnError):
        match.answer(requests.Ready(), author="south")
    match.answer(requests.Ready(), author="north")

    assert match.awaiting.kind is Decision.STROKE


def test_the_umpire_says_for_all_that_they_are_ready():
    match = Match.new(players="ABCD", ruleset="common", breaks=Side.A)

    match.answer(requests.Ready(), author="umpire")

    assert match.awaiting.kind is Decision.STROKE


@pytest.mark.clause("L-163", "K-016")
def test_strokes_of_the_side_not_entitled_are_refused():
    match = Match.new(players="AB", ruleset="kagw", breaks=Side.A)

    with pytest.raises(OutOfTurnError):
        match.answer(requests.MakeStroke(Stroke(0.0, 0.0, 3.0)), author="north")


@pytest.mark.clause("C-033", "C-006", "C-037")
def test_names_seats_and_ruleset_of_a_match_stand_in_its_head_and_no_request_changes_them():
    # a substitute is refused under these laws (tests/play/test_ceremony.py), a stand-in plays where no umpire is; a
    # witness gives their own name, and the umpire of a real board puts a name right, not the person
    others = set(requests.Request.__args__) - {
        requests.Substitute,
        requests.StandIn,
        requests.Verify,
        requests.Rename,
    }
    changing = {field for kind in others for field in kind.__dataclass_fields__}

    assert not changing & {"players", "ruleset", "values", "seats", "name"}
    with pytest.raises(BadHeadError):
        Match.new(players="AB", ruleset="no such ruleset")


@pytest.mark.clause("K-069", "K-070")
def test_kagw_two_boards_won_win_the_match_without_a_third():
    assert score.match_after(games(5), KAGW) is None
    result = score.match_after(games(5, 3), KAGW)

    assert result is not None and result.winner is Side.A
    played, total = boards(5)
    assert score.game_after(played, 1, total, KAGW) is not None  # one board is a game


@pytest.mark.clause("K-071", "K-069")
@pytest.mark.parametrize(
    ("points", "winner"), [((11, -2, -3), Side.A), ((3, -4, 2), Side.A), ((2, -9, 3), Side.B), ((4, -6, 2), Side.A)]
)
def test_kagw_at_one_all_the_third_board_is_played_and_all_points_decide(points: tuple[int, ...], winner: Side):
    assert score.match_after(games(*points[:2]), KAGW) is None

    result = score.match_after(games(*points), KAGW)

    assert result is not None and result.winner is winner


def test_kagw_other_reading_the_third_board_decides():
    result = score.match_after(games(11, -2, -3), with_values(KAGW, {"decider": "game"}))

    assert result is not None and result.winner is Side.B


@pytest.mark.clause("C-052", "C-053", "C-054")
def test_classic_a_game_goes_to_29_without_a_limit_of_boards():
    played, total = boards(9, 9, 9)
    assert total == Tally(27, 0) and score.game_after(played, 1, total, CLASSIC) is None
    played, total = boards(*[2, -2] * 6)
    assert score.game_after(played, 1, total, CLASSIC) is None

    played, total = boards(9, 9, 9, 4)
    ended = score.game_after(played, 1, total, CLASSIC)

    assert ended is not None and ended.winner is Side.A and ended.score == Tally(31, 0)


@pytest.mark.clause("C-060")
def test_classic_option_of_25_points_or_most_of_eight_boards():
    preset = with_values(CLASSIC, {"game_target": 25, "board_limit": 8, "limit_winner": "board_wins"})
    played, total = boards(2, 3, 3, 3, 3, -6, -6, -6)
    assert total == Tally(14, 18)

    ended = score.game_after(played, 1, total, preset)
    by_points = score.game_after(played, 1, total, with_values(preset, {"limit_winner": "leader"}))

    assert ended is not None and ended.winner is Side.A
    assert by_points is not None and by_points.winner is Side.B


@pytest.mark.clause("C-061")
@pytest.mark.parametrize(("wins", "ends"), [(2, (1, -1, 1)), (3, (1, -1, 1, -1, 1))])
def test_classic_options_best_of_three_or_five_boards(wins: int, ends: tuple[int, ...]):
    preset = with_values(CLASSIC, {"game_target": None, "board_limit": 1, "match_wins_needed": wins})

    assert score.match_after(games(*ends[:-1]), preset) is None
    result = score.match_after(games(*ends), preset)
    assert result is not None and result.winner is Side.A
    early = score.match_after(games(*[1] * wins), preset)
    assert early is not None and early.winner is Side.A


@pytest.mark.clause("P-029")
def test_polish_25_points_or_eight_boards_then_the_leader_and_level_an_extra_board():
    played, total = boards(9, 9, 9)
    assert score.game_after(played, 1, total, POLISH) is not None
    played, total = boards(3, -3, 3, -3, 3, -3, 4, -1)
    ended = score.game_after(played, 1, total, POLISH)
    assert ended is not None and ended.winner is Side.A

    played, total = boards(*[3, -3] * 4)

    assert score.game_after(played, 1, total, POLISH) is None
    assert score.is_extra_board(played, 1, POLISH)


@pytest.mark.clause("L-108", "L-171")
def test_common_25_points_29_in_tournaments_and_both_limits_may_be_set():
    played, total = boards(9, 9, 8)
    assert total == Tally(26, 0)
    assert score.game_after(played, 1, total, COMMON) is not None
    assert score.game_after(played, 1, total, with_values(COMMON, {"game_target": 29})) is None

    limited = with_values(COMMON, {"board_limit": 4})
    played, total = boards(3, 3, -1, -1)
    ended = score.game_after(played, 1, total, limited)

    assert ended is not None and ended.winner is Side.A


@pytest.mark.clause("L-094")
def test_common_level_at_the_limit_one_more_board_and_so_on_until_they_differ():
    limited = with_values(COMMON, {"board_limit": 2})
    for level in ((3, -3), (3, -3, 0), (3, -3, 2, -2)):
        played, total = boards(*level)
        assert score.game_after(played, 1, total, limited) is None
    played, total = boards(3, -3, 2, -2, 1)

    ended = score.game_after(played, 1, total, limited)

    assert ended is not None and ended.winner is Side.A


def test_a_level_game_may_be_shared_as_an_option():
    shared = with_values(COMMON, {"board_limit": 2, "tie_at_limit": "share"})
    played, total = boards(3, -3)

    ended = score.game_after(played, 1, total, shared)

    assert ended is not None and ended.winner is None


@pytest.mark.clause("L-106")
def test_the_next_board_stands_only_with_the_result_of_the_last_one():
    match = Match.new(players="AB", ruleset="polish", breaks=Side.A)
    before = match.state.match.standing.board_number

    match.answer(requests.Concede("game"), author="south")

    assert before == 1 and match.over
    assert match.state.match.games and match.state.match.result is not None


@pytest.mark.clause("C-065", "C-066")
def test_after_a_game_singles_swap_and_doubles_move_one_seat_to_the_right():
    assert CLASSIC.side_change_after_game
    south_north = sides.moved(sides.first_seats(2), sides.places_to_change(2))
    assert {(s.side, s.seat) for s in south_north} == {(Side.A, Seat.NORTH), (Side.B, Seat.SOUTH)}
    moved = sides.moved(sides.first_seats(4), sides.places_to_change(4))
    for before in sides.first_seats(4):
        after = next(s for s in moved if (s.side, s.player) == (before.side, before.player))
        assert after.seat is before.seat.right


@pytest.mark.clause("C-067")
def test_classic_option_sides_change_once_within_the_last_game():
    option = with_values(
        CLASSIC, {"match_wins_needed": 2, "side_change_mid": "points", "side_change_points": 15, "game_target": 29}
    )
    standing = MatchSnapshot(game=3, seats=sides.first_seats(2), awaiting=OVER)

    assert not sides.changes_in_game(standing, Tally(13, 0), 3, option)
    assert sides.changes_in_game(standing, Tally(17, 0), 4, option)
    changed = MatchSnapshot(game=3, seats=sides.first_seats(2), awaiting=OVER, changed_in_game=True)
    assert not sides.changes_in_game(changed, Tally(20, 0), 5, option)
    assert not sides.changes_in_game(standing, Tally(17, 0), 4, with_values(CLASSIC, {"match_wins_needed": 2}))


def scored(length: str, *points: int) -> Match:
    """A classic match of this length, its boards reported from a score sheet: above zero won by A, below by B."""
    head = new_head("classic", players="AB", breaks=Side.A, length=length, positions=False)
    match = Match(Record((start(head, SeededRng(1)),)))
    for coins in points:
        winner = Side.A if coins > 0 else Side.B
        match.answer(requests.TellBoard(winner=winner, coins_left=abs(coins), queen=winner.other), author="umpire")
    return match


@pytest.mark.clause("C-061")
@pytest.mark.parametrize(
    ("length", "points", "games"),
    [("best_of_3", (1, 1), (2, 0)), ("best_of_3", (1, -9, 1), (2, 1)), ("best_of_5", (1, -9, 1, -9, 1), (3, 2))],
)
def test_classic_a_match_may_be_the_most_of_three_or_five_boards(length: str, points: tuple[int, ...], games: tuple):
    assert not scored(length, *points[:-1]).over
    result = scored(length, *points).state.match.result

    assert result is not None and (result.winner, tuple(result.games)) == (Side.A, games)


@pytest.mark.clause("C-060")
def test_classic_of_eight_boards_the_side_with_more_wins_has_won_or_who_reaches_25():
    won = scored("eight_boards", 2, 3, 3, 3, -6, -6, -6, 3)

    assert won.over and won.state.match.result is not None and won.state.match.result.winner is Side.A
    assert tuple(won.state.match.games[0].score) == (14, 18)
    assert scored("eight_boards", 9, 9, 7).over


@pytest.mark.clause("C-006")
def test_a_record_that_names_no_ruleset_is_refused():
    text = write_match(Match.new("classic", players="AB").record)

    with pytest.raises(NotationError, match="ruleset"):
        read_match(text.replace("match classic 1", "match", 1))


@pytest.mark.clause("C-067")
@pytest.mark.parametrize(("target", "points", "before"), [(29, 15, 13), (25, 13, 9)])
def test_classic_option_sides_change_in_the_one_game_of_a_match(target: int, points: int, before: int):
    """The general text plays one game: it is the last one, and decides."""
    option = {"side_change_mid": "points", "side_change_points": points, "game_target": target}
    head = new_head("classic", players="AB", breaks=Side.A, options=option, positions=False)
    match = Match(Record((start(head, SeededRng(1)),)))
    first = match.state.match.seats
    for coins in (9, before - 9) if before > 9 else (9,):
        match.answer(requests.TellBoard(winner=Side.A, coins_left=coins, queen=Side.B), author="umpire")
    assert match.state.match.seats == first

    match.answer(requests.TellBoard(winner=Side.A, coins_left=4, queen=Side.B), author="umpire")

    changed = match.state.match.seats
    assert [seated.side for seated in changed] == [Side.B, Side.A]
    match.answer(requests.TellBoard(winner=Side.A, coins_left=1, queen=Side.B), author="umpire")
    assert match.state.match.seats == changed


@pytest.mark.clause("K-076")
def test_kagw_in_doubles_the_break_goes_clockwise_too():
    match = Match(Record((start(new_head("kagw", players="ABCD", breaks=Side.A, positions=False), SeededRng(1)),)))
    board = match.state.match.board
    assert board is not None and board.seat is Seat.SOUTH  # A's first player; at the left hand sits B's second

    match.answer(requests.TellBoard(winner=Side.A, coins_left=4, queen=Side.B), author="umpire")

    second = match.state.match.board
    assert second is not None
    assert next(s for s in match.state.match.seats if s.seat is second.seat)[1:] == (Side.B, 1)


@pytest.mark.clause("L-146")
def test_common_a_board_is_drawn_by_agreement_unless_forbidden():
    match = Match.new(players="AB", ruleset="common", breaks=Side.A)
    match.answer(requests.Ready(), author="umpire")
    match.answer(requests.Offer("draw"), author="south")
    (offer,) = match.state.match.offers
    match.answer(requests.Reply(offer.number, accept=True), author="north")

    (board,) = match.state.match.boards
    assert (board.winner, board.points, board.how) == (None, 0, "agreed")
    forbidding = Match.new(players="AB", ruleset="common", breaks=Side.A, options={"agreed_draw": False})
    forbidding.answer(requests.Ready(), author="umpire")
    with pytest.raises(OfferForbiddenError):
        forbidding.answer(requests.Offer("draw"), author="south")


def test_a_value_that_no_ruleset_can_have_is_refused_before_the_match():
    with pytest.raises(RulesetValueError):
        Match.new(players="AB", ruleset="kagw", options={"game_target": "many"})
