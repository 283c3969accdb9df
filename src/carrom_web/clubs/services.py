"""Changes to clubs: founding one, inviting and joining, roles, boards."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom_web.accounts.protection import lack_of
from carrom_web.accounts.selectors import has_account
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.clubs import emails, selectors
from carrom_web.clubs.models import (
    CODE_LENGTH,
    NAME_LENGTH,
    SLUG_LENGTH,
    AuditKind,
    Club,
    Equipment,
    Invitation,
    Member,
)
from carrom_web.clubs.rights import SENSITIVE, Action, Role, needs_account, roles_given_by
from carrom_web.core.links import check_open, still_open
from carrom_web.core.permissions import ProtectionNeededError

MOST_BOARDS = 200
MOST_CLUBS = 20  # that one person founds
DAYS_OF_INVITATION = (1, 7, 30)
MOST_PLACES = 99  # of one invitation for players
NOT_A_SLUG = frozenset({"new", "invitations"})


class NotAllowedInClubError(NotAllowedError):
    """Their roles do not allow it."""

    code = "not-allowed-in-club"


class AccountNeededError(NotAllowedError):
    """A role that sees personal data is for people with an account."""

    code = "account-needed"


class ClubFullError(NotAllowedError):
    """More than anybody needs."""

    code = "club-limit"


class BoardNameTakenError(NotAllowedError):
    """Two boards of one club cannot be distinguished."""

    code = "board-name-taken"


class LastOwnerError(NotAllowedError):
    """A club without an owner could not be changed any more."""

    code = "last-owner"


class NothingToUndoError(NotAllowedError):
    """Somebody was quicker."""

    code = "nothing-to-undo"


def check(club_id: int, guest_id: UUID | None, action: Action) -> None:
    """Pass if somebody may do this in a club. Raises NotAllowedInClubError, ProtectionNeededError."""
    if not selectors.may(club_id, guest_id, action):
        selectors.check_protection(club_id, guest_id, action)
        raise NotAllowedInClubError("missing-role")


def found_club(founder_id: UUID, *, name: str, place: str = "") -> Club:
    """Store a new club with its owner.

    Raises:
        ClubFullError: they own as many clubs as one person can.
    """
    owned = Member.objects.filter(guest_id=founder_id, role=Role.OWNER, club__for_evenings=False)
    if owned.count() >= MOST_CLUBS:
        raise ClubFullError("clubs", most=MOST_CLUBS)
    with transaction.atomic():
        club = Club.objects.create(
            name=tidy_name(name, NAME_LENGTH), place=tidy_name(place, NAME_LENGTH), slug=_slug(name)
        )
        Member.objects.create(club=club, guest_id=founder_id, role=Role.OWNER)
        if not selectors.asks_protection(club):
            _note(club, AuditKind.WAIVED, Role.OWNER, by=founder_id)
    return club


def ask_protection(club: Club, guest_id: UUID | None, *, asks: bool) -> None:
    """Say whether who sees persons or money in a club needs a protected account, where no letters arrive.

    Raises:
        NotAllowedInClubError: only the owner does, and nobody where letters arrive: every club asks there.
        ProtectionNeededError: the owner's own account is not protected yet; a club is not locked by mistake.
    """
    check(club.pk, guest_id, Action.HAND_OVER)
    if settings.LETTERS_ARRIVE:
        raise NotAllowedInClubError("always-protected")
    lack = lack_of(guest_id)
    if lack is not None and asks:
        raise ProtectionNeededError(lack)
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, asks_protection=not asks).update(asks_protection=asks):
            _note(club, AuditKind.ASKED if asks else AuditKind.WAIVED, Role.OWNER, by=guest_id)


def evenings_club_for(guest_id: UUID) -> Club:
    """Return what holds somebody's evenings that no club keeps, made now if this is the first."""
    found = selectors.evenings_club_of(guest_id)
    if found is not None:
        return found
    with transaction.atomic():
        slug = f"evenings-{secrets.token_hex(8)}"
        club = Club.objects.create(name=_("Evenings")[:NAME_LENGTH], slug=slug, for_evenings=True)
        Member.objects.create(club=club, guest_id=guest_id, role=Role.OWNER)
    return club


def rename_club(club: Club, guest_id: UUID | None, *, name: str, place: str) -> None:
    """Change name and place; the address stays. Raises NotAllowedInClubError."""
    check(club.pk, guest_id, Action.EDIT)
    Club.objects.filter(pk=club.pk).update(name=tidy_name(name, NAME_LENGTH), place=tidy_name(place, NAME_LENGTH))


def invite(club: Club, guest_id: UUID | None, *, role: Role, days: int, places: int = 1) -> Invitation:
    """Store an invitation for one person to join in a role; one for players may be for several.

    Raises:
        NotAllowedInClubError: their roles do not include giving this one.
    """
    check(club.pk, guest_id, Action.INVITE)
    _check_gives(club, guest_id, role)
    _check_own_protection(club, guest_id, role)
    until = timezone.now() + timedelta(days=days)
    places = min(places, MOST_PLACES) if role is Role.PLAYER else 1
    with transaction.atomic():
        made = Invitation.objects.create(club=club, role=role, made_by_id=guest_id, expires_at=until, places=places)
        _note(club, AuditKind.INVITED, role, by=guest_id, invitation=made)
    return made


def withdraw_invitation(invitation: Invitation, guest_id: UUID | None, *, undoes: AuditEntry | None = None) -> None:
    """Let nobody join by this invitation any more. Raises NotAllowedInClubError."""
    check(invitation.club_id, guest_id, Action.INVITE)
    _check_gives(invitation.club, guest_id, Role(invitation.role))
    with transaction.atomic():
        if Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now()):
            _note(
                invitation.club,
                AuditKind.UNINVITED,
                invitation.role,
                by=guest_id,
                invitation=invitation,
                undoes=undoes,
            )


def join(invitation: Invitation, guest_id: UUID, *, site: str = "") -> None:
    """Make somebody a member in the invitation's role, and tell the club's owner; a second time changes nothing.

    Args:
        site: the address of this site, for the link in the email to the owner.

    Raises:
        LinkExpiredError, LinkRevokedError, LinkUsedError: it is too late.
        AccountNeededError: the role is for people with an account.
    """
    role, now = Role(invitation.role), timezone.now()
    if role in selectors.roles_in(invitation.club_id, guest_id):
        return
    check_open(invitation, now)
    _check_account(guest_id, role)
    with transaction.atomic():
        free = Invitation.objects.filter(still_open(now), pk=invitation.pk, used__lt=F("places"))
        if not free.update(used=F("used") + 1):  # somebody was faster
            invitation.refresh_from_db()
            check_open(invitation, now)
        if _add(invitation.club_id, guest_id, role):
            _note(
                invitation.club,
                AuditKind.JOINED,
                role,
                by=invitation.made_by_id,
                member=guest_id,
                invitation=invitation,
            )
            emails.member_joined(invitation, guest_id, site=site)


def give_role(club: Club, guest_id: UUID | None, *, member_id: UUID, role: Role) -> None:
    """Give a member one more role; a role they already have changes nothing.

    Raises:
        NotAllowedInClubError: their roles do not include it, or the other is no member.
        AccountNeededError: the role is for people with an account.
    """
    check(club.pk, guest_id, Action.INVITE)
    _check_gives(club, guest_id, role)
    _check_own_protection(club, guest_id, role)
    if not selectors.roles_in(club.pk, member_id):
        raise NotAllowedInClubError("role-for-members")
    _check_account(member_id, role)
    with transaction.atomic():
        if _add(club.pk, member_id, role):
            _note(club, AuditKind.GIVEN, role, by=guest_id, member=member_id)


def end_role(
    club: Club, guest_id: UUID | None, *, member_id: UUID, role: Role, undoes: AuditEntry | None = None
) -> None:
    """Take a role from a member; everybody may give up their own.

    Raises:
        NotAllowedInClubError: their roles do not allow it.
        LastOwnerError: the owner hands the club over instead.
    """
    if role is Role.OWNER:
        raise LastOwnerError("hand-over")
    if member_id != guest_id:
        check(club.pk, guest_id, Action.INVITE)
        _check_gives(club, guest_id, role)
    with transaction.atomic():
        if Member.objects.filter(club=club, guest_id=member_id, role=role).delete()[0]:
            kind = AuditKind.LEFT if member_id == guest_id else AuditKind.TAKEN
            _note(club, kind, role, by=guest_id, member=member_id, undoes=undoes)


def undo(club: Club, guest_id: UUID | None, change_id: int) -> None:
    """Undo a line of the log of roles: it stays, and what undoes it is a line of its own.

    Raises:
        NotAllowedInClubError: only the owner does.
        NothingToUndoError: it is undone, or does not hold any more.
    """
    check(club.pk, guest_id, Action.HAND_OVER)
    with transaction.atomic():
        change = club.audit_entries.filter(pk=change_id, kind__in=AuditKind.values).first()
        if change is None or change.pk not in selectors.revertible(club, [change]):
            raise NothingToUndoError("outdated")
        role, member_id = Role(change.detail["member_role"]), selectors.member_of(change)
        if change.kind == AuditKind.TAKEN:
            _check_own_protection(club, guest_id, role)
        try:
            if change.kind == AuditKind.INVITED:
                withdraw_invitation(Invitation.objects.get(pk=change.detail["invitation"]), guest_id, undoes=change)
            elif member_id is None:
                raise NothingToUndoError("outdated")
            elif change.kind != AuditKind.TAKEN:
                end_role(club, guest_id, member_id=member_id, role=role, undoes=change)
            elif _add(club.pk, member_id, role):
                _note(club, AuditKind.GIVEN, role, by=guest_id, member=member_id, undoes=change)
        except IntegrityError:  # somebody else undid it at the same time
            raise NothingToUndoError("undone") from None


def hand_over(club: Club, guest_id: UUID | None, *, member_id: UUID) -> None:
    """Make another member the owner; who was it stays as an organiser.

    Raises:
        NotAllowedInClubError: only the owner does, and only to a member.
        AccountNeededError: an owner has an account.
    """
    check(club.pk, guest_id, Action.HAND_OVER)
    _check_own_protection(club, guest_id, Role.OWNER)
    assert guest_id is not None  # noqa: S101  # a stranger owns nothing
    if not selectors.roles_in(club.pk, member_id):
        raise NotAllowedInClubError("owner-not-member")
    _check_account(member_id, Role.OWNER)
    with transaction.atomic():
        Member.objects.filter(club=club, role=Role.OWNER).delete()
        Member.objects.create(club=club, guest_id=member_id, role=Role.OWNER)
        Member.objects.get_or_create(club=club, guest_id=guest_id, role=Role.ORGANISER)
        _note(club, AuditKind.OWNER, Role.OWNER, by=guest_id, member=member_id)


def check_leaves_no_club(guest_id: UUID) -> None:
    """Pass if nobody else belongs to a club that this person owns. Raises LastOwnerError."""
    owned = Club.objects.filter(members__guest_id=guest_id, members__role=Role.OWNER)
    if Member.objects.filter(club__in=owned).exclude(guest_id=guest_id).exists():
        raise LastOwnerError("has-members")


def erase_person(guest_id: UUID) -> None:
    """Delete the clubs to which a person who is deleted belongs alone."""
    Club.objects.filter(members__guest_id=guest_id, members__role=Role.OWNER).delete()


def add_board(club: Club, guest_id: UUID | None, *, name: str, ruleset: str = "") -> Equipment:
    """Put up a board under a new code.

    Raises:
        NotAllowedInClubError: their roles do not allow it.
        BoardNameTakenError: another one of the club has that name.
        ClubFullError: the club has as many boards as it can.
    """
    check(club.pk, guest_id, Action.KEEP_BOARDS)
    if selectors.boards(club).count() >= MOST_BOARDS:
        raise ClubFullError("boards", most=MOST_BOARDS)
    try:
        with transaction.atomic():
            return Equipment.objects.create(
                club=club, name=tidy_name(name, NAME_LENGTH), ruleset=ruleset, code=_new_code()
            )
    except IntegrityError:
        raise BoardNameTakenError() from None


def add_boards(club: Club, guest_id: UUID | None, *, names: Iterable[str], ruleset: str = "") -> list[Equipment]:
    """Put up several boards, or none. Raises what `add_board` raises."""
    with transaction.atomic():
        return [add_board(club, guest_id, name=name, ruleset=ruleset) for name in names]


def put_away(board: Equipment, guest_id: UUID | None) -> None:
    """Take a board out of use; its label says so from then on. Raises NotAllowedInClubError."""
    check(board.club_id, guest_id, Action.KEEP_BOARDS)
    Equipment.objects.filter(pk=board.pk, retired_at=None).update(retired_at=timezone.now())


def _add(club_id: int, guest_id: UUID, role: str) -> bool:
    """Store a role; False if they have it already."""
    return Member.objects.get_or_create(club_id=club_id, guest_id=guest_id, role=role)[1]


def _note(
    club: Club,
    kind: AuditKind,
    role: str,
    *,
    by: UUID | None,
    member: UUID | None = None,
    invitation: Invitation | None = None,
    undoes: AuditEntry | None = None,
) -> None:
    record_audit(
        club,
        kind,
        at=timezone.now(),
        guest_id=by,
        undoes=undoes,
        member_role=str(role),
        member=str(member or ""),
        invitation=invitation.pk if invitation else None,
    )


def _check_gives(club: Club, guest_id: UUID | None, role: Role) -> None:
    """Pass if somebody may give and end a role."""
    if role not in roles_given_by(selectors.roles_in(club.pk, guest_id)):
        raise NotAllowedInClubError("role-above")


def _check_own_protection(club: Club, guest_id: UUID | None, role: Role) -> None:
    """Pass unless they would give another a role for which their own account is not protected."""
    if needs_account(role):
        selectors.check_protection(club.pk, guest_id, *SENSITIVE)


def _check_account(guest_id: UUID, role: Role) -> None:
    """Pass if somebody may get a role. Raises AccountNeededError."""
    if needs_account(role) and not has_account(guest_id):
        raise AccountNeededError()


def _new_code() -> str:
    """A code that no label has: 27 thousand million are possible, so a guess finds none."""
    while True:
        code = "".join(secrets.choice(selectors.SIGNS) for _ in range(CODE_LENGTH))
        if not Equipment.objects.filter(code=code).exists():
            return code


def _slug(name: str) -> str:
    """An address that no club has, made of its name."""
    plain = slugify(name)[: SLUG_LENGTH - 4].strip("-") or "club"
    tries = (plain, *(f"{plain}-{number}" for number in range(2, 1000)))
    taken = set(Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | NOT_A_SLUG
    return next((slug for slug in tries if slug not in taken), f"{plain[:20]}-{secrets.token_hex(6)}")
