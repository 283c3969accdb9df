"""The sets of a week on one sheet: typed, pasted or from a file; each fault in its cell, stored and undone as one."""

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from carrom_web.competitions.solo_leagues.models import SoloSet
from tests.support.web.clients import as_guest
from tests.support.web.solo_seasons import PEOPLE, joined_player, new_season, organiser_of

pytestmark = pytest.mark.django_db
LINES = [f"{name}\t" + "\t".join(str(20 + (at + board) % 9) for board in range(5)) for at, name in enumerate(PEOPLE)]


def sheet_of(answer: HttpResponse) -> dict[str, str]:
    """The fields of the sheet as a browser would send them."""
    page = answer.content.decode().partition("enctype=")[2]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", page):
        if (name := re.search(r'name="([^"]*)"', tag)) and 'type="checkbox"' not in tag and 'type="file"' not in tag:
            value = re.search(r'value="([^"]*)"', tag)
            fields[name[1]] = html.unescape(value[1]) if value else ""
    return fields


def text_of(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.unescape(answer.content.decode())).split())


@pytest.fixture
def scene() -> tuple[Client, str, dict[str, Any]]:
    season = new_season(sets_per_week=1, late="counts")
    players = {name: joined_player(season, name) for name in PEOPLE}
    return as_guest(organiser_of(season)), reverse("solo-week-sets", args=[season.slug, 1]), players


def test_a_pasted_week_is_looked_at_before_it_counts_and_reverted_as_one(scene: tuple[Client, str, Any]) -> None:
    owner, address, _players = scene
    fields = sheet_of(owner.get(address))
    assert fields["rows"] == str(len(PEOPLE))
    assert Client().get(address).status_code == 403

    read = owner.post(address, {**fields, "do": "read", "text": "Name\tB1\tB2\tB3\tB4\tB5\n" + "\n".join(LINES)})
    assert read.status_code == 200 and f"Store {len(PEOPLE)} sets" in text_of(read)
    assert SoloSet.objects.count() == 0
    fields = sheet_of(read)
    other = owner.post(address, {**fields, "do": "store", "c-0-1": "29"})
    assert other.status_code == 200 and SoloSet.objects.count() == 0  # what is stored was looked at before

    stored = owner.post(address, {**fields, "do": "store"})
    assert stored.status_code == 303 and SoloSet.objects.filter(status="counts").count() == len(PEOPLE)
    report = text_of(Client().get(reverse("solo-weeks", args=[address.split("/")[3]]) + "?week=1"))
    assert "6 sets count. Best set: " in report and "Best board: " in report and "Next: Week 2" in report
    page = owner.get(stored.headers["Location"])
    assert f"{len(PEOPLE)} sets are stored" in text_of(page) and "All players have handed in" in text_of(page)
    step = re.search(r'name="step" value="(\d+)"', page.content.decode())
    assert step is not None
    assert owner.post(address, {"do": "undo", "step": step[1]}).status_code == 303
    assert SoloSet.objects.filter(status="counts").count() == 0
    assert owner.post(address, {"do": "undo", "step": step[1]}).status_code == 409


def test_each_fault_is_said_at_its_line_and_nothing_typed_is_lost(scene: tuple[Client, str, Any]) -> None:
    owner, address, players = scene
    lines = [
        "Anu Nair;21;24;19;27;23;2026-02-03",
        "anu;21;24;19;27;22",
        "Nobody Known;21;24;19;27;23",
        "Ben Ode;21;x;19;27",
        "Cyra Das;21;24;500;27;23",
        "Dov Katz;21;24;19;27;23;2026-13-45;9",
        "Élise Roy;5;24;19;27;23",
    ]
    answer = owner.post(
        address,
        {**sheet_of(owner.get(address)), "do": "read", "file": SimpleUploadedFile("w.csv", "\n".join(lines).encode())},
    )
    text, fields = text_of(answer), sheet_of(answer)

    assert answer.status_code == 422 and SoloSet.objects.count() == 0
    assert "6 lines are not right yet" in text
    assert "Nobody here is called “Nobody Known”" in text and "“x” is not a number of strokes" in text
    assert "500" in fields.values() and "x" in fields.values() and "Nobody Known" in fields.values()
    assert "A set has 5 boards; this line has more" in text and "9" in fields.values()
    assert answer.content.decode().count("aria-invalid") >= 3
    rows = {fields[f"n-{at}"]: at for at in range(int(fields["rows"])) if fields[f"c-{at}-1"]}

    good = dict(fields)
    good[f"p-{rows['Nobody Known']}"] = players["Fay Wu"].key
    good |= {f"c-{rows['anu']}-{board}": "" for board in range(1, 6)}
    good |= {f"c-{rows['Ben Ode']}-2": "25", f"c-{rows['Ben Ode']}-5": "25", f"c-{rows['Cyra Das']}-3": "30"}
    dov = rows["Dov Katz"]
    good |= {f"d-{dov}": "2026-02-03", f"x-{dov}": ""}
    elise = rows["Élise Roy"]
    asked = owner.post(address, {**good, "do": "look"})
    assert asked.status_code == 422 and "1 line is not right yet" in text_of(asked)
    ready = owner.post(address, {**good, f"q-{elise}": "on", "do": "look"})
    assert "Store 6 sets" in text_of(ready)

    no_line = "No line with a name"
    for bad, says in (("", no_line), ("a\n" * 301, "at most"), ("only words here", no_line)):
        refused = owner.post(address, {"do": "read", "text": bad})
        assert refused.status_code == 422 and says in text_of(refused)
    binary = SimpleUploadedFile("w.csv", b"\xff\xfe\x00\x81")
    assert "This is not a text file" in text_of(owner.post(address, {"do": "read", "file": binary}))
