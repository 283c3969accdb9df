"""Labels of boards: eight on a page, and `carrom labels`."""

import json
from pathlib import Path

import pytest

from carrom.printing.labels import (
    A_PAGE,
    MOST,
    Label,
    Labels,
    LabelWords,
    TooManyLabelsError,
    labels_pdf,
    labels_png,
)
from tests.support.command_line import carrom, refused

LONG = "Große Halle, Tisch am Fenster links neben der Tür <b>#strong[x]"


def labels(count: int, *, name: str = "Board", skip: int = 0) -> Labels:
    link = "https://carrom.example.org/b/k7m2xq{}/"
    made = [Label(name=f"{name} {number}", club="कैरम क्लब पुणे", link=link.format(number)) for number in range(count)]
    return Labels(labels=made, skip=skip)


def test_eight_labels_fill_a_page_and_a_started_page_is_used_up():
    assert len(labels_png(labels(A_PAGE), ppi=20)) == 1
    assert len(labels_png(labels(A_PAGE + 1), ppi=20)) == 2
    assert len(labels_png(labels(A_PAGE, skip=1), ppi=20)) == 2
    assert len(labels_png(labels(A_PAGE, name=LONG), ppi=20)) == 1  # a long name moves no other label


def test_the_same_labels_are_the_same_bytes_and_other_addresses_others():
    assert labels_pdf(labels(2)) == labels_pdf(labels(2)) != labels_pdf(labels(3))
    french = Labels(labels=labels(1).labels, words=LabelWords(lang="fr", scan="Scannez : la partie"))
    assert labels_pdf(french) != labels_pdf(labels(1))


def test_no_club_prints_as_many_as_it_likes():
    with pytest.raises(TooManyLabelsError):
        labels_pdf(labels(MOST + 1))


def test_a_file_of_boards_becomes_a_pdf(tmp_path: Path):
    boards = tmp_path / "boards.csv"
    boards.write_text('1,http://192.168.1.20:8000/b/k7m2xq1/\n\n"2, by the door",https://a.example/b/k7m2xq2/\n')

    status, out, _ = carrom("labels", str(boards), "--club", "Pune", "-o", str(tmp_path / "l.pdf"), "--json")

    assert status == 0 and json.loads(out)["labels"] == 2
    assert (tmp_path / "l.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("text", "more"),
    [("1\n", ()), ("", ()), ("1,ftp://x\n", ()), (",http://x\n", ()), ("1,http://x/\n", ("--skip", "8"))],
)
def test_what_is_no_list_of_boards_is_refused_with_its_line(tmp_path: Path, text: str, more: tuple[str, ...]):
    boards = tmp_path / "boards.csv"
    boards.write_text(text)

    assert refused("labels", str(boards), "-o", str(tmp_path / "l.pdf"), *more) == "bad-usage"
    assert not (tmp_path / "l.pdf").exists()
