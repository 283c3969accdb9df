"""Older entries corrected on a sheet, the page of its entries, a second person's paper, figures of a match."""

from uuid import uuid4

import pytest
from django.core import signing
from django.test import Client

from carrom.match import requests
from carrom.notation.record import read_match
from carrom.play.replay import verify
from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import COOKIE, SALT
from carrom_web.umpire.models import Appointment
from carrom_web.umpire.rights import Role
from tests.support.web.umpire import ScorerClient, new_client

pytestmark = pytest.mark.django_db

BOARD = {"kind": "board", "ended": "finished", "winner": "a", "coins_left": 5, "queen": "a"}


@pytest.fixture
def scorer() -> ScorerClient:
    """Five strokes; of the second one two whites had fallen, not one."""
    scorer = ScorerClient()
    for fell in (("white",), ("white",), (), ("black",), ("black",)):
        scorer.stroke(*fell)
    return scorer


def amend(number: int, *fell: str, turns: str = "keep") -> dict:
    return {"number": number, "facts": {"pocketed": list(fell)}, "turns": turns}


def verifier(scorer: ScorerClient, name: str = "Meera") -> Client:
    """Another person, whom a link made the sheet's verifier."""
    client, guest = new_client(), Guest.objects.create(name=name)
    client.cookies[COOKIE] = signing.Signer(salt=SALT).sign(guest.pk.hex)
    Appointment.objects.create(sheet_id=scorer.match_id, guest=guest, role=Role.VERIFIER)
    return client


def test_a_correction_is_shown_entry_by_entry_and_stores_nothing_before_it_is_recorded(scorer: ScorerClient):
    stored = len(scorer.entries)
    said = scorer.draft("amend", **amend(3, "white"))
    changes = said["changes"]

    assert len(scorer.entries) == stored
    assert "Entry 3 is corrected: One white down. Asha plays on." in said["entry"]["text"]
    assert [(each["number"], bool(each["why"])) for each in changes["entries"]] == [(3, False), (4, True), (5, True)]
    assert changes["entries"][1]["was"] == "One black down. Tomasz plays on." and changes["turns"]
    assert changes["awaiting"] == {"was": "Tomasz plays", "now": "Asha plays"}
    followed = scorer.draft("amend", **amend(3, "white", turns="follow"))["changes"]
    assert [bool(each["why"]) for each in followed["entries"]] == [False] * 2 and followed["turns"]
    assert followed["same"] == 1
    assert "refused" in scorer.draft("amend", **amend(3, *["white"] * 8))


def test_a_recorded_correction_stands_in_log_page_record_and_is_taken_back(scorer: ScorerClient):
    before = scorer.client.get(scorer.url + "entries/").json()["situation"]
    stands = scorer.tell("amend", **amend(2, "white", "white"))

    assert [side["up"] for side in stands["view"]["sides"]] == [6, 7]
    log = {line["number"]: line for line in stands["log"]}
    assert log[6]["text"].startswith("Entry 2 is corrected: 2 white down.")
    assert log[2]["struck"] and log[2]["now"].startswith("2 white down.")
    assert not log[4]["struck"] and not log[4]["now"]  # judged again, and ruled as before
    assert stands["correct"]["facts"]["pocketed"] == ["black"]  # the last stroke, inside the correction
    page = scorer.client.get(scorer.url + "history/").content.decode()
    assert "struck out by 6" in page and "Undo this correction" in page and 'data-correct="3"' in page
    record = read_match(scorer.client.get(f"/matches/{scorer.match_id}/record/").content.decode())
    assert verify(record).holds and [each.number for each in record.counting] == [0, 1, 2, 3, 4, 5, 6]

    stands = scorer.tell("take_back")
    assert [side["up"] for side in stands["view"]["sides"]] == [side["up"] for side in before["view"]["sides"]]
    log = {line["number"]: line for line in stands["log"]}
    assert not log[2]["struck"] and log[6]["struck"]


@pytest.mark.clause("ICF-L26")
def test_a_slam_that_a_correction_passed_over_is_reported_as_before():
    scorer = ScorerClient()
    scorer.stroke(touched=False)
    scorer.stroke("white")
    slam = scorer.stroke("queen", *["white"] * 8)["log"][0]
    stands = scorer.tell("amend", number=1)

    assert slam["follows"][-1] == "A white slam."
    assert {**stands["log"][1], "reasons": []} == {**slam, "reasons": []}  # not struck, nothing instead

    stands = scorer.tell("amend", **amend(2, "white", "black"))
    assert stands["log"][2]["struck"] and stands["log"][2]["now"].endswith("The score is now 11 to 0. A white slam.")


def test_warnings_that_a_correction_passed_over_still_count(scorer: ScorerClient):
    scorer.tell("penalise", what="warning", side="b", reason="shouting")
    stands = scorer.tell("amend", **amend(2, "white", "white"))

    assert stands["warnings"] == {"a": 0, "b": 1} and len(stands["warned"]) == 1


def test_everybody_reads_the_entries_and_only_the_scorer_corrects(scorer: ScorerClient):
    other = new_client()
    page = other.get(scorer.url + "history/")

    assert page.status_code == 200 and b"data-correct" not in page.content and b"One white down" in page.content
    assert other.get(scorer.url + "history/2/").status_code == 403
    reported = scorer.client.get(scorer.url + "history/2/").json()
    assert (reported["may"], reported["side"], reported["colours"]["a"]) == ("stroke", "a", "white")
    assert reported["facts"]["pocketed"] == ["white"]
    assert scorer.client.get(scorer.url + "history/99/").status_code == 404
    assert new_client().get(f"/umpire/{uuid4()}/history/").status_code == 404
    answer = scorer.post("entries/", {"id": "x" * 8, "after": 5, "request": {"kind": "amend", **amend(2)}}, other)
    assert answer.status_code == 403


def test_a_second_person_verifies_without_seeing_the_sheet_and_differences_are_shown(scorer: ScorerClient):
    for _ in range(2):
        scorer.tell(**{**BOARD, "queen": "a"})
    client, url = verifier(scorer), scorer.url + "verify/"
    form = client.get(url).content.decode()
    assert 'value="Meera"' in form and 'name="points-1-2"' in form and "Asha 8" not in form
    paper = {"name": "Meera", "winner-1-1": "a", "points-1-1": "8", "winner-1-2": "b", "points-1-2": "8"}

    assert client.post(url, {**paper, "points-1-1": "x"}).status_code == 422
    assert client.post(url, {**paper, "name": " "}).status_code == 422
    differs = client.post(url, paper).content.decode()
    assert "Your paper sheet: Tomasz 8. The sheet: Asha 8." in differs
    assert not [entry for entry in scorer.entries if isinstance(entry.asked, requests.Verify)]
    saved = client.post(url, {**paper, "hand_in": "1"})
    assert saved.status_code == 303 and "It differs on 1 board" in client.get(saved["Location"]).content.decode()
    assert "the paper sheet differs" in new_client().get(scorer.url + "history/").content.decode()

    stands = scorer.tell("facts", facts={"pocketed": ["white"]})  # reported before this page knew of the paper
    assert stands["view"]["version"] == 9
    scorer.tell("amend", number=7, board={**BOARD, "winner": "b", "queen": "b"})
    page = new_client().get(scorer.url + "history/").content.decode()
    assert "2 boards, as on the sheet." in page
    [written] = [entry for entry in scorer.entries if isinstance(entry.asked, requests.Verify)]
    assert (written.author, written.by, written.role, bool(written.time)) == ("witness", "Meera", "verifier", True)
    assert verify(read_match(client.get(f"/matches/{scorer.match_id}/record/").content.decode())).holds


def test_nobody_verifies_his_own_sheet_or_one_that_he_was_not_asked_for(scorer: ScorerClient):
    scorer.tell(**BOARD)

    assert scorer.client.get(scorer.url + "verify/").status_code == 403
    assert new_client().get(scorer.url + "verify/").status_code == 403
    assert new_client().post(scorer.url + "verify/", {"name": "x", "winner-1-1": "a"}).status_code == 403
    assert new_client().get(f"/umpire/{uuid4()}/verify/").status_code == 404


def test_figures_of_a_reported_match_are_drawn_and_stand_in_tables(scorer: ScorerClient):
    scorer.tell(**BOARD)
    page = new_client().get(f"/matches/{scorer.match_id}/statistics/").content.decode()

    assert 'role="img"' in page and page.count("<polyline") == 4
    assert "Own coins pocketed" in page and "Board by board" in page and "0 : 0" in page
    assert new_client().get(f"/matches/{uuid4()}/statistics/").status_code == 404
