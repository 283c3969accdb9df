"""All that is left before the first stroke of a board, done by one request of the umpire on a real board."""

from collections.abc import Callable
from dataclasses import replace

from carrom.match import ceremony, entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects
from carrom.match.requests import Request
from carrom.match.state import MatchState
from carrom.play import pre_break
from carrom.play.context import Context, Result
from carrom.play.errors import NotAnOptionError, NotAwaitedError, OutOfTurnError

Answer = Callable[[Context, Request], Result]


def begin(asked: Context, request: requests.Begin, answer: Answer) -> Result:
    """Take every step up to the first stroke, as if each had been entered by itself.

    Raises:
        OutOfTurnError: not by the umpire of a real board.
        NotAwaitedError: nothing of the ceremony is left.
        NotAnOptionError: an answer is missing, cannot be given, or was not asked for.
    """
    if asked.author != entries.UMPIRE or asked.match.head.positions:
        raise OutOfTurnError("umpire")
    if not steps_left(asked.match):
        raise NotAwaitedError("ceremony")
    answers = _Answers(request, steps_left(asked.match).count(ceremony.TRIAL))
    changed = False
    while steps_left(asked.match):
        followed = answer(asked, answers.next_of(asked.match)).followed
        changed = changed or followed.sides_changed
        asked = _after(asked, followed)
    if request.colour is not None:
        asked = _after(asked, pre_break.choose_colour(asked, requests.ChooseColour(request.colour)).followed)
    answers.check_used()
    return Result(followed=Effects(standing=asked.match.standing, sides_changed=changed))


def steps_left(match: MatchState) -> tuple[str, ...]:
    """Return what is left before the first stroke of a board."""
    return ceremony.remaining(match.head, match.ruleset, match.awaiting, is_set_up=match.board is not None)


def _after(asked: Context, followed: Effects) -> Context:
    match = replace(asked.match, standing=followed.standing)
    return replace(asked, state=replace(asked.state, match=match))


class _Answers:
    """The answers of a request, each used once, in the order of the laws."""

    def __init__(self, request: requests.Begin, trials: int) -> None:
        self.toss = request.toss
        self.choices = list(request.choices)
        self.played: int | None = request.trials
        self.trials = trials
        counted: object = request.trials
        if counted is not None and (type(counted) is not int or not 0 <= counted <= trials):
            raise NotAnOptionError("begin-trials", most=trials)

    def next_of(self, match: MatchState) -> Request:
        """Return the request that answers what is awaited. Raises NotAnOptionError: its answer is missing."""
        awaiting = match.awaiting
        if awaiting.kind is Decision.TOSS:
            winner, self.toss = self.toss, None
            if winner is None:
                raise NotAnOptionError("begin-toss")
            return requests.Toss(winner)
        if awaiting.kind is Decision.CHOICE:
            if not self.choices:
                raise NotAnOptionError("begin-choice")
            return requests.Choose(self.choices.pop(0))
        if awaiting.why != ceremony.TRIAL:
            return requests.Ready()
        if self.played is None:
            raise NotAnOptionError("begin-trials", most=self.trials)
        self.played -= 1
        return requests.Trial(played=self.played >= 0)

    def check_used(self) -> None:
        """Raise NotAnOptionError: something was answered that these laws do not ask now."""
        if self.toss is not None or self.choices or (self.played is not None and not self.trials):
            raise NotAnOptionError("begin-unasked")
