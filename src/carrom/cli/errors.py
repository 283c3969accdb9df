"""Errors of the command line itself."""

from carrom.errors import CarromError


class UsageError(CarromError):
    """Arguments that no command takes."""

    code = "bad-usage"
