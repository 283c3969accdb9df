"""Events of a simulated stroke as lines in English; used by `carrom simulate`."""

from carrom.notation.pieces import write_position
from carrom.physics.motion import Event, Happening, Motion
from carrom.terms import STRIKER_NUMBER, Piece, piece_of

_LETTERS = {Piece.QUEEN: "q", Piece.WHITE: "w", Piece.BLACK: "b"}
_FRAMES = ("right", "left", "far", "near")
_POCKETS = ("near left", "near right", "far left", "far right")


def render_motion(motion: Motion) -> list[str]:
    """Every impact and fall with its time, when all lay still, and where the pieces lie; sides as SOUTH sees them."""
    lines = [f"{event.time:8.4f} s  {_happened(event)}" for event in motion.events]
    lines.append(f"{motion.duration:8.4f} s  all at rest")
    fallen = ", ".join(disc_name(number) for number in motion.pocketed) or "nothing"
    if motion.trace.jumped:
        lines.append(f"over the frame: {', '.join(disc_name(number) for number in sorted(motion.trace.jumped))}")
    return [*lines, f"pocketed: {fallen}", f"position: {write_position(motion.final)}"]


def disc_name(number: int) -> str:
    """`the striker`, or a piece as the notation writes it: `w2`."""
    return "the striker" if number == STRIKER_NUMBER else f"{_LETTERS[piece_of(number)]}{number}"


def _happened(event: Event) -> str:
    """One event in words."""
    disc, speed = disc_name(event.number), f"at {event.speed:.3f} m/s"
    match event.what:
        case Happening.PAIR:
            return f"{disc} meets {disc_name(event.other)} {speed}"
        case Happening.FRAME:
            return f"{disc} meets the {_FRAMES[event.other]} frame {speed}"
        case Happening.POCKET:
            return f"{disc} falls into the {_POCKETS[event.other]} pocket {speed}"
        case Happening.WALL:
            return f"{disc} meets the {_FRAMES[event.other]} frame over a pocket {speed}"
        case Happening.JUMP:
            return f"{disc} goes over the {_FRAMES[event.other]} frame {speed}"
