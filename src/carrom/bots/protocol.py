"""The interface of a computer: it answers the decision that a match awaits, as a person would.

Its answer goes the same way as a person's, through `carrom.play.handlers.answer`, and obeys the same laws.
"""

from typing import Protocol

from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.match.awaiting import Decision
from carrom.match.requests import Request
from carrom.match.state import MatchState, OpenOffer
from carrom.play.state import PlayState
from carrom.terms import Seat, Side

BOT_ERROR = "bot-error"  # the code of an exception in a computer itself
PLAYERS_DECISIONS = frozenset(
    {Decision.TOSS, Decision.CHOICE, Decision.STROKE, Decision.PLACING, Decision.CLAIM, Decision.CAP, Decision.READY}
)  # the others are an official's, or a lonely player's


class NothingToAnswerError(NotAllowedError):
    """The match awaits nothing from this seat."""

    code = "nothing-to-answer"


class Bot(Protocol):
    """A computer player."""

    @property
    def name(self) -> str:
        """Its name, which is that of its file."""
        ...

    @property
    def strength(self) -> float:
        """Orders computers from weak to strong; means nothing else."""
        ...

    def answer(self, state: PlayState, rng: Rng, *, seat: Seat | None = None, budget: int | None = None) -> Request:
        """Return the request with which the player at `seat` goes on; `asked_seat(state)` if no seat is named.

        Same state, random numbers and budget, same answer, however fast the machine is.

        Args:
            budget: so many strokes may be simulated for the answer, and a few more to finish what was started; None: as
                many as the computer usually takes.

        Raises:
            NothingToAnswerError: nothing is asked of that seat.
        """
        ...


def asked_seat(state: PlayState) -> Seat:
    """Return the seat that has to answer next: a computer with an open offer before it, else the first awaited.

    Raises:
        NothingToAnswerError: the match is over, or waits for an official.
    """
    offered = _offered(state)
    if offered:
        return offered[0]
    awaiting = state.match.awaiting
    if awaiting.kind not in PLAYERS_DECISIONS or not awaiting.seats:
        raise NothingToAnswerError("players", decision=awaiting.kind)
    return next(iter(_awaited(state)), awaiting.seats[0])


def waits_for_computer(state: PlayState) -> bool:
    """Say whether a computer has to answer now: its decision, or an offer that was made to it.

    What a pair decides together is left to the person in it.
    """
    return bool(_offered(state)) or (state.match.awaiting.kind in PLAYERS_DECISIONS and bool(_awaited(state)))


def _offered(state: PlayState) -> list[Seat]:
    """The computers with an open offer before them, no person on their side."""
    match, computers = state.match, computer_seats(state.match)
    people = {seated.side for seated in match.seats if seated.seat not in computers}
    return [seat for seat in computers if match.side_at(seat) not in people and open_offer(state, seat) is not None]


def _awaited(state: PlayState) -> list[Seat]:
    """The computers that are awaited, no person of their side with them; for the toss nobody but computers."""
    match, computers = state.match, computer_seats(state.match)
    people = {match.side_at(seat) for seat in match.awaiting.seats if seat not in computers}
    if people and match.awaiting.kind is Decision.TOSS:
        return []
    return [seat for seat in match.awaiting.seats if seat in computers and match.side_at(seat) not in people]


def computer_seats(match: MatchState) -> tuple[Seat, ...]:
    """Return the seats of the computers."""
    return tuple(seated.seat for seated in match.seats if match.player_at(seated.seat).kind == "computer")


def open_offer(state: PlayState, seat: Seat) -> OpenOffer | None:
    """Return the first offer that the side at `seat` has to answer."""
    side: Side = state.match.side_at(seat)
    return next((offer for offer in state.match.offers if offer.side is not side), None)
