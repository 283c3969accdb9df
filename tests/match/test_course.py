"""A match scored by an umpire, from the toss to its end, by facts alone: no piece has a place."""

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import BoardEnd
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import Choose, Claim, Concede, Declare, Offer, Pass, Ready, Reply, Restore, StateFacts, Toss
from carrom.match.snapshot import Tally
from carrom.play.errors import (
    CannotPassError,
    MatchOverError,
    NotAnOptionError,
    NotAwaitedError,
    OfferForbiddenError,
    OutOfTurnError,
    UnknownOfferError,
)
from carrom.play.game import new_head
from carrom.play.handlers import answer, start
from carrom.play.rng import SeededRng
from carrom.play.state import follow
from carrom.terms import Piece, Seat, Side

NOTHING = StrokeFacts()


class Saved:
    """A match that an umpire keeps."""

    def __init__(self, **changes):
        self.entries = [start(new_head(**{"positions": False, "breaks": Side.A, **changes}), SeededRng(1))]
        self.state = follow(None, self.entries[0])

    def say(self, request, author=UMPIRE):
        """Answer the match and give what followed."""
        entry, _ = answer(
            self.state,
            request,
            author=author,
            request_id=str(len(self.entries)),
            time="",
            rng=SeededRng(2, len(self.entries)),
            entries=self.entries,
        )
        self.state = follow(self.state, entry)
        self.entries.append(entry)
        return entry.followed

    def win_board(self, side, points=9):
        """The breaker breaks, then `side` pockets all it has but for what the other side's points ask."""
        match = self.state.match
        game, number = match.standing.game, match.standing.board_number
        while self.standing.board_number == number and self.standing.game == game and not match.result:
            board = self.state.match.board
            own, other = board.colour_of(side), board.colour_of(side.other)
            if board.to_play is not side:
                down = 0 if board.up_of(side.other) <= points else board.up_of(side.other) - points
                self.say(StateFacts(StrokeFacts(pocketed=(other,) * down)))
                if self.state.match.board is not None and self.state.match.board.to_play is side.other:
                    self.say(StateFacts(NOTHING))
            elif board.queen_down or board.up_of(side) > 1:
                left = () if board.queen_down else (Piece.QUEEN,)
                self.say(StateFacts(StrokeFacts(pocketed=(own,) * (board.up_of(side) - 1) + left)))
            if self.standing.awaiting.kind is not Decision.STROKE:
                return
            board = self.state.match.board
            if board.to_play is side and board.queen_down and board.up_of(side) == 1:
                other_up = board.up_of(side.other)
                if other_up > points:
                    self.say(StateFacts(NOTHING))
                else:
                    self.say(StateFacts(StrokeFacts(pocketed=(own,))))
                    return

    @property
    def standing(self):
        """What holds now."""
        return self.state.match.standing


def set_score(saved, a, b):
    """Go on as if the game stood so."""
    from dataclasses import replace

    board = replace(saved.standing.board, score=(a, b))
    standing = replace(saved.standing, score=Tally(a, b), board=board)
    saved.state = replace(saved.state, match=replace(saved.state.match, standing=standing))


@pytest.mark.clause("ICF-L39")
def test_icf_l39_the_winner_takes_the_break_and_the_loser_chooses_the_side():
    saved = Saved(breaks="toss")
    saved.say(Toss(winner=Side.B))
    saved.say(Choose(BREAK), author="north")
    assert saved.standing.awaiting.seats == (Seat.SOUTH,)
    saved.say(Choose("north"), author="south")

    assert saved.state.match.side_at(Seat.SOUTH) is Side.B
    assert saved.standing.awaiting.kind is Decision.STROKE
    assert saved.state.match.board.to_play is Side.B
    assert saved.state.match.board.colour_of(Side.B) is Piece.WHITE


@pytest.mark.clause("ICF-L39")
def test_icf_l39_the_winner_takes_the_side_and_the_loser_breaks():
    saved = Saved(breaks="toss")
    saved.say(Toss(winner=Side.A), author=UMPIRE)
    followed = saved.say(Choose("south"), author="south")

    assert not followed.sides_changed
    assert saved.state.match.board.to_play is Side.B
    assert saved.standing.breaker is Seat.NORTH


def test_only_an_umpire_says_who_won_the_toss_and_only_the_winner_chooses():
    saved = Saved(breaks="toss")
    with pytest.raises(OutOfTurnError):
        saved.say(Toss(winner=Side.A), author="south")
    with pytest.raises(NotAwaitedError):
        saved.say(Choose(BREAK), author="south")
    saved.say(Toss(winner=Side.A))
    with pytest.raises(OutOfTurnError):
        saved.say(Choose(BREAK), author="north")
    with pytest.raises(NotAnOptionError):
        saved.say(Choose("east"), author="south")


@pytest.mark.clause("ICF-L45")
def test_icf_l45_after_three_failed_attempts_the_other_side_breaks_with_black():
    saved = Saved()
    for _ in range(3):
        assert saved.state.match.board.to_play is Side.A
        saved.say(StateFacts(StrokeFacts(touched=False, spread=False)))

    board = saved.state.match.board
    assert (board.to_play, board.colour_of(Side.B), board.broken) == (Side.B, Piece.BLACK, False)


@pytest.mark.clause("ICF-L49", "ICF-L42")
def test_icf_l49_the_other_side_breaks_the_next_board_with_white():
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    saved.win_board(Side.B, 4)

    result = saved.state.match.boards[0]
    assert (result.winner, result.points, result.score) == (Side.B, 7, Tally(0, 7))
    assert (result.breaker, result.breaking_side) == (Seat.SOUTH, Side.A)
    assert saved.standing.breaker is Seat.NORTH
    assert saved.state.match.board.colour_of(Side.B) is Piece.WHITE
    assert saved.state.match.board.score == (0, 7)


@pytest.mark.clause("ICF-L58", "ICF-L49")
def test_icf_l58_after_a_game_sides_change_and_the_other_side_opens_the_next_one():
    saved = Saved()
    set_score(saved, 24, 0)
    saved.say(StateFacts(NOTHING))
    saved.win_board(Side.A, 3)

    match = saved.state.match
    assert [game.winner for game in match.games] == [Side.A]
    assert (saved.standing.game, saved.standing.board_number, saved.standing.score) == (2, 1, Tally())
    assert match.side_at(Seat.NORTH) is Side.A
    assert match.board.to_play is Side.B
    assert saved.entries[-1].followed.sides_changed


@pytest.mark.clause("ICF-L59")
def test_icf_l59_in_doubles_everyone_moves_one_place_and_the_neighbour_of_the_opener_opens():
    saved = Saved(players=("A1", "B1", "A2", "B2"))
    set_score(saved, 24, 0)
    saved.say(StateFacts(NOTHING))
    saved.win_board(Side.A, 3)

    match = saved.state.match
    assert {s.seat.value: match.player_at(s.seat).name for s in match.seats} == {
        "south": "B2",
        "east": "A1",
        "north": "B1",
        "west": "A2",
    }
    assert match.player_at(saved.standing.breaker).name == "B1"


@pytest.mark.clause("ICF-L57")
def test_icf_l57_a_match_ends_with_the_second_game_won_and_then_awaits_nobody():
    saved = Saved()
    for _ in range(2):
        set_score(saved, 24, 0)
        if saved.state.match.board.to_play is Side.A:
            saved.say(StateFacts(NOTHING))
        saved.win_board(Side.A, 3)

    match = saved.state.match
    assert match.result.winner is Side.A
    assert match.result.games == Tally(2, 0)
    assert match.phase == "over"
    with pytest.raises(MatchOverError):
        saved.say(StateFacts(NOTHING))
    with pytest.raises(MatchOverError):
        saved.say(Concede(), author="south")


@pytest.mark.clause("ICF-L56")
def test_icf_l56_the_extra_board_has_a_toss_for_its_break_and_no_choice_of_side():
    saved = Saved(options={"board_limit": 2}, length="game")
    for side in (Side.A, Side.B):
        saved.say(StateFacts(NOTHING))
        saved.win_board(side, 4)
    assert saved.standing.awaiting.kind is Decision.TOSS
    assert saved.standing.awaiting.why == "extra_board"
    saved.say(Toss(winner=Side.B))

    assert saved.standing.awaiting.kind is Decision.STROKE
    assert saved.state.match.board.to_play is Side.B
    saved.say(StateFacts(NOTHING))
    saved.win_board(Side.A, 1)
    assert saved.state.match.boards[-1].extra_board
    assert saved.state.match.result.winner is Side.A


@pytest.mark.clause("ICF-L137")
def test_icf_l137_three_passes_each_and_the_board_is_played_again_by_the_same_breaker():
    saved = Saved()
    with pytest.raises(CannotPassError):
        saved.say(Pass())
    saved.say(StateFacts(NOTHING))
    for _ in range(6):
        saved.say(Pass())

    match = saved.state.match
    assert [(board.how, board.points, board.winner) for board in match.boards] == [("replayed", 0, None)]
    assert (saved.standing.board_number, saved.standing.breaker) == (1, Seat.SOUTH)
    assert not match.board.broken


@pytest.mark.clause("ICF-L139")
@pytest.mark.parametrize(("what", "over"), [("match", True), ("game", False)])
def test_icf_l139_a_game_or_a_match_may_be_conceded_at_any_time(what, over):
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    saved.say(Concede(what), author="south")

    match = saved.state.match
    assert (match.result is not None) is over
    assert (match.result or match.games[0]).winner is Side.B
    assert (match.result or match.games[0]).how == "conceded"


@pytest.mark.clause("ICF-L87")
@pytest.mark.parametrize(("demanded", "points"), [(0, 3), (1, 4)])
def test_icf_l87_the_winner_may_be_asked_how_many_extra_points_he_demands(demanded, points):
    saved = Saved(asks_claims=True)
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE,) * 8)))
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE,), striker_pocketed=True)))
    awaiting = saved.standing.awaiting
    assert (awaiting.kind, awaiting.seats, awaiting.most) == (Decision.CLAIM, (Seat.NORTH,), 1)
    with pytest.raises(NotAnOptionError):
        saved.say(Claim(2), author="north")
    saved.say(Claim(demanded), author="north")

    assert saved.state.match.boards[0].points == points


def test_a_board_is_drawn_only_where_the_ruleset_allows_it_and_the_other_side_agrees():
    with pytest.raises(OfferForbiddenError):
        Saved().say(Offer("draw"), author="south")
    saved = Saved(options={"agreed_draw": True})
    saved.say(Offer("draw"), author="south")
    with pytest.raises(OfferForbiddenError):
        saved.say(Offer("draw"), author="south")
    with pytest.raises(OutOfTurnError):
        saved.say(Reply(1, True), author="south")
    saved.say(Reply(1, True), author="north")

    assert [(board.how, board.winner) for board in saved.state.match.boards] == [("agreed", None)]
    assert saved.standing.board_number == 2
    assert saved.state.match.offers == ()


def test_an_offer_stands_until_it_is_refused_or_the_next_stroke_is_made():
    saved = Saved()
    saved.say(Offer("replay"), author="south")
    saved.say(Reply(1, False), author="north")
    with pytest.raises(UnknownOfferError):
        saved.say(Reply(1, True), author="north")
    saved.say(Offer("replay"), author="north")
    assert [offer.number for offer in saved.state.match.offers] == [3]
    saved.say(StateFacts(NOTHING))

    assert saved.state.match.offers == ()


@pytest.mark.clause("ICF-L64")
def test_icf_l64_a_foul_declared_about_the_last_stroke_has_it_judged_again():
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.BLACK,))))
    assert saved.state.match.board.to_play is Side.B
    followed = saved.say(Declare(("push",), about=Side.B))

    assert followed.struck_out == (2,)
    assert saved.state.match.struck == (2,)
    assert saved.state.match.board.to_play is Side.A
    assert saved.state.match.board.black_up == 9
    assert saved.state.match.board.owed_by(Side.B) == 1


@pytest.mark.clause("ICF-L63")
def test_icf_l63_a_fact_without_a_stroke_strikes_nothing_out():
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    followed = saved.say(Declare(("distraction",), about=Side.A, made=False))

    assert followed.struck_out == ()
    assert saved.state.match.board.to_play is Side.B
    assert saved.state.match.board.owed_by(Side.A) == 1


def test_what_a_side_declares_against_itself_holds_and_against_the_other_is_a_claim():
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    saved.say(Declare(("push",), about=Side.A), author="north")
    assert saved.state.match.board.owed_by(Side.A) == 0 and saved.state.match.offers
    saved.say(Declare(("push",), about=Side.A), author="south")

    assert saved.state.match.board.owed_by(Side.A) == 1


def test_a_result_that_a_declaration_overturns_goes_with_the_stroke_that_brought_it():
    saved = Saved(length="board")
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE, Piece.WHITE, Piece.QUEEN))))
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE,) * 7)))
    assert saved.state.match.result.winner is Side.A
    saved.say(Declare(("push",), about=Side.A))

    match = saved.state.match
    assert (match.result, match.boards, match.games) == (None, (), ())
    assert match.board.to_play is Side.B
    assert saved.entries[2].followed.ruling.outcome.end is BoardEnd.WON


def test_the_umpire_restores_the_board_as_it_was_before_the_last_stroke():
    saved = Saved()
    saved.say(StateFacts(NOTHING))
    before = saved.standing
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.BLACK,))))
    with pytest.raises(OutOfTurnError):
        saved.say(Restore(), author="north")
    saved.say(Restore())

    assert saved.standing == before
    assert saved.state.match.struck == (2,)


@pytest.mark.clause("L-097", "L-127")
def test_a_warning_holds_for_the_whole_match_not_for_its_board_alone():
    saved = Saved(ruleset="common")
    saved.say(Ready())
    first = saved.say(Declare(("device",), Side.A, made=False))
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE,))))
    saved.say(StateFacts(StrokeFacts(pocketed=(Piece.WHITE,) * 8 + (Piece.QUEEN,))))
    again = saved.say(Declare(("device",), Side.A, made=False))

    assert first.ruling.warned == ("device",) and saved.standing.board_number == 2
    assert again.ruling.warned == () and saved.standing.board.owed == (1, 0)


def test_a_warning_outlasts_the_toss_for_an_extra_board():
    saved = Saved(ruleset="common", options={"board_limit": 1, "tie_at_limit": "extra_board"})
    saved.say(Ready())
    saved.say(Declare(("device",), Side.B, made=False))
    saved.say(Offer("draw"), author="south")
    saved.say(Reply(saved.state.match.offers[0].number, accept=True), author="north")
    assert saved.standing.awaiting.kind is Decision.TOSS and saved.standing.board is None
    saved.say(Toss(Side.A))

    assert saved.standing.board.warnings == ((Side.B, "device", 1),) and saved.standing.warnings == ()
