"""The program in which computers think: jobs come on standard input, answers go to standard output.

It ends with its standard input: a server that was killed leaves none behind. Needs no Django.
"""

import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Iterator
from typing import BinaryIO

from carrom.bots.worker import CoachJob, Job, work

LENGTH = struct.Struct("!I")  # goes before each message


def jobs(stream: BinaryIO) -> Iterator[Job | CoachJob]:
    """Return the jobs as they come, until the stream ends."""
    while len(head := stream.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        text = stream.read(length)
        if len(text) < length:
            return
        yield pickle.loads(text)  # noqa: S301  # from the server that started this process


def main() -> None:
    """Say that it has started, then answer one job after another."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed must not get among the answers
    os.nice(5)  # a page waits for the server; nobody minds a computer that thinks a little longer
    out.write(b"!")
    out.flush()
    for done in work(jobs(sys.stdin.buffer)):
        text = pickle.dumps(done)
        out.write(LENGTH.pack(len(text)) + text)
        out.flush()


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
