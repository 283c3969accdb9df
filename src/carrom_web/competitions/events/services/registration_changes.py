"""Changing a registration: by its owner while entries are open, by the desk at any time.

Whatever was checked when it was handed in is checked again: age classes, places, fees, who is entered already. What
is drawn stays in its draw. Every change is stored with what stood before, and the desk can undo the last one.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import IntegrityError, transaction

from carrom import serialization
from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.category import Gender, Kind
from carrom.tournament.event import EventTerms, Method, is_open
from carrom.tournament.registration import EntryStatus
from carrom_web.audit import services as audit_log
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import (
    Category,
    Entry,
    Event,
    Member,
    Registration,
    new_identity,
)
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.events.services.applications import Application, Partner
from carrom_web.competitions.events.services.organising import check_may
from carrom_web.competitions.events.services.registration import AlreadyInCategoryError
from carrom_web.core.rows import only_row
from carrom_web.outbox.backend import queue
from carrom_web.people import services as people
from carrom_web.people.models import Player

STANDS = (*desk.TAKES_A_PLACE, EntryStatus.WAITING)


class StaleFormError(NotAllowedError):
    """Somebody else has changed the registration since it was shown."""

    code = "stale-registration"


class ChangeBlockedError(NotAllowedError):
    """A change that a draw, or the way the event is held, does not allow."""

    code = "change-blocked"


class NoSuchChangeError(NotAllowedError):
    """A change that cannot be undone any more."""

    code = "no-such-change"


class LinkOutdatedError(NotAllowedError):
    """A link that confirms an address which is not asked for any more."""

    code = "link-outdated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The changeable details of a registration. `partners` names the partner of each pair, None if missing."""

    name: str
    email: str
    born: date | None = None
    gender: Gender | None = None
    club_name: str = ""
    shows_name: bool = False
    method: Method = Method.CASH
    categories: tuple[str, ...] = ()
    partners: tuple[tuple[str, Partner | None], ...] = ()

    def partner(self, key: str) -> Partner | None:
        """The partner in a category."""
        return dict(self.partners).get(key)

    @property
    def identity(self) -> str:
        """The identity of this person."""
        return new_identity(self.name, self.born)

    def application(self, form: Registration, key: str, *, agreed: bool, by_desk: bool) -> Application:
        """One category as if it were entered now."""
        mate = self.partner(key)
        return Application(
            name=self.name,
            email=self.email,
            born=self.born,
            gender=self.gender,
            categories=(key,),
            partners=((key, mate),) if mate else (),
            site=form.site,
            language=form.language,
            partners_agreed=agreed,
            by_registrar=by_desk,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A registration before a change and after it."""

    before: Details
    after: Details


def details_of(form: Registration) -> Details:
    """How a registration stands."""
    entries = {one.category.key: one for one in selectors.entries_in(form) if one.standing in STANDS}
    return Details(
        name=form.name,
        email=form.email,
        born=form.born,
        gender=Gender(form.gender) if form.gender else None,
        club_name=form.club_name,
        shows_name=form.shows_name,
        method=Method(form.method),
        categories=tuple(entries),
        partners=tuple((key, _partner_of(entry)) for key, entry in entries.items() if not entry.team),
    )


def may_change(form: Registration, guest_id: UUID | None, now: datetime) -> bool:
    """Whether the holder of a registration's link may change it now."""
    event = form.event
    if not form.name or form.withdrawn_at is not None or event.state != Event.State.OPEN:
        return False
    return is_open(repository.terms_of(event), now) or selectors.may(event, guest_id, Action.REGISTER)


def change(
    form: Registration,
    wanted: Details,
    *,
    version: int,
    guest_id: UUID | None,
    now: datetime,
    undoes: AuditEntry | None = None,
) -> AuditEntry | None:
    """Store a change; None if nothing differs. An address that its owner changes is first confirmed by a letter.

    Raises:
        RegistrationClosedError: entries have closed, and it is not the desk who asks.
        StaleFormError: somebody has changed it since `version`. ChangeBlockedError: a draw forbids it.
        NotAdmittedError, CategoryClosedError, MethodNotAcceptedError: the change itself is refused.
        AlreadyEnteredError, AlreadyInCategoryError: this person, or the partner, is entered by another registration.
        In all cases nothing was stored.
    """
    terms, by_desk = repository.terms_of(form.event), selectors.may(form.event, guest_id, Action.REGISTER)
    if not may_change(form, guest_id, now):
        desk.check_open(terms, now)
        raise ChangeBlockedError("withdrawn")
    before = details_of(form)
    if wanted == before:
        return None
    _check(form, terms, before, wanted, by_desk=by_desk)
    confirms = wanted.email.casefold() != before.email.casefold() and not by_desk
    stored = replace(wanted, email=before.email) if confirms else wanted
    try:
        with transaction.atomic():
            new_email = wanted.email if confirms else ""
            _write(form, stored, version=version, new_email=new_email, guest_id=guest_id, by_desk=by_desk)
            _write_entries(form, terms, before, stored, by_desk=by_desk, now=now)
            made = _noted(form, before, stored, guest_id, by_desk=by_desk, now=now, undoes=undoes)
            if confirms:
                queue(emails.confirm_address, form.pk)
            if stored != before:
                queue(emails.changed, form.pk, fields_changed(before, stored))
    except IntegrityError:
        if form.event.forms.filter(identity=wanted.identity, withdrawn_at=None).exclude(pk=form.pk).exists():
            raise registration.AlreadyEnteredError("not-changed") from None
        raise AlreadyInCategoryError("not-changed") from None
    form.refresh_from_db()
    return made


def undo(form: Registration, entry_id: int, guest_id: UUID | None, *, now: datetime) -> None:
    """Put a registration back to what stood before its last change, by the entry of the audit log about it.

    Raises:
        NoSuchChangeError: it is not the last one, or undone. And what `change` raises.
    """
    check_may(form.event, guest_id, Action.REGISTER)
    last = last_change(selectors.changes_of(form.event).get(form.number, ()))
    if last is None or last.pk != entry_id or str(last.pk) not in form.history or not form.name:
        raise NoSuchChangeError()
    wanted = serialization.from_plain(Change, form.history[str(last.pk)]).before
    with transaction.atomic():
        reverted = change(form, wanted, version=form.version, guest_id=guest_id, now=now, undoes=last)
        if reverted is None:  # it stands so already
            kind = AuditKind.REGISTRATION_CHANGED
            audit_log.record_audit(
                form.event, kind, at=now, guest_id=guest_id, undoes=last, form=form.number, fields=""
            )


def last_change(changes: Sequence[AuditEntry]) -> AuditEntry | None:
    """The change that can be undone: the last that is not undone, and undoes none."""
    standing = [one for one in changes if one.undoes_id is None and not hasattr(one, "reverted_by")]
    return standing[-1] if standing else None


def confirm_address(token: str, *, now: datetime) -> Registration:
    """Take a new address into use, by the link that was sent to it. Raises LinkOutdatedError."""
    form = form_of_address(token)
    with transaction.atomic():
        before = details_of(form)
        rows = Registration.objects.filter(pk=form.pk, version=form.version, new_email=form.new_email)
        if not rows.update(new_email="", version=form.version + 1):
            raise LinkOutdatedError("changed")
        after = replace(before, email=form.new_email)
        _point(form, _person_of(form, after, guest_id=form.guest_id, by_desk=False))
        _noted(form, before, after, None, by_desk=False, now=now)
        queue(emails.address_changed, form.pk, before.email)
    form.refresh_from_db()
    return form


def form_of_address(token: str) -> Registration:
    """Return the registration whose new address a link confirms. Raises LinkOutdatedError."""
    try:
        pk, email = signing.loads(token, salt=emails.ADDRESS_SALT, max_age=emails.ADDRESS_DAYS * 86400)
    except (signing.BadSignature, ValueError, TypeError):
        raise LinkOutdatedError("bad-link") from None
    form = only_row(Registration.objects.select_related("event__club").filter(pk=pk))
    if form is None or not email or form.new_email != email:
        raise LinkOutdatedError("address-replaced")
    return form


def fields_changed(before: Details, after: Details) -> list[str]:
    """The names of what differs, as `Details` calls them."""
    return [name for name in asdict(before) if getattr(before, name) != getattr(after, name)]


def _partner_of(entry: Entry) -> Partner | None:
    mates = [one for one in entry.members.all() if one.position > 0]
    if not mates:
        return None
    (mate,) = mates[:1]
    gender = Gender(mate.gender) if mate.gender else None
    return Partner(name=mate.name, email=mate.email, born=mate.born, gender=gender)


def _check(form: Registration, terms: EventTerms, before: Details, wanted: Details, *, by_desk: bool) -> None:
    """Pass if the change is allowed as far as one look at the database tells."""
    if not wanted.categories:
        raise ChangeBlockedError("no-category")
    if len(wanted.categories) > len(before.categories):
        desk.check_number(terms, wanted.categories)
    rows = {row.key: row for row in form.event.categories.all()}
    entries = {one.category.key: one for one in selectors.entries_in(form) if one.standing in STANDS}
    drawn = {key for key, entry in entries.items() if contests.is_drawn(entry)}
    for key in drawn:
        title = terms.category(key).title
        if key not in wanted.categories:
            raise ChangeBlockedError("category-drawn", category=title)
        if wanted.partner(key) != before.partner(key):
            raise ChangeBlockedError("pairs-drawn", category=title)
    if drawn and wanted.identity != before.identity:
        if not by_desk:
            raise ChangeBlockedError("person-drawn")
        if any(entries[key].team for key in drawn):
            raise ChangeBlockedError("in-line-ups")
    for key in wanted.categories:
        category = terms.category(key)
        if key not in before.categories:
            _check_enters(rows[key], category.kind)
        if category.kind is Kind.TEAM:
            continue
        mate = wanted.partner(key)
        people = [
            desk.Person(name=one.name, born=one.born, gender=one.gender) for one in (wanted, mate) if one is not None
        ]
        if len(people) == category.size or key not in before.categories:
            desk.check_admits(category, people, terms)
    if desk.fee_of(terms, wanted.categories) and wanted.method != before.method:
        desk.check_method(terms, wanted.method)


def _check_enters(row: Category, kind: Kind) -> None:
    if row.state != Category.State.OPEN:
        raise registration.CategoryClosedError("not-held")
    if kind is Kind.TEAM:
        raise ChangeBlockedError("team")


def _write(
    form: Registration, stored: Details, *, version: int, new_email: str, guest_id: UUID | None, by_desk: bool
) -> None:
    """Store the person, if nobody has changed the registration since it was shown."""
    gender = stored.gender.value if stored.gender else ""
    person: dict[str, Any] = {"name": stored.name, "gender": gender, "identity": stored.identity}
    more = {"club_name": stored.club_name, "method": stored.method.value, "new_email": new_email}
    rows = Registration.objects.filter(pk=form.pk, version=version, withdrawn_at=None)
    if not rows.update(version=version + 1, **person, **more):
        raise StaleFormError()
    Member.objects.filter(entry__form=form, position=0).update(**person)
    _point(form, _person_of(form, stored, guest_id=guest_id, by_desk=by_desk))


def _person_of(form: Registration, stored: Details, *, guest_id: UUID | None, by_desk: bool) -> Player:
    """The player whom a form means once it is changed; `form` is as it was before."""
    details = people.Details(name=stored.name, email=stored.email, born=stored.born, shows_name=stored.shows_name)
    own_rows = 1 + Member.objects.filter(entry__form=form, position=0).count()
    return people.change(form.person, details, own_rows=own_rows, guest_id=guest_id, by_official=by_desk)


def _point(form: Registration, player: Player) -> None:
    """Let a form and its author's entries be of a player."""
    Registration.objects.filter(pk=form.pk).update(person=player)
    Member.objects.filter(entry__form=form, position=0).update(person=player)


def _write_entries(
    form: Registration, terms: EventTerms, before: Details, stored: Details, *, by_desk: bool, now: datetime
) -> None:
    """Store the partners that changed, leave what is left and enter what is entered; fees and places follow."""
    event, open_now = form.event, is_open(terms, now)
    agreed = by_desk and not open_now  # as everywhere, the desk's word counts for a partner once entries have closed
    entries = {one.category.key: one for one in selectors.entries_in(form) if one.standing in STANDS}
    entered = [key for key in stored.categories if key not in before.categories]
    for key, entry in entries.items():
        mate = stored.partner(key)
        if key in stored.categories and not entry.team and mate != before.partner(key) and mate is not None:
            _replace_partner(entry, mate, agreed_at=now if agreed else None, by_desk=by_desk)
    for key, entry in entries.items():
        if key not in stored.categories:
            back = open_now or bool(entered)  # who moves to another category takes the fee along
            if registration.end_entry(entry, EntryStatus.WITHDRAWN, now=now, gives_back=back):
                queue(emails.withdrawn_by_other, entry.pk)
    rows = {row.key: row for row in event.categories.all()}
    own = Registration.objects.select_related("event").get(pk=form.pk)
    for key in entered:
        application = stored.application(own, key, agreed=agreed, by_desk=by_desk)
        registration.store_entry(event, own, rows[key], terms.category(key), application, now)
    for entry in selectors.entries_in(own):
        if entry.standing == EntryStatus.CONFIRMED and not selectors.has_agreed(entry):
            Entry.objects.filter(pk=entry.pk).update(standing=EntryStatus.HELD)
        if stored.identity != before.identity and contests.is_drawn(entry):
            contests.renew_entrant(entry, at=now.isoformat(timespec="seconds"))
    registration.settle(own, now=now)
    announcements.changed_after_commit(event.pk)


def _replace_partner(entry: Entry, mate: Partner, *, agreed_at: datetime | None, by_desk: bool) -> None:
    """Put a partner in the place of another, who is notified; the same person keeps their word."""
    old = entry.members.filter(position__gt=0).order_by("position").first()
    if old is not None and old.identity == new_identity(mate.name, mate.born):
        moved = old.email.casefold() != mate.email.casefold()
        gender = mate.gender.value if mate.gender else ""
        details = people.Details(name=mate.name, email=mate.email, born=mate.born)
        player = people.change(old.person, details, own_rows=1, by_official=by_desk)
        Member.objects.filter(pk=old.pk).update(name=mate.name, gender=gender, person=player)
        if moved and old.agreed_at is None:
            queue(emails.partner_asked, old.pk)
        return
    if old is not None:
        emails.partner_replaced(old.pk)
        old.delete()
    registration.add_member(entry, 1, mate, agreed_at=agreed_at, by_official=by_desk)


def _noted(
    form: Registration,
    before: Details,
    after: Details,
    guest_id: UUID | None,
    *,
    by_desk: bool,
    now: datetime,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Write a line in the log that names nobody, and into the registration what stood before and after."""
    kind, fields = AuditKind.REGISTRATION_CHANGED, ", ".join(fields_changed(before, after)) or "email, to be confirmed"
    announcements.changed_after_commit(form.event_id)
    entry = audit_log.record_audit(
        form.event,
        kind,
        at=now,
        guest_id=guest_id if by_desk else None,
        by=None if by_desk else f"registration {form.number}",
        role=AuditEntry.Role.ORGANISER if by_desk else AuditEntry.Role.PLAYER,
        undoes=undoes,
        form=form.number,
        fields=fields,
    )
    rows = Registration.objects.filter(pk=form.pk)  # nobody else has written since: the version was raised
    history = rows.values_list("history", flat=True).get()
    rows.update(history=history | {str(entry.pk): serialization.to_plain(Change(before=before, after=after))})
    return entry
