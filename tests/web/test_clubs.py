"""Clubs: who may do what, invitations, the boards of wood."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from carrom_web.accounts.models import Account
from carrom_web.clubs import selectors, services
from carrom_web.clubs.models import Club, Equipment, Invitation, Member
from carrom_web.clubs.rights import MAY, Action, Role, roles_given_by
from carrom_web.core.links import LinkExpiredError, LinkRevokedError
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db

# rows: actions; columns: owner, organiser, technical director, chief referee, assistant, umpire, registrar, player
TABLE = """
hand_over      x . . . . . . .
edit           x x . . . . . .
invite         x x . . . . . .
keep_boards    x x x . . . . .
organise       x x . . . . . .
draw           x x x . . . . .
register       x x . . . . x .
see_persons    x x . . . . x .
take_payments  x x . . . . x .
officiate      x x . x x . . .
umpire         x x x x x x . .
begin          x x x x x x . x
"""


def found(name: str = "Carrom Club Pune") -> tuple[Club, UUID]:
    owner = make_guest("Asha")
    club = services.found_club(owner, name=name, place="Pune")
    return club, owner


def test_the_table_of_rights_is_this_one():
    rows = [line.split() for line in TABLE.strip().splitlines()]

    assert [name for name, *_ in rows] == [action.value for action in Action]
    for name, *marks in rows:
        assert {role for role in Role if name in MAY[role]} == {
            role for role, mark in zip(Role, marks, strict=True) if mark == "x"
        }, name


def test_nobody_gives_a_role_as_high_as_his_own():
    assert roles_given_by([Role.OWNER]) == set(Role) - {Role.OWNER}
    assert roles_given_by([Role.ORGANISER]) == set(Role) - {Role.OWNER, Role.ORGANISER}
    for role in set(Role) - {Role.OWNER, Role.ORGANISER}:
        assert roles_given_by([role]) == set()


def test_a_club_has_an_address_of_its_own_and_one_owner():
    club, owner = found()
    other, _ = found()
    named, _ = found("कैरम")

    assert (club.slug, other.slug, named.slug) == ("carrom-club-pune", "carrom-club-pune-2", "club")
    assert [(person.name, person.roles) for person in selectors.people(club)] == [("Asha", (Role.OWNER,))]
    assert selectors.clubs_of(owner) == [club] and selectors.clubs_of(None) == []


def test_an_invitation_gives_its_role_until_it_expires_or_is_taken_back():
    club, owner = found()
    guest = make_guest("Priya")
    invitation = services.invite(club, owner, role=Role.UMPIRE, days=7)
    token = selectors.token_for(invitation)

    assert selectors.invitation_in(token) == invitation
    assert [selectors.invitation_in(bad) for bad in (token + "x", "1", "", f"{invitation.pk}.forged")] == [None] * 4
    services.join(invitation, guest)
    services.join(invitation, guest)
    assert selectors.roles_in(club.pk, guest) == {Role.UMPIRE}
    services.withdraw_invitation(invitation, owner)
    late = services.invite(club, owner, role=Role.PLAYER, days=1)
    Invitation.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    late.refresh_from_db()
    invitation.refresh_from_db()
    assert selectors.open_invitations(club, timezone.now()) == []
    for link, error in ((invitation, LinkRevokedError), (late, LinkExpiredError)):
        with pytest.raises(error):
            services.join(link, make_guest("Dev"))
    assert selectors.may(club.pk, guest, Action.UMPIRE)  # a member stays one


def test_who_may_not_is_refused_and_nothing_changes():
    club, owner = found()
    umpire, stranger = make_guest("Priya"), make_guest("Dev")
    Member.objects.create(club=club, guest_id=umpire, role=Role.UMPIRE)
    organiser = make_guest("Ravi")
    Member.objects.create(club=club, guest_id=organiser, role=Role.ORGANISER)
    board = services.add_board(club, owner, name="1")

    for attempt in (
        lambda: services.invite(club, umpire, role=Role.PLAYER, days=1),
        lambda: services.invite(club, organiser, role=Role.ORGANISER, days=1),
        lambda: services.rename_club(club, stranger, name="Mine", place=""),
        lambda: services.add_board(club, umpire, name="2"),
        lambda: services.put_away(board, None),
        lambda: services.end_role(club, umpire, member_id=organiser, role=Role.ORGANISER),
        lambda: services.hand_over(club, organiser, member_id=organiser),
        lambda: services.hand_over(club, owner, member_id=stranger),
    ):
        with pytest.raises(services.NotAllowedInClubError) as caught:
            attempt()
        assert caught.value.code == "not-allowed-in-club"
    with pytest.raises(services.LastOwnerError):
        services.end_role(club, owner, member_id=owner, role=Role.OWNER)
    assert Member.objects.count() == 3 and Equipment.objects.get().retired_at is None


def test_a_club_is_handed_over_to_a_member_and_roles_can_be_given_up():
    club, owner = found()
    member = Account.objects.create_user("priya@example.org").guest_id
    Member.objects.create(club=club, guest_id=member, role=Role.PLAYER)

    services.hand_over(club, owner, member_id=member)

    assert selectors.roles_in(club.pk, member) == {Role.OWNER, Role.PLAYER}
    assert selectors.roles_in(club.pk, owner) == {Role.ORGANISER}
    services.end_role(club, owner, member_id=owner, role=Role.ORGANISER)
    assert selectors.roles_in(club.pk, owner) == set()


def test_boards_have_codes_that_no_two_share_and_names_that_can_be_distinguished():
    club, owner = found()
    boards = [services.add_board(club, owner, name=f"Board {number}") for number in range(1, 5)]

    assert len({board.code for board in boards}) == 4 and all(len(board.code) == 7 for board in boards)
    with pytest.raises(services.BoardNameTakenError):
        services.add_board(club, owner, name="Board 1")
    assert selectors.board_with_code(boards[2].code.upper()) == boards[2]
    assert [selectors.board_with_code(code) for code in ("", "2222222", "0ilo1ab", boards[0].code + "2")] == [None] * 4
    services.put_away(boards[0], owner)
    assert list(selectors.boards(club)) == boards[1:]
    assert selectors.board_with_code(boards[0].code) == boards[0]  # its label still leads to its club
    services.add_board(club, owner, name="Board 1")
    player = make_guest("Dev")
    Member.objects.create(club=club, guest_id=player, role=Role.PLAYER)
    assert len(selectors.boards_to_begin_on(player)) == 4 and selectors.boards_to_begin_on(None) == []
