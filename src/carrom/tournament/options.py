"""The values of a format's options in a contest: what the organiser has set, else the default."""

from carrom.settings import Settings, check_settings
from carrom.tournament.contest import Contest, Value


def whole(contest: Contest, known: Settings, name: str) -> int:
    """The contest's value of a whole number. Raises SettingError."""
    return int(_value(contest, known, name))


def word(contest: Contest, known: Settings, name: str) -> str:
    """The contest's value of a word. Raises SettingError."""
    return str(_value(contest, known, name))


def yes(contest: Contest, known: Settings, name: str) -> bool:
    """The contest's value of a yes or no. Raises SettingError."""
    return bool(_value(contest, known, name))


def _value(contest: Contest, known: Settings, name: str) -> Value:
    value: Value = contest.options.get(name, known[name].default)
    check_settings(known, {name: value})
    return value
