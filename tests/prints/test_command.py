"""`carrom sheet`: from a record, blank, and what it refuses."""

import json
from pathlib import Path

import pytest

from carrom.notation.record import write_match
from carrom.terms import Side
from tests.support.command_line import carrom, refused
from tests.support.printing.sheets import add_board, started_sheet


def test_a_record_becomes_a_pdf(tmp_path: Path):
    record = tmp_path / "match.txt"
    record.write_text(write_match(add_board(started_sheet(), Side.A, 5, Side.A).record), encoding="utf-8")

    status, out, _ = carrom("sheet", str(record), "-o", str(tmp_path / "sheet.pdf"), "--json")

    reported = json.loads(out)
    assert status == 0 and reported["games"] == 3
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert reported["bytes"] == (tmp_path / "sheet.pdf").stat().st_size


def test_a_blank_sheet_of_a_clubs_own_ruleset(tmp_path: Path):
    club = tmp_path / "club.toml"
    club.write_text('base = "icf"\nslug = "our-club"\ntitle = "Ours"\n[values]\nboard_limit = 4\n', encoding="utf-8")

    status, out, _ = carrom("sheet", "--blank", "--ruleset", str(club), "-o", str(tmp_path / "b.pdf"), "--json")

    assert status == 0 and json.loads(out)["boards"] == 15


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("-o", "x.pdf"), "bad-usage"),
        (("--blank", "record.txt", "-o", "x.pdf"), "bad-usage"),
        (("--blank", "--ruleset", "nobody", "-o", "x.pdf"), "unknown-name"),
        (("--blank", "-o", "no/such/folder/x.pdf"), "cannot-write"),
        (("no-such-record.txt", "-o", "x.pdf"), "cannot-read"),
    ],
)
def test_what_cannot_be_printed_is_refused(arguments: tuple[str, ...], code: str):
    assert refused("sheet", *arguments) == code
