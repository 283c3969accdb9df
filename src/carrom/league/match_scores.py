"""A result as the last lines of a score sheet give it: game by game, where nobody noted the boards."""

from collections.abc import Sequence

from carrom.laws.ruleset import Ruleset
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.results import Result, ResultError

HIGHEST = 60  # points of a game, where the laws name no target: nobody writes more


class GameScoreError(ResultError):
    """Games that cannot be the result of a match."""

    code = "bad-game-score"


def result_of_games(fixture: str, a: str, b: str, games: Sequence[Tally], ruleset: Ruleset) -> Result:
    """The result of a match entered game by game, side A being `a`.

    Who wins most games has won; the last game is the one that decides. Where the laws know one game only, it may be
    tied if they let it be.

    Raises:
        GameScoreError: a game that cannot be, too few, or one after the match was over.
    """
    needed = ruleset.match_wins_needed
    won = Tally()
    for number, game in enumerate(games, 1):
        if max(won) >= needed:
            raise GameScoreError("played-on", game=number - 1)
        if not 0 <= min(game) <= max(game) <= HIGHEST:
            raise GameScoreError("game-score", game=number, a=game.a, b=game.b)
        if game.a == game.b and needed > 1:
            raise GameScoreError("game-level", game=number, a=game.a, b=game.b)
        if game.a != game.b:
            won = won.plus(Side.A if game.a > game.b else Side.B, 1)
    if not games or (needed > 1 and max(won) < needed):
        raise GameScoreError("match-not-won", needed=needed)
    points = Tally(sum(game.a for game in games), sum(game.b for game in games))
    winner = None if won.a == won.b else Side.A if won.a > won.b else Side.B
    return Result(fixture=fixture, a=a, b=b, winner=winner, points=points, games=won, scores=tuple(games))
