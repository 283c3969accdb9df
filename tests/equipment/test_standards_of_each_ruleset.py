"""Equipment under each ruleset: what conforms to which clause."""

import math

import pytest

from carrom.equipment import measurements
from carrom.equipment.arrangement import opening, touching
from carrom.equipment.conformity import UnreadableMeasurementsError, check_equipment, play_equipment
from carrom.equipment.figures import STANDARDS
from carrom.equipment.markings import MARKINGS
from carrom.laws.rulesets.every import RULESETS
from carrom.play.rng import SeededRng
from carrom.terms import Piece, piece_of


def clauses_of(measured: dict[str, object], standard: str) -> dict[str, bool]:
    """Each clause that was checked, and whether the measurement conforms to it."""
    found: dict[str, bool] = {}
    for check in check_equipment(measured, standard).checks:  # type: ignore[arg-type]
        for clause in check.clauses:
            found[clause] = found.get(clause, True) and check.conforms
    return found


def test_every_ruleset_has_its_standard():
    assert set(STANDARDS) == set(RULESETS)


@pytest.mark.clause("B-006", "B-007", "B-008", "B-009", "B-010", "B-011", "B-012")
@pytest.mark.parametrize(
    ("clause", "conforming", "not_conforming"),
    [
        ("B-006", {"equipment_declared": True}, {"equipment_declared": False}),
        ("B-007", {"surface_side_cm": 74.0}, {"surface_side_cm": 71.0}),
        ("B-007", {"frame_width_cm": 7.0}, {"frame_width_cm": 8.0}),
        ("B-007", {"pocket_diameter_cm": 4.45}, {"pocket_diameter_cm": 4.8}),
        ("B-008", {"coin_diameter_cm": 3.10}, {"coin_diameter_cm": 2.80}),
        ("B-009", {"colours_differ": True}, {"colours_differ": False}),
        ("B-010", {"striker_mass_g": 15.0}, {"striker_mass_g": 15.5}),
        ("B-010", {"striker_diameter_cm": 4.1}, {"striker_diameter_cm": 4.2}),
        ("B-011", {"powder_kind": "Potato starch"}, {"powder_kind": "talc"}),
        ("B-011", {"powder_kind": "boric acid"}, {"powder_kind": "flour"}),
    ],
)
def test_baca_demands_the_standard(clause: str, conforming: dict[str, object], not_conforming: dict[str, object]):
    assert clauses_of(conforming, "baca19")[clause]
    assert not clauses_of(not_conforming, "baca19")[clause]


@pytest.mark.clause("B-012")
@pytest.mark.parametrize("watts", [25, 150])
def test_baca_leaves_the_bulb_free(watts: int):
    assert clauses_of({"bulb_watts": watts}, "baca19") == {"B-012": True}


@pytest.mark.clause("B-007", "B-008")
def test_baca_leaves_makes_and_models_free_but_not_the_sizes():
    reported = {"board_make": "unknown", "board_model": "", "board_year": 1987, "coin_make": "Synco", "coin_model": "x"}
    sizes: dict[str, object] = {"surface_side_cm": 74.0, "frame_width_cm": 7.0, "pocket_diameter_cm": 4.45}

    assert check_equipment({**reported, **sizes}, "baca19").conforms
    assert not check_equipment({**reported, **sizes, "surface_side_cm": 71.0}, "baca19").conforms
    with pytest.raises(UnreadableMeasurementsError):
        check_equipment({"board_make": "unknown"}, "classic")


@pytest.mark.clause("B-006", "B-009")
def test_what_a_player_has_not_declared_is_shown_as_missing():
    assert {"equipment_declared", "colours_differ"} <= set(check_equipment({}, "baca19").not_measured)
    declared = check_equipment({"equipment_declared": True, "colours_differ": True}, "baca19").not_measured
    assert not {"equipment_declared", "colours_differ"} & set(declared)


@pytest.mark.clause("L-088", "L-100", "L-101", "L-102", "L-103", "L-104", "L-152")
@pytest.mark.parametrize(
    ("clause", "conforming", "not_conforming"),
    [
        ("L-088", {"powder_kind": "boric acid"}, {"powder_kind": "talc"}),
        ("L-100", {"surface_side_cm": 73.5}, {"surface_side_cm": 70.0}),
        ("L-101", {"coin_mass_g": 5.4}, {"coin_mass_g": 6.0}),
        ("L-101", {"coin_mass_g": 5.25}, {"coin_mass_g": 5.1}),
        ("L-101", {"coin_thickness_cm": 0.8}, {"coin_thickness_cm": 1.0}),
        ("L-102", {"striker_mass_g": 15.0}, {"striker_mass_g": 15.4}),
        ("L-103", {"striker_mass_g": 12.0}, {"striker_mass_g": 16.0}),
        ("L-104", {"coin_material": "wood"}, {"coin_material": "glass"}),
        ("L-152", {"strikers_per_player": 1}, {"strikers_per_player": 2}),
    ],
)
def test_common_demands_standard_sizes(clause: str, conforming: dict[str, object], not_conforming: dict[str, object]):
    powders = {"approved_powders": ["boric acid"]} if "powder_kind" in conforming else {}

    assert clauses_of(conforming | powders, "common")[clause]
    assert not clauses_of(not_conforming | powders, "common")[clause]


@pytest.mark.clause("P-004", "P-010")
def test_polish_demands_a_full_set_and_a_striker_larger_than_the_coins():
    assert clauses_of({"white_coins": 9, "black_coins": 9, "queens": 1}, "polish")["P-004"]
    assert not clauses_of({"white_coins": 8}, "polish")["P-004"]
    assert clauses_of({"striker_diameter_cm": 4.13, "coin_diameter_cm": 3.18}, "polish")["P-010"]
    assert not clauses_of({"striker_diameter_cm": 3.0, "coin_diameter_cm": 3.18}, "polish")["P-010"]


@pytest.mark.parametrize("measured", [{"approved_powders": "talc"}, {"approved_powders": []}, {"powder_kind": "talc"}])
def test_powders_are_read_strictly(measured: dict[str, object]):
    with pytest.raises(UnreadableMeasurementsError):
        check_equipment(measured, "common")


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_boards_that_the_program_plays_on_conform_under_every_ruleset(standard: str):
    measured: dict[str, object] = dict(play_equipment(standard))  # type: ignore[arg-type]

    assert check_equipment(measured, standard).conforms  # type: ignore[arg-type]


CLASSIC_FIGURES = (
    ("C-003", {"surface_side_cm": [74.0, 73.95]}, {"surface_side_cm": [74.0, 73.8]}),
    ("C-011", {"surface_side_cm": 73.5}, {"surface_side_cm": 73.4}),
    ("C-012", {"frame_width_cm": 7.6}, {"frame_width_cm": 7.7}),
    ("C-013", {"frame_height_cm": 1.9}, {"frame_height_cm": 1.8}),
    ("C-015", {"pockets": 4, "pocket_diameter_cm": 4.45}, {"pocket_diameter_cm": 4.7}),
    ("C-017", {"centre_circle_diameter_cm": 3.18}, {"centre_circle_diameter_cm": 3.5}),
    ("C-018", {"outer_circle_diameter_cm": 17.0}, {"outer_circle_diameter_cm": 16.6}),
    ("C-020", {"base_line_distance_cm": 10.15}, {"base_line_distance_cm": 10.4}),
    ("C-021", {"base_line_length_cm": 47.0}, {"base_line_length_cm": 46.6}),
    ("C-021", {"base_lines": 8}, {"base_lines": 4}),
    ("C-022", {"base_circles": 8}, {"base_circles": 7}),
    ("C-023", {"base_fill_diameter_cm": 2.54}, {"base_fill_diameter_cm": 2.8}),
    ("C-024", {"arrow_length_cm": 26.7}, {"arrow_length_cm": 26.8}),
    ("C-025", {"coin_diameter_cm": [3.10, 3.11]}, {"coin_diameter_cm": [3.03, 3.17]}),
    ("C-026", {"coin_diameter_cm": 3.02}, {"coin_diameter_cm": 3.01}),
    ("C-027", {"coin_thickness_cm": 0.9}, {"coin_thickness_cm": 0.95}),
    ("C-028", {"coin_mass_g": 5.25}, {"coin_mass_g": 5.2}),
    ("C-030", {"striker_diameter_cm": 4.13}, {"striker_diameter_cm": 4.14}),
    ("C-031", {"striker_mass_g": 15.0}, {"striker_mass_g": 15.1}),
)


@pytest.mark.parametrize(
    ("clause", "conforming", "not_conforming"),
    [
        pytest.param(*row, id=f"{row[0]} {next(iter(row[2]))}", marks=pytest.mark.clause(row[0]))
        for row in CLASSIC_FIGURES
    ],
)
def test_each_figure_of_the_classic_text_is_checked(
    clause: str, conforming: dict[str, object], not_conforming: dict[str, object]
):
    assert clauses_of(conforming, "classic")[clause]
    assert not clauses_of(not_conforming, "classic")[clause]


@pytest.mark.clause("C-003", "C-011", "C-012", "C-013", "C-015", "C-017", "C-018", "C-020", "C-021", "C-022", "C-023")
@pytest.mark.clause("C-024", "C-025", "C-026", "C-027", "C-028", "C-030", "C-031")
def test_the_table_of_classic_figures_leaves_none_out():
    assert {row[0] for row in CLASSIC_FIGURES} == {
        *("C-003", "C-011", "C-012", "C-013", "C-015", "C-017", "C-018", "C-020", "C-021", "C-022", "C-023", "C-024"),
        *("C-025", "C-026", "C-027", "C-028", "C-030", "C-031"),
    }


@pytest.mark.clause("C-008")
def test_the_one_striker_that_the_program_plays_with_is_that_of_the_equipment():
    played = play_equipment("classic")

    assert played["striker_diameter_cm"] == pytest.approx(200 * measurements.STRIKER_RADIUS)
    assert played["striker_mass_g"] == pytest.approx(1000 * measurements.STRIKER_MASS)


@pytest.mark.clause("C-009", "C-010", "C-014", "C-029", "C-032")
def test_the_classic_checklist_and_its_limits():
    assert clauses_of({"board_height_cm": 60}, "classic")["C-009"]
    assert not clauses_of({"board_height_cm": 59}, "classic")["C-009"]
    assert not clauses_of({"surface_thickness_cm": 0.7}, "classic")["C-014"]
    assert not clauses_of({"striker_material": "ivory"}, "classic")["C-029"]
    missing = {"stand": False, "seat": False, "powder": False, "light": False}
    result = check_equipment(missing, "classic")
    assert result.conforms and len(result.notes) == 4
    assert all("C-032" in note for note in result.notes)


@pytest.mark.clause("ICF-L115")
def test_a_striker_that_does_not_conform_cannot_be_certified():
    assert not check_equipment({"striker_mass_g": 15.1}).conforms
    assert check_equipment({"striker_mass_g": 15.0, "striker_diameter_cm": 4.13}).conforms


@pytest.mark.clause("C-007", "C-019", "C-040", "P-004", "P-005", "L-060", "B-013")
def test_nineteen_pieces_lie_in_the_outer_circle_with_the_queen_in_the_centre():
    position = opening(SeededRng(5))
    kinds = [piece_of(piece.number) for piece in position.pieces]

    assert (kinds.count(Piece.WHITE), kinds.count(Piece.BLACK), kinds.count(Piece.QUEEN)) == (9, 9, 1)
    queen = next(piece for piece in position.pieces if piece_of(piece.number) is Piece.QUEEN)
    assert (queen.x, queen.y) == (0.0, 0.0)
    farthest = max(math.hypot(piece.x, piece.y) for piece in position.pieces) + measurements.COIN_RADIUS
    assert farthest <= measurements.OUTER_CIRCLE_RADIUS


def rings() -> tuple[list[tuple[float, Piece]], list[tuple[float, Piece]], list[float]]:
    """Both rings of the touching arrangement by angle, and the distances of the outer one in coin diameters."""
    d = 2 * measurements.COIN_RADIUS
    inner, outer, distances = [], [], []
    for piece in touching().pieces:
        distance = math.hypot(piece.x, piece.y) / d
        spot = (math.atan2(piece.y, piece.x), piece_of(piece.number))
        if 0.5 < distance < 1.5:
            inner.append(spot)
        elif distance > 1.5:
            outer.append(spot)
            distances.append(distance)
    return sorted(inner, key=lambda s: s[0]), sorted(outer, key=lambda s: s[0]), distances


@pytest.mark.clause("C-041", "C-042", "C-043", "C-044", "L-061", "B-013")
def test_both_rings_alternate_and_touch():
    inner, outer, distances = rings()

    assert (len(inner), len(outer)) == (6, 12)
    for ring in (inner, outer):
        kinds = [kind for _, kind in ring]
        assert all(one is not other for one, other in zip(kinds, kinds[1:] + kinds[:1], strict=True))
    assert sorted(round(distance, 3) for distance in distances) == [1.732] * 6 + [2.0] * 6
    lying = touching().pieces
    d = 2 * measurements.COIN_RADIUS
    touches = sum(abs(math.hypot(a.x - b.x, a.y - b.y) - d) < 1e-4 for i, a in enumerate(lying) for b in lying[i + 1 :])
    assert touches >= 6 + 6 + 12


@pytest.mark.clause("C-017", "C-018", "C-022", "C-023", "C-024", "C-016")
def test_the_markings_have_the_figures_of_the_text():
    cm = measurements.cm

    assert math.isclose(measurements.OUTER_CIRCLE_RADIUS, cm(8.5))
    circles = [circle for side in MARKINGS.sides for circle in side.circles]
    assert len(circles) == 8 and all(math.isclose(circle.radius, cm(1.59)) for circle in circles)
    assert len(MARKINGS.arrows) == 4
