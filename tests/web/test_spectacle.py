"""The large view for a projector and the score over a stream: what they show, and what their addresses take."""

import re

import pytest
from django.test import Client

from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.page_scripts import modules_behind, named_by
from tests.support.web.markup import script_data, without_layout
from tests.support.web.matches import make_guest, start_match

pytestmark = pytest.mark.django_db

FORM = {"ruleset": "icf", "sides": "singles", "length": "match", "breaks": "me", "name": "Asha", "other_name": "Tomasz"}
FROM_VALUES = {"queen.early", "queen.up", "queen.covered", "queen.pending"}


@pytest.fixture
def visitor() -> Client:
    NEW_SHEETS.forget_all()
    return Client(HTTP_HOST="127.0.0.1:8000")


def saved(visitor: Client, **changed: str) -> str:
    """A match on a real board, by its address."""
    answer = visitor.post("/umpire/", {**FORM, "place": "Table 4", **changed})
    assert answer.status_code == 303
    return answer["Location"].replace("/umpire/", "/matches/")


def test_a_match_on_a_real_board_is_shown_large_without_a_board_and_one_on_the_screen_with_it(visitor: Client):
    reported = visitor.get(saved(visitor) + "screen/").content.decode()
    drawn = visitor.get(f"/matches/{start_match(make_guest())}/screen/").content.decode()

    assert "Table 4 · ICF Laws of Carrom · Best of 3 games" in reported and 'class="board"' not in reported
    assert 'class="board"' in drawn and "with-board" in drawn
    assert script_data(reported, "view")["sides"][0]["name"] == "Asha"  # type: ignore[index]
    assert visitor.get("/matches/00000000-0000-4000-8000-000000000000/screen/").status_code == 404


def test_the_large_view_leads_there_by_a_code_unless_only_this_machine_could_follow(visitor: Client):
    match = saved(visitor)

    assert 'class="qr"' not in visitor.get(match + "screen/").content.decode()
    assert 'class="qr"' not in visitor.get(match + "screen/", HTTP_HOST="localhost:8000").content.decode()
    assert 'class="qr"' in visitor.get(match + "screen/", HTTP_HOST="testserver").content.decode()


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"corner": "bottom-left", "size": "1.00", "queen": "1", "coins": "1", "ruling": "0", "swap": "0"}),
        (
            "?corner=top-right&size=150&queen=0&coins=0&ruling=1&swap=1",
            {"corner": "top-right", "size": "1.50", "queen": "0", "coins": "0", "ruling": "1", "swap": "1"},
        ),
        ("?corner=%22%3E&size=9999&queen=no", {"corner": "bottom-left", "size": "3.00", "queen": "1"}),
        ("?size=1", {"size": "0.50"}),
        ("?size=-200", {"size": "1.00"}),
        ("?size=%C2%B2", {"size": "1.00"}),
    ],
)
def test_the_overlay_takes_its_place_and_size_from_its_address_and_nothing_else(
    visitor: Client, query: str, shown: dict
):
    page = visitor.get(saved(visitor) + "overlay/" + query).content.decode()

    main = re.search(r"<main[^>]*>", page)
    assert main is not None
    assert {"corner": re.search(r'class="over ([\w-]+)"', main[0])[1]} | dict(  # type: ignore[index]
        re.findall(r'data-(size|queen|coins|ruling|swap)="([^"]*)"', main[0])
    ) == {**{"queen": "1", "coins": "1", "ruling": "0", "swap": "0", "corner": "bottom-left", "size": "1.00"}, **shown}
    assert "<button" not in page and "<a " not in without_layout(page)


@pytest.mark.parametrize("name", ["screen", "overlay"])
def test_every_text_that_the_scripts_name_is_there_and_nothing_is_inline(visitor: Client, name: str):
    html = visitor.get(f"{saved(visitor)}{name}/").content.decode()
    first = f"spectacle/{name}.js"
    texts = script_data(html, "texts")

    named = named_by(first) | FROM_VALUES
    assert {key for key in named if key not in texts and f"{key}.other" not in texts} == set()  # type: ignore[operator]
    assert len(named) > 15 and "match/socket.js" in modules_behind(first)
    assert " style=" not in without_layout(html) and "<style" not in html


def test_the_pages_of_a_match_and_its_sheet_lead_to_both(visitor: Client):
    match = saved(visitor)
    screens = (f"{match}screen/", f"{match}overlay/")
    other = f"/matches/{start_match(make_guest())}/"

    assert all(f'href="{screen}"' in visitor.get(match).content.decode() for screen in screens)
    sheet = visitor.get(match.replace("/matches/", "/umpire/")).content.decode()
    assert all(f'href="{screen}"' in sheet for screen in screens)
    on_screen = visitor.get(other).content.decode()
    assert f'href="{other}screen/"' in on_screen and f'href="{other}overlay/"' in on_screen
