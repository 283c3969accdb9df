"""Queries about clubs. Reads, never writes."""

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from carrom.errors import UnreadableError
from carrom_web.accounts.models import Guest
from carrom_web.accounts.protection import lack_of
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.models import CODE_LENGTH, AuditKind, Club, Equipment, Invitation, Member
from carrom_web.clubs.rights import SENSITIVE, Action, Role, actions_of, needs_account
from carrom_web.core.cache import once_a_request
from carrom_web.core.hooks import ClubSection, InUse, registry
from carrom_web.core.links import LinkState, pk_in, still_open, token_of
from carrom_web.core.permissions import Lack, ProtectionNeededError
from carrom_web.core.rows import only_row

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"  # of a board's code: none that is taken for another
LINES_OF_LOG = 100
SALT = "carrom.club-invitation"


class UnknownClubError(UnreadableError):
    """There is no such club."""

    code = "unknown-club"


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a club, with all their roles."""

    guest_id: UUID
    name: str
    roles: tuple[Role, ...]


def club_named(slug: str) -> Club:
    """Give a club. Raises UnknownClubError."""
    club = only_row(Club.objects.filter(slug=slug))
    if club is None:
        raise UnknownClubError()
    return club


def may_see(club: Club, guest_id: UUID | None) -> bool:
    """Whether a club and what it holds is there for somebody: everybody, or its members if it is hidden."""
    return not club.is_hidden or bool(roles_in(club.pk, guest_id))


def visible_club(slug: str, guest_id: UUID | None) -> Club:
    """Give a club that is there for somebody. Raises UnknownClubError."""
    club = club_named(slug)
    if not may_see(club, guest_id):
        raise UnknownClubError()
    return club


def clubs_of(guest_id: UUID | None) -> list[Club]:
    """Return the clubs that somebody belongs to, by name."""
    if guest_id is None:
        return []
    return list(Club.objects.filter(members__guest_id=guest_id, for_evenings=False).distinct().order_by("name"))


def evenings_club_of(guest_id: UUID | None) -> Club | None:
    """Return what holds somebody's evenings that no club keeps; None: they have had none."""
    if guest_id is None:
        return None
    own = Club.objects.filter(members__guest_id=guest_id, members__role=Role.OWNER, for_evenings=True)
    return own.order_by("pk").first()


def clubs_to_organise(guest_id: UUID | None) -> list[Club]:
    """Return the clubs whose competitions somebody may announce, by name."""
    return [club for club in clubs_of(guest_id) if may(club.pk, guest_id, Action.ORGANISE)]


def roles_in(club_id: int, guest_id: UUID | None) -> frozenset[Role]:
    """Return what somebody is in a club; empty for a stranger."""
    return _membership(club_id, guest_id)[0]


@once_a_request
def _membership(club_id: int, guest_id: UUID | None) -> tuple[frozenset[Role], bool]:
    """Return what somebody is in a club, and whether the club asks its officials for a protected account."""
    if guest_id is None:
        return frozenset(), False
    rows = list(Member.objects.filter(club_id=club_id, guest_id=guest_id).values_list("role", "club__asks_protection"))
    return frozenset(Role(role) for role, _asks in rows), any(asks for _role, asks in rows)


def is_any_member(guest_ids: Collection[UUID | None]) -> bool:
    """Whether one of these is a member of any club."""
    return Member.objects.filter(guest_id__in=[one for one in guest_ids if one is not None]).exists()


def asks_protection(club: Club) -> bool:
    """Whether who sees persons or money in a club needs a protected account.

    Everywhere where letters arrive. Without a mail server, as on the network of one hall, the owner decides.
    """
    return settings.LETTERS_ARRIVE or club.asks_protection


def actions_in(club_id: int, guest_id: UUID | None, *, of: Iterable[Action] = Action) -> frozenset[Action]:
    """Return what somebody may do in a club now, `of` some actions, by their roles and their account's protection."""
    roles, asks = _membership(club_id, guest_id)
    actions = actions_of(roles).intersection(of)
    return actions - SENSITIVE if actions & SENSITIVE and _lack(roles, guest_id, asks=asks) else actions


def lack_in(club_id: int, guest_id: UUID | None) -> Lack | None:
    """Return what keeps somebody from what their roles would let them see of persons and money; None: nothing does."""
    roles, asks = _membership(club_id, guest_id)
    return _lack(roles, guest_id, asks=asks)


def _lack(roles: Iterable[Role], guest_id: UUID | None, *, asks: bool) -> Lack | None:
    if not any(map(needs_account, roles)) or not (asks or settings.LETTERS_ARRIVE):
        return None
    return lack_of(guest_id)


def lack_of_member(guest_id: UUID) -> Lack | None:
    """Return what keeps somebody, in any of their clubs, from what their roles would let them see; None: nothing."""
    lacks = (lack_in(club.pk, guest_id) for club in clubs_of(guest_id))
    return next(filter(None, lacks), None)


def club_of_match(match_id: UUID) -> int | None:
    """Return the club whose event, league or season a match belongs to; None: of none."""
    found: int | None = registry.hook.club_of_match(match_id=match_id)
    return found


def boards_in_use(board_ids: Sequence[int]) -> Mapping[int, InUse]:
    """Return what is played now, by board; those that are free are missing."""
    return ChainMap(*registry.hook.boards_in_use(board_ids=board_ids))


def sections(club: Club, guest_id: UUID | None) -> list[ClubSection]:
    """Return what the apps above show of a club to somebody: its events, its leagues."""
    found: list[ClubSection] = registry.hook.club_section(club_id=club.pk, club_slug=club.slug, guest_id=guest_id)
    return found


def may(club_id: int, guest_id: UUID | None, action: Action) -> bool:
    """Whether somebody may do something in a club (`rights.MAY`), as protected as their account is now."""
    return bool(actions_in(club_id, guest_id, of=(action,)))


def check_protection(club_id: int, guest_id: UUID | None, *actions: Action) -> None:
    """Pass unless a protected account is all that somebody lacks for one of these actions.

    Raises:
        ProtectionNeededError
    """
    lack = lack_in(club_id, guest_id) if SENSITIVE & set(actions) else None
    if lack is not None and SENSITIVE & set(actions) & actions_of(roles_in(club_id, guest_id)):
        raise ProtectionNeededError(lack)


def people(club: Club) -> list[Person]:
    """Return all members, each once with all their roles, the highest first."""
    order = list(Role)
    found: dict[UUID, Person] = {}
    for row in Member.objects.filter(club=club).select_related("guest").order_by("made_at", "pk"):
        before = found.get(row.guest_id)
        roles = sorted((*(before.roles if before else ()), Role(row.role)), key=order.index)
        found[row.guest_id] = Person(row.guest_id, row.guest.name, tuple(roles))
    return sorted(found.values(), key=lambda person: order.index(person.roles[0]))


def role_changes(club: Club) -> list[AuditEntry]:
    """Return the log of a club's roles, the newest first; of a long one its end."""
    entries = club.audit_entries.filter(kind__in=AuditKind.values).select_related("reverted_by")
    return list(entries.order_by("-pk")[:LINES_OF_LOG])


def member_of(change: AuditEntry) -> UUID | None:
    """Whose role an entry is about."""
    return UUID(change.detail["member"]) if change.detail["member"] else None


def names_of(changes: Iterable[AuditEntry]) -> dict[UUID, str]:
    """Return the present names of the people whose roles the entries are about."""
    return dict(Guest.objects.filter(pk__in=filter(None, map(member_of, changes))).values_list("pk", "name"))


def revertible(club: Club, changes: Iterable[AuditEntry]) -> frozenset[int]:
    """Give which entries still hold and can be undone. Who left of their own accord is not brought back."""
    now, held = timezone.now(), set(Member.objects.filter(club=club).values_list("guest_id", "role"))
    links = {one.pk for one in Invitation.objects.filter(club=club) if one.state(now) is LinkState.OPEN}
    found = set()
    for one in changes:
        if hasattr(one, "reverted_by"):
            continue
        member = member_of(one)
        has = (member, one.detail["member_role"]) in held
        if (
            (one.kind in (AuditKind.JOINED, AuditKind.GIVEN) and has)
            or (one.kind == AuditKind.TAKEN and member is not None and not has)
            or (one.kind == AuditKind.INVITED and one.detail["invitation"] in links)
        ):
            found.add(one.pk)
    return frozenset(found)


def owners_address(club_id: int) -> str:
    """Return the email address of a club's owner; empty for an owner without an account."""
    rows = Member.objects.filter(club_id=club_id, role=Role.OWNER, guest__account__is_active=True)
    return rows.values_list("guest__account__email", flat=True).first() or ""


def boards(club: Club) -> QuerySet[Equipment]:
    """Give a club's boards that are in use, as they were put up."""
    return Equipment.objects.filter(club=club, retired_at=None).order_by("pk")


def boards_to_begin_on(guest_id: UUID | None) -> Sequence[Equipment]:
    """Return the boards on which somebody may start a sheet, in all their clubs."""
    allowed = [club.pk for club in clubs_of(guest_id) if may(club.pk, guest_id, Action.BEGIN)]
    return list(Equipment.objects.filter(club_id__in=allowed, retired_at=None).select_related("club").order_by("pk"))


def board_with_code(code: str) -> Equipment | None:
    """Return the board whose label has this code, also one that was put away; capital letters are the same."""
    plain = code.lower()
    if len(plain) != CODE_LENGTH or any(sign not in SIGNS for sign in plain):
        return None
    return only_row(Equipment.objects.select_related("club").filter(code=plain))


def address_of(board: Equipment) -> str:
    """Return the address behind a board's label: the app of sheets has the page, since it knows the match."""
    return f"/b/{board.code}/"


def open_invitations(club: Club, now: datetime) -> list[Invitation]:
    """Return the invitations that can still be accepted, the newest first."""
    rows = Invitation.objects.filter(still_open(now), club=club, used__lt=F("places"))
    return list(rows.select_related("made_by").order_by("-pk"))


def invitation_in(token: str) -> Invitation | None:
    """Return the invitation that an address stands for; None: this site never made it."""
    pk = pk_in(token, salt=SALT)
    return None if pk is None else only_row(Invitation.objects.select_related("club", "made_by").filter(pk=pk))


def token_for(invitation: Invitation) -> str:
    """The part of an address that stands for an invitation."""
    return token_of(invitation.pk, salt=SALT)
