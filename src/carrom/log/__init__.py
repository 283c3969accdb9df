"""A log: what was done, act by act. Entries are never changed, only reverted; a state is folded from those that count.

Reverting a revert brings back what it reverted. The library knows nothing of what the acts are: a `Fold` says what a
state begins as, whether an act can be done and what it changes.
"""

from carrom.log.entries import Entry, Revert, effective, last_revert, standing
from carrom.log.log import Fold, Log, LogError, Preview

__all__ = ["Entry", "Fold", "Log", "LogError", "Preview", "Revert", "effective", "last_revert", "standing"]
