"""The one family of errors that a user may see: a stable code and a sentence that says what to do."""

from collections.abc import Callable


class CarromError(ValueError):
    """Something a user or a program asked for cannot be done; nothing was changed.

    `code` is stable and goes over the wire; the message is a sentence for people.
    """

    code: str = "carrom"

    def __reduce__(self) -> tuple[Callable[..., "CarromError"], tuple[object, ...]]:
        """Errors travel between processes whatever their constructors take: they are made again without them."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[CarromError], args: tuple[object, ...], values: dict[str, object]) -> CarromError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(values)
    return error


class UnreadableError(CarromError):
    """A text, message or file cannot be read."""

    code = "unreadable"


class NotAllowedError(CarromError):
    """It cannot be done now, or by the one who asked."""

    code = "not-allowed"


class ImpossibleError(CarromError):
    """It could not have happened, or cannot lie so."""

    code = "impossible"
