"""A person's hand, estimated from the strokes of their own matches (`carrom.bots.own_hand`); shown to them alone.

Each match that is over leaves a row for each person who played it, with what their strokes say; a periodic task writes
it. An estimate sums the rows of the newest matches; older rows are emptied. Left out are matches at one screen, where
nobody knows who struck, and strokes that the coach has shown.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from carrom.errors import CarromError
from carrom.play.record import Record
from carrom.terms import Seat
from carrom_web.matches import models, selectors
from carrom_web.matches.fair_play import player_of
from carrom_web.matches.models import HandEvidence, Played

if TYPE_CHECKING:
    from carrom.bots.own_hand import OwnHand

FORMAT = 1  # of stored likelihoods: another grid of hands asks for another number
AT_ONCE = 20  # players of matches, some 30 strokes each
MOST_STROKES = 400  # the newest; a hand gets steadier
MOST_MATCHES = 60
REMEMBERED_S = 30 * 86_400  # for which it is known that the coach has shown a stroke
DIGITS = 3  # of a logarithm


@dataclass(frozen=True, slots=True)
class Estimate:
    """The strokes that say something about a hand; `hand` is None while they are too few."""

    strokes: int
    hand: "OwnHand | None"


def leave_out(match_id: UUID, version: int) -> None:
    """Note that the coach has shown the stroke that a match awaits at a version: it will say nothing about a hand."""
    cache.set(_shown(match_id, version), True, REMEMBERED_S)


def estimated(guest_id: UUID | None) -> Estimate:
    """Return the hand of a guest by their newest matches."""
    if guest_id is None:
        return Estimate(0, None)
    import numpy as np  # slow to import, as what follows

    from carrom.bots.own_hand import CHOICES, MAGNITUDES, estimate

    summed, strokes = np.zeros((len(MAGNITUDES), len(CHOICES))), 0
    for row in _with_strokes(guest_id)[:MOST_MATCHES]:
        summed += row.likelihoods
        strokes += row.strokes
        if strokes >= MOST_STROKES:
            break
    return Estimate(strokes, estimate(summed, strokes))


def follow_new() -> int:
    """Write what strokes say in matches where it is not written yet, the newest first; return for how many players."""
    written = HandEvidence.objects.filter(match=OuterRef("match"), guest=OuterRef("guest"), format=FORMAT)
    rows = Played.objects.filter(~Exists(written), match__imported_by=None).exclude(against=Played.Against.SCREEN)
    found = list(rows.order_by("-ended_at")[:AT_ONCE])
    for row in found:
        _write(row.match_id, row.guest_id)
    return len(found)


def _write(match_id: UUID, guest_id: UUID) -> None:
    """Write what the strokes of a guest in a match say."""
    from carrom.bots.own_hand import likelihoods

    own = set(models.Seat.objects.filter(match_id=match_id, guest_id=guest_id).values_list("side", "player"))
    summed, strokes = None, 0
    try:
        record = Record(tuple(selectors.record(match_id)))
        shown = cache.get_many([_shown(match_id, entry.number) for entry in record.entries])
        for entry, before, made in record.strokes():
            if player_of(before, Seat(entry.author)) not in own or _shown(match_id, entry.number - 1) in shown:
                continue
            said = likelihoods(before, made)
            if said is not None:
                summed = said if summed is None else summed + said
                strokes += 1
    except CarromError:  # a record that this version does not read says nothing
        summed, strokes = None, 0
    values = [] if summed is None else summed.round(DIGITS).tolist()
    HandEvidence.objects.update_or_create(
        match_id=match_id,
        guest_id=guest_id,
        defaults={"strokes": strokes, "likelihoods": values, "format": FORMAT},
    )
    served = _with_strokes(guest_id).values_list("pk", flat=True)[MOST_MATCHES:]
    HandEvidence.objects.filter(pk__in=list(served)).update(strokes=0, likelihoods=[])


def _with_strokes(guest_id: UUID) -> QuerySet[HandEvidence]:
    """The rows of a guest that say something, the newest match first."""
    rows = HandEvidence.objects.filter(guest_id=guest_id, strokes__gt=0, format=FORMAT)
    return rows.order_by("-match__changed_at", "-pk")


def _shown(match_id: UUID, version: int) -> str:
    return f"hand.shown.{match_id}.{version}"
