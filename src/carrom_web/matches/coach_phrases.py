"""The coach's words as people read them."""

from typing import TYPE_CHECKING

from django.utils.formats import localize

from carrom.bots.worker import FEWEST_STROKES
from carrom.terms import Piece, piece_of
from carrom_web.core.translation import gettext as _
from carrom_web.core.translation import ngettext

if TYPE_CHECKING:
    from carrom.bots.coach import Idea
    from carrom_web.matches.own_hand import Estimate

RIGHT, FAR = 1, 2  # of a pocket, as the player sits


def title(idea: "Idea") -> str:
    """Return the title of an idea: "White, far left pocket"."""
    if idea.piece is None or idea.pocket is None:
        return _("Sink nothing, leave little")
    pocket = {
        0: _("near left pocket"),
        RIGHT: _("near right pocket"),
        FAR: _("far left pocket"),
        RIGHT | FAR: _("far right pocket"),
    }[idea.pocket]
    said = {
        Piece.WHITE: _("White, %(pocket)s"),
        Piece.BLACK: _("Black, %(pocket)s"),
        Piece.QUEEN: _("Queen, %(pocket)s"),
    }[piece_of(idea.piece)]
    return said % {"pocket": pocket}


def note(idea: "Idea", *, solo: bool) -> str:
    """Describe its result: "Off a frame. Chance to win the board: 64 %"."""
    if solo:
        strokes = round(-idea.worth)
        then = ngettext("Then about %(count)d more stroke", "Then about %(count)d more strokes", strokes)
        then = then % {"count": strokes} if strokes > 0 else _("Clears the board")
    else:
        then = _("Chance to win the board: %(share)s") % {"share": share(idea.worth)}
    return _("Off a frame. %(then)s") % {"then": then} if idea.rebound else then


def hint(idea: "Idea") -> str:
    """Describe a stroke that is shown before it is made, for the speed is left to the player."""
    said = {"idea": title(idea), "speed": localize(round(idea.stroke.speed, 1))}
    if idea.piece is None:
        return _("%(idea)s. Pull to about %(speed)s m/s.") % said
    return _("%(idea)s. Pull to about %(speed)s m/s; a steady hand makes it in %(share)s.") % {
        **said,
        "share": share(idea.falls),
    }


def own_hand(estimate: "Estimate") -> str:
    """A person's own hand: "Your hand: 1.4, between 1.1 and 1.8, from 212 strokes", or how many strokes are missing."""
    hand = estimate.hand
    if hand is None:
        missing = FEWEST_STROKES - estimate.strokes
        return ngettext(
            "The coach can estimate your hand after %(count)d more stroke in matches.",
            "The coach can estimate your hand after %(count)d more strokes in matches.",
            missing,
        ) % {"count": missing}
    return ngettext(
        "Your hand: %(magnitude)s, between %(low)s and %(high)s, from %(count)d stroke",
        "Your hand: %(magnitude)s, between %(low)s and %(high)s, from %(count)d strokes",
        hand.strokes,
    ) % {
        "magnitude": localize(round(hand.magnitude, 1)),
        "low": localize(round(hand.low, 1)),
        "high": localize(round(hand.high, 1)),
        "count": hand.strokes,
    }


def share(value: float) -> str:
    """A chance, as it is read: "64 %"."""
    return _("%(share)d %%") % {"share": round(100.0 * min(max(value, 0.0), 1.0))}
