"""What the command line itself refuses."""

from carrom.errors import CarromError


class UsageError(CarromError):
    """Arguments that no command takes."""

    code = "bad-usage"
