"""A result as the last lines of a score sheet give it, game by game; and points given in advance by a handicap."""

from collections.abc import Sequence
from dataclasses import replace

from carrom.laws.ruleset import Ruleset
from carrom.league.match_terms import MatchLeagueTerms
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


def handicap(terms: MatchLeagueTerms, a: float | None, b: float | None) -> Tally:
    """The points that each side has in advance in every game; none where a rating is missing."""
    if not terms.handicap_every or a is None or b is None:
        return Tally()
    points = min(terms.handicap_most, int(abs(a - b) // terms.handicap_every))
    return Tally(0, points) if a > b else Tally(points, 0)


def with_handicap(result: Result, given: Tally) -> Result:
    """The result of a match with points given in advance, which its boards do not have.

    They are added to every game; who has more then has won it. The match goes to the side that won more games, then to
    the side with more points. A match that was not played, conceded or awarded, or whose winner alone is known, stays
    as it is.
    """
    if given == Tally() or not result.scores or result.how not in ("played", "time"):
        return result
    return _settled(result, [Tally(one.a + given.a, one.b + given.b) for one in result.scores])


def without_handicap(result: Result, given: Tally) -> Result:
    """The result as it was on the board: `with_handicap` undone, as ratings want it."""
    if given == Tally() or not result.scores or result.how not in ("played", "time"):
        return result
    return _settled(result, [Tally(one.a - given.a, one.b - given.b) for one in result.scores])


def _settled(result: Result, scores: list[Tally]) -> Result:
    """The result with these scores of its games: who won more of them, then who has more points, has won."""
    games = Tally(sum(one.a > one.b for one in scores), sum(one.b > one.a for one in scores))
    points = Tally(sum(one.a for one in scores), sum(one.b for one in scores))
    ahead = (games.a - games.b) or (points.a - points.b)
    winner = None if not ahead else Side.A if ahead > 0 else Side.B
    return replace(result, scores=tuple(scores), games=games, points=points, winner=winner, decided_by="")
