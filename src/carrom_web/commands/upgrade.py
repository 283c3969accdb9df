"""Bring the site's data to this version of carrom, with a backup first.

    carrom upgrade

`carrom serve` does the same when it starts. If it fails, the data is put back as it was. To return to the version
before: install that version, then `carrom restore --replace --keys` the backup that this command names.
"""

import argparse

from carrom_web.commands._site import on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def run(asked: argparse.Namespace) -> int:
    """Back up and upgrade. Raises UpgradeError, BackupError, AlreadyRunningError."""

    def work() -> int:
        from carrom.data_folder import data_folder
        from carrom_web.operations.serving import only_server_of
        from carrom_web.operations.upgrade import upgrade

        with only_server_of(data_folder()):
            file = upgrade()
        print(f"The data is of this version now. What was there before: {file}" if file else "Nothing to upgrade.")
        return 0

    return on_the_site(work)
