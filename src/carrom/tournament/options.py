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

    def refusal(self, option: str, value: Value) -> OptionError | None:
        """What is wrong with a value, None if nothing is; `option` is what the error calls the option."""
        kind = type(self.default)
        if isinstance(value, bool) != isinstance(self.default, bool) or not isinstance(
            value, (int, float) if kind is float else kind
        ):
            return OptionError(_KINDS[kind], option=option, value=value)
        if self.choices and value not in self.choices:
            return OptionError("choices", option=option, choices=self.choices, value=value)
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            return OptionError("least", option=option, least=self.least, value=value)
        if self.most is not None and isinstance(value, int | float) and value > self.most:
            return OptionError("most", option=option, most=self.most, value=value)
        return None


Options = Mapping[str, Option]
_KINDS: Mapping[type, str] = {bool: "not-yes-or-no", int: "not-whole", float: "not-a-number", str: "not-a-word"}


def check_options(known: Options, given: Mapping[str, Value]) -> None:
    """Check an organiser's values. Raises OptionError."""
    for name, value in given.items():
        if name not in known:
            raise OptionError("unknown", option=name, options=list(known))
        refusal = known[name].refusal(name, value)
        if refusal is not None:
            raise refusal


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
