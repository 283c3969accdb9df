"""Pictures of a board: what stands in them, and that they stand alone."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom import svg
from carrom.equipment.position import PlacedPiece, Position
from carrom.svg.board_picture import cell_name, description, striker_place
from carrom.svg.paint import PAINTS, Paint
from carrom.terms import Piece, Seat

NAMESPACE = "{http://www.w3.org/2000/svg}"
POSITION = Position((PlacedPiece(1, 0.022, 0.031), PlacedPiece(2, -0.205, 0.196), PlacedPiece(11, 0.0, -0.3)))


def uses(picture: str) -> dict[str, tuple[str | None, str | None, str | None]]:
    root = ET.fromstring(picture)
    return {
        use.get("data-piece", ""): (use.get("href"), use.get("x"), use.get("y")) for use in root.iter(NAMESPACE + "use")
    }


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_piece_stands_where_it_lies_with_the_mark_of_its_kind():
    assert uses(svg.board(POSITION, striker=(0.1, -0.2526))) == {
        "1": ("#p-q-light", "22", "31"),
        "2": ("#p-w-light", "-205", "196"),
        "11": ("#p-b-light", "0", "-300"),
        "0": ("#p-s-light", "100", "-252.6"),
    }


def test_a_picture_needs_nothing_else_and_runs_nothing():
    for theme in PAINTS:
        picture = svg.board(POSITION, theme=theme, cells=True, numbers=True)
        assert not any(
            word in picture for word in ("<script", "<style", "style=", "http://localhost", "@import", "url(")
        )
        ids = [element.get("id") for element in ET.fromstring(picture).iter() if element.get("id")]
        hrefs = {use[0] for use in uses(picture).values()}
        assert hrefs <= {f"#{id_}" for id_ in ids}
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("seat", "degrees"), [("south", 0), ("east", 90), ("north", 180), ("west", 270)])
def test_a_seats_own_edge_is_below(seat: str, degrees: int):
    assert f'rotate({degrees}) scale(1,-1)"' in svg.board(POSITION, seat=Seat(seat))


def test_a_title_is_written_as_text_never_as_markup():
    picture = svg.board(POSITION, title="<script>alert(1)</script> & more")

    assert ET.fromstring(picture).findtext(NAMESPACE + "title") == "<script>alert(1)</script> & more"


def test_the_description_names_every_piece_by_its_cell():
    assert description(POSITION, striker=(0.0, -0.2526)) == (
        "Seen from south: queen at e5; 1 white at b7; 1 black at e1; striker at e2."
    )
    assert description(Position()) == "Seen from south: no pieces on the board."


def test_cells_are_counted_from_ones_own_left_corner():
    assert [cell_name(-0.36, -0.36, seat) for seat in Seat] == ["a1", "a8", "h8", "h1"]
    assert cell_name(0.37, 0.37) == "h8"


@given(st.sampled_from(list(Seat)), st.floats(-0.2191, 0.2191))
def test_a_striker_lies_on_its_players_side_and_is_his_cell_row_two(seat: Seat, offset: float):
    assert cell_name(*striker_place(seat, offset), seat)[1] == "2"


def test_one_disc_can_be_drawn_by_itself():
    for piece in Piece:
        assert ET.fromstring(svg.piece_picture(piece)).findtext(NAMESPACE + "title") == piece.value


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS)
def test_marks_and_edges_stand_out_by_lightness_alone(paint: Paint):
    """WCAG ratios: 3 for marks; the queen's star must tell her from black without any red."""
    assert contrast(paint.ink, paint.surface) > 7
    assert contrast(paint.white_edge, paint.surface) > 3
    assert contrast(paint.black_edge, paint.surface) > 3
    assert contrast(paint.queen_mark, paint.queen) > 4.5
    assert contrast(paint.black_mark, paint.black) > 4.5
    assert contrast(paint.white_mark, paint.white) > 3
    assert contrast(paint.striker_mark, paint.striker) > 3
    assert contrast(paint.text, paint.page) > 7
    assert contrast(paint.frame_text, paint.frame_light) > 4.5


def test_numbers_follow_the_pieces_upright_from_every_seat():
    for seat, neighbour in pairwise([*Seat, Seat.SOUTH]):
        one, other = svg.board(POSITION, seat=seat, numbers=True), svg.board(POSITION, seat=neighbour, numbers=True)
        assert one != other
        texts = [element.text for element in ET.fromstring(one).iter(NAMESPACE + "text")]
        assert texts == ["1", "2", "11"]
