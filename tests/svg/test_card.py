"""The score card: what stands on it."""

import xml.etree.ElementTree as ET

from carrom import svg
from carrom.match.snapshot import BoardResult, GameResult, Tally
from carrom.terms import Seat, Side

NAMESPACE = "{http://www.w3.org/2000/svg}"


def board(game: int, number: int, winner: Side | None, points: int, score: Tally) -> BoardResult:
    return BoardResult(
        game=game, board=number, winner=winner, points=points, score=score, breaker=Seat.SOUTH, breaking_side=Side.A,
        how="played" if winner else "replayed",
    )  # fmt: skip


BOARDS = (
    board(1, 1, Side.A, 8, Tally(8, 0)),
    board(1, 2, None, 0, Tally(8, 0)),
    board(1, 3, Side.B, 12, Tally(8, 12)),
    board(2, 1, Side.A, 5, Tally(5, 0)),
)


def rows(card: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(card).iter(NAMESPACE + "text")]


def test_every_board_and_every_game_that_ended_has_its_row():
    card = svg.score_card(("Asha", "Tomasz"), BOARDS, (GameResult(game=1, winner=Side.B, score=Tally(8, 12)),))

    assert rows(card)[5:] == [
        *("1.1", "Asha", "+8  8", "0"),
        *("1.2", "Asha", "replayed", ""),
        *("1.3", "Asha", "8", "+12  12"),
        *("Game 1", "Tomasz", "8", "12"),
        *("2.1", "Asha", "+5  5", "0"),
    ]


def test_it_is_described_in_words_too_and_names_are_never_markup():
    card = svg.score_card(("<b>&", "A name that is much longer than its column"), BOARDS[:1])

    assert ET.fromstring(card).findtext(NAMESPACE + "desc") == "game 1, board 1: <b>& 8, 8 to 0."
    assert "<b>" not in card


def test_a_match_that_has_just_started_has_a_card():
    assert "No board has ended yet" in svg.score_card(("A", "B"), ())
