"""The terms of an arena, each declared once (`carrom.settings`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.match.rules import shipped
from carrom.messages import gettext_noop as _
from carrom.settings import setting
from carrom_web.matches.computers import level_choices

NO_CLOCK, NOBODY = "none", "nobody"
CLOCKS: Mapping[str, str] = {
    "15": _("15 s a stroke"),
    "30": _("30 s a stroke"),
    "60": _("60 s a stroke"),
    NO_CLOCK: _("No clock"),
}
LENGTHS: Mapping[str, str] = {"board": _("One board"), "game": _("One game")}
ARENA, HOST, COMPUTER = "arena", "host", "computer"
WAYS: Mapping[str, str] = {
    ARENA: _("Everybody against everybody"),
    HOST: _("I play everybody at once"),
    COMPUTER: _("A computer plays everybody at once"),
}
DELAYS: Mapping[str, str] = {
    "0": _("At once"),
    "5": _("In 5 minutes"),
    "15": _("In 15 minutes"),
    "60": _("In an hour"),
    "1440": _("Tomorrow at this time"),
}


@lru_cache(maxsize=32)
def laws_from(text: str) -> Ruleset:
    """The ruleset of a club's own laws, which were checked when the arena was opened."""
    return ruleset_from_text(text)


class ComputerChoices(Mapping[str, str]):
    """No computer, and all there are: listed when they are first asked for, since that loads physics."""

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        return {NOBODY: _("None: players wait"), **dict(level_choices())}

    def __getitem__(self, name: str) -> str:
        return self._titles[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._titles)

    def __len__(self) -> int:
        return len(self._titles)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaTerms:
    """How an arena is played: laws, length and clock of each match, for how long, against whom."""

    ruleset: str = setting(
        "icf",
        label=_("Laws"),
        choices={slug: one.title for slug, one in shipped().items() if one.side_count > 1},
        shown_as="%(value)s",
    )
    length: str = setting("board", label=_("Length of a match"), choices=LENGTHS, shown_as="%(value)s")
    clock: str = setting("15", label=_("Clock"), choices=CLOCKS, shown_as="%(value)s")
    minutes: int = setting(
        60, label=_("Minutes"), says=_("so long new matches begin"), least=10, most=240, required=True
    )
    starts_in: str = setting("0", label=_("When it begins"), choices=DELAYS)
    way: str = setting(ARENA, label=_("How it is played"), choices=WAYS)
    most_boards: int = setting(
        10, label=_("Boards at once"), says=_("where one plays everybody"), least=2, most=50, required=True
    )
    is_rated: bool = setting(
        False, label=_("Rated"), says=_("matches count for online ratings; players need an account")
    )
    computer: str = setting(
        NOBODY,
        label=_("Computer"),
        says=_("takes the seat of an opponent where nobody is free for ten seconds, or plays everybody at once"),
        choices=ComputerChoices(),
    )

    @property
    def has_clock(self) -> bool:
        """Whether a stroke has its time."""
        return self.clock != NO_CLOCK

    @property
    def is_simultaneous(self) -> bool:
        """Whether one plays everybody at once."""
        return self.way != ARENA
