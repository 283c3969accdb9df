"""Shared by commands that work on the site's data."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from carrom.data_folder import data_folder
from carrom_web.config.data_folder import keep_private, make_folder
from carrom_web.operations.errors import NoDatabaseError

if TYPE_CHECKING:
    from carrom_web.operations.archive import Manifest


def manifest_values(manifest: "Manifest") -> dict[str, object]:
    """Return the content of a backup for `--json`."""
    return {
        "rows": manifest.rows,
        "tables": len(manifest.tables),
        "made_at": manifest.made_at,
        "carrom": manifest.carrom,
    }


def on_the_site(work: Callable[[], int]) -> int:
    """Set Django up, then do what needs the site's data. Raises NoDatabaseError, DataFolderError."""
    folder = data_folder()
    make_folder(folder)
    keep_private(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
    import django
    from django.db import DatabaseError

    django.setup()
    try:
        return work()
    except DatabaseError as error:
        raise NoDatabaseError(cause=str(error).strip()) from error
