"""Officiating: reporting, checks, trial boards, "Play", time-outs, substitutes, protests, laying the coins again.

Pure; the time of a request is passed in, nothing reads a clock. Each refusal names the clauses that set its value.
Law: ICF 5, 40, 46, 61, 82, 138, 143; C-033; L-071 to L-073, L-105, L-150.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from carrom.laws.texts import lookup
from carrom.match import ceremony, entries, progression, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects, Entry
from carrom.match.snapshot import MatchSnapshot, StandIn
from carrom.match.state import MatchState
from carrom.play import clocks, rearrangement, reverting
from carrom.play.context import Context, Result
from carrom.play.errors import (
    CeremonyError,
    DeclarationForbiddenError,
    NotAnOptionError,
    NotAwaitedError,
    OutOfTurnError,
)
from carrom.play.pre_break import is_untouched
from carrom.play.record import counting
from carrom.terms import Seat, Side

LONGEST_NAME = 40
MISPLACED = "misplaced_coin"
# what implies that "Play" was called, where the umpire did not enter it
_SAYS_PLAY = (requests.StateFacts, requests.TellBoard, requests.Declare, requests.Appeal)


def with_play_called(asked: Context, request: requests.Request) -> Context:
    """The same, with "Play" taken as called where a stroke or a board is entered before it was."""
    match = asked.match
    if not isinstance(request, _SAYS_PLAY) or not ceremony.is_step(match.awaiting, ceremony.PLAY):
        return asked
    standing = progression.after_step(match).standing
    return replace(asked, state=replace(asked.state, match=replace(match, standing=standing)))


def timed(asked: Context, answered: Result) -> Result:
    """Return the effects with the times that later requests need: the end of the board, the start of a rest."""
    followed, match = answered.followed, asked.match
    before = sum(len(each.followed.board_results + each.followed.game_results) for each in followed.instead)
    if match.head.positions or len(followed.board_results + followed.game_results) == before:
        return answered
    standing = replace(followed.standing, board_ended=asked.time)
    if match.head.ceremony and clocks.interval(followed, match.ruleset) is not None:
        standing = replace(standing, waits_since=asked.time)
    return replace(answered, followed=replace(followed, standing=standing))


def ready(asked: Context, request: requests.Ready) -> Result:
    """Sides say that they are ready; a step of the ceremony is done, which only the umpire says.

    Raises OutOfTurnError: only the umpire says that.
    """
    if ceremony.is_step(asked.match.awaiting, ceremony.BOTH_READY):
        sides = tuple(Side) if asked.author == entries.UMPIRE else (asked.side,)
        return asked.gone_on(progression.after_ready(asked.match, sides))
    _check_umpire(asked)
    return asked.gone_on(progression.after_step(asked.match))


def trial(asked: Context, request: requests.Trial) -> Result:
    """A trial board was played or is waived: nothing of it counts (ICF 40).

    Raises:
        OutOfTurnError: not by the umpire.
        NotAwaitedError: no trial board is offered now.
    """
    _check_umpire(asked)
    if not ceremony.is_step(asked.match.awaiting, ceremony.TRIAL):
        raise NotAwaitedError("trial-boards")
    return asked.gone_on(progression.after_step(asked.match))


def call(asked: Context, request: requests.CallMatch) -> Result:
    """The match is called; who does not report within the time of the laws loses it (ICF 143).

    Raises:
        OutOfTurnError: not by the umpire.
        NotAwaitedError: it has been called, or play has started.
    """
    _check_umpire(asked)
    standing = asked.match.standing
    if not ceremony.is_step(standing.awaiting, ceremony.REPORT):
        raise NotAwaitedError("not-called")
    if standing.waits_since:
        raise NotAwaitedError("called")
    return _standing(asked, replace(standing, waits_since=asked.time))


def late(asked: Context, request: requests.Late) -> Result:
    """A side that is not there when its time is over loses the match.

    Raises:
        NotAwaitedError: nobody is waited for.
        CeremonyError ("too-early"): the time is not over.
    """
    _check_umpire(asked)
    match = asked.match
    wait = clocks.wait(match)
    if wait is None or wait.kind not in ("report", "interval"):
        raise NotAwaitedError("no-wait")
    if match.head.men == 1:
        raise NotAnOptionError("walk-over-alone")
    if not _is_over(wait.since, wait.seconds, asked.time):
        value = "reporting_minutes" if wait.kind == "report" else "interval_seconds"
        raise CeremonyError("too-early", clauses=_clauses(match, value))
    return asked.gone_on(progression.after_late(match, request.side))


def time_out(asked: Context, request: requests.TimeOut) -> Result:
    """A side takes a time-out. Raises CeremonyError: these laws have none, or it has used them up."""
    _check_umpire(asked)
    match = asked.match
    if match.awaiting.kind is not Decision.STROKE and not ceremony.is_step(match.awaiting, ceremony.PLAY):
        raise NotAwaitedError("time-out")
    if not match.ruleset.time_outs:
        raise CeremonyError("no-time-outs", clauses=_clauses(match, "time_outs"))
    if match.standing.time_outs.of(request.side) >= match.ruleset.time_outs:
        raise CeremonyError("time-outs-used", clauses=_clauses(match, "time_outs"))
    return asked.gone_on(progression.after_time_out(match, request.side, asked.time))


def substitute(asked: Context, request: requests.Substitute) -> Result:
    """Somebody else plays for a player of a side from now on.

    Raises:
        CeremonyError: these laws let nobody be substituted, or a board is in play.
        NotAnOptionError: no such player, no name.
    """
    _check_umpire(asked)
    match = asked.match
    if not match.ruleset.substitution or match.head.positions:
        raise CeremonyError("no-substitution", clauses=_clauses(match, "substitution"))
    if match.board is not None and not is_untouched(match) and not _rests(match):
        raise NotAwaitedError("substitution")
    return _named(asked, request.side, request.player, request.name)


def rename(asked: Context, request: requests.Rename) -> Result:
    """The same person has another name from now on.

    Raises:
        OutOfTurnError: not by the umpire of a real board. NotAnOptionError: no such player, no name.
    """
    _check_umpire(asked)
    if asked.match.head.positions:
        raise OutOfTurnError("rename")
    return _named(asked, request.side, request.player, request.name)


def _named(asked: Context, side: Side, player: int, name: str) -> Result:
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise NotAnOptionError("name-length", most=LONGEST_NAME)
    if not 0 <= player < len(asked.match.players_of(side)):
        raise NotAnOptionError("no-such-player")
    newest = StandIn(side=side, player=player, name=name)
    return _standing(asked, replace(asked.match.standing, substitutes=(*asked.match.standing.substitutes, newest)))


def rearrange(asked: Context, request: requests.Rearrange) -> Result:
    """The coins that are up are laid again; counts, queen and turn stay (L-071 to L-073).

    Raises:
        CeremonyError: these laws let nobody do it.
        NotAwaitedError: not between two strokes, or before the break.
        NotAnOptionError: no such way.
    """
    _check_umpire(asked)
    match = asked.match
    if match.ruleset.rearranged_after is None:
        raise CeremonyError("no-rearranging", clauses=_clauses(match, "rearranged_after"))
    if match.awaiting.kind is not Decision.STROKE or not asked.board.broken:
        raise NotAwaitedError("rearranging")
    if request.how not in ("shuffle", "neutral", "rack"):
        raise NotAnOptionError("rearranging")
    followed = Effects(standing=match.standing, position=asked.state.position, hand=asked.state.hand)
    if asked.state.position is not None:
        position = rearrangement.laid_anew(asked.state.position, request.how, asked.rng, asked.board.seat)
        followed = replace(followed, position=position)
    return Result(followed=followed)


def protest(asked: Context, request: requests.Protest) -> Result:
    """A side protests, play goes on. Raises CeremonyError ("too-late"): the time for it is over."""
    _check_umpire(asked)
    match, minutes = asked.match, asked.match.ruleset.protest_minutes
    if not request.text.strip():
        raise NotAnOptionError("protest-text")
    if match.result is not None and not request.last_board:
        raise NotAwaitedError("protest-board")
    if request.last_board and not match.boards:
        raise NotAwaitedError("no-board-ended")
    ended = match.standing.board_ended
    if request.last_board and minutes is not None and _is_over(ended, 60 * minutes, asked.time):
        raise CeremonyError("too-late.protest", clauses=_clauses(match, "protest_minutes"), minutes=minutes)
    return asked.unchanged()


def declare(asked: Context, request: requests.Declare) -> Result:
    """A fact; of a coin that was placed wrongly only until the next stroke, after that it stands (ICF 82).

    Raises DeclarationForbiddenError: no coin was placed since the last stroke, or not now.
    """
    if MISPLACED in request.facts and not _something_was_placed(asked.entries, asked.match.struck):
        raise DeclarationForbiddenError("nothing-placed")
    return reverting.declare(asked, request)


def check_appeal(asked: Context, request: requests.Appeal) -> None:
    """Pass if a stroke may still be appealed. Raises CeremonyError ("too-late"), NotAnOptionError."""
    if request.stroke is None:
        return
    match = asked.match
    strokes = [made.entry for made in reverting.strokes_made(asked)]
    wanted = next((i for i, entry in enumerate(strokes) if entry.number == request.stroke), None)
    if wanted is None:
        raise NotAnOptionError("appealed-stroke")
    ended = any(entry.followed.board_results for entry in strokes[wanted:-1])
    if wanted < len(strokes) - 1 and match.ruleset.appeal_until == "next_stroke":
        raise CeremonyError("too-late.next-stroke", clauses=_clauses(match, "appeal_until"))
    if wanted < len(strokes) - 1 and ended:
        raise CeremonyError("too-late.board", clauses=_clauses(match, "appeal_until"))


def _something_was_placed(record: Sequence[Entry], struck: Sequence[int]) -> bool:
    """Whether a player laid a coin down since the last stroke, or for it."""
    for entry in reversed(counting(record, struck)):
        if isinstance(entry.asked, requests.Place):
            return True
        ruling = entry.followed.ruling
        if ruling is not None:
            return any(isinstance(back.placer, Seat) and not back.jumped for back in ruling.returns)
    return False


def _rests(match: MatchState) -> bool:
    return match.awaiting.kind in (Decision.READY, Decision.TOSS, Decision.CHOICE)


def _is_over(since: str, seconds: float, now: str) -> bool:
    """Whether so many seconds lie between two times; a time that is not known is not over."""
    try:
        return datetime.fromisoformat(now) - datetime.fromisoformat(since) >= timedelta(seconds=seconds)
    except (ValueError, TypeError):
        return False


def _standing(asked: Context, standing: MatchSnapshot) -> Result:
    state = asked.state
    return Result(followed=Effects(standing=standing, position=state.position, hand=state.hand))


def _check_umpire(asked: Context) -> None:
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("umpire")


def _clauses(match: MatchState, value: str) -> tuple[str, ...]:
    """The clauses that set a value in the laws of the match."""
    return lookup.setting(match.ruleset.slug, value)
