"""The pages of clubs, and the labels of their boards: founding, inviting, putting up, scanning, beginning."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors
from carrom_web.clubs.models import Club, Equipment, Invitation, Member
from carrom_web.clubs.pages.clubs.page import NEW_CLUBS
from carrom_web.clubs.rights import Role, needs_account
from carrom_web.matches.models import Match
from carrom_web.umpire.models import Sheet
from carrom_web.umpire.pages.board.page import WRONG_CODES
from carrom_web.umpire.pages.new.page import NEW_SHEETS
from tests.support.web.markup import without_languages
from tests.support.web.umpire import NEW_SHEET_FORM, ScorerClient, new_client

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_limit():
    for limit in (NEW_SHEETS, NEW_CLUBS, WRONG_CODES):
        limit.forget_all()


@pytest.fixture
def owner() -> Client:
    client = new_client()
    answer = client.post("/clubs/", {"name": "Carrom Club Pune", "place": "Pune", "own_name": "Asha"})
    assert answer.status_code == 303 and answer["Location"] == "/clubs/carrom-club-pune/"
    return client


def at(client: Client, **sent: str):
    return client.post("/clubs/carrom-club-pune/", sent)


def put_up(owner: Client, name: str = "Board 3") -> Equipment:
    assert at(owner, do="board", **{"board-name": name, "board-ruleset": "icf"}).status_code == 303
    return Equipment.objects.get(name=name, retired_at=None)


def joined(owner: Client, role: str, name: str) -> Client:
    made = at(owner, do="invite", **{"invite-role": role, "invite-days": "7"})
    assert made.status_code == 303, made.content.decode()[:2000]
    address = f"/clubs/invitations/{selectors.token_for(Invitation.objects.latest('pk'))}/"
    assert address in owner.get(made["Location"]).content.decode()
    client = new_client()
    assert "Carrom Club Pune" in client.get(address).content.decode()
    if needs_account(Role(role)):
        sign_up(client, f"{name.lower()}@example.org")
    assert client.post(address, {"name": " "}).status_code == 422
    assert client.post(address, {"name": name})["Location"] == "/clubs/carrom-club-pune/"
    return client


def sign_up(client: Client, email: str) -> None:
    answer = client.post("/accounts/signup/", {"email": email, "password1": "one of many horses", "name": "x"})
    assert answer.status_code == 302, answer.content.decode()[:2000]


def link_for(owner: Client, role: str, places: str = "1") -> str:
    sent = {"invite-role": role, "invite-days": "7", "invite-places": places}
    assert at(owner, do="invite", **sent).status_code == 303
    return f"/clubs/invitations/{selectors.token_for(Invitation.objects.latest('pk'))}/"


def test_an_invitation_is_for_one_person_who_may_open_it_again(owner: Client):
    address = link_for(owner, "umpire")
    priya = new_client()
    assert priya.post(address, {"name": "Priya"}).status_code == 303

    for second in (new_client().get(address), new_client().post(address, {"name": "Eve"})):
        assert second.status_code == 410 and b"link-used" in second.content
    assert priya.get(address)["Location"] == "/clubs/carrom-club-pune/"
    assert address not in owner.get("/clubs/carrom-club-pune/").content.decode()
    assert Member.objects.filter(role="umpire").count() == 1


def test_a_link_for_players_can_be_for_several_and_no_other_link_can(owner: Client):
    address = link_for(owner, "player", places="2")
    assert "2 people can join with this link." in owner.get("/clubs/carrom-club-pune/").content.decode()

    statuses = [new_client().post(address, {"name": name}).status_code for name in ("Dev", "Eve", "Ravi")]

    assert statuses == [303, 303, 410]
    for role, places in (("registrar", "2"), ("player", "100"), ("player", "0"), ("player", "x")):
        sent = {"invite-role": role, "invite-days": "7", "invite-places": places}
        assert at(owner, do="invite", **sent).status_code == 422, (role, places)


@pytest.mark.parametrize("role", ["organiser", "registrar"])
def test_a_role_that_sees_personal_data_is_for_people_with_an_account(owner: Client, role: str):
    address = link_for(owner, role)
    client = new_client()
    page = client.get(address).content.decode()
    assert f"/accounts/signup/?next={address}" in page and 'name="name"' not in page
    assert client.post(address, {"name": "Ravi"})["Location"] == address
    assert not Member.objects.filter(role=role).exists()

    sign_up(client, "ravi@example.org")

    assert client.post(address, {"name": "Ravi"})["Location"] == "/clubs/carrom-club-pune/"
    assert Member.objects.get(role=role).guest.name == "Ravi"


def test_nobody_without_an_account_gets_such_a_role_in_another_way(owner: Client):
    joined(owner, "player", "Dev")
    dev = str(Guest.objects.get(name="Dev").pk)

    for sent in ({"do": "give", "person": dev, "role": "registrar"}, {"do": "hand_over", "person": dev}):
        answer = at(owner, **sent)
        assert answer.status_code == 403 and b"account-needed" in answer.content
    assert at(owner, do="give", person=dev, role="umpire").status_code == 303
    assert {member.role for member in Member.objects.filter(guest=dev)} == {"player", "umpire"}


def test_the_owner_gets_an_email_when_somebody_joins(owner: Client, mailoutbox: list[EmailMessage]):
    sign_up(owner, "asha@example.org")
    mailoutbox.clear()

    joined(owner, "umpire", "Priya")

    (email,) = mailoutbox
    assert email.to == ["asha@example.org"]
    assert email.subject == "Carrom Club Pune: Priya joined as Umpire"
    assert "with an invitation from x" in email.body  # the owner signed up under this name
    assert "/clubs/carrom-club-pune/" in email.body


def test_a_club_is_founded_and_its_page_shows_members_to_members_alone(owner: Client):
    put_up(owner)

    page = owner.get("/clubs/carrom-club-pune/").content.decode()
    seen = new_client().get("/clubs/carrom-club-pune/").content.decode()

    assert "Asha" in page and "Add a board" in page and "Invite people" in page
    assert "Board 3" in seen and "ICF Laws of Carrom" in seen
    assert "Asha" not in seen and "<form" not in without_languages(seen)
    assert "Carrom Club Pune" in owner.get("/clubs/").content.decode()
    assert new_client().get("/clubs/none/").status_code == 404
    assert new_client().post("/clubs/", {"name": "\x00", "own_name": ""}).status_code == 422
    assert Club.objects.count() == 1


def test_an_umpire_joins_by_link_and_sees_what_he_may(owner: Client):
    umpire = joined(owner, "umpire", "Priya")

    page = umpire.get("/clubs/carrom-club-pune/").content.decode()
    assert "Priya" in page and "Add a board" not in page and "Invite people" not in page
    for sent in (
        {"do": "board", "board-name": "9"},
        {"do": "rename", "about-name": "Mine"},
        {"do": "end", "person": str(Guest.objects.get(name="Asha").pk), "role": "organiser"},
        {"do": "hand_over", "person": str(Guest.objects.get(name="Priya").pk)},
    ):
        answer = at(umpire, **sent)
        assert answer.status_code == 403 and b"not-allowed-in-club" in answer.content
    assert at(umpire, do="invite", **{"invite-role": "player", "invite-days": "7"}).status_code == 422  # none to give
    assert at(new_client(), do="board", **{"board-name": "9"}).status_code == 403
    assert umpire.get("/clubs/carrom-club-pune/labels.pdf").status_code == 403
    assert at(umpire, do="end", person=str(Guest.objects.get(name="Priya").pk), role="umpire").status_code == 303
    assert not Member.objects.filter(guest__name="Priya").exists()


def test_the_owner_renames_ends_hands_over_and_what_cannot_be_meant_is_shown_again(owner: Client):
    joined(owner, "organiser", "Ravi")
    ravi, asha = (str(Guest.objects.get(name=name).pk) for name in ("Ravi", "Asha"))

    assert at(owner, do="rename", **{"about-name": "Pune Carrom", "about-place": ""}).status_code == 303
    assert Club.objects.get().name == "Pune Carrom"
    for sent in (
        {"do": "nothing"},
        {"do": "end", "person": "x", "role": "umpire"},
        {"do": "end", "person": ravi, "role": "king"},
        {"do": "put_away", "board": "x"},
        {"do": "take_back", "invitation": "99999999999999999999"},
        {"do": "rename", "about-name": " "},
        {"do": "invite", "invite-role": "owner", "invite-days": "7"},
        {"do": "invite", "invite-role": "umpire", "invite-days": "3650"},
    ):
        assert at(owner, **sent).status_code == 422, sent
    assert at(owner, do="end", person=asha, role="owner").status_code == 403
    assert at(owner, do="hand_over", person=ravi).status_code == 303
    assert Member.objects.get(role="owner").guest.name == "Ravi"


def test_an_invitation_that_ended_has_a_clear_page(owner: Client):
    at(owner, do="invite", **{"invite-role": "player", "invite-days": "1"})
    invitation = Invitation.objects.get()
    address = f"/clubs/invitations/{selectors.token_for(invitation)}/"

    assert at(owner, do="take_back", invitation=str(invitation.pk)).status_code == 303
    answer = new_client().post(address, {"name": "Dev"})
    assert answer.status_code == 410 and b"link-revoked" in answer.content
    Invitation.objects.update(revoked_at=None, expires_at=timezone.now() - timedelta(seconds=1))
    assert b"link-expired" in new_client().get(address).content
    assert new_client().get("/clubs/invitations/7.forged/").status_code == 404
    assert not Member.objects.filter(role="player").exists()


def test_the_labels_of_all_boards_are_one_pdf(owner: Client):
    assert owner.get("/clubs/carrom-club-pune/labels.pdf").status_code == 404  # no board yet
    put_up(owner)
    assert at(owner, do="board", **{"board-name": "Board 3"}).status_code == 422

    answer = owner.get("/clubs/carrom-club-pune/labels.pdf?skip=2")

    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF-")
    assert "phones cannot reach" in owner.get("/clubs/carrom-club-pune/").content.decode()


def test_a_label_leads_to_the_match_on_its_board_for_its_umpire_to_keep_and_for_others_to_watch(owner: Client):
    board = put_up(owner)
    address = f"/b/{board.code}/"
    umpire, player = joined(owner, "umpire", "Priya"), joined(owner, "player", "Tomasz")
    assert f"/umpire/?board={board.code}" in player.get(address).content.decode()
    stranger = new_client().get(address)
    assert stranger.status_code == 200 and b"Start a match here" not in stranger.content
    assert stranger["Cache-Control"] == "no-store"
    form = player.get(f"/umpire/?board={board.code}").content.decode()
    assert (
        f'value="{board.code}" selected' in form and "On the club" not in new_client().get("/umpire/").content.decode()
    )

    scorer = begin_on(board, player)

    sheet = f"/umpire/{scorer.match_id}/"
    assert [client.get(address)["Location"] for client in (player, umpire, owner)] == [sheet] * 3
    assert new_client().get(address)["Location"] == f"/matches/{scorer.match_id}/"
    assert new_client().get(address.upper().replace("/B/", "/b/"))["Location"] == f"/matches/{scorer.match_id}/"
    assert dict(scorer.entries[0].asked.tags)["place"] == "Board 3"
    assert f"/matches/{scorer.match_id}/" in new_client().get("/clubs/carrom-club-pune/").content.decode()


def begin_on(board: Equipment, client: Client, **changed: str) -> ScorerClient:
    """A sheet started on a board by somebody who may."""
    scorer = ScorerClient.__new__(ScorerClient)
    scorer.client, scorer.version = client, 0
    answer = client.post("/umpire/", {**NEW_SHEET_FORM, "place": "", "board": board.code, "scorer_is": "a", **changed})
    assert answer.status_code == 303, answer.content.decode()[:3000]
    scorer.url = answer["Location"]
    scorer.match_id = Sheet.objects.latest("match__made_at").pk
    return scorer


def test_a_board_has_one_match_until_it_is_over_or_taken_off(owner: Client):
    board = put_up(owner)
    first = begin_on(board, owner)

    taken = owner.post("/umpire/", {**NEW_SHEET_FORM, "board": board.code})
    assert taken.status_code == 422 and b"A match is being played on this board" in taken.content
    assert new_client().post("/umpire/", {**NEW_SHEET_FORM, "board": board.code}).status_code == 422  # no member
    assert owner.post(first.url + "links/", {"do": "leave"}).status_code == 303
    assert owner.get(f"/b/{board.code}/").status_code == 200
    second = begin_on(board, owner)
    second.tell("concede", what="match", side="b")

    page = owner.get(f"/b/{board.code}/").content.decode()
    assert "The last match here" in page and str(second.match_id) in page
    third = begin_on(board, owner)
    assert owner.get(f"/b/{board.code}/")["Location"] == third.url
    assert Sheet.objects.filter(is_on_board=True).count() == 1 and Match.objects.count() == 3
    assert at(owner, do="put_away", board=str(board.pk)).status_code == 303
    Match.objects.update(phase="over")
    assert b"was removed" in owner.get(f"/b/{board.code}/").content


def test_codes_cannot_be_tried_out():
    client = new_client()
    for _ in range(30):
        assert client.get("/b/abcdefg/").status_code == 404

    answer = client.get("/b/abcdefg/")

    assert answer.status_code == 429 and b"too-many-codes" in answer.content


def test_the_owner_gives_a_second_role_by_a_button_sees_who_did_what_and_undoes_it(owner):
    umpire = joined(owner, "umpire", "Ravi")
    member = Member.objects.get(role="umpire")
    ravi, club = str(member.guest_id), member.club

    def roles() -> set[str]:
        return {role.value for role in selectors.roles_in(club.pk, member.guest_id)}

    assert at(umpire, do="give", person=ravi, role="chief_referee").status_code == 403  # nobody raises their own role
    assert at(owner, do="give", person=str(Guest.objects.create().pk), role="umpire").status_code == 403  # no member
    assert at(owner, do="give", person=ravi, role="owner").status_code == 403
    for _ in range(2):  # the second time changes nothing
        assert at(owner, do="give", person=ravi, role="chief_referee").status_code == 303
    assert roles() == {"umpire", "chief_referee"}
    assert at(owner, do="end", person=ravi, role="umpire").status_code == 303
    assert at(umpire, do="end", person=ravi, role="chief_referee").status_code == 303
    assert roles() == set()
    link_for(owner, "umpire")

    page = owner.get("/clubs/carrom-club-pune/")
    assert [(one["text"], one["may_undo"]) for one in page.context["log"]] == [
        ("Asha created a link: Umpire", True),
        ("Ravi gave up a role: Chief referee", False),
        ("Asha ended Ravi's role: Umpire", True),
        ("Asha gave Ravi a role: Chief referee", False),
        ("Ravi joined with a link of Asha: Umpire", False),
        ("Asha created a link: Umpire", False),
        ("Asha: who sees addresses and payments needs no protected account on this network", False),
    ]
    invited, _, taken, *_ = page.context["log"]

    for change in (taken, invited):
        assert at(umpire, do="undo", change=str(change["id"])).status_code == 403
        assert at(owner, do="undo", change=str(change["id"])).status_code == 303
        assert at(owner, do="undo", change=str(change["id"])).status_code == 403  # once
    assert roles() == {"umpire"} and not selectors.open_invitations(club, timezone.now())
    back = owner.get("/clubs/carrom-club-pune/").context["log"][1]
    assert back["text"] == "Asha gave Ravi a role: Umpire" and back["may_undo"]
    assert at(owner, do="undo", change=str(back["id"])).status_code == 303
    assert roles() == set()
    assert "Changes to roles" not in umpire.get("/clubs/carrom-club-pune/").content.decode()
