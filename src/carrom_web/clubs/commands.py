"""Acts of organisers with something of their club: what those of a championship and of a rating list share.

Persons are keys, never names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Two who were taken for different people are one."""

    kind: ClassVar[str] = "join"
    person: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """It is over and goes to the archive: nothing is done with it any more."""

    kind: ClassVar[str] = "close"


def person_of(joined: Mapping[str, str], key: str) -> str:
    """Who that is, after all joining."""
    seen = set()
    while key in joined and key not in seen:
        seen.add(key)
        key = joined[key]
    return key


def joined_by(joined: Mapping[str, str], act: Join) -> Mapping[str, str]:
    """Who is who after one more joining; one that would lead round in a circle changes nothing."""
    return joined if person_of(joined, act.into) == act.person else {**joined, act.person: act.into}
