"""The sentences of the errors of backups, restores and upgrades."""

from carrom.messages import Message, plural
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    # AlreadyRunningError
    "already-running": _(
        "Another carrom server already uses the folder %(folder)s. Use that server, stop it, or "
        "set CARROM_DATA to another folder."
    ),
    # BackupError
    "backup.cause": _("The database cannot be read: %(cause)s"),
    "backup.exists": _("%(file)s already exists. Choose another name, or delete it first."),
    "backup.no-database": _("There is nothing to back up: no site has used the folder %(folder)s yet."),
    "backup.newer": _("The database belongs to a newer version of carrom. Back it up with that version."),
    "backup.write": _("%(file)s cannot be written (%(cause)s)."),
    # BadBackupError
    "bad-backup.damaged": _("The backup is damaged: %(member)s has changed since it was written."),
    "bad-backup.fields": _(
        "The backup stores %(table)s in a different form than this version of carrom. Restore it "
        "with carrom %(version)s."
    ),
    "bad-backup.missing": _("The backup is damaged: %(member)s is missing."),
    "bad-backup.newer": _("The backup is from carrom %(version)s, which is newer than this one. Install that version."),
    "bad-backup.no-backup": _("%(file)s is not a backup written by `carrom backup`."),
    "bad-backup.no-file": _("%(file)s cannot be read (%(cause)s)."),
    "bad-backup.row": _("Row %(row)s of %(table)s cannot be read: %(cause)s"),
    # NoDatabaseError
    "no-database": _("The database cannot be used (%(cause)s). If no site has run here yet, start one: carrom"),
    # RestoreError
    "restore.cause": _("The backup could not be restored: %(cause)s"),
    "restore.differs": _("%(table)s was not stored as in the backup (row %(row)s)."),
    "restore.in-use": plural(
        "The database is in use: %(count)d other connection is open. Stop the servers first.",
        "The database is in use: %(count)d other connections are open. Stop the servers first.",
        by="count",
    ),
    "restore.no-keys": _("This backup contains no keys. Leave out --keys; people then sign in again."),
    "restore.not-empty": _(
        "This site already has data (%(what)s). To replace it, add --replace: the current data is backed up first."
    ),
    # SetUpError
    "set-up.check": _("The site is not set up correctly: %(problem)s"),
    "set-up.data": _("The site's data could not be prepared: %(cause)s"),
    # UpgradeError
    "upgrade.failed": _(
        "The data could not be updated to this version (%(cause)s). It is unchanged; there is a backup in %(file)s."
    ),
}
