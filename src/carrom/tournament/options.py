"""What an organiser may set for a format: names, defaults and bounds, strictly read."""

from collections.abc import Mapping
from dataclasses import dataclass

from carrom.errors import NotAllowedError
from carrom.tournament.contest import Contest, Value


class OptionError(NotAllowedError):
    """An option that the format does not have, or a value that it does not take."""

    code = "bad-option"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a format. Its kind is that of its default; `choices` closes the set of a word's values."""

    default: Value
    says: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def refusal(self, value: Value) -> str:
        """What is wrong with a value; empty if nothing is."""
        kind = type(self.default)
        if isinstance(value, bool) != isinstance(self.default, bool) or not isinstance(
            value, (int, float) if kind is float else kind
        ):
            return f"is a {_KINDS[kind]}"
        if self.choices and value not in self.choices:
            return f"is one of {', '.join(self.choices)}"
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            return f"is at least {self.least:g}"
        if self.most is not None and isinstance(value, int | float) and value > self.most:
            return f"is at most {self.most:g}"
        return ""


Options = Mapping[str, Option]
_KINDS: Mapping[type, str] = {bool: "yes or no", int: "whole number", float: "number", str: "word"}


def check_options(known: Options, given: Mapping[str, Value]) -> None:
    """Check an organiser's values. Raises OptionError."""
    for name, value in given.items():
        if name not in known:
            raise OptionError(f"there is no option {name!r}; known are {', '.join(known) or 'none'}")
        refusal = known[name].refusal(value)
        if refusal:
            raise OptionError(f"{name} {refusal}, not {value!r}")


def whole(contest: Contest, known: Options, name: str) -> int:
    """The contest's value of a whole number. Raises OptionError."""
    value = _value(contest, known, name)
    return int(value)


def number(contest: Contest, known: Options, name: str) -> float:
    """The contest's value of a number. Raises OptionError."""
    return float(_value(contest, known, name))


def word(contest: Contest, known: Options, name: str) -> str:
    """The contest's value of a word. Raises OptionError."""
    return str(_value(contest, known, name))


def yes(contest: Contest, known: Options, name: str) -> bool:
    """The contest's value of a yes or no. Raises OptionError."""
    return bool(_value(contest, known, name))


def _value(contest: Contest, known: Options, name: str) -> Value:
    value = contest.options.get(name, known[name].default)
    check_options(known, {name: value})
    return value
