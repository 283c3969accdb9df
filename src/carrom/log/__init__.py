"""A log of acts. Entries never change, they are only reverted; a state is folded from those that count.

Reverting a revert brings back what it reverted. The library does not know the acts: a `Fold` defines the
first state, whether an act is possible and what it changes.
"""

from carrom.log.entries import Entry, Revert, effective, last_revert, standing
from carrom.log.log import Fold, Log, LogError, Preview

__all__ = ["Entry", "Fold", "Log", "LogError", "Preview", "Revert", "effective", "last_revert", "standing"]
