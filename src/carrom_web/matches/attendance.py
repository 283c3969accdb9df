"""Tell all who have a match open who is there, and who has left."""

from uuid import UUID

from channels.db import database_sync_to_async

from carrom_web.matches import absences, announcements, wire
from carrom_web.matches.presence import Present, Tab

Gone = frozenset[tuple[str, int]]
"""The players who have left, by side and number, as they were announced last."""


async def tell_present(match_id: UUID, tab: Tab, present: Present, *, known: Gone, came: bool = False) -> Gone:
    """Tell all who is there, and this player's other tabs that one of them plays now; return who has left."""
    text = wire.encode(wire.presence(present.players(), present.watchers))
    await announcements.send_to_all(match_id, text, handler="present")
    for other in present.others_of(tab):
        await announcements.send_to_tab(other.id)
    if not tab.seated:
        return known
    return await tell_away(match_id, present, known=known, came=tab.guest if came else None)


async def tell_away(match_id: UUID, present: Present, *, known: Gone, came: UUID | None = None) -> Gone:
    """Tell all who has left since, where that is news; return who has left."""
    gone = await database_sync_to_async(absences.note)(match_id, present.players(), came=came)
    if gone.keys() != known or came is not None:
        await announcements.send_to_all(match_id, wire.encode(wire.away(gone)))
        return frozenset(gone)
    return known
