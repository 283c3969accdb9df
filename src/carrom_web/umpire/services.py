"""Changes to sheets: starting one, making entries, the scorer. A draft is judged and forgotten."""

import random
from datetime import timedelta
from functools import partial
from uuid import UUID

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom.match.entries import UMPIRE, Entry, Head
from carrom.match.requests import PaperBoard, Verify
from carrom.play.handlers import STRIKES_OUT, answer
from carrom_web.accounts.models import NAME_LENGTH, Guest
from carrom_web.clubs.models import Equipment
from carrom_web.core.links import check_open
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services as matches
from carrom_web.matches.models import Entry as Stored
from carrom_web.umpire import scorer_lock, selectors
from carrom_web.umpire.messages import Report, UmpireRequest
from carrom_web.umpire.models import Appointment, Link, Sheet
from carrom_web.umpire.rights import BY_LINK, Action, Role, writes_as
from carrom_web.umpire.scorer_lock import NoRightError, SheetAccess

_RNG = random.SystemRandom()
AT_ONCE = 2.0  # seconds: so long may a network take
TRIES = 3  # of a paper that is handed in while the sheet goes on
MOST_LINKS = 100  # of one sheet
HOURS = (2, 12, 48, 168)  # for which a link may be made


class LockMovedError(NotAllowedError):
    """Somebody else has taken the scorer lock since the page that asks was drawn."""

    code = "lock-moved"


class BoardTakenError(NotAllowedError):
    """A match is being played on that board."""

    code = "board-taken"


class LinkLimitError(NotAllowedError):
    """More links than any match needs."""

    code = "link-limit"


def start_sheet(
    head: Head,
    scorer_id: UUID,
    *,
    role: Role = Role.UMPIRE,
    board: Equipment | None = None,
    replaces: bool = False,
    device: str = "",
) -> UUID:
    """Store a new match on a real board, with a guest and device as its scorer, and return its id.

    On a club's board it takes the place of a match that is over; of another one only if it `replaces` that.

    Raises:
        CarromError: the head cannot be played with.
        BoardTakenError: a match is being played there.
    """
    name = Guest.objects.get(pk=scorer_id).name
    try:
        with transaction.atomic():
            if board is not None:
                _clear(board, replaces=replaces)
            match_id = matches.start_match(head, [], by=name, role=role)
            sheet = Sheet.objects.create(
                match_id=match_id,
                owner_id=scorer_id,
                scorer_id=scorer_id,
                scoring_since=timezone.now(),
                device=device,
                board=board,
                is_on_board=board is not None,
                is_solo=head.men == 1,
            )
            Appointment.objects.create(sheet=sheet, guest_id=scorer_id, role=role)
    except IntegrityError:
        if board is None:
            raise
        raise BoardTakenError("just-taken") from None
    return match_id


def _clear(board: Equipment, *, replaces: bool) -> None:
    now_there = Sheet.objects.select_related("match").filter(board=board, is_on_board=True).first()
    if now_there is not None and now_there.match.phase != "over" and not replaces:
        raise BoardTakenError("match-on-board")
    Sheet.objects.filter(board=board, is_on_board=True).update(is_on_board=False)


def take_off_board(match_id: UUID, guest_id: UUID | None) -> None:
    """Let the board's label lead to this match no more. Raises NoRightError."""
    check(match_id, guest_id, Action.MOVE)
    Sheet.objects.filter(pk=match_id).update(is_on_board=False)


def report(match_id: UUID, guest_id: UUID | None, sent: Report, *, device: str | None = None) -> int:
    """Store the scorer's entry, signed by them, and notify everyone; return the entry's number.

    What was stored before under this id changes nothing and has the same number again, no matter who scores now.

    Raises:
        NotScorerError and every other CarromError: nothing was stored.
    """
    before = match_queries.entry_of_request(match_id, sent.id)
    if before is not None:
        return before.number
    who = check_scorer(match_id, guest_id, device=device)
    if device and not who.sheet.device:  # a sheet started as a guest now belongs to the device that writes first
        Sheet.objects.filter(pk=match_id, scorer_id=guest_id, device="").update(device=device)
    by, role = scorer_lock.signature(who)
    return async_to_sync(matches.ask)(
        match_id=match_id,
        author=matches.Umpire(),
        request_id=sent.id,
        after=_after(match_id, sent.after),
        request=sent.request,
        time=_reported_time(match_id, sent.ago),
        by=by,
        role=role,
        guard=partial(_check_lock, match_id, guest_id, device),
    )


def draft(match_id: UUID, guest_id: UUID | None, request: UmpireRequest) -> tuple[match_queries.Loaded, Entry]:
    """How the match stands, and the entry that a request would make. Nothing is stored.

    Raises:
        NotScorerError and every other CarromError: what `tell` would refuse.
    """
    check_scorer(match_id, guest_id)
    loaded = match_queries.load(match_id)
    record = match_queries.record(match_id) if request.kind in STRIKES_OUT else []
    entry, _ = answer(loaded.state, request, author=UMPIRE, request_id="draft", time="", rng=_RNG, entries=record)
    return loaded, entry


def check(match_id: UUID, guest_id: UUID | None, action: Action, *, device: str | None = None) -> SheetAccess:
    """Pass if somebody may do this at a sheet, and return their access.

    Raises:
        UnknownMatchError: there is no such sheet.
        NoRightError, LinkExpiredError, LinkRevokedError: they may not.
    """
    who = scorer_lock.sheet_access(match_id, guest_id, device)
    refusal = who.refusal(action)
    if refusal is not None:
        raise refusal
    return who


def check_verifier(match_id: UUID, guest_id: UUID | None) -> SheetAccess:
    """Pass if somebody may verify a sheet that another person scores, and return their access.

    Raises:
        UnknownMatchError, NoRightError, LinkExpiredError, LinkRevokedError.
    """
    who = check(match_id, guest_id, Action.VERIFY)
    if who.has_lock:
        raise NoRightError("own-sheet")
    return who


def verify(match_id: UUID, guest_id: UUID | None, name: str, boards: tuple[PaperBoard, ...], *, request_id: str) -> int:
    """Store a second person's paper, signed by them, and return its entry's number.

    Somebody who keeps the sheet may write at the same moment: then it is tried again after that entry.

    Raises:
        NoRightError and every other CarromError: nothing was stored.
    """
    check_verifier(match_id, guest_id)
    for last in range(TRIES - 1, -1, -1):
        try:
            return async_to_sync(matches.ask)(
                match_id=match_id,
                author=matches.Witness(),
                request_id=request_id,
                after=match_queries.load(match_id).state.version,
                request=Verify(name=name, boards=boards),
                by=name,
                role=Role.VERIFIER,
            )
        except matches.StaleRequestError:
            if not last:
                raise
    raise AssertionError("one try at least")


def check_scorer(match_id: UUID, guest_id: UUID | None, *, device: str | None = None) -> SheetAccess:
    """Pass if somebody holds the scorer lock of a sheet and may write, and return their access.

    Raises:
        UnknownMatchError, NotScorerError, NoRightError, LinkExpiredError, LinkRevokedError.
    """
    return check(match_id, guest_id, Action.WRITE, device=device)


def _check_lock(match_id: UUID, guest_id: UUID | None, device: str | None) -> None:
    """Pass if they still hold the scorer lock, inside the transaction that stores: nobody takes it meanwhile."""
    [(scorer_id, where)] = Sheet.objects.select_for_update().filter(pk=match_id).values_list("scorer_id", "device")
    if scorer_id != guest_id or (device is not None and where not in ("", device)):
        raise scorer_lock.NotScorerError("taken-over")


def take_over(match_id: UUID, guest_id: UUID | None, *, count: int, device: str = "") -> None:
    """Return the scorer lock to somebody who may keep the sheet, and tell everyone. Who has it already keeps it.

    `count` is how often the page that asks thinks it has moved.

    Raises:
        NoRightError, LinkExpiredError, LinkRevokedError: they may not.
        LockMovedError: somebody else was faster.
    """
    who = check(match_id, guest_id, Action.TAKE_OVER, device=device)
    role = writes_as(who.roles)
    if who.has_lock or guest_id is None or role is None:
        return
    with transaction.atomic():
        moved = Sheet.objects.filter(pk=match_id, lock_count=count).update(
            scorer_id=guest_id, scoring_since=timezone.now(), device=device, lock_count=F("lock_count") + 1
        )
        if not moved:
            raise LockMovedError()
        if not Appointment.objects.filter(sheet_id=match_id, guest_id=guest_id, role=role).exists():
            # by their role in the club: an official of this match from now on
            Appointment.objects.create(sheet_id=match_id, guest_id=guest_id, role=role)
    scorer_lock.lock_moved(match_id)


def make_link(match_id: UUID, guest_id: UUID | None, *, role: Role, hours: int, meant_for: str = "") -> Link:
    """Store a link that gives a role at a sheet for some hours.

    Raises:
        NoRightError: they may not, or no link gives this role.
        LinkLimitError: there are many already.
    """
    who = check(match_id, guest_id, Action.SHARE)
    if role not in BY_LINK:
        raise NoRightError("no-link-for-role")
    if Link.objects.filter(sheet=who.sheet).count() >= MOST_LINKS:
        raise LinkLimitError(most=MOST_LINKS)
    return Link.objects.create(
        sheet=who.sheet,
        role=role,
        made_by_id=guest_id,
        meant_for=meant_for[:NAME_LENGTH],
        expires_at=timezone.now() + timedelta(hours=hours),
    )


def revoke_link(link: Link, guest_id: UUID | None) -> None:
    """Take a link back, and what it gave; who made it may, and who may take back anybody's. Raises NoRightError."""
    check(link.sheet_id, guest_id, Action.SHARE if link.made_by_id == guest_id else Action.REVOKE)
    Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    scorer_lock.lock_moved(link.sheet_id)


def accept_link(link: Link, guest_id: UUID) -> None:
    """Give somebody the link's role; a second time changes nothing.

    Raises:
        LinkExpiredError, LinkRevokedError: it is too late.
    """
    check_open(link, timezone.now())
    row, is_new = Appointment.objects.get_or_create(
        sheet_id=link.sheet_id, guest_id=guest_id, role=link.role, defaults={"link": link}
    )
    if not is_new and row.link_id is not None:
        Appointment.objects.filter(pk=row.pk).update(link=link)  # the newer link holds
    scorer_lock.lock_moved(link.sheet_id)  # a match with an official is no longer its players' to keep


def dismiss(match_id: UUID, guest_id: UUID | None, appointment_id: int) -> None:
    """Remove somebody's role at a sheet; everybody may give up their own. Raises NoRightError."""
    row = Appointment.objects.filter(pk=appointment_id, sheet_id=match_id).first()
    if row is None:
        return
    if row.guest_id != guest_id:
        check(match_id, guest_id, Action.REVOKE)
    row.delete()
    scorer_lock.lock_moved(match_id)


def _after(match_id: UUID, after: int) -> int:
    """The entry that something follows: papers that were handed in meanwhile changed nothing."""
    later = Stored.objects.filter(match_id=match_id, number__gt=after).order_by("number")
    found = list(later.values_list("number", "kind"))
    return found[-1][0] if found and all(kind == Verify.kind for _number, kind in found) else after


def _reported_time(match_id: UUID, ago: float) -> str:
    """When an entry that waited on a phone was made; empty for now. Never before the last stored entry."""
    if ago < AT_ONCE:
        return ""
    reported = (timezone.now() - timedelta(seconds=ago)).isoformat(timespec="milliseconds")
    [newest] = selectors.stored(match_queries.load(match_id)).newest(1)
    return max(reported, newest.time)
