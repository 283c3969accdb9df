"""The one family of errors that a user may see: a stable code and a sentence that says what to do."""


class CarromError(ValueError):
    """Something a user or a program asked for cannot be done; nothing was changed.

    `code` is stable and goes over the wire; the message is a sentence for people.
    """

    code: str = "carrom"


class UnreadableError(CarromError):
    """A text, message or file cannot be read."""

    code = "unreadable"


class NotAllowedError(CarromError):
    """It cannot be done now, or by the one who asked."""

    code = "not-allowed"


class ImpossibleError(CarromError):
    """It could not have happened, or cannot lie so."""

    code = "impossible"
