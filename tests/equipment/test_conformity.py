"""Measured equipment held against the laws (catalogue C-009 to C-032, ICF-13 to ICF-30)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.equipment import markings, measurements
from carrom.equipment.conformity import UnreadableMeasurementsError, check_equipment, play_equipment
from carrom.equipment.figures import CLASSIC, ICF, Standard


@pytest.mark.parametrize(
    ("standard", "key", "conforming", "not_conforming", "clause"),
    [
        ("classic", "board_height_cm", [60, 70], [59, 71], "C-009"),
        ("classic", "surface_side_cm", [73.5, 74.0], [73.4, 74.1], "C-011"),
        ("classic", "frame_width_cm", [7.0], [6.0], "C-012"),
        ("classic", "frame_height_cm", [2.0], [1.5], "C-013"),
        ("classic", "surface_thickness_cm", [0.8], [0.7], "C-014"),
        ("classic", "pockets", [4], [3, 5], "C-015"),
        ("classic", "pocket_diameter_cm", [4.3, 4.45, 4.6], [4.29, 4.61], "C-015"),
        ("classic", "arrow_length_cm", [26.7, 20.0], [26.8], "C-024"),
        ("classic", "coin_diameter_cm", [3.02, 3.18], [3.0], "C-026"),
        ("classic", "coin_thickness_cm", [0.8], [0.6], "C-027"),
        ("classic", "coin_mass_g", [5.3], [5.2, 5.6], "C-028"),
        ("classic", "striker_material", ["plastic"], ["metal", "ivory", "Metal"], "C-029"),
        ("classic", "striker_diameter_cm", [4.13], [4.2], "C-030"),
        ("classic", "striker_mass_g", [15.0], [15.1], "C-031"),
        ("icf", "board_height_cm", [63, 70], [62.9, 70.1], "ICF-27"),
        ("icf", "coin_mass_g", [5.0, 5.5], [4.99, 5.51], "ICF-25"),
        ("icf", "runs", [3.5, 4], [3.4], "ICF-14"),
        ("icf", "coin_material", ["wood"], ["plastic"], "ICF-24"),
    ],
)
def test_each_figure_has_its_limits_and_clause(
    standard: Standard, key: str, conforming: list[object], not_conforming: list[object], clause: str
):
    for value, expected in [*((v, True) for v in conforming), *((v, False) for v in not_conforming)]:
        result = check_equipment({key: value}, standard)
        assert result.conforms is expected, (key, value)
        assert result.checks[0].clauses == (clause,)


def test_a_board_on_a_table_without_a_stand_passes_with_a_note():
    result = check_equipment({"board_height_cm": 65, "stand": False}, "classic")

    assert result.conforms
    assert result.notes == ("no stand (C-010, C-032: usual, not compulsory)",)


def test_each_of_several_measurements_must_conform():
    assert check_equipment({"surface_side_cm": [73.9, 73.95, 73.9, 73.92]}).conforms
    assert not check_equipment({"surface_side_cm": [73.9, 73.9, 73.9, 74.2]}).conforms


def test_a_surface_that_is_not_square_does_not_conform():
    result = check_equipment({"surface_side_cm": [73.5, 74.0, 73.5, 74.0]})

    assert [check.says for check in result.checks if not check.conforms] == ["all sides of the surface alike"]


@pytest.mark.parametrize("standard", ["icf", "classic"])
def test_the_boards_we_play_on_conform_to_both_standards(standard: Standard):
    result = check_equipment(play_equipment(standard), standard)

    assert result.conforms, [check for check in result.checks if not check.conforms]
    assert len(result.checks) > 20


def test_the_figures_of_play_are_those_that_the_engine_computes_with():
    play = play_equipment("icf")
    metres = {
        "surface_side_cm": 2 * measurements.HALF_SURFACE,
        "pocket_diameter_cm": 2 * measurements.POCKET_RADIUS,
        "coin_diameter_cm": 2 * measurements.COIN_RADIUS,
        "striker_diameter_cm": 2 * measurements.STRIKER_RADIUS,
        "outer_circle_diameter_cm": 2 * measurements.OUTER_CIRCLE_RADIUS,
        "centre_circle_diameter_cm": 2 * measurements.CENTRE_CIRCLE_RADIUS,
        "base_circle_diameter_cm": 2 * measurements.BASE_CIRCLE_RADIUS,
        "base_fill_diameter_cm": 2 * measurements.BASE_FILL_RADIUS,
        "base_line_length_cm": 2 * (measurements.BASE_CIRCLE_OFFSET + measurements.BASE_CIRCLE_RADIUS),
        "base_line_distance_cm": measurements.HALF_SURFACE - measurements.REAR_LINE,
        "frame_width_cm": markings.FRAME_WIDTH,
        "rear_line_thickness_cm": markings.REAR_LINE_THICKNESS,
        "arrow_length_cm": measurements.ARROW_TIP - measurements.ARROW_TAIL,
        "arrow_thickness_cm": 2 * measurements.ARROW_HALF_GAP,
        "arrow_arc_diameter_cm": 2 * markings.ARROW_ARC_RADIUS,
    }

    assert {key: play[key] for key in metres} == {key: pytest.approx(100 * value) for key, value in metres.items()}
    assert play["coin_mass_g"] == pytest.approx(1000 * measurements.COIN_MASS)
    assert play["striker_mass_g"] == pytest.approx(1000 * measurements.STRIKER_MASS)


def test_every_figure_of_a_standard_cites_that_standard():
    assert all(clause.startswith("ICF-") for figure in ICF for clause in figure.clauses)
    assert all(clause.startswith("C-") for figure in CLASSIC for clause in figure.clauses)


@pytest.mark.parametrize(
    "measured",
    [
        {"surface": 74},
        {"surface_side_cm": "wide"},
        {"surface_side_cm": True},
        {"surface_side_cm": []},
        {"surface_side_cm": float("nan")},
        {"surface_side_cm": -1},
        {"striker_material": 5},
        {"stand": "yes"},
    ],
)
def test_what_is_no_measurement_is_refused(measured: dict[str, object]):
    with pytest.raises(UnreadableMeasurementsError):
        check_equipment(measured)


VALUES = st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.lists(st.floats(), max_size=3)


@given(st.dictionaries(st.sampled_from([f.key for f in ICF] + ["stand", "coin_material", "x"]), VALUES, max_size=5))
def test_any_measurements_are_checked_or_refused_with_a_code(measured: dict[str, object]):
    try:
        check_equipment(measured)
    except UnreadableMeasurementsError as error:
        assert error.code == "unreadable-measurements"
