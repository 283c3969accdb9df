"""For child processes: how messages follow one another in a pipe, and how to end when the parent is gone.

The parent holds the other end of the child's standard input; a killed parent closes it.
Standard library only, so that a child that needs no Django does not load it.
"""

import os
import struct
import sys
import threading

LENGTH = struct.Struct("!I")  # goes before each message


def end_with_parent() -> None:
    """Watch standard input in a thread and end this process at its end. Nothing else may read it."""

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os._exit(0)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
