"""What is wrong with a text that cannot be read, and where."""

from carrom.errors import UnreadableError


class NotationError(UnreadableError):
    """A text that is no position, stroke or record; `line` and `column` count from 1.

    Codes: `not-a-record`, `unknown-version`, `truncated`, `text-too-long`, `bad-character`, `bad-indent`, `bad-syntax`,
    `bad-number`, `unknown-word`, `unknown-key`, `key-twice`, `wrong-order`, `missing-key`, `unexpected-text`,
    `wrong-entry-number`, `impossible-value`; a position that cannot lie so has the code of
    `carrom.equipment.validity`, facts that contradict themselves the one of the laws.
    """

    own_codes = True
    location_id = "at-place"

    def __init__(self, reason: str, /, *, line: int = 1, column: int = 1, **parameters: object) -> None:
        super().__init__(reason, line=line, column=column, **parameters)
        self.line = line
        self.column = column


class UnwritableError(UnreadableError):
    """A value that no text could give back: a number that is not finite, a value of the wrong type."""

    code = "unwritable"
