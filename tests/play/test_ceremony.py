"""An umpire leads a match on a real board: reporting, checks, trial boards, "Play", sides, time-outs, protests."""

import random
from dataclasses import replace

import pytest

from carrom.errors import CarromError
from carrom.laws.facts import StrokeFacts
from carrom.match import ceremony, requests
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import (
    Amend,
    Appeal,
    CallMatch,
    Choose,
    Decide,
    Declare,
    Forgo,
    Late,
    Penalise,
    Place,
    Protest,
    Ready,
    Rearrange,
    StateFacts,
    Substitute,
    TakeBack,
    TellBoard,
    TimeOut,
    Toss,
    Trial,
    Withdraw,
)
from carrom.match.rules import shipped
from carrom.match.snapshot import MatchSnapshot, Tally
from carrom.notation.record import read_match, write_match
from carrom.play import clocks, rearrangement
from carrom.play.errors import BadHeadError, CeremonyError, DeclarationForbiddenError
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.play.slams import BoardTallies, board_tallies, slams
from carrom.terms import Piece, Side

TWO_SIDES = tuple(slug for slug, ruleset in shipped().items() if ruleset.side_count == 2)
WHITE, BLACK, QUEEN = Piece.WHITE, Piece.BLACK, Piece.QUEEN


def led(
    ruleset: str = "icf", *, players: str = "AB", breaks: object = "toss", length: str = "match", **values
) -> Match:
    """A match that an umpire leads, at its very beginning."""
    head = new_head(ruleset, players=players, length=length, options=values, breaks=breaks, positions=False)
    head = replace(head, ceremony=True)
    return Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1))


def tell(match: Match, *asked: requests.Request, at: str = "10:00:00") -> None:
    for request in asked:
        match.answer(request, author=UMPIRE, time=f"2026-11-21T{at}+00:00")


def refused(match: Match, request: requests.Request, at: str = "10:00:00") -> CarromError:
    before = match.state
    with pytest.raises(CarromError) as caught:
        tell(match, request, at=at)
    assert match.state == before
    return caught.value


def standing(match: Match) -> MatchSnapshot:
    return match.state.match.standing


def step(match: Match) -> str:
    """What is awaited: a step of the ceremony by its name, else the decision."""
    awaiting = match.awaiting
    return (awaiting.why or ceremony.BOTH_READY) if awaiting.kind is Decision.READY else awaiting.kind.value


def answer_of(match: Match) -> requests.Request:
    """The main answer of every moment."""
    match step(match):
        case "toss":
            return Toss(Side.A)
        case "choice":
            return Choose(match.awaiting.options[0])
        case "trial":
            return Trial(played=True)
        case _:
            return Ready()


def until_play(match: Match) -> list[str]:
    """Go on to the first stroke, and give what was asked on the way."""
    asked = []
    while match.awaiting.kind is not Decision.STROKE:
        asked.append(step(match))
        tell(match, answer_of(match))
    return asked


def free_offset(match: Match) -> float:
    """Where the striker may lie now: the middle of the first free stretch."""
    return sum(match.domain.spans[0]) / 2


def stroke(match: Match, *pocketed: Piece, **facts) -> None:
    tell(match, StateFacts(StrokeFacts(pocketed=pocketed, **facts)))


ASKED = {
    "icf": ["report", "checks", "toss", "choice", "choice", "trial", "trial", "play"],
    "kagw": ["checks", "toss", "choice", "choice", "trial", "trial", "play"],
    "classic": ["checks", "toss", "choice", "choice", "trial", "trial", "play"],
    "polish": ["checks", "toss", "choice", "choice", "trial", "trial", "play"],
    "common": ["checks", "toss", "ready", "play"],
}


@pytest.mark.clause("ICF-L40", "ICF-L115", "ICF-L143", "L-105", "L-150")
@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_the_umpire_is_led_to_the_first_stroke_and_every_step_can_be_reverted(ruleset: str):
    match = led(ruleset)
    states = [standing(match)]
    asked = []
    while match.awaiting.kind is not Decision.STROKE:
        asked.append(step(match))
        tell(match, answer_of(match))
        states.append(standing(match))
    assert asked == ASKED[ruleset]
    board = match.state.match.board
    assert board.strokes == 0 and not board.broken and board.attempt == 1 and standing(match).strokes_made == (0, 0)

    for before in reversed(states[:-1]):
        tell(match, TakeBack())
        assert standing(match) == before
    assert verify(Record(match.entries)).holds
    assert read_match(write_match(match)).entries == match.entries


@pytest.mark.parametrize("players", ["AB", "ABCD"])
@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_one_request_leads_where_all_the_steps_lead(ruleset: str, players: str):
    by_steps, at_once = led(ruleset, players=players), led(ruleset, players=players)
    asked = []
    choices: list[str] = []
    while by_steps.awaiting.kind is not Decision.STROKE:
        request = answer_of(by_steps)
        choices += [request.choice] if isinstance(request, Choose) else []
        asked.append(step(by_steps))
        tell(by_steps, request)
    trials = asked.count("trial") or None
    tell(at_once, requests.Begin(toss=Side.A, choices=tuple(choices), trials=trials))

    assert standing(at_once) == standing(by_steps) and at_once.state.version == 1
    assert verify(Record(at_once.entries)).holds
    assert read_match(write_match(at_once)).entries == at_once.entries
    with pytest.raises(CarromError, match="umpire"):
        Match.new("icf", players="AB", seed=1).answer(requests.Begin(toss=Side.A), author="south")


@pytest.mark.clause("ICF-L58")
def test_one_request_before_the_second_game_says_that_sides_have_changed_and_calls_play():
    match = led(breaks=Side.A, length="match")
    tell(match, requests.Begin(trials=0))
    for _board in range(3):
        tell(match, TellBoard(winner=Side.A, coins_left=9, queen=Side.A))
        asked = step(match)
        tell(match, requests.Begin())
    assert asked == "sides" and standing(match).game == 2 and match.awaiting.kind is Decision.STROKE
    assert refused(match, Amend(number=1)).code == "cannot-amend"  # without it nothing after it could hold


@pytest.mark.clause("L-150", "C-016")
def test_play_can_not_start_while_the_checks_are_open():
    match = led("common", breaks=Side.A)
    assert step(match) == "checks" and "clean" in match.state.match.ruleset.checks
    assert "nets" in led("classic").state.match.ruleset.checks

    assert refused(match, StateFacts(StrokeFacts(pocketed=(WHITE,)))).code == "not-awaited"


def test_play_is_called_before_each_board_and_a_stroke_that_is_reported_says_so():
    match = led(breaks=Side.A)
    until_play(match)
    tell(match, TellBoard(winner=Side.A, coins_left=4, queen=Side.A))
    assert step(match) == "play"

    stroke(match, WHITE)
    assert step(match) == "stroke" and match.state.match.board.white_up == 8
    tell(match, TakeBack())
    assert step(match) == "play"
    stroke(match, WHITE, declared=("before_play",))
    assert match.state.match.board.white_up == 9 and match.state.match.board.owed == (0, 1)
    assert verify(Record(match.entries)).holds


@pytest.mark.clause("ICF-L58", "ICF-L59", "ICF-L61", "ICF-L138")
def test_the_change_of_sides_is_confirmed_and_its_time_runs_from_the_last_board():
    match = led(breaks=Side.A)
    until_play(match)
    for winner in (Side.A, Side.A, Side.A):
        tell(match, TellBoard(winner=winner, coins_left=9, queen=winner), at="10:30:00")
    assert step(match) == "sides" and match.state.match.games[0].winner is Side.A
    assert clocks.wait(match.state.match) == clocks.Wait("sides", 120, "2026-11-21T10:30:00+00:00")

    tell(match, Ready())
    assert step(match) == "play" and clocks.wait(match.state.match) is not None
    tell(match, Ready())
    assert step(match) == "stroke" and clocks.wait(match.state.match) is None

    for _ in range(3):
        tell(match, TellBoard(winner=Side.B, coins_left=9, queen=Side.B), at="11:00:00")
    assert clocks.wait(match.state.match).kind == "interval" and clocks.wait(match.state.match).seconds == 600
    assert refused(match, Late(Side.A), at="11:09:59").code == "too-early"
    tell(match, Late(Side.A), at="11:10:00")
    assert (match.state.match.result.winner, match.state.match.result.how) == (Side.B, "walkover")


@pytest.mark.clause("ICF-L143")
def test_who_does_not_report_within_the_time_of_the_laws_loses_the_match():
    match = led()
    assert refused(match, Late(Side.B)).code == "not-awaited"  # it has not been called
    tell(match, CallMatch(), at="10:00:00")
    assert refused(match, CallMatch(), at="10:01:00").code == "not-awaited"
    early = refused(match, Late(Side.B), at="10:14:59")
    assert isinstance(early, CeremonyError) and early.code == "too-early" and early.clauses == ("ICF-L143",)

    tell(match, Late(Side.B), at="10:15:00")
    assert (match.state.match.result.winner, match.state.match.result.how) == (Side.A, "walkover")
    tell(match, TakeBack())
    tell(match, Late(None), at="10:15:01")
    assert match.over and match.state.match.result.winner is None
    assert read_match(write_match(match)).entries == match.entries


def test_time_outs_are_counted_by_game_and_refused_when_they_are_used_up():
    none = led(breaks=Side.A)
    until_play(none)
    assert refused(none, TimeOut(Side.A)).code == "no-time-outs"

    match = led(breaks=Side.A, time_outs=1)
    until_play(match)
    stroke(match, WHITE)
    tell(match, TimeOut(Side.A))
    assert step(match) == "time_out" and clocks.wait(match.state.match).kind == "time_out"
    assert refused(match, TimeOut(Side.B)).code == "not-awaited"
    tell(match, Ready())
    assert step(match) == "stroke" and standing(match).time_outs == (1, 0)
    assert refused(match, TimeOut(Side.A)).code == "time-outs-used"
    for _ in range(3):
        tell(match, TellBoard(winner=Side.A, coins_left=9, queen=Side.A))
    tell(match, Ready())
    tell(match, TimeOut(Side.A))  # before the break of the next game: "Play" is called after it
    assert standing(match).time_outs == (1, 0)
    tell(match, Ready())
    assert step(match) == "play"


@pytest.mark.clause("C-033")
def test_nobody_is_substituted_unless_the_laws_of_the_match_let_him_and_then_between_boards():
    classic = led("classic", breaks=Side.A)
    error = refused(classic, Substitute(Side.A, 0, "Carla"))
    assert error.code == "no-substitution" and error.clauses == ("C-033",)

    match = led("classic", players="ABCD", breaks=Side.A, substitution=True)
    until_play(match)
    tell(match, Substitute(Side.B, 1, " Dana "))
    assert [player.name for player in match.state.match.players_of(Side.B)] == ["B", "Dana"]
    assert match.state.match.player_at(match.state.match.seats_of(Side.B)[1]).name == "Dana"
    stroke(match)
    assert refused(match, Substitute(Side.A, 0, "Eva")).code == "not-awaited"
    tell(match, TakeBack(), TakeBack())
    assert [player.name for player in match.state.match.players_of(Side.B)] == ["B", "D"]
    assert refused(match, Substitute(Side.A, 2, "Eva")).code == "not-an-option"
    assert read_match(write_match(match)).entries == match.entries


@pytest.mark.clause("ICF-PROTEST")
def test_a_protest_about_a_board_is_noted_within_its_time_and_refused_after_it():
    match = led(breaks=Side.A)
    until_play(match)
    tell(match, Protest(Side.B, "the rack was turned"), at="10:00:00")
    assert refused(match, Protest(Side.B, "the last one", last_board=True)).code == "not-awaited"
    tell(match, TellBoard(winner=Side.A, coins_left=4, queen=Side.A), at="10:20:00")
    before = standing(match)

    tell(match, Protest(Side.B, "coins were moved", last_board=True), at="10:34:59")
    assert standing(match) == before
    late = refused(match, Protest(Side.B, "coins were moved", last_board=True), at="10:35:00")
    assert isinstance(late, CeremonyError) and (late.code, late.clauses) == ("too-late", ("ICF-PROTEST",))
    assert refused(match, Protest(Side.B, " ")).code == "not-an-option"

    kagw = led("kagw", breaks=Side.A)
    until_play(kagw)
    tell(kagw, TellBoard(winner=Side.A, coins_left=4, queen=Side.A), at="10:00:00")
    tell(kagw, Protest(Side.B, "no limit is known there", last_board=True), at="14:00:00")


@pytest.mark.clause("L-099", "L-138", "ICF-L96")
def test_a_stroke_is_appealed_until_the_next_one_or_until_the_end_of_its_board_where_an_event_says_so():
    for until, is_late in (("next_stroke", True), ("board_end", False)):
        match = led("common", breaks=Side.A, appeal_until=until)
        until_play(match)
        stroke(match, WHITE)
        first = match.entries[-1].number
        tell(match, Appeal(about="the striker", side=Side.B, stroke=first), Decide(granted=False))
        stroke(match, WHITE)
        if is_late:
            error = refused(match, Appeal(about="the striker", side=Side.B, stroke=first))
            assert error.code == "too-late" and "L-138" in error.clauses
        else:
            tell(match, Appeal(about="the striker", side=Side.B, stroke=first), Decide(granted=False))
        assert refused(match, Appeal(about="what", side=Side.B, stroke=1)).code == "not-an-option"
        tell(match, TellBoard(winner=Side.A, coins_left=4, queen=Side.A))
        stroke(match)
        assert refused(match, Appeal(about="the striker", side=Side.B, stroke=first)).code in (
            "too-late",
            "not-an-option",
        )


@pytest.mark.clause("ICF-L82")
def test_a_wrong_coin_that_was_placed_costs_its_placer_one_until_the_next_stroke():
    match = led(breaks=Side.A)
    until_play(match)
    stroke(match, WHITE, WHITE)
    wrong = Declare(("misplaced_coin",), Side.B, made=False)
    with pytest.raises(DeclarationForbiddenError):
        tell(match, wrong)
    stroke(match, striker_pocketed=True)  # B places one white
    stroke(match, BLACK)
    stroke(match)  # a coin of B's is down; A plays
    with pytest.raises(DeclarationForbiddenError):
        tell(match, wrong)  # the next stroke was made: what lies stands
    tell(match, TakeBack(), TakeBack())
    stroke(match, BLACK, striker_pocketed=True)  # B's coin and one more come back, A places them
    tell(match, Declare(("misplaced_coin",), Side.A, made=False))

    ruling = match.entries[-1].followed.ruling
    assert "ICF-L82" in ruling.clauses and match.state.match.board.white_up == 9
    tell(match, Withdraw())
    assert match.state.match.board.white_up == 8


def test_what_can_be_withdrawn_is_known_and_gone_with_the_next_stroke():
    match = led(breaks=Side.A)
    until_play(match)
    assert match.state.match.declared == ()
    stroke(match, WHITE)
    tell(match, Penalise("warning", Side.A, "slow"), Declare(("distraction",), Side.B, made=False))
    assert len(match.state.match.declared) == 2
    tell(match, Withdraw())
    assert len(match.state.match.declared) == 1
    tell(match, Withdraw())
    assert match.state.match.declared == ()
    tell(match, Declare(("push",), Side.A))
    assert len(match.state.match.declared) == 1
    stroke(match)
    assert match.state.match.declared == ()


@pytest.mark.clause("L-071", "L-072", "L-073")
def test_the_coins_that_are_up_are_laid_anew_where_the_laws_let_the_umpire_and_counts_and_turn_stay():
    icf = led(breaks=Side.A)
    until_play(icf)
    stroke(icf, WHITE)
    assert refused(icf, Rearrange("neutral")).code == "no-rearranging"

    match = Match.new("common", players="AB", breaks=Side.A, seed=1)
    match.answer(Ready(), author=UMPIRE)
    for angle in (0.02, -0.02, 0.3, -0.3) * 5:
        if match.state.match.board.broken and len(match.state.position.pieces) < 19:
            break
        match.play_stroke(free_offset(match), angle, 6.0)
        while match.awaiting.kind is Decision.PLACING:
            match.answer(Place(match.domain.piece, *match.domain.suggested))
    before = match.state
    assert before.match.board.broken and len(before.position.pieces) < 19
    for how in ("shuffle", "neutral", "rack"):
        match.answer(Rearrange(how), author=UMPIRE)
        after = match.state
        assert after.match.standing == before.match.standing
        assert after.position.numbers == before.position.numbers and after.position != before.position
        assert all(piece.x**2 + piece.y**2 < 0.085**2 for piece in after.position.pieces)
    neutral = rearrangement.laid_anew(before.position, "neutral", random.Random(1), before.match.board.seat)
    assert neutral == rearrangement.laid_anew(before.position, "neutral", random.Random(9), before.match.board.seat)
    match.play_stroke(free_offset(match), 0.02, 5.0)
    assert verify(Record(match.entries)).holds


@pytest.mark.clause("L-071")
def test_turns_without_a_coin_are_counted_until_one_falls_or_the_coins_are_laid_anew():
    match = led("common", breaks=Side.A)
    until_play(match)
    stroke(match, WHITE)
    for count in range(1, 5):
        stroke(match)
        assert rearrangement.turns_without_a_coin(match.record.counting) == count
    tell(match, Rearrange("neutral"))
    assert rearrangement.turns_without_a_coin(match.record.counting) == 0
    stroke(match)
    stroke(match, BLACK, WHITE)
    assert rearrangement.turns_without_a_coin(match.record.counting) == 0


@pytest.mark.clause("ICF-L46", "ICF-L50", "ICF-L88")
def test_the_clocks_of_a_stroke_say_what_the_umpire_reports_when_they_have_run_out():
    match = led(breaks=Side.A)
    until_play(match)
    (first,) = clocks.spans(match.state.match)
    assert (first.kind, first.seconds) == ("break", 15)
    stroke(match, WHITE, WHITE)
    stroke(match, striker_pocketed=True)
    placing, next_stroke = clocks.spans(match.state.match, placing=True)
    assert (placing.kind, placing.lapse, next_stroke.kind) == ("placing", Forgo(), "stroke")
    tell(match, next_stroke.lapse)
    assert match.entries[-1].followed.ruling is not None
    common = led("common", breaks=Side.A)
    until_play(common)
    assert clocks.spans(common.state.match) == ()


def test_a_warning_may_name_a_player_of_a_pair_and_only_an_umpire_leads():
    pair = led(players="ABCD", breaks=Side.A)
    until_play(pair)
    tell(pair, Penalise("warning", Side.A, "talks", player=1))
    assert refused(pair, Penalise("warning", Side.A, "talks", player=2)).code == "not-an-option"
    for request in (Ready(), Trial(played=False), CallMatch(), Late(Side.A), TimeOut(Side.A), Protest(Side.A, "x")):
        with pytest.raises(CarromError):
            led(time_outs=1).answer(request, author="south")
    with pytest.raises(BadHeadError):
        start(replace(new_head("icf"), ceremony=True), SeededRng(1))
    with pytest.raises(BadHeadError):
        start(replace(new_head("baca19", players="A", positions=False), ceremony=True), SeededRng(1))


def test_a_whole_match_that_is_led_ends_and_its_record_holds():
    for ruleset in TWO_SIDES:
        match = led(ruleset)
        for number in range(60):
            until_play(match) if match.awaiting.kind is not Decision.OVER else None
            if match.over:
                break
            tell(match, TellBoard(winner=tuple(Side)[number % 2], coins_left=1 + number % 9, queen=Side.A))
        assert match.over
        record = Record(match.entries)
        assert verify(record).holds and read_match(write_match(match)).entries == match.entries


def test_the_winner_of_the_toss_may_leave_the_break_and_change_the_side():
    match = led()
    while step(match) != "choice":
        tell(match, answer_of(match))
    assert match.awaiting.options[0] == BREAK
    tell(match, Choose(match.awaiting.options[-1]))
    assert step(match) == "trial" and standing(match).breaker is not None
    tell(match, Trial(played=False), Trial(played=False))
    assert step(match) == "play"


@pytest.mark.clause("ICF-L26")
@pytest.mark.parametrize(
    ("strokes", "slam"),
    [
        ([(WHITE,) * 5, (QUEEN, WHITE), (WHITE,) * 3], "white"),
        ([(WHITE,) * 8, (), (), (QUEEN,), (WHITE,)], None),
        ([(), (BLACK,) * 8, (QUEEN,), (BLACK,)], "black"),
        ([(BLACK,) * 2, (BLACK,) * 6, (QUEEN, BLACK)], "black"),
        ([(), (BLACK,) * 3, (), (), (BLACK,) * 5, (QUEEN, BLACK)], None),
    ],
)
def test_a_slam_is_a_board_cleared_in_the_first_turn(strokes: list[tuple[Piece, ...]], slam: str | None):
    match = led(breaks=Side.A)
    until_play(match)
    for pocketed in strokes:
        stroke(match, *pocketed)
    assert len(match.state.match.boards) == 1

    counting = match.record.counting
    assert slams(counting) == ({counting[-1].number: slam} if slam else {})


@pytest.mark.clause("ICF-L26")
@pytest.mark.parametrize(
    ("strokes", "queens", "slam_counts"),
    [
        ([(WHITE,) * 5, (QUEEN, WHITE), (WHITE,) * 3], Tally(1, 0), Tally(1, 0)),
        ([(), (BLACK,) * 8, (QUEEN,), (BLACK,)], Tally(0, 1), Tally(0, 1)),
        ([(WHITE,) * 8, (), (), (QUEEN,), (WHITE,)], Tally(1, 0), Tally(0, 0)),
    ],
)
def test_queens_and_slams_belong_to_the_side_that_made_them(strokes, queens: Tally, slam_counts: Tally):
    match = led(breaks=Side.A)
    until_play(match)
    for pocketed in strokes:
        stroke(match, *pocketed)

    assert board_tallies(match.entries) == BoardTallies(queens=queens, slams=slam_counts)


def test_a_board_reported_whole_shows_its_queen_and_one_that_is_replayed_gives_none():
    match = led("icf")
    for queen, ended in ((Side.B, "finished"), (Side.A, "finished"), (None, "replayed")):
        until_play(match)
        winner = Side.A if ended == "finished" else None
        tell(match, TellBoard(ended=ended, winner=winner, coins_left=3 if winner else 0, queen=queen))

    assert board_tallies(match.entries) == BoardTallies(queens=Tally(1, 1), slams=Tally(0, 0))


@pytest.mark.clause("L-124")
def test_an_older_entry_of_a_match_that_is_led_is_corrected_and_the_steps_between_hold():
    match = led("icf", breaks=Side.A)
    until_play(match)
    stroke(match, WHITE, WHITE)
    second = match.entries[-1].number
    stroke(match)
    for _ in range(3):
        tell(match, TellBoard(winner=Side.A, coins_left=9, queen=Side.A), at="10:30:00")
        until_play(match)
    assert match.state.match.games_won == (1, 0) and match.entries[-2].asked == Ready()
    third = next(entry.number for entry in match.entries if isinstance(entry.asked, TellBoard))

    tell(match, Amend(number=second, facts=StrokeFacts(pocketed=(WHITE,))))
    assert match.state.match.games_won == (1, 0)
    tell(match, Amend(number=third, board=TellBoard(winner=Side.B, coins_left=9, queen=Side.B)))
    assert match.state.match.games_won == (0, 0) and match.state.match.score == (24, 12)
    assert verify(Record(match.entries)).holds
    until_play(match)
    stroke(match, BLACK)
    tell(match, TakeBack(), TakeBack())
    assert verify(Record(match.entries)).holds
