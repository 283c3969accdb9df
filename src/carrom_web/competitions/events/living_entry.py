"""The parts of a registration's own page about answers, terms, another owner and the waiting list."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.forms import Form
from django.http import HttpRequest

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom.tournament.questions import ConsentError, Question
from carrom_web.competitions.events import labels, selectors
from carrom_web.competitions.events.asked_fields import AcceptingForm, AnsweringForm, Asked
from carrom_web.competitions.events.handover_forms import Offering
from carrom_web.competitions.events.models import Event, Handover, Registration
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import consents, handovers
from carrom_web.core.translation import localized

FORMS = ("answers", "accept", "offer", "keep")  # what may be done there


def do(request: HttpRequest, form: Registration, what: str, *, now: datetime) -> Form | None:
    """Do one of `FORMS`; what is wrong stands in the form that is given back. Raises CarromError."""
    terms = terms_of(form.event)
    asked = Asked.of(terms, consents.version_of(form.event, terms))
    if what == "answers":
        answering = AnsweringForm(asked, form.answers, request.POST)
        if not answering.is_valid():
            return answering
        consents.answer(form, answering.answers)
    elif what == "accept":
        accepting = AcceptingForm(asked, request.POST)
        if not accepting.is_valid():
            return accepting
        try:
            consents.accept(form, accepting.consent, now=now)
        except ConsentError as error:
            accepting.add_error("consent", localized(error))
            return accepting
    elif what == "offer":
        return _offer(request, form, now)
    else:
        handovers.take_back(form)
    return None


def _offer(request: HttpRequest, form: Registration, now: datetime) -> Form | None:
    offering = Offering(request.POST)
    if not offering.is_valid():
        return offering
    given = offering.cleaned_data
    try:
        handovers.offer(form, name=given["name"], email=given["email"], now=now)
    except CarromError as error:
        offering.add_error(None, localized(error))
        offering.add_error("email", localized(error))
        return offering
    return None


def shown(form: Registration, terms: EventTerms, *, wrong: Form | None, now: datetime) -> dict[str, Any]:
    """Return what the page needs for it; `wrong` is a form that was refused."""
    version = consents.version_of(form.event, terms)
    asked = Asked.of(terms, version)
    said = consents.accepted(form, version)
    stands = bool(form.name) and form.withdrawn_at is None and form.event.state == Event.State.OPEN
    answering = wrong if isinstance(wrong, AnsweringForm) else AnsweringForm(asked, form.answers)
    return {
        "waiver_text": terms.waiver,
        "waiver_version": version,
        "accepting": (wrong if isinstance(wrong, AcceptingForm) else AcceptingForm(asked))
        if stands and version and said is None
        else None,
        "accepted": said and said | {"when": labels.moment_label(datetime.fromisoformat(said["at"]), terms)},
        "answering": answering if stands and asked.questions else None,
        "lacks_answers": any(one.is_required and not form.answers.get(one.label) for one in asked.questions),
        "handover": Handover.objects.filter(form=form).first(),
        "offering": (wrong if isinstance(wrong, Offering) else Offering()) if handovers.may_offer(form, now) else None,
        "waiting_rule": labels.waiting_rule(terms),
        "group_page": form.group is not None,
    }


def waiting_place(entry: Any, terms: EventTerms) -> int:
    """Return the place of an entry on the waiting list of its category, counted from 1."""
    keys = [one.pk for one in selectors.waiting_of(entry.category, terms)]
    return keys.index(entry.pk) + 1 if entry.pk in keys else 0


def of_desk(form: Registration, questions: Sequence[Question], version: int) -> dict[str, Any]:
    """Return what the desk sees of it: answers, also to questions that are no longer asked, and what is missing."""
    return {
        "answers": list(form.answers.items()),
        "lacks_answers": any(one.is_required and not form.answers.get(one.label) for one in questions),
        "lacks_consent": ", ".join(consents.lacks_consent(form, version)),
        "consent": form.consents[-1] if form.consents else None,
    }
