"""One stroke of a match that nobody sees: what is loaded or built at first use is then there before a player waits."""

from random import Random
from uuid import UUID

from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.play.game import new_head
from carrom.play.handlers import answer, start
from carrom.play.state import PlayState, follow
from carrom.terms import Side, Stroke
from carrom_web.core import serialization
from carrom_web.matches import wire
from carrom_web.matches.selectors import Loaded


def warm_up() -> None:
    """Play the stroke, store it into nothing, tell it to nobody."""
    rng = Random(1)  # noqa: S311  # nobody sees it
    head = start(new_head(players=("A", "B"), length="board", breaks=Side.A), rng)
    before = follow(None, head)
    stroke = MakeStroke(Stroke(0.0, 0.0, 6.0))
    entry, motion = answer(before, stroke, author="south", request_id="warm-up", time="", rng=rng)
    after = follow(before, entry)
    assert motion is not None  # noqa: S101  # it was a stroke
    motion.to_bytes()
    serialization.read(Entry, serialization.write(entry))
    serialization.read(PlayState, serialization.write(after))
    loaded = Loaded(UUID(int=0), after, ())
    wire.encode(wire.event(loaded, before, entry, motion.to_wire()))
