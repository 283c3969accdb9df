"""What the commands of computers print."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carrom.bots.contest import Fault


def render_results(fault: "Fault") -> str:
    """Give a line about a board that went wrong."""
    who = "nobody wins" if fault.bot is None else f"{fault.bot} forfeits"
    return f"board {fault.board}: {who}: {fault.code}: {fault.sentence}"
