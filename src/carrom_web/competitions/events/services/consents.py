"""The terms that every player of an event accepts: their versions, and who accepted which when.

The last word of a player holds. A version is stored with its text as soon as somebody accepts it, so that it can be
shown later what they accepted.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.tournament.event import EventTerms
from carrom.tournament.questions import Consent, check_answers, check_consent, read_questions
from carrom_web.competitions.events import announcements, repository
from carrom_web.competitions.events.age_classes import birthday_or_class
from carrom_web.competitions.events.models import Event, Member, Registration, WaiverText


class RegistrationEndedError(NotAllowedError):
    """Something was asked of a registration that was withdrawn or erased."""

    code = "registration-ended"


@dataclass(frozen=True, slots=True)
class StoredConsent:
    """Somebody's word on a version of the terms: when (ISO 8601), and by whom if not by themself."""

    version: int
    at: str
    guardian: str = ""
    by_desk: bool = False


def version_of(event: Event, terms: EventTerms) -> int:
    """Return the version of the present terms; 0: the event has none."""
    if not terms.waiver:
        return 0
    newest = event.waivers.order_by("version").last()
    return 1 if newest is None else newest.version + (newest.text != terms.waiver)


def accepted(row: Registration | Member, version: int) -> dict[str, Any] | None:
    """Return somebody's word on a version: {version, at, guardian, by_desk}; None: they have not given it."""
    last = row.consents[-1] if row.consents else None
    return last if last is not None and last["version"] == version else None


def lacks_consent(form: Registration, version: int) -> list[str]:
    """Return who of a registration has not accepted a version: its owner, and partners who have said that they play."""
    if not version:
        return []
    people: list[Registration | Member] = [form]
    for entry in form.entries.all():
        if entry.takes_a_place:
            people += [one for one in entry.members.all() if one.position and one.plays and one.agreed_at]
    return list(dict.fromkeys(one.name for one in people if accepted(one, version) is None))


def accept(row: Registration | Member, consent: Consent | None, *, now: datetime, by_desk: bool = False) -> None:
    """Store somebody's word on the present terms of the event; nothing where it has none.

    Raises:
        ConsentError: it is missing, about an earlier version, or not a guardian's though they are a minor.
    """
    event = row.event if isinstance(row, Registration) else row.category.event
    terms = repository.terms_of(event)
    if not terms.waiver:
        return
    version = version_of(event, terms)
    day = terms.days[0].date
    check_consent(consent, version=version, name=row.name, born=birthday_or_class(row, day), day=day)
    assert consent is not None  # noqa: S101  # else it was refused
    with transaction.atomic():
        WaiverText.objects.get_or_create(event=event, version=version, defaults={"text": terms.waiver, "made_at": now})
        said = StoredConsent(version, now.isoformat(timespec="seconds"), consent.guardian, by_desk)
        manager: Any = type(row)._default_manager
        rows = manager.filter(pk=row.pk)
        [before] = rows.select_for_update(of=("self",)).values_list("consents", flat=True)
        row.consents = [*before, asdict(said)]
        rows.update(consents=row.consents)
        announcements.changed_after_commit(event.pk)


def answer(form: Registration, answers: dict[str, str]) -> None:
    """Store other answers to the event's questions; those to questions that are no longer asked stay.

    Raises:
        AnswerError: one is missing or cannot be given. RegistrationEndedError: it does not stand any more.
    """
    questions = read_questions(repository.terms_of(form.event).questions)
    if form.withdrawn_at is not None or not form.name:
        raise RegistrationEndedError()
    check_answers(questions, answers)
    asked = {one.label for one in questions}
    former = {label: said for label, said in form.answers.items() if label not in asked}
    Registration.objects.filter(pk=form.pk).update(answers=former | answers)
    announcements.changed_after_commit(form.event_id)
