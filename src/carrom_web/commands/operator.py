"""List, add or remove the accounts that may see the site's stored data at /admin/."""

import argparse

from carrom_web.commands._site import on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("email", nargs="?", help="address of an account")
    parser.add_argument("--remove", action="store_true", help="remove it instead")
    parser.add_argument("--json", action="store_true", help="print the addresses as JSON")


def run(asked: argparse.Namespace) -> int:
    """Add, remove and list. Raises NoAccountError, AddressNotConfirmedError, NoDatabaseError."""

    def work() -> int:
        from carrom_web.accounts.operators import report

        return report(asked.email, remove=asked.remove, as_json=asked.json)

    return on_the_site(work)
