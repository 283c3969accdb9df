"""The player behind every level: one way to think, with more or less effort and a steadier or shakier hand.

`Computer` answers every decision but the stroke, which each kind of computer finds in its own way.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from carrom.bots.character import PLAIN, Character, Taste
from carrom.bots.noise import Noise, Rng
from carrom.bots.placing import place
from carrom.bots.protocol import NothingToAnswerError, asked_seat, open_offer
from carrom.bots.search import Effort, Found, Search
from carrom.bots.stakes import stakes_of
from carrom.bots.tried import within_domain
from carrom.bots.view import View, turns_to_next
from carrom.match.awaiting import BREAK, Awaiting, Decision
from carrom.match.requests import AtCap, Choose, Claim, MakeStroke, Pass, Ready, Reply, Request, Toss
from carrom.match.state import OpenOffer
from carrom.physics.surface import RANGES, Surface
from carrom.play.domain import stroke_domain
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Seat, Stroke

FRICTION_DOUBT, RESTITUTION_DOUBT = 0.03, 0.02  # shares by which a board may be other than assumed
OFF_BY = ((1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1))  # of friction, of discs, of frames


@dataclass(frozen=True, slots=True, kw_only=True)
class Computer(ABC):
    """A computer player. It knows its own hand and plays to it; `noise` is really applied to what it strikes."""

    name: str
    strength: float
    noise: Noise
    assumes: Surface | None = None  # what it takes the surface for, which may be a little off; none: it knows it

    @abstractmethod
    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Return the intended stroke, before the hand's noise, with its worth: for hints and measurements."""

    def answer(self, state: PlayState, rng: Rng, *, seat: Seat | None = None, budget: int | None = None) -> Request:
        """Return the request with which the player at `seat` goes on (`carrom.bots.protocol.Bot.answer`).

        Raises:
            NothingToAnswerError: the match awaits nothing from this seat.
        """
        seat = asked_seat(state) if seat is None else seat
        offer = open_offer(state, seat)
        if offer is not None:
            return reply(offer, self.standing_worth(state, seat))
        awaiting = state.match.awaiting
        if seat not in awaiting.seats:
            raise NothingToAnswerError("seat", seat=seat)
        match awaiting.kind:
            case Decision.TOSS:
                return Toss()
            case Decision.CHOICE:
                return choose(awaiting, rng)
            case Decision.READY:
                return Ready()
            case Decision.CAP:
                return AtCap("stop")
            case Decision.CLAIM:
                return claim(awaiting)
            case Decision.PLACING:
                return place(view_of(state, seat), awaiting.dues[0], state.match.ruleset, self.noise, rng)
            case Decision.STROKE:
                return self._stroke(state, rng, budget)
            case _:
                raise NothingToAnswerError("decision", decision=awaiting.kind)

    def surface(self, state: PlayState) -> Surface:
        """Return the surface that it plays on, or takes it for."""
        return self.assumes or surface_of(state.match.head)

    def standing_worth(self, state: PlayState, seat: Seat) -> float:
        """Return what the board is worth to the side at `seat` as it stands; 0 between boards."""
        if state.match.board is None or state.position is None:
            return 0.0
        return view_of(state, seat).standing_worth(self.noise)

    def _stroke(self, state: PlayState, rng: Rng, budget: int | None) -> Request:
        ask = stroke_domain(state)
        if not ask.spans:
            return Pass()
        made = self.noise.executed(self.think(state, rng, budget).stroke, rng)
        offset, angle, speed = within_domain(np.array([[made.offset, made.angle, made.speed]]), ask)[0]
        return MakeStroke(Stroke(float(offset), float(angle), float(speed)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent(Computer):
    """A computer of one level: it searches as hard as its effort says, for what it likes."""

    effort: Effort
    character: Character
    taste: Taste = PLAIN

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Return the stroke with the best mean worth under the hand's noise (`carrom.bots.search`)."""
        ask = stroke_domain(state)
        search = Search(
            view=view_of(state, ask.seat),
            domain=ask,
            ruleset=state.match.ruleset,
            surface=self.surface(state),
            may_be=() if self.assumes is None else boards_about(self.assumes),
            noise=self.noise,
            taste=self.taste,
            stakes=stakes_of(state.match, state.match.side_at(ask.seat)),
            budget=budget,
        )
        return search.best(self.effort, rng)


def boards_about(surface: Surface) -> tuple[Surface, ...]:
    """Return four boards that stand for all that are a little other than this one.

    Friction and both restitutions are twice above and twice below, any two of them together in all four ways, by about
    the standard deviation of boards spread evenly over 5 % of friction and 3 % of restitution on either side.
    """
    return tuple(
        replace(
            surface,
            board_friction=_within("board_friction", surface.board_friction * (1.0 + FRICTION_DOUBT * friction)),
            disc_restitution=_within("disc_restitution", surface.disc_restitution * (1.0 + RESTITUTION_DOUBT * disc)),
            frame_restitution=_within(
                "frame_restitution", surface.frame_restitution * (1.0 + RESTITUTION_DOUBT * frame)
            ),
        )
        for friction, disc, frame in OFF_BY
    )


def _within(name: str, value: float) -> float:
    """The nearest value that a surface may have."""
    least, most = RANGES[name]
    return min(max(value, least), most)


def view_of(state: PlayState, seat: Seat) -> View:
    """Return the board as the player at `seat` sees it.

    Raises:
        NothingToAnswerError: there is no board, or no positions are recorded.
    """
    if state.match.board is None or state.position is None:
        raise NothingToAnswerError("no-board")
    board = state.match.board
    return View(board, state.match.side_at(seat), seat, state.position, turns_to_next(board, state.match.ruleset))


EVEN = 0.0  # worth of a board that either may win


def choose(awaiting: Awaiting, rng: Rng) -> Choose:
    """Take the break if it is offered, for it is worth more than a side; else any of the options."""
    if BREAK in awaiting.options:
        return Choose(BREAK)
    return Choose(awaiting.options[int(rng.random() * len(awaiting.options))])


def claim(awaiting: Awaiting) -> Claim:
    """Demand everything that may be demanded."""
    return Claim(awaiting.most)


def reply(offer: OpenOffer, worth: float) -> Reply:
    """Answer an offer: a stroke may always be taken back; a draw or a replay is for those who stand worse.

    What is claimed against a computer did not happen: it has no hand, and strikes as its position tells.
    """
    if offer.what == "fact":
        return Reply(offer.number, accept=False)
    return Reply(offer.number, accept=offer.what == "take_back" or worth < EVEN)
