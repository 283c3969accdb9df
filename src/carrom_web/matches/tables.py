"""Tables: four seats that fill, each with a person on their own device or a computer; the match begins with the last.

A table is an invitation to doubles, by link or for anyone in the lobby. Who sits has its page open; in the lobby a
seat is free again once its page has said nothing for a lease, and a table without anyone is deleted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.accounts.names import check_name
from carrom_web.matches import challenges, models, selectors, services
from carrom_web.matches.computers import level_choices
from carrom_web.matches.forms import PERSON, NewMatch
from carrom_web.matches.loaded import Player
from carrom_web.matches.proposals import visitor_name

PLACES = (("a", 0), ("b", 0), ("a", 1), ("b", 1))  # anticlockwise from SOUTH: to the right of a0 sits b0
_FIELDS = {("b", 0): ("seat_b1", "other_name"), ("a", 1): ("seat_a2", "name_a2"), ("b", 1): ("seat_b2", "name_b2")}
Place = tuple[str, int]


class TableError(NotAllowedError):
    """A seat of a table that cannot be had or changed.

    Reasons: taken, apart, gone, host, level, place, computers.
    """

    code = "table"


@dataclass(frozen=True, slots=True)
class AtTable:
    """A place of a table: a guest, a computer's level, or nobody."""

    place: Place
    guest: Guest | None
    level: str

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.guest is None and not self.level


def lay(
    host: Guest, form: NewMatch, *, is_open: bool = False, sought: challenges.Sought = challenges.FRIENDLY
) -> models.Invitation:
    """Store a table at which its host sits; `is_open`: in the lobby, for anyone, under the form's terms."""
    with transaction.atomic():
        if is_open:
            leave_all(host)
            challenges.withdraw(host.pk)
        table = models.Invitation.objects.create(
            host=host,
            wish=form.wish(),
            is_table=True,
            is_rated=sought.is_rated,
            seeks_near=sought.seeks_near,
            device=sought.device,
            terms=challenges.terms_of(form) if is_open else "",
            open_until=timezone.now() + challenges.LEASE if is_open else None,
        )
        models.TableSeat.objects.bulk_create(
            models.TableSeat(
                table=table,
                side=side,
                player=player,
                guest=host if (side, player) == PLACES[0] else None,
                device=sought.device if (side, player) == PLACES[0] else "",
                seen_at=timezone.now() if (side, player) == PLACES[0] else None,
                level=_chosen(form, (side, player)),
            )
            for side, player in PLACES
        )
    challenges.tell_lobby()
    return table


def join(guest: Guest, form: NewMatch, sought: challenges.Sought = challenges.FRIENDLY) -> models.Invitation:
    """Sit down at the oldest open table of these terms with a free seat, or lay one. Raises RatedError."""
    if sought.is_rated:
        challenges.check_rated(guest, form)
    for table in open_tables(guest.pk).filter(terms=challenges.terms_of(form), is_rated=sought.is_rated):
        if not challenges.is_of_level(table, guest.pk, seeks_near=sought.seeks_near):
            continue
        free = next((one for one in seats_of(table) if one.is_free), None)
        if free is None:
            continue
        try:
            return sit(table.pk, guest, free.place, device=sought.device)
        except (TableError, challenges.RatedError, challenges.ChallengeLevelError):
            continue
    return lay(guest, form, is_open=True, sought=sought)


def open_tables(guest_id: UUID | None) -> QuerySet[models.Invitation]:
    """Return the tables of the lobby that wait for a guest, the oldest first: neither has blocked the other."""
    rows = models.Invitation.objects.filter(is_table=True, match=None, open_until__gt=timezone.now())
    apart = {*selectors.apart_from(guest_id), *([guest_id] if guest_id else [])}
    held = models.TableSeat.objects.filter(guest__in=apart).values("table")
    return rows.exclude(pk__in=held).order_by("made_at", "pk")


def seats_of(table: models.Invitation) -> list[AtTable]:
    """Return the four places in the order of `PLACES`."""
    rows = {(row.side, row.player): row for row in table.seats.select_related("guest")}
    return [AtTable(place, rows[place].guest, rows[place].level) for place in PLACES]


def sit(table_id: UUID, guest: Guest, place: Place, *, device: str = "") -> models.Invitation:
    """Take a place, leaving another at this table; with the last one the match begins.

    Raises:
        TableError: somebody is there, or the match has started.
        RatedError: it is rated, and the guest has no account, or somebody else of this browser sits there.
        ChallengeLevelError: the host seeks somebody of about their own rating.
        NameRefusedError: the guest is called as a rated player is.
    """
    check_name(guest.name, guest.pk, is_public=True)
    with transaction.atomic():
        table = _waiting(table_id)
        row = _row(table, place)
        if row.guest_id == guest.pk:
            return table
        if table.is_rated:
            challenges.check_rated(guest, NewMatch.of_wish(table.wish))
            others = table.seats.exclude(guest=guest).exclude(device="")
            if device and others.filter(device=device).exists():
                raise challenges.RatedError("device")
        if not challenges.is_of_level(table, guest.pk):
            raise challenges.ChallengeLevelError
        if row.guest_id is not None or row.level:
            raise TableError("taken")
        seated = table.seats.exclude(guest=None).values_list("guest_id", flat=True)
        if table.open_until is not None and selectors.are_apart(guest.pk, list(seated)):
            raise TableError("apart")
        table.seats.filter(guest=guest).update(guest=None, seen_at=None)
        if table.open_until is not None:
            leave_all(guest)
            challenges.withdraw(guest.pk)
        table.seats.filter(pk=row.pk).update(guest=guest, device=device, seen_at=timezone.now())
        if table.host_id not in set(table.seats.values_list("guest_id", flat=True)):
            models.Invitation.objects.filter(pk=table.pk).update(host=guest)
        return _start_if_full(table)


def leave(table_id: UUID, guest_id: UUID) -> None:
    """Return a seat up; the next one who sits there is the host, and an open table that nobody is at is deleted."""
    with transaction.atomic():
        table = _waiting(table_id)
        if table.seats.filter(guest=guest_id).update(guest=None, seen_at=None):
            _without(table, guest_id)
    challenges.tell_lobby()


def leave_all(guest: Guest) -> None:
    """Leave the open tables at which a guest sits: nobody waits for two matches."""
    rows = models.Invitation.objects.filter(is_table=True, match=None, open_until__isnull=False)
    for table in rows.filter(seats__guest=guest):
        leave(table.pk, guest.pk)


def set_computer(table_id: UUID, host_id: UUID | None, place: Place, level: str) -> models.Invitation:
    """Let a computer sit at a place where no person does; no level: free it again. The host's to do.

    Raises:
        TableError: not the host, a person sits there, no such computer, or there would be no second person.
    """
    with transaction.atomic():
        table = _waiting(table_id)
        if table.host_id != host_id:
            raise TableError("host")
        if level and table.is_rated:
            raise challenges.RatedError("computers")
        if level and level not in dict(level_choices()):
            raise TableError("level")
        row = _row(table, place)
        if row.guest_id is not None:
            raise TableError("taken")
        table.seats.filter(pk=row.pk).update(level=level)
        return _start_if_full(table)


def renew(table: models.Invitation, guest_id: UUID | None) -> None:
    """A page of this table is open: its seat, and an open table, stand for another lease."""
    now = timezone.now()
    if guest_id and table.match_id is None and table.seats.filter(guest=guest_id).update(seen_at=now):
        models.Invitation.objects.filter(pk=table.pk, open_until__isnull=False).update(
            open_until=now + challenges.LEASE
        )


def free_forgotten() -> int:
    """Free the seats of open tables whose pages say nothing any more; give how many."""
    before = timezone.now() - challenges.LEASE
    freed = 0
    for table in models.Invitation.objects.filter(is_table=True, match=None, open_until__isnull=False):
        with transaction.atomic():
            gone = list(table.seats.filter(seen_at__lt=before).exclude(guest=None).values_list("guest_id", flat=True))
            freed += table.seats.filter(guest__in=gone).update(guest=None, seen_at=None) if gone else 0
            for guest_id in gone:
                _without(table, guest_id)
    if freed:
        challenges.tell_lobby()
    return freed


def _without(table: models.Invitation, guest_id: UUID) -> None:
    """Give a table that somebody has left its next host, or delete it."""
    next_host = table.seats.exclude(guest=None).order_by("side", "player").values_list("guest_id", flat=True).first()
    if next_host is None and table.open_until is not None:
        models.Invitation.objects.filter(pk=table.pk).delete()
    elif next_host is not None and table.host_id == guest_id:
        models.Invitation.objects.filter(pk=table.pk).update(host=next_host)


def _waiting(table_id: UUID) -> models.Invitation:
    """Lock a table that still waits. Raises TableError."""
    rows = models.Invitation.objects.select_for_update().filter(pk=table_id, is_table=True, match=None)
    table = rows.first()
    if table is None:
        raise TableError("gone")
    return table


def _row(table: models.Invitation, place: Place) -> models.TableSeat:
    row = table.seats.filter(side=place[0], player=place[1]).first()
    if row is None:
        raise TableError("place")
    return row


def _start_if_full(table: models.Invitation) -> models.Invitation:
    """Begin the match of a table once no place is free. In the transaction that filled it."""
    seated = seats_of(table)
    if not any(one.is_free for one in seated):
        if len([one for one in seated if one.guest is not None]) < 2:
            raise TableError("computers")
        wish = NewMatch.of_wish({**table.wish, **_answers(seated)})
        first = seated[0]
        head = wish.head(own_name=_name(first))
        players = [Player(*one.place, one.guest.pk if one.guest else None, one.level) for one in seated]
        services.accept(table, head, players)
        table.refresh_from_db()
    challenges.tell_lobby()
    return table


def _answers(seated: list[AtTable]) -> Mapping[str, str]:
    """Return the form's answers for doubles at one screen, for these four."""
    answers = {"sides": "doubles"}
    for one in seated[1:]:
        seat, name = _FIELDS[one.place]
        answers[seat], answers[name] = one.level or PERSON, _name(one)
    return answers


def _name(one: AtTable) -> str:
    return "" if one.level else (one.guest.name if one.guest and one.guest.name else visitor_name())


def _chosen(form: NewMatch, place: Place) -> str:
    """The computer that the form puts on a place, if it does."""
    field = _FIELDS.get(place)
    return str(form.cleaned_data.get(field[0], "")).removeprefix(PERSON) if field else ""
