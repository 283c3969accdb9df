"""What changes clubs: founding one, inviting and joining, roles, boards."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from carrom.errors import NotAllowedError
from carrom_web.accounts.actions import tidy_name
from carrom_web.clubs import queries
from carrom_web.clubs.models import CODE_LENGTH, NAME_LENGTH, SLUG_LENGTH, Club, Equipment, Invitation, Member
from carrom_web.clubs.rights import Action, Role, roles_given_by
from carrom_web.common.links import check_open

MOST_BOARDS = 200
MOST_CLUBS = 20  # that one person founds
DAYS_OF_INVITATION = (1, 7, 30)
NOT_A_SLUG = frozenset({"new", "invitations"})


class NotAllowedInClubError(NotAllowedError):
    """His roles do not let him."""

    code = "not-allowed-in-club"


class ClubFullError(NotAllowedError):
    """More than anybody needs."""

    code = "club-limit"


class BoardNameTakenError(NotAllowedError):
    """Two boards of one club cannot be told apart."""

    code = "board-name-taken"


class LastOwnerError(NotAllowedError):
    """A club without an owner could not be changed any more."""

    code = "last-owner"


def check(club_id: int, guest_id: UUID | None, action: Action) -> None:
    """Pass if somebody may do this in a club. Raises NotAllowedInClubError."""
    if not queries.may(club_id, guest_id, action):
        raise NotAllowedInClubError("Your roles in this club do not include this. Ask its owner or an organiser.")


def found_club(founder_id: UUID, *, name: str, place: str = "") -> Club:
    """Store a new club with its owner.

    Raises:
        ClubFullError: he has founded many.
    """
    if Member.objects.filter(guest_id=founder_id, role=Role.OWNER).count() >= MOST_CLUBS:
        raise ClubFullError(f"One person owns at most {MOST_CLUBS} clubs.")
    with transaction.atomic():
        club = Club.objects.create(
            name=tidy_name(name, NAME_LENGTH), place=tidy_name(place, NAME_LENGTH), slug=_slug(name)
        )
        Member.objects.create(club=club, guest_id=founder_id, role=Role.OWNER)
    return club


def rename_club(club: Club, guest_id: UUID | None, *, name: str, place: str) -> None:
    """Change name and place; the address stays. Raises NotAllowedInClubError."""
    check(club.pk, guest_id, Action.EDIT)
    Club.objects.filter(pk=club.pk).update(name=tidy_name(name, NAME_LENGTH), place=tidy_name(place, NAME_LENGTH))


def invite(club: Club, guest_id: UUID | None, *, role: Role, days: int) -> Invitation:
    """Store an invitation to join in a role. Raises NotAllowedInClubError."""
    check(club.pk, guest_id, Action.INVITE)
    _check_gives(club, guest_id, role)
    until = timezone.now() + timedelta(days=days)
    return Invitation.objects.create(club=club, role=role, made_by_id=guest_id, expires_at=until)


def take_back(invitation: Invitation, guest_id: UUID | None) -> None:
    """Let nobody join by this invitation any more. Raises NotAllowedInClubError."""
    check(invitation.club_id, guest_id, Action.INVITE)
    _check_gives(invitation.club, guest_id, Role(invitation.role))
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


def join(invitation: Invitation, guest_id: UUID) -> None:
    """Make somebody a member in the invitation's role; a second time changes nothing.

    Raises:
        LinkExpiredError, LinkRevokedError: it is too late.
    """
    check_open(invitation, timezone.now())
    Member.objects.get_or_create(club_id=invitation.club_id, guest_id=guest_id, role=invitation.role)


def end_role(club: Club, guest_id: UUID | None, *, member_id: UUID, role: Role) -> None:
    """Take a role from a member; anybody may give up his own.

    Raises:
        NotAllowedInClubError: he may not.
        LastOwnerError: the owner hands the club over instead.
    """
    if role is Role.OWNER:
        raise LastOwnerError("A club has an owner: hand it over to somebody else first.")
    if member_id != guest_id:
        check(club.pk, guest_id, Action.INVITE)
        _check_gives(club, guest_id, role)
    Member.objects.filter(club=club, guest_id=member_id, role=role).delete()


def hand_over(club: Club, guest_id: UUID | None, *, member_id: UUID) -> None:
    """Make another member the owner; who was it stays as an organiser.

    Raises:
        NotAllowedInClubError: only the owner does, and only to a member.
    """
    check(club.pk, guest_id, Action.HAND_OVER)
    assert guest_id is not None  # noqa: S101  # a stranger owns nothing
    if not queries.roles_in(club.pk, member_id):
        raise NotAllowedInClubError("Only a member can own a club: invite him first.")
    with transaction.atomic():
        Member.objects.filter(club=club, role=Role.OWNER).delete()
        Member.objects.create(club=club, guest_id=member_id, role=Role.OWNER)
        Member.objects.get_or_create(club=club, guest_id=guest_id, role=Role.ORGANISER)


def check_leaves_no_club(guest_id: UUID) -> None:
    """Pass if nobody else belongs to a club that this person owns. Raises LastOwnerError."""
    owned = Club.objects.filter(members__guest_id=guest_id, members__role=Role.OWNER)
    if Member.objects.filter(club__in=owned).exclude(guest_id=guest_id).exists():
        raise LastOwnerError("You own a club that others belong to: hand it over to one of them first.")


def forget_person(guest_id: UUID) -> None:
    """Delete the clubs to which a person who is deleted belongs alone."""
    Club.objects.filter(members__guest_id=guest_id, members__role=Role.OWNER).delete()


def add_board(club: Club, guest_id: UUID | None, *, name: str, ruleset: str = "") -> Equipment:
    """Put up a board under a new code.

    Raises:
        NotAllowedInClubError: he may not.
        BoardNameTakenError: another one of the club is called so.
        ClubFullError: so many boards stand nowhere.
    """
    check(club.pk, guest_id, Action.KEEP_BOARDS)
    if queries.boards(club).count() >= MOST_BOARDS:
        raise ClubFullError(f"A club has at most {MOST_BOARDS} boards here.")
    try:
        with transaction.atomic():
            return Equipment.objects.create(
                club=club, name=tidy_name(name, NAME_LENGTH), ruleset=ruleset, code=_new_code()
            )
    except IntegrityError:
        raise BoardNameTakenError("Another board of this club has that name. Choose another one.") from None


def add_boards(club: Club, guest_id: UUID | None, *, names: Iterable[str], ruleset: str = "") -> list[Equipment]:
    """Put up several boards, or none. Raises what `add_board` raises."""
    with transaction.atomic():
        return [add_board(club, guest_id, name=name, ruleset=ruleset) for name in names]


def put_away(board: Equipment, guest_id: UUID | None) -> None:
    """Take a board out of use; its label says so from then on. Raises NotAllowedInClubError."""
    check(board.club_id, guest_id, Action.KEEP_BOARDS)
    Equipment.objects.filter(pk=board.pk, retired_at=None).update(retired_at=timezone.now())


def _check_gives(club: Club, guest_id: UUID | None, role: Role) -> None:
    if role not in roles_given_by(queries.roles_in(club.pk, guest_id)):
        raise NotAllowedInClubError("Only somebody above this role can give or take it.")


def _new_code() -> str:
    """A code that no label has: 27 thousand million are possible, so a guess finds none."""
    while True:
        code = "".join(secrets.choice(queries.SIGNS) for _ in range(CODE_LENGTH))
        if not Equipment.objects.filter(code=code).exists():
            return code


def _slug(name: str) -> str:
    """An address that no club has, made of its name."""
    plain = slugify(name)[: SLUG_LENGTH - 4].strip("-") or "club"
    tries = (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
    taken = set(Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | NOT_A_SLUG
    return next((slug for slug in tries if slug not in taken), f"{plain[:20]}-{secrets.token_hex(6)}")
