"""Upgrade the site's data to this version of carrom, with a backup first.

    carrom upgrade

`carrom serve` does the same when it starts. If it fails, the data is put back as it was. To return to the version
before: install that version, then `carrom restore --replace --keys` the backup that this command names.
"""

import argparse

from carrom.cli.inputs import print_json
from carrom_web.commands._site import on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(asked: argparse.Namespace) -> int:
    """Back up and upgrade. Raises UpgradeError, BackupError, AlreadyRunningError."""

    def work() -> int:
        from carrom.data_folder import data_folder
        from carrom_web.operations.serving import only_server_of
        from carrom_web.operations.upgrade import upgrade

        with only_server_of(data_folder()):
            file = upgrade()
        if asked.json:
            print_json({"backup": str(file) if file else None})
            return 0
        print(
            f"The data was updated to this version. Backup of the earlier data: {file}"
            if file
            else "Nothing to upgrade."
        )
        return 0

    return on_the_site(work)
