"""Scoring: boards make games, games make a match.

Standard library only, no coordinates. The laws give the points of a board (`BoardOutcome`); here they are added up.
"""

from collections.abc import Sequence
from typing import Literal

from carrom.laws.ruleset import Ruleset
from carrom.match import solo
from carrom.match.snapshot import BoardResult, GameResult, How, MatchResult, Tally
from carrom.terms import Side

DecidedBy = Literal["", "games", "points", "games_at_level_points", "points_at_level_games"]
"""The decision of a match of several games: games won, points of all games, or the one if the other was level."""


def boards_of(boards: Sequence[BoardResult], game: int) -> tuple[BoardResult, ...]:
    """The boards of a game that count: those to be played again do not."""
    return tuple(board for board in boards if board.game == game and board.how != "replayed")


def leader(tally: Tally) -> Side | None:
    """The side with more; None when level."""
    if tally.a == tally.b:
        return None
    return Side.A if tally.a > tally.b else Side.B


def game_after(boards: Sequence[BoardResult], game: int, score: Tally, ruleset: Ruleset) -> GameResult | None:
    """The game's result once it is over: a side has reached the target, or the board limit is reached.

    At the limit the leader on points wins, or the winner of more boards, as the ruleset says. Level: the extra board
    decides (None, the game goes on), or the game is shared (a result without a winner).

    Law: ICF 56.
    """
    if ruleset.score_mode == "strokes":
        return solo.set_after(boards_of(boards, game), score, ruleset)
    if ruleset.game_target is not None and max(score) >= ruleset.game_target:
        return GameResult(game=game, winner=leader(score), score=score)
    played = boards_of(boards, game)
    if ruleset.board_limit is None or len(played) < ruleset.board_limit:
        return None
    won = Tally(*(sum(board.winner is side for board in played) for side in Side))
    winner = leader(won) or leader(score) if ruleset.limit_winner == "board_wins" else leader(score)
    if winner is None and ruleset.tie_at_limit != "share":
        # one extra board is everything that the laws foresee; were it drawn, only another could decide
        return None
    return GameResult(game=game, winner=winner, score=score)


def is_extra_board(boards: Sequence[BoardResult], game: int, ruleset: Ruleset) -> bool:
    """Whether the next board of a game that goes on is the extra one, after a level score at the limit (ICF 56b)."""
    return ruleset.board_limit is not None and len(boards_of(boards, game)) >= ruleset.board_limit


def match_after(games: Sequence[GameResult], ruleset: Ruleset) -> MatchResult | None:
    """The match's result once it is over: a side has won the games it needs, or none is left to play.

    With all games played, `decider` total_points lets the points of all games decide, at even sums the games won
    (KAGW 71); shared games leave the match to games won, then points, and may leave it without a winner.

    Law: ICF 57.
    """
    won = Tally(*(sum(game.winner is side for game in games) for side in Side))
    points = Tally(sum(game.score.a for game in games), sum(game.score.b for game in games))
    if ruleset.score_mode == "strokes":
        return MatchResult(winner=None, games=won, points=points)
    all_played = len(games) >= 2 * ruleset.match_wins_needed - 1
    if all_played and ruleset.decider == "total_points":
        return MatchResult(winner=leader(points) or leader(won), games=won, points=points)
    if max(won) >= ruleset.match_wins_needed:
        return MatchResult(winner=leader(won), games=won, points=points)
    if all_played:
        return MatchResult(winner=leader(won) or leader(points), games=won, points=points)
    return None


def decided_by(games_played: int, match: MatchResult, ruleset: Ruleset) -> DecidedBy:
    """Return what decided a match of several games; empty with one game, without a winner, or if a side gave up.

    Law: KAGW 71 (the total of points, at even sums the games won).
    """
    if ruleset.match_wins_needed < 2 or match.winner is None or match.how != "played":
        return ""
    if ruleset.decider == "total_points" and games_played >= 2 * ruleset.match_wins_needed - 1:
        return "points" if leader(match.points) else "games_at_level_points"
    return "games" if leader(match.games) else "points_at_level_games"


def conceded_match(games: Sequence[GameResult], score: Tally, winner: Side | None) -> MatchResult:
    """The result of a match that a side gave up: the other has won, if there is one; points as they stood (ICF 139)."""
    won = Tally(*(sum(game.winner is side for game in games) for side in Side))
    points = Tally(sum(g.score.a for g in games) + score.a, sum(g.score.b for g in games) + score.b)
    how: How = "conceded"
    return MatchResult(winner=winner, games=won, points=points, how=how)
