"""The progression of a match from the toss to the last board, one standing to the next.

Standard library only, no coordinates. Each function returns the next standing and its results; nothing
is judged here (`carrom.laws`), nothing is placed (`carrom.play`).
"""

from dataclasses import dataclass, replace
from typing import Literal

from carrom.laws.board_state import BoardState, Warnings, may_forgo, opening_board
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, with_claim
from carrom.match import ceremony, score, sides, solo
from carrom.match.awaiting import BREAK, OVER, Awaiting, Decision, Due
from carrom.match.entries import Head
from carrom.match.snapshot import BoardResult, GameResult, How, MatchResult, MatchSnapshot, Tally
from carrom.match.state import MatchState, ruleset_of
from carrom.terms import Seat, Side

# whether a toss gives the break of a board after the limit; else the break goes on alternating (L-094, L-096)
EXTRA_BOARD_TOSS = {"extra_board": True, "extra_boards": False, "share": False}
SOLO_ENDS: dict[BoardEnd, How] = {BoardEnd.CLEARED: "cleared", BoardEnd.STOPPED: "stopped"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The next state, with the results that led to it. `new_board`: the pieces are to be set up for `breaker`."""

    standing: MatchSnapshot
    board_results: tuple[BoardResult, ...] = ()
    game_results: tuple[GameResult, ...] = ()
    match_result: MatchResult | None = None
    sides_changed: bool = False
    new_board: bool = False


def begin(head: Head) -> Course:
    """The first standing of a match: the toss is awaited, or where the head fixes who breaks, the first stroke."""
    ruleset = ruleset_of(head)
    seating = sides.first_seats(head.men)
    before = ceremony.before_the_match(head, ruleset)
    if head.breaks == "toss" and ruleset.toss_choice != "none" and head.men > 1:
        toss = Awaiting(kind=Decision.TOSS, seats=tuple(seated.seat for seated in seating), why="match")
        awaiting = ceremony.awaiting_step(before, seating) if before else toss
        return Course(standing=MatchSnapshot(seats=seating, awaiting=awaiting))
    breaking = Side.A if head.breaks == "toss" else head.breaks
    return _first_board(MatchSnapshot(seats=seating, awaiting=OVER), breaking, head, before)


def after_toss(state: MatchState, winner: Side) -> Course:
    """The toss is won: the winner chooses, or breaks at once where there is nothing to choose (ICF 39, 56b)."""
    standing = replace(state.standing, toss_winner=winner)
    if state.awaiting.why == "extra_board":
        candidate = standing.breaker or sides.first_seat_of(standing.seats, winner)
        if sides.side_at(standing.seats, candidate) is not winner:
            candidate = sides.next_in_order(candidate, state.ruleset, state.head.men)
        return _led(_set_up(replace(standing, breaker=candidate), state.ruleset, state.head.men), state.head, "board")
    options = sides.choices_after_toss(state.ruleset, state.head.men)
    if not options:
        return _first_board(standing, winner, state.head)
    return Course(standing=replace(standing, awaiting=_choice(state, winner, options)))


def after_choice(state: MatchState, side: Side, choice: str) -> Course:
    """A choice is made: the break, then the other side chooses where it sits; or a seat, then the other breaks."""
    if choice == BREAK:
        awaiting = _choice(state, side.other, sides.side_choices(state.head.men))
        return Course(standing=replace(state.standing, awaiting=awaiting))
    steps = sides.steps_to(state.seats, side, Seat(choice))
    standing = replace(state.standing, seats=sides.moved(state.seats, steps))
    course = _first_board(standing, side.other, state.head)
    return replace(course, sides_changed=steps != 0)


def after_stroke(state: MatchState, board: BoardState, outcome: BoardOutcome | None, dues: tuple[Due, ...]) -> Course:
    """A stroke is judged: the board is over, or dues are placed, or the next stroke is awaited.

    `board` is how the board stands with every due that is placed counted as up.
    """
    standing = replace(state.standing, board=board)
    state = replace(state, standing=standing)
    if outcome is None:
        return Course(standing=replace(standing, awaiting=awaiting_on(board, dues, state.ruleset)))
    if state.head.asks_claims and outcome.winner is not None and outcome.extra_points > 0:
        awaiting = Awaiting(
            kind=Decision.CLAIM, seats=state.seats_of(outcome.winner), most=outcome.extra_points, why=outcome.why
        )
        return Course(standing=replace(standing, claim=outcome, awaiting=awaiting))
    return after_board(state, outcome)


def after_claim(state: MatchState, points: int) -> Course:
    """The winner of a board has said how many extra points they demand (ICF 87b, 102 to 112).

    Raises:
        ValueError: no claim is open.
    """
    if state.standing.claim is None:
        raise ValueError("no claim is open")
    return after_board(state, with_claim(state.standing.claim, points))


def after_board(state: MatchState, outcome: BoardOutcome, how: How = "played") -> Course:
    """A board is over: its result, and with it perhaps the game's, the match's, the change of sides, the next board.

    Raises ValueError: no board is in play.
    """
    standing, ruleset = state.standing, state.ruleset
    if standing.breaker is None:
        raise ValueError("no board is in play")
    points, strokes = outcome.points, 0
    total = standing.score if outcome.winner is None else standing.score.plus(outcome.winner, points)
    if outcome.winner is not None and outcome.loser_points:
        total = total.plus(outcome.winner.other, outcome.loser_points)
    replayed = outcome.end is BoardEnd.REPLAYED
    if outcome.end in SOLO_ENDS:
        how, strokes = SOLO_ENDS[outcome.end], _board(state).strokes
        points = solo.board_score(strokes, ruleset)
        total = standing.score.plus(Side.A, points)
    result = BoardResult(
        game=standing.game,
        board=standing.board_number,
        winner=outcome.winner,
        points=points,
        score=total,
        breaker=standing.breaker,
        breaking_side=state.side_at(standing.breaker),
        how="replayed" if replayed else how,
        strokes=strokes,
        extra_board=score.is_extra_board(state.boards, standing.game, ruleset),
    )
    standing = replace(standing, claim=None)
    if replayed:
        again = _led(_set_up(standing, ruleset, state.head.men), state.head, "board")
        return replace(again, board_results=(result,))
    boards = (*state.boards, result)
    game = score.game_after(boards, standing.game, total, ruleset)
    if game is not None:
        return replace(after_game(state, game), board_results=(result,))
    return replace(_next_board(state, standing, boards, total), board_results=(result,))


def after_ready(state: MatchState, sides_ready: tuple[Side, ...]) -> Course:
    """Sides are ready: the others are still asked, then comes the next step, in the end the first stroke (L-105)."""
    left = tuple(seat for seat in state.awaiting.seats if state.side_at(seat) not in sides_ready)
    return (
        Course(standing=replace(state.standing, awaiting=replace(state.awaiting, seats=left)))
        if left
        else after_step(state)
    )


def after_step(state: MatchState) -> Course:
    """A step of the ceremony is done: the next one, the toss, or the first stroke."""
    standing, steps = state.standing, state.awaiting.options
    if steps:
        awaiting = ceremony.awaiting_step(steps, standing.seats)
    elif standing.board is None:
        awaiting = Awaiting(kind=Decision.TOSS, seats=tuple(seated.seat for seated in standing.seats), why="match")
    else:
        awaiting = awaiting_on(standing.board, (), state.ruleset)
    resting = ceremony.is_step(awaiting, ceremony.SIDES, ceremony.BOTH_READY, ceremony.PLAY)
    was_interval = not ceremony.is_step(state.awaiting, ceremony.REPORT, ceremony.TIME_OUT)
    since = standing.waits_since if resting and was_interval else ""
    return Course(standing=replace(standing, waits_since=since, awaiting=awaiting))


def after_cap(state: MatchState, answer: str) -> Course:
    """The player stops the board at its cap, or plays it on (B-042)."""
    if answer == solo.STOP:
        return after_board(state, BoardOutcome(BoardEnd.STOPPED, Reason.SOLO_CAPPED))
    board = _board(state)
    return Course(standing=replace(state.standing, awaiting=Awaiting(kind=Decision.STROKE, seats=(board.seat,))))


def after_game(state: MatchState, game: GameResult) -> Course:
    """A game is over: the match too, or sides change and the next game's first board is set up (ICF 49a, 58, 59).

    Raises ValueError: no game is in play.
    """
    standing, ruleset, men = state.standing, state.ruleset, state.head.men
    if standing.opener is None:
        raise ValueError("no game is in play")
    match = score.match_after((*state.games, game), ruleset)
    if match is not None:
        ended = replace(standing, score=game.score, claim=None, awaiting=OVER)
        return Course(standing=ended, game_results=(game,), match_result=match)
    steps = sides.places_to_change(men) if ruleset.side_change_after_game else 0
    opener = sides.seat_after(standing.opener, steps)
    standing = replace(
        standing,
        game=standing.game + 1,
        board_number=1,
        score=Tally(),
        seats=sides.moved(standing.seats, steps),
        opener=opener,
        breaker=sides.opener_of_game(opener, standing.game + 1, ruleset, men),
        changed_in_game=False,
        claim=None,
        time_outs=Tally(),
    )
    first = _led(_set_up(standing, ruleset, men), state.head, "game", changed=steps != 0)
    return replace(first, game_results=(game,), sides_changed=steps != 0)


def after_conceding(state: MatchState, side: Side, what: str) -> Course:
    """A side gives up the game or the match: the other has won it (ICF 139)."""
    standing = state.standing
    if what == "game" and standing.opener is not None:
        return after_game(
            state, GameResult(game=standing.game, winner=_won_by(state, side), score=standing.score, how="conceded")
        )
    result = score.conceded_match(state.games, standing.score, _won_by(state, side))
    return Course(standing=replace(standing, claim=None, awaiting=OVER), match_result=result)


def _won_by(state: MatchState, loser: Side) -> Side | None:
    """Return the winner when a side gives up or loses: the other one; alone nobody."""
    return loser.other if state.head.men > 1 else None


def after_late(state: MatchState, side: Side | None) -> Course:
    """A side was not at the board in time: the other one has won without play; None: neither was (ICF 143)."""
    winner = None if side is None else _won_by(state, side)
    lost = replace(score.conceded_match(state.games, state.standing.score, winner), how="walkover")
    return Course(standing=replace(state.standing, claim=None, waits_since="", awaiting=OVER), match_result=lost)


def after_time_out(state: MatchState, side: Side, time: str) -> Course:
    """A side takes a time-out; after it the umpire calls to play again."""
    standing = state.standing
    board = _board(state)
    steps = (ceremony.TIME_OUT, *((ceremony.PLAY,) if state.head.ceremony and not board.broken else ()))
    awaiting = replace(ceremony.awaiting_step(steps, standing.seats), seats=state.seats_of(side))
    taken = standing.time_outs.plus(side, 1)
    return Course(standing=replace(standing, time_outs=taken, waits_since=time, awaiting=awaiting))


def after_points_off(state: MatchState, side: Side, points: int) -> Course:
    """An official took points off a side; the score of the game in play never falls below 0 (L-130, L-131)."""
    standing = state.standing
    total = standing.score.plus(side, -min(points, standing.score.of(side)))
    board = None if standing.board is None else replace(standing.board, score=(total.a, total.b))
    return Course(standing=replace(standing, score=total, board=board))


def after_forfeit(state: MatchState, side: Side, what: Literal["game", "match"], how: How = "forfeited") -> Course:
    """An official's decision or the laws give the game, or the match, to the other side (L-125, ICF 143).

    A forfeited game counts as won with its target, where it has one.
    """
    standing = state.standing
    if what == "game" and standing.opener is not None:
        missing = max((state.ruleset.game_target or 0) - standing.score.of(side.other), 0)
        total = standing.score.plus(side.other, missing)
        return after_game(state, GameResult(game=standing.game, winner=_won_by(state, side), score=total, how=how))
    lost = replace(score.conceded_match(state.games, standing.score, _won_by(state, side)), how=how)
    return Course(standing=replace(standing, claim=None, awaiting=OVER), match_result=lost)


def after_appeal(state: MatchState, about: str, side: Side | None) -> Course:
    """Play stops until the umpire has decided what a side, or the umpire, stopped it for."""
    seats = tuple(seated.seat for seated in state.seats) if side is None else state.seats_of(side)
    return Course(standing=replace(state.standing, awaiting=Awaiting(kind=Decision.APPEAL, seats=seats, why=about)))


def after_decision(state: MatchState) -> Course:
    """An appeal is decided: what was awaited before, with its clock afresh."""
    return Course(standing=replace(state.standing, awaiting=awaiting_on(_board(state), (), state.ruleset)))


def after_placing(state: MatchState) -> Course:
    """The first due has been placed: the next one, then the stroke."""
    board, (done, *rest) = _board(state), state.awaiting.dues
    if not rest:
        return Course(standing=replace(state.standing, awaiting=awaiting_on(board, (), state.ruleset)))
    same_claim = (rest[0].side, rest[0].placer) == (done.side, done.placer)
    awaiting = awaiting_on(board, tuple(rest), state.ruleset)
    if same_claim:
        awaiting = replace(awaiting, may_forgo=False)  # in total or not at all
    return Course(standing=replace(state.standing, awaiting=awaiting))


def without_claim(state: MatchState, board: BoardState, rest: tuple[Due, ...]) -> Course:
    """A claim is gone, the board is `board` now: the dues of other claims, then the stroke."""
    awaiting = awaiting_on(board, rest, state.ruleset)
    return Course(standing=replace(state.standing, board=board, awaiting=awaiting))


def claim_of(dues: tuple[Due, ...]) -> tuple[Due, ...]:
    """The dues that are placed or forgone together: those of the first one's side and placer."""
    return tuple(due for due in dues if (due.side, due.placer) == (dues[0].side, dues[0].placer))


def awaiting_on(board: BoardState, dues: tuple[Due, ...], ruleset: Ruleset) -> Awaiting:
    """Return the decision that a board in play waits for: its dues placed, else a stroke.

    Dues are forgone in total only (ICF 87a, 88), and one coin must stay up; an opponent's coin that the stroke sent
    back is nobody's claim. Passing: ICF 137.
    """
    if not dues:
        if solo.is_at_cap(board, ruleset):
            return Awaiting(kind=Decision.CAP, seats=(board.seat,), options=solo.AT_CAP)
        may_pass = board.broken and "three_passes" in ruleset.board_replay_events and not board.solo
        return Awaiting(kind=Decision.STROKE, seats=(board.seat,), may_pass=may_pass)
    first = dues[0]
    claim = claim_of(dues)
    forgo = first.side is not None and may_forgo(board, first.side, len(claim))
    forgo = forgo and all(due.why is not Reason.OPPONENT_COIN_RETURNS for due in claim)
    return Awaiting(kind=Decision.PLACING, seats=(first.placer,), dues=dues, may_forgo=forgo)


def _choice(state: MatchState, side: Side, options: tuple[str, ...]) -> Awaiting:
    """One of the options, by any player of a side."""
    return Awaiting(kind=Decision.CHOICE, seats=state.seats_of(side), options=options)


def _first_board(standing: MatchSnapshot, breaking: Side, head: Head, before: tuple[ceremony.Step, ...] = ()) -> Course:
    """The match's first board, opened by the first player of a side, after the steps `before` it."""
    opener = sides.first_seat_of(standing.seats, breaking)
    first = _set_up(replace(standing, opener=opener, breaker=opener), ruleset_of(head), head.men)
    return _led(first, head, "match", before=before)


def _led(
    first: Course,
    head: Head,
    occasion: ceremony.Occasion,
    *,
    changed: bool = False,
    before: tuple[ceremony.Step, ...] = (),
) -> Course:
    """A board that is set up, what is done before its first stroke awaited first (L-105; where an umpire leads)."""
    steps = (*before, *ceremony.before_a_board(head, ruleset_of(head), occasion, changed=changed))
    if not steps:
        return first
    awaiting = ceremony.awaiting_step(steps, first.standing.seats)
    return replace(first, standing=replace(first.standing, awaiting=awaiting))


def _next_board(state: MatchState, standing: MatchSnapshot, boards: tuple[BoardResult, ...], total: Tally) -> Course:
    """The next board of the same game: sides changed if it is time, then the break, or the extra board's toss."""
    ruleset, men = state.ruleset, state.head.men
    if standing.breaker is None or standing.opener is None:
        raise ValueError("no board is in play")
    breaker, opener, seating = standing.breaker, standing.opener, standing.seats
    changed = sides.changes_in_game(standing, total, len(score.boards_of(boards, standing.game)), ruleset)
    if changed:
        steps = sides.places_to_change(men)
        breaker, opener = sides.seat_after(breaker, steps), sides.seat_after(opener, steps)
        seating = sides.moved(seating, steps)
    standing = replace(
        standing,
        board_number=standing.board_number + 1,
        score=total,
        seats=seating,
        opener=opener,
        breaker=sides.next_breaker(breaker, ruleset, men),
        changed_in_game=standing.changed_in_game or changed,
    )
    if score.is_extra_board(boards, standing.game, ruleset) and EXTRA_BOARD_TOSS[ruleset.tie_at_limit] and men > 1:
        everybody = tuple(seated.seat for seated in seating)
        awaiting = Awaiting(kind=Decision.TOSS, seats=everybody, why="extra_board")
        warnings = warnings_of(standing)
        return Course(
            standing=replace(standing, board=None, warnings=warnings, awaiting=awaiting), sides_changed=changed
        )
    return replace(_led(_set_up(standing, ruleset, men), state.head, "board", changed=changed), sides_changed=changed)


def _set_up(standing: MatchSnapshot, ruleset: Ruleset, men: int) -> Course:
    """A board set up for `snapshot.breaker`, who has white unless colours are open (ICF 42, 43)."""
    if standing.breaker is None:
        raise ValueError("nobody breaks")
    board = opening_board(
        to_play=sides.side_at(standing.seats, standing.breaker),
        seat=standing.breaker,
        players=4 if men == 4 else 2,
        score=(standing.score.a, standing.score.b),
        colours_open=ruleset.colour_assignment == "first_pocketed",
        solo=men == 1,
    )
    board = replace(board, warnings=warnings_of(standing))
    awaiting = awaiting_on(board, (), ruleset)
    return Course(standing=replace(standing, board=board, warnings=(), awaiting=awaiting), new_board=True)


def warnings_of(standing: MatchSnapshot) -> Warnings:
    """Return the warnings of each side in this match: a warning is not forgotten with its board (L-097, L-127)."""
    return standing.warnings if standing.board is None else standing.board.warnings


def _board(state: MatchState) -> BoardState:
    """The board in play."""
    if state.board is None:
        raise ValueError("no board is in play")
    return state.board
