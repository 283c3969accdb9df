"""Lines of the log for a terminal or the program that collects its output."""

import json
import logging
from datetime import UTC, datetime


class OneLine(logging.Formatter):
    """A message without its traceback, which is in the log file."""

    def format(self, record: logging.LogRecord) -> str:
        """Give `level: message`, and where to read on if something broke."""
        line = f"{record.levelname.lower()}: {record.getMessage().splitlines()[0] if record.getMessage() else ''}"
        return f"{line} (the details are in carrom.log in the data folder)" if record.exc_info else line


class JsonLine(logging.Formatter):
    """A message as one line of JSON, with its traceback, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Give time (UTC), level, logger, process and message."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
