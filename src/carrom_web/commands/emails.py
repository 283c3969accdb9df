"""List waiting and failed emails of the site; --retry queues the failed ones again."""

import argparse

from carrom_web.commands._site import on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--retry", action="store_true", help="queue the failed ones again")
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(asked: argparse.Namespace) -> int:
    """List them. Raises NoDatabaseError."""

    def work() -> int:
        from carrom_web.outbox.reporting import report

        return report(retry=asked.retry, as_json=asked.json)

    return on_the_site(work)
