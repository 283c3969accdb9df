"""Why a backup cannot be made, read or restored."""

from carrom.errors import CarromError, NotAllowedError


class BackupError(CarromError):
    """The site's data cannot be written to a file."""

    code = "backup"


class BadBackupError(CarromError):
    """A file is not a backup that this version of carrom can read, or it is damaged."""

    code = "bad-backup"


class RestoreError(CarromError):
    """A backup cannot be restored here; what was there is unchanged."""

    code = "restore"


class UpgradeError(CarromError):
    """The data could not be brought to this version; it is as it was before."""

    code = "upgrade"


class NoDatabaseError(NotAllowedError):
    """No site has run on the data folder yet."""

    code = "no-database"
