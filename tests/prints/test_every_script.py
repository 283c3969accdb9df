"""Every paper sets every name, whatever its script; what no font has is said on the paper and by the command."""

import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from carrom.notation.record import write_match
from carrom.printing import fonts
from carrom.printing.bracket import Box, BracketPaper, Tree, bracket_pdf
from carrom.printing.certificates import Certificate, certificates_pdf
from carrom.printing.labels import Label, Labels, labels_pdf
from carrom.printing.listing import (
    Badge,
    Listing,
    Part,
    badges_pdf,
    listing_pdf,
)
from carrom.printing.paper import sheet_pdf
from carrom.printing.sheet import sheet_of
from tests.support.command_line import carrom
from tests.support.printing.scripts import NAMES, UNKNOWN, boxes, glyphs, shaped
from tests.support.printing.sheets import started_sheet

PAPERS: dict[str, Callable[[str], bytes]] = {
    "score sheet": lambda name: sheet_pdf(sheet_of(started_sheet(players=(name, "Ben")).record)),
    "list, receipt": lambda name: listing_pdf(
        Listing(title=name, lines=(name,), parts=[Part(heading=name, columns=("", name), rows=[("1", name)])])
    ),
    "bracket": lambda name: bracket_pdf(
        BracketPaper(title=name, trees=[Tree(title=name, boxes=[Box(id="1", round=1, a=name, b="Ben", winner="a")])])
    ),
    "badges": lambda name: badges_pdf(name, [Badge(name=name, club=name, about=name)]),
    "certificates": lambda name: certificates_pdf(
        [Certificate(heading=name, name=name, lines=(name,), event=name, when=name, signers=(name,))]
    ),
    "labels": lambda name: labels_pdf(Labels(labels=[Label(name="3", club=name, link="https://club.example/b/3/")])),
}


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_sets_the_names_of_every_script(paper: str):
    made = PAPERS[paper](" ".join(NAMES.values()))

    assert boxes(made) == 0
    assert glyphs(made) > 150


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_says_at_its_foot_what_no_font_has(paper: str):
    made = PAPERS[paper](f"Asha {UNKNOWN}")

    assert boxes(made) > 0
    assert "U+13000 EGYPTIAN HIEROGLYPH A001" in text_of(made)
    assert "U+" not in text_of(PAPERS[paper]("Asha"))


@pytest.mark.parametrize(
    ("script", "cluster"),
    [
        *(("Devanagari", "श्री"), ("Bengali", "ন্দ্যো"), ("Tamil", "ஸ்ரீ"), ("Malayalam", "ക്ഷ"), ("Telugu", "శ్రీ")),
        *(("Sinhala", "ශ්‍රී"), ("Gujarati", "શ્રી"), ("Kannada", "ಶ್ರೀ"), ("Oriya", "ଶ୍ରୀ"), ("Gurmukhi", "ਪ੍ਰ")),
        *(("Arabic", "محمد"), ("Myanmar", "က္က"), ("Khmer", "ស្រ")),
    ],
)
def test_letters_that_belong_together_are_shaped_as_one(script: str, cluster: str):
    """A ligature or a joined form is a glyph that none of the letters has alone."""
    together, apart = shaped(cluster, f"Noto Sans {script}", fonts.shipped_fonts())

    assert together and 0 not in together
    assert set(together) - set(apart)


def test_the_machines_own_fonts_are_looked_at_only_for_what_the_shipped_ones_do_not_have():
    assert fonts.fonts_for("".join(NAMES.values())) is fonts.shipped_fonts()
    assert fonts.fonts_for(UNKNOWN) is fonts.all_fonts()


def test_only_what_is_drawn_needs_a_glyph():
    joiners = "ශ්\u200dරී a\u200cb \ufe0f\u2028\u200e"

    assert fonts.without_glyph(joiners) == ()
    assert fonts.without_glyph_in(Badge(name=UNKNOWN, club="x"), {"more": ["\U0001f3af"]}) == (UNKNOWN, "\U0001f3af")


def test_a_foot_names_some_characters_and_counts_the_rest():
    many = [chr(0x13000 + n) for n in range(20)]

    assert fonts.named(many).endswith("and 12 more")
    assert fonts.named([UNKNOWN]) == f"U+13000 {unicodedata.name(UNKNOWN)}"


@pytest.mark.parametrize("lang", ["en", "ja", "ko", "zh-hant"])
def test_every_family_that_a_paper_names_is_there(lang: str):
    assert set(fonts.families(lang)) <= set(fonts.shipped_fonts().families())


def test_the_commands_say_on_stderr_what_no_font_has(tmp_path: Path):
    record, boards = tmp_path / "match.txt", tmp_path / "boards.csv"
    record.write_text(write_match(started_sheet(players=(f"Asha {UNKNOWN}", "Ben")).record), encoding="utf-8")
    boards.write_text("3,https://club.example/b/3/\n", encoding="utf-8")
    target = str(tmp_path / "made.pdf")

    sheet = carrom("sheet", str(record), "-o", target, "--json")
    labels = carrom("labels", str(boards), "--club", UNKNOWN, "-o", target)
    plain = carrom("labels", str(boards), "--club", NAMES["Tamil"], "-o", target)

    for status, _out, err in (sheet, labels):
        assert status == 0 and err.startswith("warning: no-glyph: ") and "U+13000" in err and err.count("\n") == 1
    assert json.loads(sheet[1])["no_glyph"] == ["U+13000"]
    assert plain[2] == ""
