"""The practice page brings along all that its scripts need to play without the server."""

import json
import re

import pytest
from django.test import Client

from carrom.equipment import validity
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.kernel import P_STRIKER_MASS
from carrom.physics.surface import SURFACES

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(client: Client) -> str:
    return client.get("/practice/").content.decode()


def values_on(page: str) -> dict:
    found = re.search(r'<script id="practice" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def test_every_named_surface_is_there_with_the_kernel_s_parameters(shown: str):
    values = values_on(shown)

    assert values["surfaces"] == {name: list(surface.parameters) for name, surface in SURFACES.items()}
    assert re.findall(r'<option value="([a-z-]+)">', shown.split('id="surface"')[1].split("</select>")[0]) == list(
        SURFACES
    )


def test_a_striker_of_another_mass_changes_this_one_parameter_alone(shown: str):
    masses = [
        int(mass) for mass in re.findall(r'value="(\d+)"', shown.split('id="striker-mass"')[1].split("</select>")[0])
    ]

    assert masses == list(range(8, 16))
    for surface in SURFACES.values():
        for grams in masses:
            expected = list(surface.parameters)
            expected[P_STRIKER_MASS] = grams / 1000
            assert list(surface.with_striker(grams).parameters) == expected


def test_racks_can_be_played_from_and_no_two_are_alike(shown: str):
    racks = [Position(tuple(PlacedPiece(*piece) for piece in rack)) for rack in values_on(shown)["racks"]]

    for rack in racks:
        validity.check_position(rack)
        assert rack.numbers == tuple(range(1, 20))
    assert len({rack.pieces for rack in racks}) == len(racks) == 8


def test_the_page_needs_no_guest_and_stores_nothing(client: Client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/practice/")

    assert answer.status_code == 200
    assert answer.cookies == {}
    assert values_on(answer.content.decode())["distance"] == BASE_MIDDLE
