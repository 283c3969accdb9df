"""A registration that goes to another person: offered by its owner, taken by the link in an email.

Places, categories, partners and what was paid stay. The person changes, and with them the link, the answers to the
event's questions and the word on its terms. Nobody plays under another's name: the person of the club is another one.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.core import signing
from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.category import Gender
from carrom.tournament.event import EventTerms, is_open
from carrom.tournament.questions import Consent, check_answers, check_consent, read_questions
from carrom_web.audit import services as audit_log
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import announcements, contests, entry_emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Event, Handover, Member, Registration, new_identity
from carrom_web.competitions.events.services import consents, registration, registration_changes
from carrom_web.core.rows import only_row
from carrom_web.outbox.backend import queue
from carrom_web.people import services as people


class HandoverError(NotAllowedError):
    """A registration that cannot go to another person, or not any more."""

    code = "handover"


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    """The person who takes a registration, as they say it themselves."""

    name: str
    born: date | None = None
    gender: Gender | None = None
    club_name: str = ""
    shows_name: bool = False
    language: str = "en"
    answers: tuple[tuple[str, str], ...] = ()
    consent: Consent | None = None


def may_offer(form: Registration, now: datetime) -> bool:
    """Whether the owner of a registration may offer it: entries are open, it stands, and nothing of it is drawn."""
    return not _obstacle(form, now)


def offer(form: Registration, *, name: str, email: str, now: datetime) -> None:
    """Offer a registration to somebody, who is asked by email; an earlier offer holds no more.

    Raises:
        HandoverError: it cannot go to anybody now, or it is the owner's own address.
    """
    if reason := _obstacle(form, now):
        raise HandoverError(reason)
    if email.casefold() == form.email.casefold():
        raise HandoverError("own-address")
    with transaction.atomic():
        Handover.objects.update_or_create(form=form, defaults={"name": name, "email": email, "made_at": now})
        queue(entry_emails.handover_offered, form.pk)


def take_back(form: Registration) -> None:
    """Let an offer hold no more."""
    Handover.objects.filter(form=form).delete()


def offered_by(token: str) -> Handover:
    """Return the offer that a link stands for. Raises HandoverError."""
    try:
        pk, email, holder = signing.loads(token, salt=entry_emails.HANDOVER_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise HandoverError("bad-link") from None
    found = only_row(Handover.objects.select_related("form__event__club").filter(pk=pk))
    if found is None or found.email != email or found.form.holder != holder:
        raise HandoverError("withdrawn")
    return found


def take(handover: Handover, successor: Successor, *, now: datetime) -> Registration:
    """Take a registration over. Its new link goes to the address of the offer, and the former owner gets an email.

    Raises:
        HandoverError: it cannot go to anybody any more. AlreadyEnteredError: they have a registration of their own.
        NotAdmittedError, AnswerError, ConsentError: they cannot enter so. Nothing was stored.
    """
    form = handover.form
    if reason := _obstacle(form, now):
        raise HandoverError(reason)
    event, terms = form.event, repository.terms_of(form.event)
    _check(form, terms, successor)
    was = form.email
    identity = new_identity(successor.name, successor.born)
    gender = successor.gender.value if successor.gender else ""
    details = people.Details(
        name=successor.name, email=handover.email, born=successor.born, shows_name=successor.shows_name
    )
    try:
        with transaction.atomic():
            former = form.name
            player = registration.person_for(event, details, identity)
            rows = Registration.objects.filter(pk=form.pk, version=form.version, withdrawn_at=None)
            changed = rows.update(
                name=successor.name,
                gender=gender,
                identity=identity,
                person=player,
                club_name=successor.club_name,
                language=successor.language,
                guest=None,
                new_email="",
                history={},  # what the former owner had changed is theirs
                answers=dict(successor.answers),
                consents=[],
                wants_calls=False,
                holder=form.holder + 1,
                version=form.version + 1,
            )
            if not changed:
                raise registration_changes.StaleFormError()
            own = Member.objects.filter(entry__form=form, position=0)
            own.update(
                photo_consents=[], name=successor.name, gender=gender, identity=identity, person=player, agreed_at=now
            )
            handover.delete()
            taken = Registration.objects.select_related("event__club").get(pk=form.pk)
            consents.accept(taken, successor.consent, now=now)
            _noted(event, taken, now)
            registration.settle(taken, now=now)
            queue(entry_emails.handed_over, taken.pk, was, former)
    except IntegrityError:
        raise registration.AlreadyEnteredError("not-changed") from None
    return taken


def _obstacle(form: Registration, now: datetime) -> str:
    """Why a registration cannot go to another person now; empty: it can."""
    if not form.name or form.withdrawn_at is not None or form.event.state != Event.State.OPEN:
        return "ended"
    terms = repository.terms_of(form.event)
    if terms.is_online:
        return "online"
    if not is_open(terms, now):
        return "closed"
    return "drawn" if any(contests.is_drawn(entry) for entry in selectors.entries_in(form)) else ""


def _check(form: Registration, terms: EventTerms, successor: Successor) -> None:
    """Pass if every entry that stands admits the successor in the owner's place, with what the event asks."""
    own = desk.Person(name=successor.name, born=successor.born, gender=successor.gender)
    for entry in selectors.entries_in(form):
        if not entry.takes_a_place and entry.standing != desk.EntryStatus.WAITING:
            continue
        others = [selectors.person(one) for one in entry.players if one.position]
        plays = any(one.position == 0 for one in entry.players)
        category = terms.category(entry.category.key)
        joined = [own, *others] if plays else others
        if len(joined) >= category.size:
            desk.check_admits(category, joined, terms)
    check_answers(read_questions(terms.questions), dict(successor.answers))
    if version := consents.version_of(form.event, terms):
        day = terms.days[0].date
        check_consent(successor.consent, version=version, name=successor.name, born=successor.born, day=day)


def _noted(event: Event, form: Registration, now: datetime) -> None:
    announcements.changed_after_commit(event.pk)
    audit_log.record_audit(
        event,
        AuditKind.HANDED_OVER,
        at=now,
        guest_id=None,
        by=f"registration {form.number}",
        role=AuditEntry.Role.PLAYER,
        form=form.number,
    )
