"""From a match to the result of a fixture: from its sheet, board by board, at a time limit, or without play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from carrom.laws.board_state import COINS
from carrom.laws.ruleset import Ruleset
from carrom.match import score
from carrom.match.snapshot import NO_POINTS, BoardResult, GameResult, MatchResult, Tally
from carrom.terms import Seat, Side
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.results import How, Result, ResultError

MOST_EXTRA = 2  # points that may be demanded: for the striker, for an improper stroke
AtLimit = Literal["finish_board", "leader_wins"]


class MatchNotOverError(ResultError):
    """The boards so far do not decide the match yet."""

    code = "match-not-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedBoard:
    """A board as a score sheet has it; `winner` None: drawn. `queen` is who covered her."""

    winner: Side | None
    points: int
    queen: Side | None = None
    slam: bool = False


def result_of_match(
    fixture: str,
    a: str,
    b: str,
    *,
    boards: Sequence[BoardResult],
    games: Sequence[GameResult],
    match: MatchResult,
    ruleset: Ruleset,
    queens: Tally = NO_POINTS,
    slams: Tally = NO_POINTS,
) -> Result:
    """The result of a match that was scored here, side A being `a`."""
    hows: dict[str, How] = {"conceded": "conceded", "disqualified": "disqualified", "agreed": "agreed"}
    counted = [board for board in boards if board.how != "replayed"]
    return Result(
        fixture=fixture,
        a=a,
        b=b,
        winner=match.winner,
        how=hows.get(match.how, "played"),
        points=match.points,
        games=match.games,
        boards=Tally(*(sum(board.winner is side for board in counted) for side in Side)),
        queens=queens,
        slams=slams,
        scores=tuple(game.score for game in games),
        decided_by=score.decided_by(len(games), match, ruleset),
    )


def result_of_boards(fixture: str, a: str, b: str, boards: Sequence[ReportedBoard], ruleset: Ruleset) -> Result:
    """The result of a match entered board by board, side A being `a`; the laws of the match give the winner.

    Raises:
        MatchNotOverError: a board is still to be played.
        ResultError: a board that cannot be, or one after the end.
    Law: K-069 to K-071, C-060, L-171, ICF 56, 57.
    """
    played = _course(fixture, boards, ruleset)
    if played.result is None:
        raise MatchNotOverError("boards", fixture=fixture, count=len(boards))
    return _result(fixture, a, b, boards, played, played.result, "played", ruleset)


def result_at_limit(
    fixture: str,
    a: str,
    b: str,
    boards: Sequence[ReportedBoard],
    ruleset: Ruleset,
    *,
    at_limit: AtLimit,
    board_open: bool,
) -> Result:
    """The result of a match whose time is up: who leads has won, by games, then by points; level is tied.

    Raises:
        ResultError: a board is open that is to be finished first, or the boards cannot be.
    Law: L-095.
    """
    if board_open and at_limit == "finish_board":
        raise ResultError("board-open", fixture=fixture)
    played = _course(fixture, boards, ruleset)
    if played.result is not None:
        return _result(fixture, a, b, boards, played, played.result, "played", ruleset)
    games = Tally(*(sum(game.winner is side for game in played.games) for side in Side))
    points = Tally(
        sum(game.score.a for game in played.games) + played.score.a,
        sum(game.score.b for game in played.games) + played.score.b,
    )
    winner = score.leader(games) or score.leader(points)
    return _result(
        fixture, a, b, boards, played, MatchResult(winner=winner, games=games, points=points), "time", ruleset
    )


def result_of_games(
    fixture: str, a: str, b: str, games: Sequence[Tally], ruleset: Ruleset, *, may_tie: bool = False
) -> Result:
    """The result of a match of which only the points of each game are known ("25-12"), side A being `a`.

    `may_tie`: a game may end level, as in SoL, also where the laws of the match would have one more board.

    Raises:
        MatchNotOverError: a game is still to be played.
        ResultError: a score that no game ends with, or a game after the end of the match.
    Law: ICF 56, 57, KAGW 71.
    """
    ended: list[GameResult] = []
    match: MatchResult | None = None
    for number, points in enumerate(games, 1):
        if match is not None:
            raise ResultError("game-after-end", fixture=fixture, game=number - 1)
        _check_game(fixture, number, points, ruleset, may_tie=may_tie)
        ended.append(GameResult(game=number, winner=score.leader(points), score=points))
        match = score.match_after(ended, ruleset)
    if match is None:
        raise MatchNotOverError("games", fixture=fixture, count=len(games), needed=ruleset.match_wins_needed)
    return Result(
        fixture=fixture,
        a=a,
        b=b,
        winner=match.winner,
        points=match.points,
        games=match.games,
        scores=tuple(games),
        detail="games",
        decided_by=score.decided_by(len(games), match, ruleset),
    )


def result_of_games_at_limit(fixture: str, a: str, b: str, games: Sequence[Tally], ruleset: Ruleset) -> Result:
    """The result of a match whose time is up, with the points of each game: the leader has won (L-095).

    Raises:
        ResultError: a score that no game has.
    """
    for number, points in enumerate(games, 1):
        _check_points(fixture, number, points, ruleset)
    games_won = Tally(*(sum(score.leader(points) is side for points in games) for side in Side))
    total = Tally(sum(points.a for points in games), sum(points.b for points in games))
    return Result(
        fixture=fixture,
        a=a,
        b=b,
        winner=score.leader(games_won) or score.leader(total),
        how="time",
        points=total,
        games=games_won,
        scores=tuple(games),
        detail="games",
    )


def result_of_winner(fixture: str, a: str, b: str, winner: Side | None) -> Result:
    """The result of a match of which only the winner is known; None: it was tied."""
    return Result(fixture=fixture, a=a, b=b, winner=winner, detail="winner")


def result_of_games_won(fixture: str, a: str, b: str, games: Tally, ruleset: Ruleset) -> Result:
    """The result of a match of which only the games won by each are known ("2-1").

    Raises:
        MatchNotOverError: nobody has won enough of them. ResultError: more than the match has.
    """
    needed = ruleset.match_wins_needed
    if max(games) < needed:
        raise MatchNotOverError("games", fixture=fixture, count=sum(games), needed=needed)
    if max(games) > needed or min(games) >= needed:
        raise ResultError("game-after-end", fixture=fixture, game=2 * needed - 1)
    return Result(fixture=fixture, a=a, b=b, winner=score.leader(games), games=games, detail="winner")


def most_of_a_board(ruleset: Ruleset) -> int:
    """The most points that a board can give."""
    return ruleset.board_points_cap or COINS * ruleset.coin_points + ruleset.queen_points + MOST_EXTRA


def _check_points(fixture: str, number: int, points: Tally, ruleset: Ruleset) -> None:
    """Raises ResultError: nobody can have so many points in a game."""
    target, limit, most = ruleset.game_target, ruleset.board_limit, most_of_a_board(ruleset)
    highest = target - 1 + most if target is not None else most * ((limit or 0) + 1)  # with the extra board
    if max(points) > highest:
        raise ResultError("too-many-points", fixture=fixture, points=max(points), game=number, most=highest)
    if target is not None and min(points) >= target:
        raise ResultError("after-target", fixture=fixture, game=number, target=target)


def _check_game(fixture: str, number: int, points: Tally, ruleset: Ruleset, *, may_tie: bool) -> None:
    """Raises ResultError: no game ends so."""
    _check_points(fixture, number, points, ruleset)
    target, limit = ruleset.game_target, ruleset.board_limit
    if limit == 1 and min(points) > 0:
        raise ResultError("one-board", fixture=fixture, game=number)
    if limit is None and target is not None and max(points) < target:
        raise MatchNotOverError("game", fixture=fixture, game=number, target=target)
    if points.a == points.b and not may_tie and ruleset.tie_at_limit != "share":
        raise ResultError("level-game", fixture=fixture, game=number)


def score_in_play(boards: Sequence[ReportedBoard], ruleset: Ruleset) -> Tally:
    """The score of the game in play after these boards. Raises ResultError."""
    return _course("the match", boards, ruleset).score


def not_played(
    meeting: Meeting, *, loser: Side | None, how: Literal["walk-over", "no-show", "disqualified"], reason: str = ""
) -> Result:
    """The result of a fixture that one side did not or may not play; `loser` None: neither.

    Raises:
        ResultError: its sides are not known yet.
    """
    if not meeting.a or not meeting.b:
        raise ResultError("unknown-sides", fixture=meeting.fixture.id)
    return Result(
        fixture=meeting.fixture.id,
        a=meeting.a,
        b=meeting.b,
        winner=loser.other if loser else None,
        both_lose=loser is None,
        how=how,
        reason=reason,
    )


@dataclass(frozen=True, slots=True)
class _Course:
    boards: tuple[BoardResult, ...]
    games: tuple[GameResult, ...]
    score: Tally  # of the game in play
    result: MatchResult | None


def _course(fixture: str, boards: Sequence[ReportedBoard], ruleset: Ruleset) -> _Course:
    played: list[BoardResult] = []
    games: list[GameResult] = []
    game, now = 1, NO_POINTS
    result: MatchResult | None = None
    most = most_of_a_board(ruleset)
    for number, board in enumerate(boards, 1):
        if result is not None:
            raise ResultError("board-after-end", fixture=fixture, board=number - 1)
        if (board.winner is None) != (board.points == 0) or not 0 <= board.points <= most:
            raise ResultError("board-points", fixture=fixture, board=number, points=board.points, most=most)
        if board.winner is not None:
            now = now.plus(board.winner, board.points)
        breaks = Side.A if number % 2 else Side.B
        played.append(
            BoardResult(
                game=game,
                board=number,
                winner=board.winner,
                points=board.points,
                score=now,
                breaker=Seat.SOUTH if breaks is Side.A else Seat.NORTH,
                breaking_side=breaks,
                how="agreed" if board.winner is None else "played",
            )
        )
        over = score.game_after(played, game, now, ruleset)
        if over is not None:
            games.append(over)
            game, now = game + 1, NO_POINTS
            result = score.match_after(games, ruleset)
    return _Course(tuple(played), tuple(games), now, result)


def _result(
    fixture: str,
    a: str,
    b: str,
    boards: Sequence[ReportedBoard],
    played: _Course,
    match: MatchResult,
    how: How,
    ruleset: Ruleset,
) -> Result:
    scores = tuple(game.score for game in played.games)
    return Result(
        fixture=fixture,
        a=a,
        b=b,
        winner=match.winner,
        how=how,
        points=match.points,
        games=match.games,
        boards=Tally(*(sum(board.winner is side for board in boards) for side in Side)),
        queens=Tally(*(sum(board.queen is side for board in boards) for side in Side)),
        slams=Tally(*(sum(board.slam and board.winner is side for board in boards) for side in Side)),
        scores=scores if played.score == NO_POINTS else (*scores, played.score),
        decided_by=score.decided_by(len(played.games), match, ruleset) if how == "played" else "",
    )
