"""Tell all pages that show a sheet that the scorer lock went to somebody else, or that somebody's right has ended."""

from uuid import UUID

from asgiref.sync import async_to_sync

from carrom_web.matches import announcements, wire


def lock_moved(match_id: UUID) -> None:
    """Tell everyone; a page that shows the sheet then asks what its reader may do."""
    async_to_sync(announcements.send_to_all)(match_id, wire.encode({"kind": "scorer"}))
