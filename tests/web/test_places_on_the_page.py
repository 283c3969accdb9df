"""A due can be set where the page proposes it, also where that is the only place: between coins that it touches."""

import random

import pytest

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import Position
from carrom.laws.rulesets.icf import RULESET
from carrom.laws.ruling import Reason, Region
from carrom.match.awaiting import Due
from carrom.play import places
from carrom.play.free_places import is_free
from carrom.terms import Piece, Seat, Side
from tests.support.node import answer_of_script


def crowded(rng: random.Random) -> Position:
    """Coins in and round the circle, none on another."""
    lying = Position()
    for number in (1, *range(2, 11), *range(11, 19)):
        x, y = rng.uniform(-0.08, 0.08), rng.uniform(-0.08, 0.08)
        if is_free(lying, x, y):
            lying = lying.with_piece(number, x, y)
    return lying


@pytest.mark.clause("ICF-L93")
@pytest.mark.parametrize("region", [Region.OUTER_CIRCLE, Region.CENTRE])
def test_a_due_can_be_set_where_the_page_proposes_it(region: Region):
    rng = random.Random(93)
    due = Due(piece=Piece.BLACK, side=Side.B, placer=Seat.SOUTH, region=region, why=Reason.STRIKER_ALONE, number=19)
    domains, positions = [], []
    for position in (crowded(rng) for _ in range(400)):
        place, ring = places.suggested(position, due, RULESET), places.ring(position, due, RULESET)
        if place is not None:
            avoid = [(piece.x, piece.y, 2 * COIN_RADIUS) for piece in position.pieces]
            domains.append({"ring": (ring.least, ring.most), "avoid": avoid, "suggested": place})
            positions.append(position)

    said = answer_of_script("places_of_a_list.mjs", domains)

    assert len(said) > 300
    assert {verdict for verdict, _, _ in said} == {"free"}
    assert all(
        places.fault(position, due, x, y, RULESET) is None for position, (_, x, y) in zip(positions, said, strict=True)
    )
