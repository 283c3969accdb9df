"""Corrections that wait for the organiser: asked by a player after a set's deadline, or by what its sheet says then."""

from datetime import datetime
from typing import Any

from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.models import AuditEntry, CorrectionRequest, SoloSet
from carrom_web.competitions.solo_leagues.services.audit import AuditTrail, audit_entry


def ask(deeds: AuditTrail, row: SoloSet, *, now: datetime, **told: Any) -> None:
    """Store the question of a set in place of an older one."""
    before = selectors.asked_correction(row)
    if before is not None:
        deeds.put(before, standing=CorrectionRequest.Standing.TAKEN_BACK)
    asked = CorrectionRequest.Standing.ASKED
    deeds.add(CorrectionRequest(season=row.season, set=row, asked_at=now, standing=asked, **told))


def ask_of_record(row: SoloSet, strokes: list[int], *, now: datetime) -> bool:
    """Keep what the sheet of a set says after its deadline as a question to the organiser; False: nothing is new."""
    before = selectors.asked_correction(row)
    if strokes == (before.strokes if before is not None else row.strokes):
        return False
    with audit_entry(row.season, "correction asked", now=now, role=AuditEntry.Role.RECORD) as deeds:
        if strokes == row.strokes and before is not None:  # put back on the sheet
            deeds.deed.what = "correction taken back"
            deeds.put(before, standing=CorrectionRequest.Standing.TAKEN_BACK)
        else:
            ask(deeds, row, strokes=strokes, day=row.day, is_sure=True, why="", now=now)
    return True
