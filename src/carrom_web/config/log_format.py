"""The log: whole in the data folder, one line a message in the terminal."""

import logging


class OneLine(logging.Formatter):
    """A message without its traceback, which is in the log file."""

    def format(self, record: logging.LogRecord) -> str:
        """Give `level: message`, and where to read on if something broke."""
        line = f"{record.levelname.lower()}: {record.getMessage().splitlines()[0] if record.getMessage() else ''}"
        return f"{line} (the details are in carrom.log in the data folder)" if record.exc_info else line
