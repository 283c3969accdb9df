"""Who may do what at a sheet: the table, one device that keeps and others that follow, links that end."""

import json
import time
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from carrom.notation.record import read_match
from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import guest_id_in
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role as ClubRole
from carrom_web.umpire import scorer_lock, services
from carrom_web.umpire.models import Appointment, Link, Sheet
from carrom_web.umpire.pages.link.page import ACCEPTED
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from carrom_web.umpire.rights import BY_LINK, OFFICIALS, WRITES_AS, Action, Role, actions_of, writes_as
from tests.support.web.matches import make_guest, new_id
from tests.support.web.umpire import ScorerClient, new_client

pytestmark = pytest.mark.django_db

# rows: actions; columns: owner, referee, umpire, player, verifier, follower; "o" only while the match has no official
TABLE = """
follow     x x x x x x
write      . x x o . .
take_over  . x x o . .
verify     . x x x x .
share      x x x o . .
revoke     x x . . . .
move       x x x . . .
"""


@pytest.fixture(autouse=True)
def no_limit():
    NEW_SHEETS.forget_all()
    ACCEPTED.forget_all()


def person_of(client: Client) -> UUID:
    found = guest_id_in({name: morsel.value for name, morsel in client.cookies.items()})
    assert found is not None
    return found


class Other:
    """Another device at a sheet, after it has accepted a link."""

    def __init__(self, scorer: ScorerClient, role: str, *, name: str = "Priya", by: UUID | None = None) -> None:
        self.scorer, self.client = scorer, new_client()
        maker = by or person_of(scorer.client)
        self.link = services.make_link(scorer.match_id, maker, role=Role(role), hours=2)
        answer = self.client.post(f"/umpire/links/{scorer_lock.token_for(self.link)}/", {"name": name})
        assert answer.status_code == 303, answer.content.decode()[:2000]
        self.landed = answer["Location"]
        self.guest_id = person_of(self.client)

    def lock(self) -> dict:
        return json.loads(self.client.get(self.scorer.url + "entries/").content)["scorer"]

    def take_over(self, count: int | None = None) -> tuple[int, dict]:
        message = {"count": self.lock()["count"] if count is None else count}
        answer = self.scorer.post("take-over/", message, self.client)
        return answer.status_code, json.loads(answer.content)

    def report(self, after: int, kind: str = "facts", **members: object) -> tuple[int, dict]:
        request = {"kind": kind, **({"facts": {}} if kind == "facts" else {}), **members}
        answer = self.scorer.post("entries/", {"id": new_id(), "after": after, "request": request}, self.client)
        return answer.status_code, json.loads(answer.content)


def test_the_table_of_rights_is_this_one():
    rows = [line.split() for line in TABLE.strip().splitlines()]

    assert [name for name, *_ in rows] == [action.value for action in Action]
    for name, *marks in rows:
        action = Action(name)
        for role, mark in zip(Role, marks, strict=True):
            assert (action in actions_of([role], has_official=True)) is (mark == "x"), (role, name)
            assert (action in actions_of([role], has_official=False)) is (mark in "xo"), (role, name)
    assert actions_of([], has_official=False) == {Action.FOLLOW}


def test_who_is_several_things_may_what_each_may_and_writes_as_the_highest():
    assert actions_of([Role.OWNER, Role.PLAYER], has_official=True) >= {Action.REVOKE, Action.VERIFY}
    assert Action.WRITE not in actions_of([Role.OWNER, Role.PLAYER], has_official=True)
    assert writes_as([Role.PLAYER, Role.UMPIRE]) is Role.UMPIRE and writes_as([Role.OWNER, Role.VERIFIER]) is None
    assert set(OFFICIALS) | {Role.PLAYER} == set(WRITES_AS)
    assert Role.OWNER not in BY_LINK and Role.REFEREE not in BY_LINK


def test_every_entry_is_signed_with_name_and_role_in_log_record_and_events():
    scorer = ScorerClient(scorer_name="Priya Nair")
    situation = scorer.stroke("white")

    first, second = scorer.entries
    assert (first.by, first.role) == (second.by, second.role) == ("Priya Nair", "umpire")
    assert situation["log"][0]["by"] == "Priya Nair, umpire"
    record = scorer.client.get(f"/matches/{scorer.match_id}/record/").content.decode()
    assert [entry.by for entry in read_match(record).entries] == ["Priya Nair"] * 2
    assert b"Priya Nair, umpire" in new_client().get(f"/matches/{scorer.match_id}/").content


def test_a_follower_with_the_right_takes_the_sheet_over_and_the_former_scorer_follows():
    scorer = ScorerClient(scorer_name="Asha")
    scorer.stroke("white")
    other = Other(scorer, "umpire")
    seen = other.lock()
    assert (seen["name"], seen["role"], seen["mine"], seen["may_take"]) == ("Asha", "umpire", False, True)
    assert other.landed == scorer.url and other.client.get(scorer.url).status_code == 200
    assert other.report(1)[1]["code"] == "not-scorer"

    status, said = other.take_over()

    assert (status, said["scorer"]["mine"], said["scorer"]["name"]) == (200, True, "Priya")
    assert said["situation"]["view"]["version"] == 1
    assert other.report(1)[0] == 200
    assert scorer.refused("facts", facts={}) == (403, "not-scorer")
    mine = json.loads(scorer.client.get(scorer.url + "entries/").content)["scorer"]
    assert (mine["mine"], mine["may_take"], mine["name"]) == (False, True, "Priya")
    assert [(entry.by, entry.role) for entry in scorer.entries[1:]] == [("Asha", "umpire"), ("Priya", "umpire")]
    assert other.take_over()[0] == 200 and Sheet.objects.get().lock_count == 1  # again: nothing changes


def test_an_entry_that_was_stored_before_the_sheet_was_taken_over_is_answered_again_and_no_other_is():
    scorer = ScorerClient()
    message = {"id": new_id(), "after": 0, "request": {"kind": "facts", "facts": {"pocketed": ["white"]}}}
    assert scorer.post("entries/", message).status_code == 200
    other = Other(scorer, "umpire")
    other.take_over()

    again = scorer.post("entries/", message)
    assert (again.status_code, json.loads(again.content)["number"]) == (200, 1)
    assert scorer.post("entries/", message | {"id": new_id(), "after": 1}).status_code == 403
    assert len(scorer.entries) == 2


def test_nobody_writes_after_the_scorer_lock_was_taken_in_the_same_moment(monkeypatch: pytest.MonkeyPatch):
    scorer = ScorerClient()
    other = Other(scorer, "umpire")
    checked = services.check_scorer

    def taken_after_the_check(match_id: UUID, guest_id: UUID | None, **more: str | None):
        who = checked(match_id, guest_id, **more)
        services.take_over(match_id, other.guest_id, count=0)
        return who

    monkeypatch.setattr(services, "check_scorer", taken_after_the_check)

    assert scorer.refused("facts", facts={}) == (403, "not-scorer")
    assert len(scorer.entries) == 1


def test_of_two_who_take_over_at_once_one_learns_that_the_other_was_faster():
    scorer = ScorerClient()
    first, second = Other(scorer, "umpire"), Other(scorer, "umpire", name="Ravi")
    assert first.take_over(0)[0] == 200

    status, said = second.take_over(0)

    assert (status, said["code"]) == (409, "lock-moved") and "faster" not in said["text"]
    assert second.take_over(1)[0] == 200
    assert scorer.post("take-over/", {"count": "many"}, second.client).status_code == 400


@pytest.mark.parametrize("role", ["verifier", "follower"])
def test_a_link_to_verify_or_follow_gives_no_scorer_lock(role: str):
    scorer = ScorerClient()
    other = Other(scorer, role)

    assert other.take_over(0)[1]["code"] == "no-right" and other.report(0)[1]["code"] == "not-scorer"
    assert other.client.get(scorer.url)["Location"] == f"/matches/{scorer.match_id}/"
    assert (scorer_lock.sheet_access(scorer.match_id, other.guest_id).refusal(Action.VERIFY) is None) is (
        role == "verifier"
    )


def test_players_keep_a_match_without_officials_until_one_comes():
    scorer = ScorerClient(scorer_is="a", scorer_name="Asha")
    scorer.stroke("white")
    other = Other(scorer, "player", name="Tomasz")
    assert other.take_over()[0] == 200 and other.report(1)[0] == 200
    assert scorer.entries[-1].role == "player"

    umpire = Other(scorer, "umpire", by=other.guest_id)

    assert other.report(2)[1]["code"] == "no-right" and other.lock()["mine"] is False
    assert umpire.take_over()[0] == 200 and umpire.report(2)[0] == 200
    assert other.take_over(2)[1]["code"] == "no-right"
    owner = person_of(scorer.client)
    services.revoke_link(Link.objects.get(role="umpire"), owner)
    assert umpire.report(3)[1]["code"] == "link-revoked"
    assert other.take_over()[0] == 200  # it has none again


def test_a_link_that_expires_or_is_taken_back_ends_what_it_gave():
    scorer = ScorerClient(scorer_name="Asha")
    other = Other(scorer, "umpire")
    other.take_over()
    Link.objects.filter(pk=other.link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))

    assert other.report(0)[1]["code"] == "link-expired"
    assert other.lock()["ended"] == "expired" and other.client.get(scorer.url).status_code == 200
    address = f"/umpire/links/{scorer_lock.token_for(other.link)}/"
    answer = new_client().get(address)
    assert answer.status_code == 410 and b"link-expired" in answer.content and b"Ask" in answer.content
    services.revoke_link(other.link, person_of(scorer.client))
    assert b"link-revoked" in new_client().post(address, {"name": "Dev"}).content
    assert new_client().get("/umpire/links/1.forged/").status_code == 404
    assert Appointment.objects.filter(link=other.link).count() == 1
    Other(scorer, "umpire")  # a new link for somebody else changes nothing for them
    assert other.report(0)[0] == 403
    again = services.make_link(scorer.match_id, person_of(scorer.client), role=Role.UMPIRE, hours=2)
    services.accept_link(again, other.guest_id)
    assert other.report(0)[0] == 200


def test_the_list_of_links_makes_them_shows_how_they_stand_and_takes_them_back():
    scorer = ScorerClient(scorer_name="Asha")
    address = scorer.url + "links/"
    made = scorer.client.post(address, {"do": "make", "role": "umpire", "hours": "12", "meant_for": "Priya"})
    assert made.status_code == 303 and made["Location"].startswith(address)
    page = scorer.client.get(made["Location"]).content.decode()
    link = Link.objects.get()
    assert f"http://127.0.0.1:8000/umpire/links/{scorer_lock.token_for(link)}/" in page and 'class="qr"' in page
    assert timedelta(hours=11) < link.expires_at - timezone.now() <= timedelta(hours=12)

    assert scorer.client.post(address, {"do": "make", "role": "owner", "hours": "12"}).status_code == 422
    assert scorer.client.post(address, {"do": "make", "role": "umpire", "hours": "9999"}).status_code == 422
    assert scorer.client.post(address, {"do": "nothing"}).status_code == 422
    assert scorer.client.post(address, {"do": "revoke", "link": str(link.pk)}).status_code == 303
    assert "cancelled" in scorer.client.get(address).content.decode()
    stranger = new_client()
    assert stranger.get(address).status_code == 403
    assert stranger.post(address, {"do": "make", "role": "umpire", "hours": "12"}).status_code == 403
    assert Link.objects.count() == 1


def test_nobody_makes_people_by_the_hundred_with_one_link():
    scorer = ScorerClient()
    address = f"/umpire/links/{scorer_lock.token_for(Other(scorer, 'follower').link)}/"
    for _ in range(60):
        ACCEPTED.allows("127.0.0.1", time.monotonic())

    answer = new_client().post(address, {"name": "Dev"})

    assert answer.status_code == 429 and b"too-many-links" in answer.content
    assert not Guest.objects.filter(name="Dev").exists()


def test_an_umpire_by_link_takes_back_his_own_links_and_nobody_elses():
    scorer = ScorerClient()
    other = Other(scorer, "umpire")
    own = services.make_link(scorer.match_id, other.guest_id, role=Role.VERIFIER, hours=2)

    services.revoke_link(own, other.guest_id)
    with pytest.raises(scorer_lock.NoRightError):
        services.revoke_link(other.link, other.guest_id)
    with pytest.raises(scorer_lock.NoRightError):
        services.make_link(scorer.match_id, other.guest_id, role=Role.REFEREE, hours=2)
    with pytest.raises(scorer_lock.NoRightError):
        services.dismiss(scorer.match_id, other.guest_id, Appointment.objects.get(link=None).pk)
    services.dismiss(scorer.match_id, person_of(scorer.client), Appointment.objects.get(link=None).pk)
    assert scorer.refused("facts", facts={}) == (403, "no-right")


def test_on_a_clubs_board_its_referees_and_umpires_may_take_over_and_become_officials():
    owner = make_guest("Ravi")
    club = clubs.found_club(owner, name="Pune")
    board = clubs.add_board(club, owner, name="3")
    scorer = ScorerClient(scorer_is="a", scorer_name="Asha")
    Sheet.objects.update(board=board, is_on_board=True)
    referee = new_client()
    referee.post("/umpire/", {})  # no sheet, no cookie
    guest = Guest.objects.create(name="Dev")
    Member.objects.create(club=club, guest=guest, role=ClubRole.CHIEF_REFEREE)
    Member.objects.create(club=club, guest_id=make_guest("Uma"), role=ClubRole.PLAYER)

    assert scorer.stroke("white")  # nobody of the club has come yet: the players keep it
    assert scorer_lock.sheet_access(scorer.match_id, guest.pk).roles == {Role.REFEREE, Role.UMPIRE}
    services.take_over(scorer.match_id, guest.pk, count=0)

    assert scorer.refused("facts", facts={})[0] == 403
    assert scorer_lock.sheet_access(scorer.match_id, person_of(scorer.client)).refusal(Action.TAKE_OVER) is not None
    assert Appointment.objects.filter(guest=guest, role="referee").exists()
    assert scorer_lock.sheet_access(scorer.match_id, Guest.objects.get(name="Uma").pk).roles == set()
