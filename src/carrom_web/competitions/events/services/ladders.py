"""A ladder at an event: opened by lots, then challenges of its players, answered, played and reported by themselves.

A challenge is a row until it is accepted; then it is a fixture of the contest, drawn by hand, with everything that
holds for
fixtures: sheets, results, undoing. Who declines, or does not answer in time, loses as the ladder's rules say.
"""

import random
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.terms import Side
from carrom.tournament import record as records
from carrom.tournament.commands import Draw, Tell
from carrom.tournament.contest import Drawn, whole, word
from carrom.tournament.formats import ladder
from carrom.tournament.scoring import not_played
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, fixture_emails
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Challenge, Event
from carrom_web.competitions.events.services.draws import changing, contest_of
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.results import NotReadyError, reported_result
from carrom_web.outbox.backend import queue

_RNG = random.SystemRandom()
RUNNING = (Challenge.State.OPEN, Challenge.State.ACCEPTED)


class LadderError(NotAllowedError):
    """A challenge that another one, or what has happened to it, does not allow."""

    code = "no-challenge"


def open_ladder(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Put the confirmed entries on their rungs, by lot. Raises NotOfficialError. NotReadyError: it is open already."""
    if contests.shown(event.categories.get(key=key)) is not None:
        raise NotReadyError("ladder-open")
    with changing(event, guest_id, key, AuditKind.LADDER_OPENED, now) as change:
        keys = frozenset(one.key for one in records.contest_of(change.record).entrants)
        change.record = records.draw_lots(change.record, keys, _RNG, at=change.at)


def challenge(event: Event, key: str, *, by: str, to: str, now: datetime) -> Challenge:
    """Store a challenge; the page has made sure that it comes from `by`. The other is asked by email.

    Raises:
        ChallengeError: the rules forbid it. LadderError: one of the two has a challenge already.
    """
    category, found = contest_of(event, key)
    _check_rules(found, by, to)
    take_up_results(category, found)
    days = whole(found.contest, ladder.OPTIONS, "answer_days")
    if category.challenges.filter(state__in=RUNNING, by=to).exists() or (
        category.challenges.filter(state__in=RUNNING, to=by).exists()
    ):
        raise LadderError("running-challenge")
    try:
        with transaction.atomic():
            made = Challenge.objects.create(
                category=category, by=by, to=to, made_at=now, until=now + timedelta(days=days) if days else None
            )
            queue(fixture_emails.challenged, made.pk)
            announcements.changed_after_commit(event.pk)
    except IntegrityError:
        raise LadderError("running-challenge") from None
    return made


def _check_rules(found: contests.ContestView, by: str, to: str) -> None:
    try:
        ladder.challenge(found.contest, by=by, to=to)
    except ladder.ChallengeError as error:
        names = {by: found.name(by), to: found.name(to)}
        shown = {name: names.get(str(value), value) for name, value in error.parameters.items()}
        raise ladder.ChallengeError(*error.args, **shown) from None


def withdraw(event: Event, made: Challenge, *, now: datetime) -> None:
    """Take a challenge back before it is answered. Raises LadderError: it is answered."""
    with transaction.atomic():
        _go(made, Challenge.State.OPEN, Challenge.State.WITHDRAWN)
        announcements.changed_after_commit(event.pk)


def accept(event: Event, made: Challenge, *, now: datetime, guest_id: UUID | None = None) -> None:
    """Take a challenge up: it becomes a fixture of the contest.

    Raises:
        LadderError: it is answered already. ChallengeError: the rules forbid it by now. StaleContestError.
    """
    with transaction.atomic():
        category, found = contest_of(event, made.category.key)
        _check_rules(found, made.by, made.to)
        days = whole(found.contest, ladder.OPTIONS, "play_days")
        fixture = _drawn(event, category, made, guest_id, now)
        until = now + timedelta(days=days) if days else None
        _go(made, Challenge.State.OPEN, Challenge.State.ACCEPTED, fixture=fixture, until=until)
        queue(fixture_emails.challenge_answered, made.pk)


def decline(event: Event, made: Challenge, *, now: datetime, state: Challenge.State = Challenge.State.DECLINED) -> None:
    """Do not take a challenge up, or let it lapse: where the rules say so, the challenger has won without play.

    Raises:
        LadderError: it is answered already. StaleContestError.
    """
    with transaction.atomic():
        category, found = contest_of(event, made.category.key)
        fixture = ""
        if word(found.contest, ladder.OPTIONS, "refused") == "loses" and _still_allowed(found, made):
            fixture = _drawn(event, category, made, None, now, refused=str(state))
        _go(made, Challenge.State.OPEN, state, fixture=fixture)
        announcements.changed_after_commit(event.pk)
        queue(fixture_emails.challenge_answered, made.pk)


def _still_allowed(found: contests.ContestView, made: Challenge) -> bool:
    try:
        _check_rules(found, made.by, made.to)
    except ladder.ChallengeError:
        return False
    return True


def _go(made: Challenge, before: Challenge.State, after: Challenge.State, **more: object) -> None:
    if not Challenge.objects.filter(pk=made.pk, state=before).update(state=after, **more):
        raise LadderError("answered")
    made.refresh_from_db()


def _drawn(
    event: Event, category: Category, made: Challenge, guest_id: UUID | None, now: datetime, *, refused: str = ""
) -> str:
    """Store the fixture of a challenge, with `refused` and its result, and return its id."""
    how = refused or "accepted"
    with changing(event, guest_id, category.key, AuditKind.CHALLENGE, now, right=None, how=how) as change:
        fixture = ladder.challenge(records.contest_of(change.record), by=made.by, to=made.to)
        change.do(Draw(Drawn((fixture,))))
        if refused:
            meeting = ladder.FORMAT.meetings(records.contest_of(change.record))[-1]
            change.do(Tell(not_played(meeting, loser=Side.B, how="walk-over", reason=refused)))
    return fixture.id


def tell(event: Event, made: Challenge, *, by: str, line: str, now: datetime) -> None:
    """Keep the boards of a played challenge as one of the two tells them; the other confirms them.

    `line` names the challenger's points first. The same line reported by the other confirms it.

    Raises:
        LadderError, BoardsUnreadableError, ResultError, MatchNotOverError.
    """
    _category, found = contest_of(event, made.category.key)
    if made.state != Challenge.State.ACCEPTED or by not in (made.by, made.to):
        raise LadderError("no-match")
    reported_result(event, found, made.category.key, made.fixture, line)
    if made.boards and made.reported_by != by and made.boards.split() == line.split():
        confirm(event, made, by=by, line=made.boards, now=now)
        return
    with transaction.atomic():
        Challenge.objects.filter(pk=made.pk, state=made.state).update(boards=line, reported_by=by)
        announcements.changed_after_commit(event.pk)
        queue(fixture_emails.challenge_reported, made.pk)


def confirm(event: Event, made: Challenge, *, by: str, line: str, now: datetime) -> None:
    """Let the boards that the other has reported be the result; `line` is what was looked at.

    Raises:
        LadderError: nothing is reported, or only by the caller, or it has changed. StaleContestError.
    """
    if not made.boards or made.reported_by == by or by not in (made.by, made.to) or line != made.boards:
        raise LadderError("nothing-to-confirm")
    _category, found = contest_of(event, made.category.key)
    result = reported_result(event, found, made.category.key, made.fixture, made.boards)
    kind, key = AuditKind.CHALLENGE_RESULT, made.category.key
    with transaction.atomic():
        with changing(event, None, key, kind, now, right=None, fixture=made.fixture) as change:
            change.do(Tell(result))
        _go(made, Challenge.State.ACCEPTED, Challenge.State.OVER)


def let_meet(event: Event, guest_id: UUID | None, key: str, *, by: str, to: str, now: datetime) -> None:
    """Let two meet by the organiser's word: a challenge that counts as accepted.

    Raises:
        NotOfficialError, LadderError, ChallengeError.
    """
    check_may(event, guest_id, Action.DRAW)
    with transaction.atomic():
        made = challenge(event, key, by=by, to=to, now=now)
        record_audit(event, guest_id, AuditKind.CHALLENGE_BY_DESK, now, category=key)
        accept(event, made, now=now, guest_id=guest_id)


def take_up_results(category: Category, found: contests.ContestView) -> None:
    """Note which accepted challenges have a result by now, or lost it, no matter who reported it."""
    settled = {one.fixture.id: one.is_settled for one in found.meetings}
    for made in category.challenges.filter(state__in=[Challenge.State.ACCEPTED, Challenge.State.OVER]):
        state = Challenge.State.OVER if settled.get(made.fixture) else Challenge.State.ACCEPTED
        if made.fixture not in settled:
            state = Challenge.State.WITHDRAWN  # its draw was undone
        if state != made.state:
            Challenge.objects.filter(pk=made.pk, state=made.state).update(state=state)


def lapse_all_due(now: datetime) -> int:
    """Let every challenge lapse that was not answered in time; return how many."""
    due = Challenge.objects.filter(state=Challenge.State.OPEN, until__lt=now).select_related("category__event")
    for made in due:
        decline(made.category.event, made, now=now, state=Challenge.State.LAPSED)
    return len(due)
