"""Score sheets as PDF: of a match as it stands, and blank for each ruleset."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from carrom.laws.rulesets.every import RULESETS
from carrom_web.matches import printouts
from tests.support.web.matches import make_guest, start_match


@pytest.fixture
def visitor() -> Client:
    return Client(SERVER_NAME="localhost")


@pytest.mark.django_db
def test_a_match_has_a_sheet_with_a_link_back_to_it(visitor: Client, monkeypatch: pytest.MonkeyPatch):
    match_id = start_match(make_guest(), length="match")
    printed = []
    monkeypatch.setattr(printouts, "sheet_pdf", lambda sheet: printed.append(sheet) or b"%PDF-")

    answer = visitor.get(f"/matches/{match_id}/sheet.pdf")

    (sheet,) = printed
    assert answer["Content-Type"] == "application/pdf" and str(match_id) in answer["Content-Disposition"]
    assert sheet.link == f"http://localhost/matches/{match_id}/"
    assert [name for _letter, name in sheet.sides] == ["Asha", "Tomasz"]
    assert len(sheet.games) == 3


@pytest.mark.django_db
def test_the_sheet_is_a_pdf_and_the_match_links_to_it(visitor: Client):
    match_id = start_match(make_guest())

    assert visitor.get(f"/matches/{match_id}/sheet.pdf").content.startswith(b"%PDF-")
    assert f"/matches/{match_id}/sheet.pdf" in visitor.get(f"/matches/{match_id}/").content.decode()
    assert visitor.get(f"/matches/{uuid4()}/sheet.pdf").status_code == 404


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruleset_has_a_blank_sheet_that_its_page_links_to(visitor: Client, slug: str):
    answer = visitor.get(f"/laws/{slug}/sheet.pdf")

    assert answer.status_code == 200 and answer.content.startswith(b"%PDF-")
    assert re.search(rf'href="/laws/{slug}/sheet.pdf"', visitor.get(f"/laws/{slug}/").content.decode())


def test_laws_that_are_not_there_have_no_sheet(visitor: Client):
    assert visitor.get("/laws/nobody/sheet.pdf").status_code == 404


def test_the_words_of_a_sheet_are_those_of_the_language_that_is_active(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(printouts, "_", lambda text: f"<{text}>")
    monkeypatch.setattr(printouts, "get_language", lambda: "pl-pl")

    words = printouts.words()

    assert (words.lang, words.title, words.left) == ("pl", "<Score sheet>", "<Coins left>")
    assert words.wins % {"side": "A"} == "<A wins>"
