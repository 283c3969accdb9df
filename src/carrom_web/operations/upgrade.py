"""`carrom upgrade`: upgrade the data to this version of carrom, with a backup to return to."""

from pathlib import Path

from carrom_web.config.setup import has_current_tables, set_up
from carrom_web.operations import backup, tables
from carrom_web.operations.archive import reading
from carrom_web.operations.connections import SITE, is_missing
from carrom_web.operations.errors import UpgradeError
from carrom_web.operations.restore import put_in_place


def upgrade() -> Path | None:
    """Set up the site for this version; return the backup that was made first, or None where no data had to change.

    Raises:
        UpgradeError: it failed; the data is as it was before.
        BackupError: the backup could not be made; nothing was changed.
    """
    if not must_change_data():
        set_up()
        return None
    file = backup.default_file("before-upgrade")
    numbers = backup.back_up(file, with_keys=True).numbers
    try:
        set_up()
        tables.continue_numbers_of_site(SITE, numbers)
    except Exception as error:  # a migration may raise anything
        with reading(file) as archive:
            put_in_place(archive, is_upgraded=False)
        raise UpgradeError("failed", cause=str(error).strip(), file=file) from error
    return file


def must_change_data() -> bool:
    """Whether there is a database with tables that another version of carrom made."""
    if has_current_tables() or is_missing():
        return False
    return bool(tables.applied_migrations(SITE)) and bool(tables.pending_migrations(SITE))
