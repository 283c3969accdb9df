"""Changing a team's name and members: by its captain while entries are open, by the desk at any time.

What a draw says of a team follows: a member who comes or goes after it is one more act of the contest's record.
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max

from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.event import EventTerms, is_open
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Entry, Member
from carrom_web.competitions.events.services import line_ups as events_line_ups
from carrom_web.competitions.events.services import registration, ties
from carrom_web.competitions.events.services.applications import Partner
from carrom_web.competitions.events.services.organising import record_audit
from carrom_web.competitions.events.services.registration import AlreadyInCategoryError


class TeamError(NotAllowedError):
    """A change that a team cannot bear."""

    code = "bad-team"


def may_change(entry: Entry, guest_id: UUID | None, now: datetime) -> bool:
    """Whether the holder of the captain's link may change the team now: entries are open, or the desk asks."""
    event = entry.form.event
    stands = entry.takes_a_place or entry.standing == desk.EntryStatus.WAITING
    open_now = is_open(repository.terms_of(event), now)
    return stands and (open_now or selectors.may(event, guest_id, Action.REGISTER))


def rename(entry: Entry, name: str, *, guest_id: UUID | None, now: datetime) -> None:
    """Give a team another name. Raises TeamNameError, RegistrationClosedError."""
    _check(entry, guest_id, now)
    with transaction.atomic():
        registration.check_team_name(entry.form.event, entry.category.key, name, but=entry.pk)
        Entry.objects.filter(pk=entry.pk).update(team=name)
        _noted(entry, guest_id, AuditKind.TEAM_RENAMED, now, was=entry.team, team=name)


def add(entry: Entry, person: Partner, *, guest_id: UUID | None, now: datetime) -> Member:
    """Add a member to a team; they are asked by email. After the deadline the desk confirms for them.

    Raises:
        TeamError: it is full. NotAdmittedError: age or gender. AlreadyInCategoryError. RegistrationClosedError.
    """
    terms = _check(entry, guest_id, now)
    category = terms.category(entry.category.key)
    people = [selectors.person(member) for member in entry.members.filter(plays=True).order_by("position")]
    if len(people) >= category.most_size:
        raise TeamError("full", most=category.most_size)
    joined = [*people, desk.Person(name=person.name, born=person.born, gender=person.gender)]
    if len(joined) >= category.size:
        desk.check_admits(category, joined, terms)
    last = entry.members.aggregate(Max("position"))["position__max"] or 0
    try:
        with transaction.atomic():
            by_desk = selectors.may(entry.form.event, guest_id, Action.REGISTER)
            member = registration.add_member(entry, last + 1, person, by_official=by_desk)
            if not is_open(terms, now):
                Member.objects.filter(pk=member.pk).update(agreed_at=now)
            _settled(entry, now)
            _noted(entry, guest_id, AuditKind.MEMBER_ADDED, now, team=entry.team, member=person.name)
    except IntegrityError:
        raise AlreadyInCategoryError("other-team", name=person.name) from None
    return member


def remove(entry: Entry, member: Member, *, guest_id: UUID | None, now: datetime) -> None:
    """Take a member out of a team. A team with too few left only holds its place until it is whole again.

    Raises:
        TeamError: they are the captain, or in a line-up. RegistrationClosedError.
    """
    _check(entry, guest_id, now)
    if member.position == 0:
        raise TeamError("captain")
    _check_free(entry, member)
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).delete()
        _settled(entry, now)
        _noted(entry, guest_id, AuditKind.MEMBER_REMOVED, now, team=entry.team, member=member.name)


def captain_plays(entry: Entry, plays: bool, *, guest_id: UUID | None, now: datetime) -> None:
    """Have the captain play in their team from now on, or lead it only.

    Raises:
        TeamError: they are in a line-up, the team is full, or would be too small. NotAdmittedError: age or gender.
        RegistrationClosedError.
    """
    terms = _check(entry, guest_id, now)
    category = terms.category(entry.category.key)
    captain = entry.members.get(position=0)
    if captain.plays == plays:
        return
    if plays:
        people = [selectors.person(member) for member in entry.members.order_by("position")]
        if len(people) > category.most_size:
            raise TeamError("full", most=category.most_size)
        if len(people) >= category.size:
            desk.check_admits(category, people, terms)
    else:
        _check_free(entry, captain)
    with transaction.atomic():
        Member.objects.filter(pk=captain.pk).update(plays=plays)
        _settled(entry, now)
        _noted(entry, guest_id, AuditKind.CAPTAIN_PLAYS if plays else AuditKind.CAPTAIN_LEADS, now, team=entry.team)


def _check_free(entry: Entry, member: Member) -> None:
    """Pass if a team can go on without somebody: they are in no line-up, and enough members are left if it is drawn."""
    found = contests.shown(entry.category)
    if found is None:
        return
    key = contests.person_key(member)
    line_ups = [submitted.line_up for submitted in found.contest.line_ups]
    line_ups += events_line_ups.closed_line_ups(ties.name_of(entry.category), entry.key)
    if any(key in persons for submitted in line_ups for persons in submitted.matches):
        raise TeamError("in-line-up", name=member.name)
    left = entry.members.filter(plays=True).exclude(agreed_at=None).exclude(pk=member.pk).count()
    if contests.is_drawn(entry) and left < _size(entry):
        raise TeamError("too-small")


def _size(entry: Entry) -> int:
    return repository.terms_of(entry.form.event).category(entry.category.key).size


def _check(entry: Entry, guest_id: UUID | None, now: datetime) -> EventTerms:
    terms = repository.terms_of(entry.form.event)
    if not may_change(entry, guest_id, now):
        desk.check_open(terms, now)
        raise TeamError("withdrawn")
    return terms


def _settled(entry: Entry, now: datetime) -> None:
    """Confirm the team, or hold its place only; a contest that has it learns who is in it now."""
    again = Entry.objects.select_related("form__event", "category").prefetch_related("members").get(pk=entry.pk)
    if contests.is_drawn(again):
        contests.renew_entrant(again, at=now.isoformat(timespec="seconds"))
    elif again.standing == desk.EntryStatus.CONFIRMED and not selectors.has_agreed(again):
        Entry.objects.filter(pk=entry.pk).update(standing=desk.EntryStatus.HELD)
    registration.settle(again.form, now=now)


def _noted(entry: Entry, guest_id: UUID | None, kind: AuditKind, now: datetime, **detail: str) -> None:
    """Log a step of the desk; announce a captain's."""
    event = entry.form.event
    if selectors.may(event, guest_id, Action.REGISTER):
        record_audit(event, guest_id, kind, now, **detail)
    else:
        announcements.changed_after_commit(event.pk)
