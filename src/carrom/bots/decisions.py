"""The small decisions: toss, choice, extra points, offers. Those need no stroke to be imagined."""

from carrom.bots.noise import Rng
from carrom.match.awaiting import BREAK, Awaiting
from carrom.match.requests import Choose, Claim, Reply
from carrom.match.state import OpenOffer

EVEN = 0.0  # worth of a board that either may win


def choose(awaiting: Awaiting, rng: Rng) -> Choose:
    """Take the break if it is offered, for it is worth more than a side; else any of the options."""
    if BREAK in awaiting.options:
        return Choose(BREAK)
    return Choose(awaiting.options[int(rng.random() * len(awaiting.options))])


def claim(awaiting: Awaiting) -> Claim:
    """Demand all that may be demanded."""
    return Claim(awaiting.most)


def reply(offer: OpenOffer, worth: float) -> Reply:
    """Answer an offer: a stroke may always be taken back; a draw or a replay is for those who stand worse.

    What is claimed against a computer did not happen: it has no hand, and strikes as its position tells.
    """
    if offer.what == "fact":
        return Reply(offer.number, accept=False)
    return Reply(offer.number, accept=offer.what == "take_back" or worth < EVEN)
