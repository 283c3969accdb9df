"""Decisions that the laws leave to an official: deducting points, awarding a board, game or match, stopping play.

Each is an entry with the official's reason, and can be taken back until the next stroke (`reverting.withdraw`).
Law: L-125, L-130, L-131, L-166; ICF 121, 143.
"""

from carrom.laws.judge import forfeited_board
from carrom.match import entries, progression, requests
from carrom.match.awaiting import Decision
from carrom.match.progression import Course
from carrom.match.snapshot import How
from carrom.play import officiating
from carrom.play.context import Context, Result
from carrom.play.errors import NotAnOptionError, NotAwaitedError, OutOfTurnError


def penalise(asked: Context, request: requests.Penalise) -> Result:
    """An official's decision about a side.

    Raises:
        OutOfTurnError: not by an official.
        NotAnOptionError: no reason, points that cannot be, a penalty that is unknown.
        NotAwaitedError: no board is in play that could be lost.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("penalty")
    if not request.reason.strip():
        raise NotAnOptionError("penalty-reason")
    if asked.match.head.men == 1 and request.what != "warning":
        raise NotAnOptionError("penalty-alone")
    points: object = request.points
    if isinstance(points, bool) or not isinstance(points, int) or (points > 0) is not (request.what == "points"):
        raise NotAnOptionError("penalty-points")
    if request.disqualified and request.what != "match":
        raise NotAnOptionError("disqualified")
    if request.player is not None and not 0 <= request.player < len(asked.match.players_of(request.side)):
        raise NotAnOptionError("no-such-player")
    if request.what == "warning":
        return asked.unchanged()
    return asked.gone_on(_after(asked, request))


def appeal(asked: Context, request: requests.Appeal) -> Result:
    """Play stops until the umpire has decided.

    Raises:
        OutOfTurnError, NotAnOptionError: not by an official; nothing is said.
        NotAwaitedError: no stroke is awaited.
        CeremonyError: it is too late to appeal that stroke.
    """
    _check_official(asked, request.about)
    if asked.match.awaiting.kind is not Decision.STROKE:
        raise NotAwaitedError("stop-play", awaited=asked.match.awaiting.kind.value)
    officiating.check_appeal(asked, request)
    return asked.gone_on(progression.after_appeal(asked.match, request.about, request.side))


def decide(asked: Context, request: requests.Decide) -> Result:
    """An appeal is granted or refused, and play goes on. Raises OutOfTurnError: not by an official."""
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("appeal")
    return asked.gone_on(progression.after_decision(asked.match))


def note(asked: Context, request: requests.Note) -> Result:
    """Record a note, which changes nothing. Raises OutOfTurnError, NotAnOptionError: not an official's, or empty."""
    _check_official(asked, request.text)
    return asked.unchanged()


def _check_official(asked: Context, words: str) -> None:
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("official")
    if not words.strip():
        raise NotAnOptionError("no-text")


def _after(asked: Context, request: requests.Penalise) -> Course:
    match, side = asked.match, request.side
    if request.what == "points":
        return progression.after_points_off(match, side, request.points)
    if request.what == "board":
        if match.standing.claim is not None:
            raise NotAwaitedError("claim-open")
        return progression.after_board(match, forfeited_board(asked.board, side, match.ruleset), how="forfeited")
    if request.what == "game" and match.standing.opener is not None:
        return progression.after_forfeit(match, side, "game")
    if request.what == "match":
        how: How = "disqualified" if request.disqualified else "forfeited"
        return progression.after_forfeit(match, side, "match", how)
    raise NotAnOptionError("penalty", what=request.what)
