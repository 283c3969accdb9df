"""Line-ups of ties of teams, handed in blind: closed until both are in, then opened in one step.

A closed line-up lies in a row of its own, so that neither the contest's record nor a file of the event shows it; who
has handed one in, and when, is known to all. Nothing here knows an event: the contest is named by a text, so that
other apps keep the ties of their own contests by the same rules.
"""

from datetime import datetime
from uuid import UUID

from carrom import serialization
from carrom.errors import NotAllowedError
from carrom.tournament.commands import NameLineUp, check
from carrom.tournament.contest import Contest
from carrom.tournament.teams import LineUp, fixture_and_number
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import BoardCall, ClosedLineUp, Entry, LineUpDeadline, Member


class LineUpsOpenError(NotAllowedError):
    """Both line-ups are in and open: a captain alone can no longer change them."""

    code = "line-ups-open"


class LineUpTooLateError(NotAllowedError):
    """A captain's line-up after its deadline."""

    code = "line-up-too-late"


def handed_in(of: str, contest: Contest, fixture: str) -> dict[str, datetime | None]:
    """Return the teams that have handed in for a fixture, and when; None where it is in the record."""
    rows = ClosedLineUp.objects.filter(of=of, fixture=fixture).values_list("team", "handed_in_at")
    return {**dict(rows), **{one.team: None for one in contest.line_ups if one.fixture == fixture}}


def are_open(contest: Contest, fixture: str, a: str | None, b: str | None) -> bool:
    """Whether both line-ups of a fixture are in the record, and so may be seen."""
    opened = {one.team for one in contest.line_ups if one.fixture == fixture}
    return bool(a and b) and {a, b} <= opened


def line_up_of(contest: Contest, fixture: str, team: str) -> LineUp | None:
    """The line-up of a team in the record; ask `are_open` before showing it."""
    return next((one.line_up for one in contest.line_ups if (one.fixture, one.team) == (fixture, team)), None)


def players_called(call: BoardCall, contest: Contest, key: str) -> list[Member]:
    """The people of one side of a call: those of the line-up, in a match of a tie; nobody while line-ups are closed."""
    entries = Entry.objects.filter(category=call.category_id, key=key).select_related("form")
    members = [member for entry in entries.prefetch_related("members__person__root") for member in entry.players]
    fixture, number = fixture_and_number(call.fixture)
    if not number:
        return members
    line_up = line_up_of(contest, fixture, key)
    if line_up is None or not are_open(contest, fixture, call.a, call.b):
        return []
    by_key = {contests.person_key(one): one for one in members}
    return [by_key[one] for one in line_up.matches[number - 1] if one in by_key]


def own_line_up(of: str, fixture: str, team: str, guest_id: UUID | None) -> LineUp | None:
    """A closed line-up, for the very person who handed it in; nobody else sees it, the organiser neither."""
    if guest_id is None:
        return None
    row = ClosedLineUp.objects.filter(of=of, fixture=fixture, team=team, guest_id=guest_id).first()
    return None if row is None else serialization.read(LineUp, row.line_up)


def closed_line_ups(of: str, team: str) -> list[LineUp]:
    """The closed line-ups of a team, to see who may not leave it meanwhile; shown to nobody."""
    rows = ClosedLineUp.objects.filter(of=of, team=team).values_list("line_up", flat=True)
    return [serialization.read(LineUp, text) for text in rows]


def deadline(of: str, fixture: str) -> datetime | None:
    """Until when captains hand in themselves; None: until both are in."""
    return LineUpDeadline.objects.filter(of=of, fixture=fixture).values_list("until", flat=True).first()


def set_deadline(of: str, fixture: str, until: datetime | None) -> None:
    """Set until when captains hand in themselves; None takes it away."""
    if until is None:
        LineUpDeadline.objects.filter(of=of, fixture=fixture).delete()
    else:
        LineUpDeadline.objects.update_or_create(of=of, fixture=fixture, defaults={"until": until})


def check_in_time(of: str, fixture: str, now: datetime) -> None:
    """Pass if captains may hand in now. Raises LineUpTooLateError."""
    until = deadline(of, fixture)
    if until is not None and now > until:
        raise LineUpTooLateError()


def keep(
    of: str,
    contest: Contest,
    fixture: str,
    sides: tuple[str, str],
    act: NameLineUp,
    *,
    guest_id: UUID | None,
    now: datetime,
) -> tuple[NameLineUp, ...]:
    """Keep a team's line-up closed, in place of an earlier one; once both are in give the acts that open them.

    The caller does it within the transaction that stores those acts, and raises the version of its record in any
    case: so two captains at the same moment cannot both find the other's missing.

    Raises:
        LineUpsOpenError: both are open already. LineUpError, ActError: it cannot play.
    """
    if are_open(contest, fixture, *sides):
        raise LineUpsOpenError()
    check(contest, act)
    ClosedLineUp.objects.update_or_create(
        of=of,
        fixture=fixture,
        team=act.team,
        defaults={"line_up": serialization.write(act.line_up), "handed_in_at": now, "guest_id": guest_id},
    )
    rows = ClosedLineUp.objects.filter(of=of, fixture=fixture, team__in=sides)
    closed = {row.team: serialization.read(LineUp, row.line_up) for row in rows}
    in_record = {one.team for one in contest.line_ups if one.fixture == fixture}
    if not set(sides) <= {*closed, *in_record}:
        return ()
    rows.delete()
    return tuple(NameLineUp(fixture, team, closed[team]) for team in sides if team in closed)
