"""Correcting an older entry: later entries keep their facts and are judged again in order, as far as they can hold.

Pure; a match without positions only. The old entries stay in the record, struck out; what holds instead of them stands
inside the correction (`Followed.instead`), and so does what cannot hold any more (`Followed.lapsed`), with its reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from carrom.errors import CarromError, NotAllowedError
from carrom.laws import judge as laws
from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects, Entry, Lapse
from carrom.match.requests import Request
from carrom.match.state import MatchState
from carrom.play import invariants
from carrom.play.context import Context, Result
from carrom.play.effective_entries import (
    Counted,
    bare,
    counted,
    lapses,
    only_strikes_out,
    reports_a_stroke,
    struck_from,
)
from carrom.play.errors import NotAwaitedError, OutOfTurnError
from carrom.play.reverting import points
from carrom.play.state import PlayState, applied
from carrom.terms import Side

Answer = Callable[[Context, Request], Result]  # what follows from a request, refused where it is not awaited

# what the ceremony asked and somebody answered: left out, nothing after it could hold
_NEEDED = (requests.Toss, requests.Choose, requests.Ready, requests.Trial, requests.Begin)
# what is about no board in play, and holds whatever the boards became
_ANY_TIME = (requests.Note, requests.Attest, requests.Protest, requests.Verify)
# taken back or answered once; a correction has nothing to answer
_PASSED_OVER = (requests.Offer, requests.Reply, requests.TakeBack, requests.Restore, requests.Withdraw, requests.Amend)

_LAPSED = {
    "board-over": "The board was over before it.",
    "board-open": "The board before it is not over.",
    "other-player": "It was reported for another player than the one who plays now.",
}
MOST_FILLED = 8  # decisions between two entries that nobody was asked for then


class CannotAmendError(NotAllowedError):
    """There is no such entry to be corrected, or not in this way."""

    code = "cannot-amend"


@dataclass(slots=True)
class _Retelling:
    """The entries judged again so far: the state, those that hold, those that do not."""

    asked: Context
    answer: Answer
    number: int  # of the correction
    state: PlayState
    counting: list[Entry]  # what counts before, and what holds again
    held: list[Entry]
    lapsed: list[Lapse]

    def tell(self, request: Request, of: Entry) -> None:
        """Add an entry with its old number, author and time. Raises CarromError: it cannot be so."""
        asked = replace(self.asked, state=self.state, author=of.author, time=of.time, entries=tuple(self.counting))
        answered = self.answer(asked, request)
        entry = bare(replace(of, laws=laws.VERSION, engine="", asked=request, followed=answered.followed))
        after = applied(self.state, entry)
        invariants.check(self.state, entry, after)
        self.state = after
        self.counting.append(entry)
        self.held.append(entry)

    def again(self, later: "_Later", turns: str) -> None:
        """Tell a later entry again, or note why it cannot hold."""
        request, entry = later.request, later.entry
        for _ in range(MOST_FILLED):
            code = self._misses(later, turns)
            if code == "board-open" and self._filled(request):
                continue
            if code:
                self._lapse(later, code, _LAPSED[code])
                return
            try:
                self.tell(request, entry)
                return
            except NotAwaitedError as error:
                if not self._filled(request):
                    self._lapse(later, error.code, str(error))
                    return
            except CarromError as error:
                self._lapse(later, error.code, str(error))
                return

    def _misses(self, later: "_Later", turns: str) -> str:
        """Why a request belongs to another moment of the match than the one that has come; empty if it does not."""
        now = self.state.match
        if isinstance(later.request, _ANY_TIME) or now.result is not None:
            return ""
        reported_at = [then for then in later.reported_at if _moment(then) == _moment(now)]
        if not reported_at:
            return "board-open" if _moment(now) < _moment(later.reported_at[0]) else "board-over"
        if _won(now) and not any(map(_won, reported_at)):
            return "board-over"
        if _won(now):
            return "" if any(_won(then) and _winner(now) is _winner(then) for then in reported_at) else "other-player"
        strikes = isinstance(later.request, requests.StateFacts | requests.Pass)
        if turns == "keep" and strikes and _player(now) not in map(_player, reported_at):
            return "other-player"
        return ""

    def _filled(self, request: Request) -> bool:
        """Take a decision that nobody was asked for then: both are ready, the winner demands all extra points."""
        awaiting = self.state.match.awaiting
        answer: Request
        if awaiting.kind is Decision.CLAIM:
            answer = requests.Claim(awaiting.most)
        elif awaiting.kind is Decision.READY:
            answer = requests.Ready()
        else:
            return False
        if isinstance(request, type(answer)):
            return False
        last = self.counting[-1]
        self.tell(answer, replace(last, number=self.number, request_id=f"{last.request_id}+", author=entries.UMPIRE))
        return True

    def _lapse(self, later: "_Later", code: str, sentence: str) -> None:
        if not later.is_filled:
            self.lapsed.append(Lapse(number=later.entry.number, code=code, sentence=sentence))


@dataclass(frozen=True, slots=True)
class _Later:
    """An entry judged again, as what, and how the match stood each time it was entered, the last time first."""

    entry: Entry
    request: Request
    reported_at: tuple[MatchState, ...]
    is_filled: bool  # a correction took this decision; nobody misses it where it is not asked for


def amend(asked: Context, request: requests.Amend, answer: Answer) -> Result:
    """The entry of this number corrected, however old it is, and all later ones judged again.

    `answer` gives what follows from a request, as for a new one.

    Raises:
        OutOfTurnError, NotAwaitedError: not by an umpire, not in a match without positions.
        CannotAmendError: no entry of this number counts, or it tells of something else.
        CarromError: what is said to hold instead could not have been then.
    """
    if asked.author != entries.UMPIRE:
        raise OutOfTurnError("umpire-corrects")
    if asked.state.position is not None:
        raise NotAwaitedError("simulated")
    every = points(asked)
    index = next((i for i, point in enumerate(every) if _is_target(point.entry, request.number)), None)
    if index is None:
        raise CannotAmendError("no-entry", number=request.number)
    target = every[index]
    instead = _instead(request, target.entry)
    before = [point.entry for point in every[:index]]
    retelling = _Retelling(asked, answer, asked.state.version + 1, target.before, before, [], [])
    if instead is not None:
        retelling.tell(instead, target.entry)
    lapsed = lapses(asked.entries, asked.match.struck, since=target.top)
    retelling.lapsed = [lapse for lapse in lapsed if lapse.number < request.number]
    retried = sorted(lapse.number for lapse in lapsed if lapse.number > request.number)
    for later in _reported_later(asked, every[index + 1 :], retried):
        retelling.again(later, request.turns)
    match = retelling.state.match
    followed = Effects(
        standing=match.standing,
        match_result=match.result,
        sides_changed=match.seats != asked.match.seats,
        lapsed=tuple(retelling.lapsed),
    )
    held = replace(target, remaining=(*target.remaining, *retelling.held))
    return Result(followed=struck_from(held, asked.state.version, followed))


def _reported_later(asked: Context, later: Sequence[Counted], waiting: list[int]) -> list[_Later]:
    """Return the entries that count after the corrected one, as entered; `waiting` lapsed by an older correction."""
    versions: dict[int, list[Counted]] = {}
    for point in counted(asked.entries, ()):
        versions.setdefault(point.entry.number, []).append(point)
    found: list[_Later] = []

    def add(point: Counted) -> None:
        entry, request = point.entry, _repeated_request(point.entry)
        if request is not None:
            reported_at = (point.before.match, *(each.before.match for each in versions[entry.number]))
            is_filled = isinstance(asked.entries[entry.number].asked, requests.Amend)
            found.append(_Later(entry, request, reported_at, is_filled))

    for point in later:
        while waiting and waiting[0] < point.entry.number and not only_strikes_out(point.entry):
            add(versions[waiting.pop(0)][-1])
        add(point)
    for number in waiting:
        add(versions[number][-1])
    return found


def amendable(entry: Entry) -> bool:
    """Whether an entry may be corrected by itself, or left out: not what only changed others, nor the ceremony."""
    return not (only_strikes_out(entry) or isinstance(entry.asked, (*_NEEDED, *_PASSED_OVER, requests.Verify)))


def _is_target(entry: Entry, number: int) -> bool:
    return entry.number == number and not only_strikes_out(entry)


def _instead(request: requests.Amend, entry: Entry) -> Request | None:
    """Return what holds in place of an entry; None: nothing. Raises CannotAmendError: it is about something else."""
    said = [part for part in (request.facts, request.board, request.points) if part is not None]
    is_stroke, is_board = reports_a_stroke(entry), isinstance(entry.asked, requests.TellBoard)
    if len(said) > 1:
        raise CannotAmendError("several")
    if request.facts is not None and is_stroke:
        return requests.StateFacts(request.facts)
    if request.board is not None and (is_stroke or is_board):
        return request.board
    if request.points is not None and isinstance(entry.asked, requests.Claim):
        return requests.Claim(request.points)
    if said or not amendable(entry):
        raise CannotAmendError("other-kind", number=request.number)
    return None


def _repeated_request(entry: Entry) -> Request | None:
    """A counting entry as a request of its own, with its facts whole; None: it has nothing to say again."""
    asked, followed = entry.asked, entry.followed
    if isinstance(asked, requests.Pass | entries.Head):
        return asked if isinstance(asked, requests.Pass) else None
    if reports_a_stroke(entry) and followed.facts is not None:
        return requests.StateFacts(followed.facts)
    if isinstance(asked, requests.Toss):
        return requests.Toss(followed.standing.toss_winner)  # the random generator have fallen
    return None if isinstance(asked, _PASSED_OVER) else asked


def _moment(match: MatchState) -> tuple[int, int, int]:
    """Return the board in play and its try: boards that are played again have the same number."""
    game, board = match.standing.game, match.standing.board_number
    tries = sum((each.game, each.board, each.how) == (game, board, "replayed") for each in match.boards)
    return game, board, tries


def _won(match: MatchState) -> bool:
    """Whether the board in play is over but for what its winner demands."""
    return match.awaiting.kind is Decision.CLAIM


def _winner(match: MatchState) -> Side | None:
    return match.side_at(match.awaiting.seats[0]) if match.awaiting.seats else None


def _player(match: MatchState) -> tuple[Side, int] | None:
    """Return the player who is to strike, wherever they sit; None: no board is in play."""
    board = match.board
    if board is None:
        return None
    return next(((seated.side, seated.player) for seated in match.seats if seated.seat is board.seat), None)
