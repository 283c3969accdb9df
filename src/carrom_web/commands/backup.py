"""Back up the whole site into one file, while it runs.

    carrom backup                    into the folder `backups` of the data folder
    carrom backup friday.zip         into a file of this name
    carrom backup --keys friday.zip  with the key that signs cookies: people stay signed in; keep the file secret

Clubs, people, matches, events and everything else that the database holds are in it. `carrom restore` puts it back,
also into another kind of database.
"""

import argparse
from pathlib import Path

from carrom.cli.inputs import print_json
from carrom_web.commands._site import manifest_values, on_the_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to write; it must not exist yet")
    parser.add_argument("--keys", action="store_true", help="include the site's secret key")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(asked: argparse.Namespace) -> int:
    """Write the file. Raises BackupError, NoDatabaseError."""

    def work() -> int:
        from carrom_web.operations.backup import back_up, default_file

        file = asked.file or default_file()
        manifest = back_up(file, with_keys=asked.keys)
        if asked.json:
            print_json({"file": str(file), "bytes": file.stat().st_size, **manifest_values(manifest)})
            return 0
        size = file.stat().st_size / 1e6
        print(f"Backed up {manifest.rows:,} rows of {len(manifest.tables)} tables to {file} ({size:.1f} MB).")
        print(f"To test it: carrom restore --verify {file}")
        return 0

    return on_the_site(work)
