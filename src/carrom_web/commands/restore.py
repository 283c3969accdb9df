"""Restore the site's data from a backup, or only test it (--verify).

    carrom restore --verify friday.zip    reads it, restores it beside the site, compares each row; changes nothing
    carrom restore friday.zip             into a site that holds nothing yet
    carrom restore --replace friday.zip   in the place of what is there, which is backed up first
    carrom restore --keys friday.zip      with the secret key that the backup holds

Stop the server first. Either everything is restored or nothing is changed.
"""

import argparse
from pathlib import Path

from carrom.cli.inputs import print_json
from carrom_web.commands._site import manifest_values, on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a backup written by `carrom backup`")
    parser.add_argument("--verify", action="store_true", help="only test it, beside the site")
    parser.add_argument("--replace", action="store_true", help="replace the current data")
    parser.add_argument("--keys", action="store_true", help="also restore its secret key")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(asked: argparse.Namespace) -> int:
    """Test or restore. Raises BadBackupError, RestoreError, BackupError, AlreadyRunningError."""

    def work() -> int:
        from carrom.data_folder import data_folder
        from carrom_web.operations import restore
        from carrom_web.operations.serving import only_server_of

        if asked.verify:
            manifest = restore.verify(asked.file)
            if asked.json:
                print_json({"file": str(asked.file), "restored": False, **manifest_values(manifest)})
                return 0
            print(f"{asked.file} is undamaged: {manifest.rows:,} rows of {len(manifest.tables)} tables,")
            print(
                f"from {manifest.made_at} by carrom {manifest.carrom}. Each was restored beside the site and compared."
            )
            return 0
        with only_server_of(data_folder()):
            manifest, before = restore.restore(asked.file, replace=asked.replace, with_keys=asked.keys)
        if asked.json:
            earlier = str(before) if before else None
            print_json({"file": str(asked.file), "restored": True, "before": earlier, **manifest_values(manifest)})
            return 0
        print(f"Restored {manifest.rows:,} rows of {len(manifest.tables)} tables, as of {manifest.made_at}.")
        if before:
            print(f"Backup of the earlier data: {before}")
        return 0

    return on_the_site(work)
