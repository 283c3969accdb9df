"""19-coin solo at home: a set is started, entered stroke by stroke, attested, listed with its average; others watch."""

import json
from uuid import UUID

import pytest
from django.test import Client

from carrom.notation.record import read_match
from carrom.play.replay import verify
from carrom_web.matches import selectors as matches
from carrom_web.umpire.models import Sheet
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.page_scripts import named_by
from tests.support.web.markup import script_data
from tests.support.web.matches import new_id

pytestmark = pytest.mark.django_db

FORM = {"name": "Asha", "ruleset": "baca19", "complies": "on", "powder": "boric acid"}
SETS = "/umpire/solo/"


@pytest.fixture(autouse=True)
def no_limit() -> None:
    NEW_SHEETS.forget_all()


class Player:
    """Somebody at home, and the set that they play."""

    def __init__(self, **changed: str) -> None:
        self.client = Client(HTTP_HOST="127.0.0.1:8000")
        self.begin(**changed)

    def begin(self, **changed: str) -> None:
        answer = self.client.post(SETS, {**FORM, **changed})
        assert answer.status_code == 303, answer.content.decode()[:2000]
        self.url = answer["Location"]
        self.match_id = UUID(self.url.split("/")[3])
        self.version = 0

    def post(self, **request: object):
        message = json.dumps({"id": new_id(), "after": self.version, "request": request})
        return self.client.post(f"/umpire/{self.match_id}/entries/", message, content_type="application/json")

    def tell(self, **request: object) -> dict:
        answer = self.post(**request)
        assert answer.status_code == 200, answer.content
        said = json.loads(answer.content)
        self.version = said["number"]
        return said["situation"]

    def boards(self, *scores: int) -> dict:
        return [self.tell(kind="board", ended="cleared", strokes=score) for score in scores][-1]

    @property
    def page(self) -> str:
        return self.client.get(self.url).content.decode()

    @property
    def sets(self) -> str:
        return self.client.get(SETS).content.decode()


def test_a_set_belongs_to_its_player_who_says_what_a_league_asks_of_his_board():
    player = Player()

    sheet = Sheet.objects.get(pk=player.match_id)
    head = matches.load(player.match_id).state.match.head
    assert sheet.is_solo and sheet.owner is not None and sheet.owner.name == "Asha"
    assert {"equipment": "declared", "powder": "boric acid"}.items() <= dict(head.tags).items()
    assert (head.men, head.positions, head.ruleset) == (1, False, "baca19")
    assert script_data(player.page, "view")["solo"]["per_set"] == 5  # type: ignore[index]
    stranger = Client(HTTP_HOST="127.0.0.1:8000")
    assert stranger.get(player.url)["Location"] == f"/matches/{player.match_id}/"
    assert stranger.get(player.url.replace("/solo/", "/")).status_code == 302
    assert player.url not in stranger.get(SETS).content.decode()


@pytest.mark.parametrize("wrong", [{"name": " "}, {"ruleset": "icf"}, {"powder": "talc"}])
def test_a_form_that_cannot_be_is_shown_again(wrong: dict[str, str]):
    answer = Client(HTTP_HOST="127.0.0.1:8000").post(SETS, {**FORM, **wrong})

    assert answer.status_code == 422 and b"Please correct" in answer.content
    assert Sheet.objects.count() == 0


@pytest.mark.clause("B-004", "B-038", "B-040")
def test_five_boards_give_an_average_which_stands_in_the_list_and_in_the_record():
    player = Player()
    player.boards(21, 24, 19, 27)
    assert "4 of 5 boards" in player.sets and "22.75" in player.sets

    stands = player.boards(23)

    assert stands["view"]["solo"]["average"] == "22.80" and stands["view"]["phase"] == "over"
    assert stands["log"][0]["kind"] == "board" and "23" in stands["log"][0]["follows"][0]
    record = read_match(player.client.get(f"/matches/{player.match_id}/record/").content.decode())
    assert verify(record).holds and [board.points for board in record.state.match.boards] == [21, 24, 19, 27, 23]
    assert player.client.get(f"/matches/{player.match_id}/sheet.pdf").content.startswith(b"%PDF")

    player.begin()
    player.boards(20, 20, 21, 22, 24)
    assert "Average 22.10 over 2 sets, the best 21.40" in player.sets


@pytest.mark.clause("B-041", "B-042")
def test_more_strokes_than_the_cap_are_refused_with_a_sentence_and_a_stop_counts_it():
    player = Player()

    refused = player.post(kind="board", ended="cleared", strokes=46)
    assert refused.status_code == 422
    assert json.loads(refused.content) == {
        "code": "sheet-strokes",
        "text": "A board counts 45 strokes at most. Enter 45.",
    }
    stands = player.tell(kind="board", ended="stopped", strokes=45)

    assert stands["view"]["solo"]["boards"] == [{"board": 1, "score": 45, "strokes": 45, "how": "stopped"}]
    assert stands["log"][0]["text"] == "Board 1: 45 strokes."


@pytest.mark.clause("B-035", "B-037")
def test_a_board_may_be_reported_with_the_laws_help_and_be_taken_back():
    player = Player()
    for _ in range(3):
        stands = player.tell(kind="facts", facts={"pocketed": ["black"]})
    assert stands["view"]["solo"]["strokes"] == 3 and stands["view"]["solo"]["up"]["black"] == 9

    player.boards(22)
    stands = player.tell(kind="take_back")

    assert stands["view"]["solo"]["strokes"] == 3 and stands["view"]["solo"]["boards"] == []
    assert [line["kind"] for line in stands["log"]][:2] == ["take_back", "board"]


def test_who_saw_it_and_a_film_are_stored_shown_and_taken_back():
    player = Player()
    player.boards(21, 24, 19, 27, 23)

    stands = player.tell(kind="attest", witness="Priya", film="https://films.example/1")
    assert stands["log"][0]["text"] == "Witnessed by Priya. Film: https://films.example/1"
    assert script_data(player.page, "seen") == {"witness": "Priya", "film": "https://films.example/1"}
    assert "Witnessed by Priya" in player.sets and 'href="https://films.example/1"' in player.sets
    assert player.post(kind="attest", witness="", film="ftp://films.example/1").status_code == 422
    player.tell(kind="take_back")
    assert script_data(player.page, "seen") == {"witness": "", "film": ""}


def test_a_match_of_two_is_no_set_and_a_set_that_the_umpires_form_began_is_one():
    client = Client(HTTP_HOST="127.0.0.1:8000")
    form = {
        "sides": "singles",
        "length": "match",
        "breaks": "toss",
        "name": "Asha",
        "other_name": "Tomasz",
        "place": "",
    }
    two = client.post("/umpire/", {**form, "ruleset": "icf"})["Location"]
    alone = client.post("/umpire/", {**form, "ruleset": "baca19"})["Location"]

    as_set = alone.replace("/umpire/", "/umpire/solo/")
    assert client.get(two.replace("/umpire/", "/umpire/solo/"))["Location"] == two
    assert client.get(as_set).status_code == 200 and as_set in client.get(SETS).content.decode()
    assert as_set in client.get(alone).content.decode() and as_set not in client.get(two).content.decode()
    assert SETS in client.get("/umpire/").content.decode()


def test_every_text_that_the_page_names_is_on_it():
    texts = script_data(Player().page, "texts")
    named = named_by("umpire/solo.js") | {"logged.cleared", "logged.stopped", "cap.on", "few.no"}

    assert {key for key in named if key not in texts and f"{key}.other" not in texts} == set()  # type: ignore[operator]
    plain = {key.removesuffix(".one").removesuffix(".other") for key in texts}  # type: ignore[union-attr]
    assert plain - named == set()
