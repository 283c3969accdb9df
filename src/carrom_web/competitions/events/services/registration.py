"""Registering, confirming as a partner, withdrawing, moving up from the waiting list, and closing.

Places are counted by the database (`repository.take_place`): however many hand in at once, none is sold twice, and
who finds none waits in the order of coming.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms, Method, is_open
from carrom.tournament.questions import Consent, check_answers, check_consent, read_questions
from carrom.tournament.registration import EntryStatus, Person
from carrom_web.competitions.events import announcements, contests, emails, repository, selectors
from carrom_web.competitions.events.models import (
    Category,
    Entry,
    Event,
    LedgerEntry,
    Member,
    Registration,
    new_identity,
)
from carrom_web.competitions.events.services import consents, online
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.core.rows import only_row
from carrom_web.outbox.backend import queue
from carrom_web.people import services as people
from carrom_web.people.models import Player, name_key


class AlreadyEnteredError(NotAllowedError):
    """A second form of one person (K-007)."""

    code = "already-entered"


class AlreadyInCategoryError(NotAllowedError):
    """Somebody named in this form is in the category already, by another form."""

    code = "already-in-category"


class CategoryClosedError(NotAllowedError):
    """A category that was cancelled, or one that the event does not have."""

    code = "category-closed"


class TeamNameError(NotAllowedError):
    """A team without a name, or with that of another team of its category."""

    code = "team-name"


class NotPublishedError(desk.RegistrationClosedError):
    """An event that is a draft or cancelled: it takes no entries."""

    code = "not-published"


class NothingEnteredError(NotAllowedError):
    """A form without a category."""

    code = "nothing-entered"


def check_application(event: Event, terms: EventTerms, application: Application, now: datetime) -> None:
    """Pass if a form can be taken.

    Raises:
        NotPublishedError, RegistrationClosedError, NothingEnteredError, CategoryClosedError, NotAdmittedError,
        TeamNameError, MethodNotAcceptedError, AnswerError, ConsentError.
    """
    if event.state != Event.State.OPEN:
        raise NotPublishedError()
    if not application.by_registrar:
        desk.check_open(terms, now)
        online.check_account(terms, application.guest_id)
    if not application.categories:
        raise NothingEnteredError()
    desk.check_number(terms, application.categories)
    states = dict(event.categories.values_list("key", "state"))
    for key in application.categories:
        if states.get(key) != Category.State.OPEN:
            raise CategoryClosedError("not-held")
        people = [Person(name=one.name, born=one.born, gender=one.gender) for one in application.players(key)]
        desk.check_admits(terms.category(key), people, terms)
        if terms.category(key).kind is Kind.TEAM:
            check_team_name(event, key, application.team(key))
    if desk.fee_of(terms, application.categories):
        desk.check_method(terms, application.method)
    if not application.by_registrar and application.group is None:
        check_answers(read_questions(terms.questions), dict(application.answers))
        if version := consents.version_of(event, terms):
            first_day = terms.days[0].date
            check_consent(
                application.consent, version=version, name=application.name, born=application.born, day=first_day
            )


def check_team_name(event: Event, key: str, name: str, *, but: int = 0) -> None:
    """Pass if a team may call itself so; `but` is its own entry. Raises TeamNameError."""
    if not name:
        raise TeamNameError("missing")
    standing = [*desk.TAKES_A_PLACE, EntryStatus.WAITING]
    others = Entry.objects.filter(category__event=event, category__key=key, standing__in=standing).exclude(pk=but)
    if name.casefold() in {other.casefold() for other in others.values_list("team", flat=True)}:
        raise TeamNameError("taken", name=name)


def hand_in(event: Event, application: Application, *, now: datetime) -> Registration:
    """Store a form: an entry with a place, or on the waiting list, in every category that it names (K-001).

    Raises:
        AlreadyEnteredError: this person has handed one in before (K-007); a link to it goes to the address in it.
        AlreadyInCategoryError: one of a pair is in the category by another form.
        CarromError: what `check_application` raises. Nothing was stored.
    """
    terms = repository.terms_of(event)
    check_application(event, terms, application, now)
    identity = new_identity(application.name, application.born)
    earlier = only_row(event.forms.filter(identity=identity, withdrawn_at=None))
    if earlier is not None:
        _refuse_second(earlier, now)
    try:
        with transaction.atomic():
            form = _store_form(event, application, identity, now)
            rows = {row.key: row for row in event.categories.all()}
            for key in application.categories:
                store_entry(event, form, rows[key], terms.category(key), application, now)
            if application.consent is not None:
                consents.accept(form, application.consent, now=now, by_desk=application.by_registrar)
            settle(form, now=now)
            queue(emails.registered, form.pk)
            announcements.changed_after_commit(event.pk)
    except IntegrityError:
        earlier = only_row(event.forms.filter(identity=identity, withdrawn_at=None))
        if earlier is not None:
            _refuse_second(earlier, now)
        raise AlreadyInCategoryError("not-stored") from None
    return form


def _refuse_second(earlier: Registration, now: datetime) -> None:
    emails.link_again(earlier.pk)
    raise AlreadyEnteredError(number=earlier.number, day=earlier.made_at.date())


def _store_form(event: Event, application: Application, identity: str, now: datetime) -> Registration:
    details = people.Details(
        name=application.name,
        email=application.email,
        born=application.born,
        shows_name=application.shows_name,
    )
    return Registration.objects.create(
        event=event,
        number=repository.next_form_number(event),
        identity=identity,
        name=application.name,
        person=person_for(
            event, details, identity, guest_id=application.guest_id, by_official=application.by_registrar
        ),
        gender=application.gender.value if application.gender else "",
        club_name=application.club_name,
        language=application.language,
        site=application.site,
        method=application.method.value,
        guest_id=application.guest_id,
        made_at=now,
        answers=dict(application.answers),
        group=application.group,
    )


def person_for(
    event: Event,
    details: people.Details,
    identity: str,
    *,
    guest_id: UUID | None = None,
    by_official: bool = False,
) -> Player:
    """Return the player of the event's club whom a form means; never one whom the event already distinguishes."""
    if not by_official:
        return people.player_for(event.club_id, details, guest_id=guest_id)
    others: set[UUID] = set()
    for rows in (Registration.objects.filter(event=event), Member.objects.filter(category__event=event)):
        alike = rows.filter(person__name_key=name_key(details.name)).exclude(identity=identity)
        others.update(alike.values_list("person__root_id", flat=True))
    return people.player_for(event.club_id, details, by_official=True, but=others)


def store_entry(
    event: Event, form: Registration, row: Category, terms: CategoryTerms, application: Application, now: datetime
) -> None:
    """Store an entry, with a place or on the waiting list, its people and its fee. Within a transaction."""
    has_place = repository.take_place(row)
    standing = EntryStatus.HELD if has_place else EntryStatus.WAITING
    team = application.team(terms.key) if terms.kind is Kind.TEAM else ""
    entry = Entry.objects.create(form=form, category=row, team=team, standing=standing, fee=terms.fee, made_at=now)
    for position, one in enumerate(application.members(terms.key)):
        if position:
            agreed_at = now if application.partners_agreed else None
            add_member(entry, position, one, agreed_at=agreed_at, by_official=application.by_registrar)
        else:
            plays = not (team and terms.key in application.leads)
            _member(entry, 0, one, form.person, agreed_at=now, plays=plays)
    if has_place and terms.fee:
        repository.move(event, form.pk, LedgerEntry.Kind.CHARGE, terms.fee, at=now, entry=entry)


def add_member(
    entry: Entry, position: int, person: Partner, *, agreed_at: datetime | None = None, by_official: bool = False
) -> Member:
    """Store another person of an entry, and ask by email whether they play, unless they have agreed.

    Within a transaction.
    """
    details = people.Details(
        name=person.name, email=person.email, born=person.born, shows_name=person.shows_name or None
    )
    identity = new_identity(person.name, person.born)
    player = person_for(entry.category.event, details, identity, by_official=by_official)
    member = _member(entry, position, person, player, agreed_at=agreed_at)
    if agreed_at is None:
        queue(emails.partner_asked, member.pk)
    return member


def _member(
    entry: Entry, position: int, person: Partner, player: Player, *, agreed_at: datetime | None, plays: bool = True
) -> Member:
    return Member.objects.create(
        entry=entry,
        category_id=entry.category_id,
        position=position,
        identity=new_identity(person.name, person.born),
        name=person.name,
        person=player,
        gender=person.gender.value if person.gender else "",
        agreed_at=agreed_at,
        plays=plays,
    )


def settle(form: Registration, *, now: datetime) -> list[Entry]:
    """Confirm what is paid and agreed, the oldest entries first, as far as the money goes; return what was confirmed.

    An entry once confirmed stays so here: money that went back has a withdrawal or a cancellation of its own.
    """
    paid, terms, method = selectors.account_of(form).paid, repository.terms_of(form.event), Method(form.method)
    confirmed = []
    for entry in form.entries.filter(standing__in=desk.TAKES_A_PLACE).select_related("category").order_by("id"):
        covered = entry.fee <= paid
        paid -= entry.fee if covered else 0
        if entry.standing == EntryStatus.CONFIRMED:
            continue
        enough = desk.is_paid_enough(terms, method, covered=covered, now=now)
        standing = desk.settled(EntryStatus(entry.standing), paid=enough, agreed=selectors.has_agreed(entry))
        if standing is EntryStatus.CONFIRMED:
            Entry.objects.filter(pk=entry.pk, standing=EntryStatus.HELD).update(standing=standing)
            confirmed.append(entry)
            queue(emails.confirmed, entry.pk)
    if confirmed:
        announcements.changed_after_commit(form.event_id)
    return confirmed


def unsettle(form: Registration, *, now: datetime) -> None:
    """Hold only the place of what the money does not cover any more, the oldest entries covered first.

    What is drawn stays in its draw; the desk sees that it is owed.
    """
    paid, terms, method = selectors.account_of(form).paid, repository.terms_of(form.event), Method(form.method)
    for entry in form.entries.filter(standing__in=desk.TAKES_A_PLACE).select_related("category").order_by("id"):
        covered = entry.fee <= paid
        paid -= entry.fee if covered else 0
        if not desk.is_paid_enough(terms, method, covered=covered, now=now) and not contests.is_drawn(entry):
            Entry.objects.filter(pk=entry.pk, standing=EntryStatus.CONFIRMED).update(standing=EntryStatus.HELD)
    announcements.changed_after_commit(form.event_id)


def agree(member: Member, *, shows_name: bool, now: datetime, consent: Consent | None = None) -> None:
    """Record that a partner confirms, and accepts the terms of the event.

    Raises:
        CategoryClosedError: the entry does not stand any more.
        ConsentError: the terms are not accepted.
    """
    with transaction.atomic():
        entry = Entry.objects.select_related("form__event", "category").get(pk=member.entry_id)
        if not entry.takes_a_place and entry.standing != EntryStatus.WAITING:
            raise CategoryClosedError("entry-ended")
        if entry.team and entry.form.event.closed_at is not None and not member.agreed_at:
            raise CategoryClosedError("entries-closed")
        if Member.objects.filter(pk=member.pk, agreed_at=None).update(agreed_at=now):
            people.set_consent(member.person, shows_name=shows_name)
            consents.accept(member, consent, now=now)
        if entry.team and contests.is_drawn(entry):
            contests.renew_entrant(entry, at=now.isoformat(timespec="seconds"))
        settle(entry.form, now=now)


def decline(member: Member, *, now: datetime) -> None:
    """Take a partner's word that they do not play; a team goes on without them.

    A pair keeps its place while entries are open and it is not drawn, so that somebody else can be named; afterwards
    it is withdrawn.
    """
    with transaction.atomic():
        entry = Entry.objects.select_related("form__event", "category").get(pk=member.entry_id)
        if entry.team:
            queue(emails.member_declined, entry.pk, member.name)
            leave_team(entry, member)
            return
        event = entry.form.event
        stands = entry.takes_a_place or entry.standing == EntryStatus.WAITING
        if stands and is_open(repository.terms_of(event), now) and not contests.is_drawn(entry):
            Member.objects.filter(pk=member.pk).delete()
            Entry.objects.filter(pk=entry.pk, standing=EntryStatus.CONFIRMED).update(standing=EntryStatus.HELD)
            Registration.objects.filter(pk=entry.form_id).update(version=F("version") + 1)
            queue(emails.partner_wanted, entry.pk)
            announcements.changed_after_commit(event.pk)
            return
        if end_entry(entry, EntryStatus.WITHDRAWN, now=now, gives_back=True):
            queue(emails.partner_declined, entry.pk)


def leave_team(entry: Entry, member: Member) -> None:
    """Take a member out of a team, as long as it is not drawn; too few left, and its place is only held again.

    Raises:
        CategoryClosedError: the team is drawn; the organiser changes it then.
    """
    if contests.is_drawn(entry):
        raise CategoryClosedError("team-drawn")
    Member.objects.filter(pk=member.pk).delete()
    entry = Entry.objects.select_related("form__event", "category").prefetch_related("members").get(pk=entry.pk)
    if entry.standing == EntryStatus.CONFIRMED and not selectors.has_agreed(entry):
        Entry.objects.filter(pk=entry.pk, standing=EntryStatus.CONFIRMED).update(standing=EntryStatus.HELD)
    announcements.changed_after_commit(entry.form.event_id)


def withdraw(form: Registration, *, now: datetime, keys: Iterable[str] | None = None) -> None:
    """Withdraw from some categories, or from all; who waits moves up.

    The fee is given back while entries are open, but not afterwards.
    """
    event = form.event
    back = is_open(repository.terms_of(event), now)
    with transaction.atomic():
        entries = form.entries.select_related("form__event", "category").order_by("id")
        for entry in entries if keys is None else entries.filter(category__key__in=list(keys)):
            if end_entry(entry, EntryStatus.WITHDRAWN, now=now, gives_back=back):
                queue(emails.withdrawn_by_other, entry.pk)
        standing = (*desk.TAKES_A_PLACE, EntryStatus.WAITING)
        if not form.entries.filter(standing__in=standing).exists():
            Registration.objects.filter(pk=form.pk, withdrawn_at=None).update(withdrawn_at=now)
        queue(emails.withdrawn, form.pk)
        announcements.changed_after_commit(event.pk)


def end_entry(entry: Entry, standing: EntryStatus, *, now: datetime, gives_back: bool, moves_up: bool = True) -> bool:
    """Let an entry stand no more; free its place and, where that is due, its fee. False if it stood no more before."""
    before = EntryStatus(entry.standing)
    if before not in (*desk.TAKES_A_PLACE, EntryStatus.WAITING):
        return False
    if not Entry.objects.filter(pk=entry.pk, standing=before).update(standing=standing):
        return False
    Member.objects.filter(entry=entry).update(active=False)
    announcements.changed_after_commit(entry.form.event_id)
    if before in desk.TAKES_A_PLACE:
        if entry.fee and gives_back:
            repository.move(
                entry.form.event, entry.form_id, LedgerEntry.Kind.RELIEF, entry.fee, at=now, entry=entry, note=standing
            )
        repository.give_place_back(entry.category)
        if moves_up:
            move_up(entry.category, now=now)
    return True


def move_up(category: Category, *, now: datetime) -> list[Entry]:
    """Give free places to those who wait, by the rule of the event. Nobody moves up once entries have closed."""
    event = Event.objects.get(pk=category.event_id)
    if now >= event.closes_at or event.state != Event.State.OPEN:
        return []
    moved = []
    for entry in selectors.waiting_of(category, repository.terms_of(event)):
        if not repository.take_place(category):
            break
        Entry.objects.filter(pk=entry.pk).update(standing=EntryStatus.HELD)
        if entry.fee:
            repository.move(event, entry.form_id, LedgerEntry.Kind.CHARGE, entry.fee, at=now, entry=entry)
        moved.append(entry)
        settle(entry.form, now=now)
        queue(emails.moved_up, entry.pk)
    return moved
