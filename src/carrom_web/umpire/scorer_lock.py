"""The scorer lock of a sheet, and the rights of somebody at it. Reads, never writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.utils import timezone

from carrom.errors import CarromError, NotAllowedError
from carrom_web.clubs import rights as club_rights
from carrom_web.clubs import selectors as clubs
from carrom_web.core.links import LinkExpiredError, LinkRevokedError, LinkState, pk_in, token_of
from carrom_web.core.rows import only_row
from carrom_web.matches import announcements, wire
from carrom_web.matches.selectors import UnknownMatchError
from carrom_web.umpire.models import Appointment, Link, Sheet
from carrom_web.umpire.rights import OFFICIALS, Action, Role, actions_of, writes_as

SALT = "carrom.sheet-link"


class UnknownSheetError(UnknownMatchError):
    """There is no sheet with this id."""


class NoRightError(NotAllowedError):
    """Their roles at this sheet do not include it."""

    code = "no-right"


class NotScorerError(NoRightError):
    """Somebody who follows wants to write."""

    code = "not-scorer"


@dataclass(frozen=True, slots=True)
class SheetAccess:
    """A person's access to a sheet: their roles and rights, and whether they hold the scorer lock.

    `ended` is the newest of their links that gives nothing any more, whose `roles` they no longer have.
    """

    sheet: Sheet
    guest_id: UUID | None
    roles: frozenset[Role]
    actions: frozenset[Action]
    ended: Link | None
    scorer_role: Role | None
    device: str | None = None  # None: whatever device they use

    @property
    def is_scorer(self) -> bool:
        """Whether they are the scorer now, on this device or on another one."""
        return self.guest_id is not None and self.sheet.scorer_id == self.guest_id

    @property
    def has_lock(self) -> bool:
        """Whether they are the scorer now, on this device."""
        return self.is_scorer and (self.device is None or self.sheet.device in ("", self.device))

    @property
    def writes(self) -> bool:
        """Whether they can make entries: they hold the scorer lock and have the right."""
        return self.has_lock and Action.WRITE in self.actions

    def refusal(self, action: Action) -> CarromError | None:
        """Why they may not do something now; None: they may."""
        if action is Action.WRITE and not self.has_lock and not (self.ended and action not in self.actions):
            if self.is_scorer:
                return NotScorerError("another-device")
            return NotScorerError("somebody-else")
        if action in self.actions:
            return None
        if self.ended is not None:
            return _ENDED[self.ended.state(timezone.now())]("sheet")
        if Role.PLAYER in self.roles:
            return NoRightError("umpire-writes")
        return NoRightError("officials-only")


class SheetLinkExpiredError(LinkExpiredError):
    """The link that gave a role at this sheet has expired."""


class SheetLinkRevokedError(LinkRevokedError):
    """The link that gave a role at this sheet was revoked."""


_ENDED: dict[LinkState, type[CarromError]] = {
    LinkState.EXPIRED: SheetLinkExpiredError,
    LinkState.REVOKED: SheetLinkRevokedError,
}


def sheet_access(match_id: UUID, guest_id: UUID | None, device: str | None = None) -> SheetAccess:
    """Return somebody's roles and rights at a sheet, on one of their devices (`accounts.selectors.device_of`).

    Raises:
        UnknownMatchError: there is no such sheet.
    """
    sheet = only_row(Sheet.objects.select_related("scorer", "board__club").filter(pk=match_id))
    if sheet is None:
        raise UnknownSheetError("sheet")
    now = timezone.now()
    rows = list(Appointment.objects.filter(sheet=sheet).select_related("link"))
    holding = [row for row in rows if row.link is None or row.link.state(now) is LinkState.OPEN]
    club_id = sheet.board.club_id if sheet.board is not None else None
    if sheet.board is None and clubs.is_any_member((guest_id, sheet.scorer_id)):  # else the club gives no role
        club_id = clubs.club_of_match(sheet.match_id)
    roles = frozenset(_roles(sheet, guest_id, holding, club_id))
    of_scorer = roles if sheet.scorer_id == guest_id else _roles(sheet, sheet.scorer_id, holding, club_id)
    ended = [
        row.link for row in rows if row.guest_id == guest_id and row.link is not None and Role(row.role) not in roles
    ]
    return SheetAccess(
        sheet=sheet,
        guest_id=guest_id,
        roles=roles,
        actions=actions_of(roles, has_official=any(Role(row.role) in OFFICIALS for row in holding)),
        ended=max(ended, key=lambda link: link.pk, default=None),
        scorer_role=writes_as(of_scorer),
        device=device,
    )


def _roles(sheet: Sheet, guest_id: UUID | None, holding: Iterable[Appointment], club_id: int | None) -> set[Role]:
    """Somebody's roles: from starting the sheet, by appointment, and from the club of board or event."""
    if guest_id is None:
        return set()
    roles = {Role(row.role) for row in holding if row.guest_id == guest_id}
    if sheet.owner_id == guest_id:
        roles.add(Role.OWNER)
    if club_id is not None:
        allowed = club_rights.actions_of(clubs.roles_in(club_id, guest_id))
        if club_rights.Action.OFFICIATE in allowed:
            roles.add(Role.REFEREE)
        if club_rights.Action.UMPIRE in allowed:
            roles.add(Role.UMPIRE)
    return roles


def lock_json(standing: SheetAccess) -> dict[str, Any]:
    """Return the scorer of a sheet and the reader's rights (`docs/wire.md`)."""
    sheet = standing.sheet
    ended = None if Action.WRITE in standing.actions else standing.ended
    return {
        "name": sheet.scorer.name if sheet.scorer else "",
        "role": standing.scorer_role or "",
        "since": sheet.scoring_since.isoformat(timespec="seconds"),
        "count": sheet.lock_count,
        "mine": standing.writes,
        "you": standing.is_scorer,
        "may_take": Action.TAKE_OVER in standing.actions and not standing.writes,
        "ended": None if ended is None else str(ended.state(timezone.now())),
    }


def signature(standing: SheetAccess) -> tuple[str, str]:
    """Name and role with which somebody's entries are signed."""
    sheet = standing.sheet
    return (sheet.scorer.name if sheet.scorer else ""), writes_as(standing.roles) or ""


def token_for(link: Link) -> str:
    """The part of an address that stands for a link."""
    return token_of(link.pk, salt=SALT)


def link_in(token: str) -> Link | None:
    """The link that an address stands for; None: this site never made it."""
    pk = pk_in(token, salt=SALT)
    return None if pk is None else only_row(Link.objects.select_related("sheet__match", "made_by").filter(pk=pk))


@dataclass(frozen=True, slots=True)
class Handover:
    """A link of a sheet as its list shows it."""

    link: Link
    state: LinkState
    accepted: tuple[str, ...]  # names of those who opened it and said so


def links_of(sheet: Sheet, now: datetime) -> list[Handover]:
    """Return the links of a sheet, the newest first, with those who accepted them."""
    links = Link.objects.filter(sheet=sheet).select_related("made_by").prefetch_related("appointments__guest")
    return [
        Handover(link, link.state(now), tuple(row.guest.name for row in link.appointments.all()))
        for link in links.order_by("-pk")
    ]


def appointed(sheet: Sheet) -> list[Appointment]:
    """Return everybody with a role at a sheet without a link, in order of arrival."""
    rows = Appointment.objects.filter(sheet=sheet, link=None).select_related("guest")
    return list(rows.order_by("made_at", "pk"))


def lock_moved(match_id: UUID) -> None:
    """Tell everyone; a page that shows the sheet then asks what its reader may do."""
    async_to_sync(announcements.send_to_all)(match_id, wire.encode({"kind": "scorer"}))
