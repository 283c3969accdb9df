"""The base of all errors that a user may see: a stable code, and parameters for a sentence that says what to do.

An error holds no sentence. Its package's `error_messages` has one for each of them, and whatever shows the error
fills it in, in the reader's language (`carrom.messages`); `str(error)` is the English one.
"""

from collections.abc import Callable

from carrom import messages


class CarromError(ValueError):
    """Something a user or a program asked for cannot be done; nothing was changed.

    `code` is stable and is sent over the network. `message_id` names the sentence: the code, or the code with a reason
    where an error has several sentences (`line-up.twice`). `parameters` fill the sentence in.

    A class whose own `code` holds for all its errors is raised with the reason alone, one whose errors have codes of
    their own with the whole id: `raise LineUpError("twice", person=name)`, `raise MeasuredRowsError("no-rows")`.
    """

    code: str = "carrom"  # stable; each class has its own
    own_codes = False  # whether each error names its code itself

    def __init__(self, reason: str = "", /, **parameters: object) -> None:
        super().__init__(reason)
        self.parameters = parameters
        if self.own_codes:
            self.code = reason.partition(".")[0]

    @property
    def location_id(self) -> str:
        """The key of the message that puts the sentence where the error is (`%(sentence)s`); empty: it has none."""
        return ""

    @property
    def message_id(self) -> str:
        """The key of this error's sentence in the catalogue of its package."""
        reason = str(self.args[0]) if self.args else ""
        if self.own_codes or not reason:
            return reason or self.code
        return f"{self.code}.{reason}"

    def __str__(self) -> str:
        return messages.sentence(self)

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
