"""Every stored stroke carries what it takes to play it again: equipment, engine version, seed of the rack."""

import hashlib
import json
from dataclasses import replace

import pytest

from carrom.equipment.arrangement import opening
from carrom.match.requests import MakeStroke
from carrom.notation.record import read_match, write_match
from carrom.physics.simulate import ENGINE, simulate
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.play.game import Match, new_head
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.play.surfaces import surface_of
from carrom.terms import Side

OURS = replace(SURFACES["club"], board_friction=0.1313, frame_restitution=0.7171)


def played(surface: str | Surface) -> Match:
    match = Match.new(breaks=Side.A, seed=41, surface=surface, length="board")
    match.play_stroke(0.01, 0.02, 5.0)
    return match


@pytest.mark.parametrize(("surface", "name"), [("tournament", "tournament"), ("worn", "worn"), (OURS, "own")])
def test_a_record_gives_its_stroke_again_to_the_bit(surface: str | Surface, name: str):
    written = write_match(played(surface).record)
    record = read_match(written)
    (stroke,) = [entry for entry in record.entries if isinstance(entry.asked, MakeStroke)]
    equipment = surface_of(record.head)
    rack = record.entries[0].followed.position

    assert record.head.surface == name
    assert equipment == (SURFACES[surface] if isinstance(surface, str) else surface)
    assert stroke.engine == ENGINE
    assert record.head.seed == 41
    assert rack is not None
    assert isinstance(stroke.asked, MakeStroke)
    assert simulate(rack, stroke.asked.stroke, surface=equipment).final == stroke.followed.position


def test_the_seed_gives_the_rack():
    rack = played("tournament").record.entries[0].followed.position

    assert rack is not None and {(p.x, p.y) for p in rack.pieces} == {(p.x, p.y) for p in opening(SeededRng(41)).pieces}


def test_a_match_on_ones_own_surface_is_verified():
    match = played(OURS)
    other = played("tournament")

    assert not verify(match.record).faults
    assert match.state.position != other.state.position


def test_a_surface_with_the_values_of_a_named_one_has_its_name():
    assert new_head(surface=replace(TOURNAMENT)).surface == "tournament"
    assert new_head(surface=SURFACES["worn"]).surface_values == new_head(surface="worn").surface_values


DEFAULTS = {"2": "fd7534dac1b3a0ec", "3": "ce644ec1e101efde", "4": "6dd37d0ce984e725"}  # by engine


def test_the_defaults_of_a_surface_change_with_the_engine_only():
    """A record stores what differs from them; with the engine's version that tells every value."""
    values = json.dumps(TOURNAMENT.to_dict(), sort_keys=True)

    assert hashlib.sha256(values.encode()).hexdigest()[:16] == DEFAULTS[ENGINE]
