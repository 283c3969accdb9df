"""Tell all pages that show a sheet that the scorer lock went to somebody else, or that somebody's right has ended."""

from uuid import UUID

from asgiref.sync import async_to_sync

from carrom_web.matches import announcements, wire


def lock_moved(match_id: UUID) -> None:
    """Tell everyone: who shows the sheet asks then what holds for him."""
    async_to_sync(announcements.send_to_all)(match_id, wire.encode({"kind": "pen"}))
