"""Acts of organisers with something of their club: what those of a championship and of a rating list share."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """It is over and goes to the archive: nothing is done with it any more."""

    kind: ClassVar[str] = "close"
