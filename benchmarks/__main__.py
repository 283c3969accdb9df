"""Measure this machine: `python -m benchmarks [NAME...] [--json]` is `carrom bench [NAME...] [--json]`."""

import sys

from carrom.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
