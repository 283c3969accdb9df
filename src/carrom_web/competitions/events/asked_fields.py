"""An event's own questions, and the terms that every player accepts, as fields of forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from carrom.errors import CarromError
from carrom.tournament.event import EventTerms
from carrom.tournament.questions import (
    LONGEST_ANSWER,
    OF_AGE,
    Consent,
    Question,
    check_answer,
    read_questions,
)
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.models import NAME_LENGTH
from carrom_web.core.translation import localized

OWN, GUARDIAN = "own", "guardian"


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions and the terms of an event, and how a form asks for them; `version` 0: there are no terms."""

    questions: Sequence[Question]
    version: int
    text: str = ""

    @classmethod
    def of(cls, terms: EventTerms, version: int) -> "Asked":
        """Return the questions of an event, and its terms in this version."""
        return cls(read_questions(terms.questions), version, terms.waiver)

    def fields(self, *, by_desk: bool = False) -> dict[str, forms.Field]:
        """Return the fields by their names; at the desk none of them is needed."""
        return {**self.question_fields(by_desk=by_desk), **self.consent_fields(by_desk=by_desk)}

    def question_fields(self, *, by_desk: bool = False) -> dict[str, forms.Field]:
        """Return the field of each question: a choice, or a line."""
        found: dict[str, forms.Field] = {}
        for number, one in enumerate(self.questions):
            needed = one.is_required and not by_desk
            if one.choices:
                choices = [("", "–"), *((choice, choice) for choice in one.choices)]
                field: forms.Field = forms.ChoiceField(label=one.label, required=needed, choices=choices)
            else:
                field = forms.CharField(label=one.label, required=needed, max_length=LONGEST_ANSWER)
            found[f"asked_{number}"] = field
        return found

    def consent_fields(self, *, by_desk: bool = False) -> dict[str, forms.Field]:
        """Return the fields of the terms, where there are some."""
        if not self.version:
            return {}
        choices = [
            (OWN, _("I am %(age)s or older and accept them") % {"age": OF_AGE}),
            (GUARDIAN, _("I am a parent or guardian of the player and accept them")),
        ]
        if by_desk:
            choices = [
                ("", _("Not accepted yet")),
                (OWN, _("The player has accepted them, at %(age)s or older") % {"age": OF_AGE}),
                (GUARDIAN, _("A parent or guardian has accepted them")),
            ]
        return {
            "consent": forms.ChoiceField(
                label=_("These terms"), choices=choices, required=not by_desk, widget=forms.RadioSelect
            ),
            "guardian": forms.CharField(
                label=_("Parent or guardian, full name"), max_length=NAME_LENGTH, required=False
            ),
            "consent_version": forms.IntegerField(initial=self.version, widget=forms.HiddenInput),
        }

    def check(self, form: forms.Form, given: Mapping[str, Any]) -> None:
        """Put what is wrong with the answers at their fields."""
        for number, one in enumerate(self.questions):
            name = f"asked_{number}"
            if given.get(name):
                try:
                    check_answer(one, given[name])
                except CarromError as error:
                    form.add_error(name, localized(error))
        if given.get("consent") == GUARDIAN and not tidy_name(given.get("guardian", ""), NAME_LENGTH):
            form.add_error("guardian", _("Enter the full name of the parent or guardian."))

    def answers(self, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """Return each question that was answered, with its answer."""
        found = (
            (one.label, tidy_name(given.get(f"asked_{number}") or "", LONGEST_ANSWER))
            for number, one in enumerate(self.questions)
        )
        return tuple((label, answer) for label, answer in found if answer)

    def consent(self, given: Mapping[str, Any]) -> Consent | None:
        """Return the word on the terms; None if it was not given."""
        if not self.version or not given.get("consent"):
            return None
        guardian = tidy_name(given.get("guardian", ""), NAME_LENGTH) if given["consent"] == GUARDIAN else ""
        return Consent(version=given.get("consent_version") or 0, guardian=guardian)


class AnsweringForm(forms.Form):
    """The answers to an event's questions, to be changed."""

    def __init__(self, asked: Asked, answers: Mapping[str, str], *args: Any, by_desk: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.asked = asked
        self.fields.update(asked.question_fields(by_desk=by_desk))
        for number, one in enumerate(asked.questions):
            self.fields[f"asked_{number}"].initial = answers.get(one.label, "")

    def clean(self) -> dict[str, Any]:
        """Each answer is one that may be given."""
        given = super().clean() or self.cleaned_data
        self.asked.check(self, given)
        return given

    @property
    def answers(self) -> dict[str, str]:
        """The answers by their questions."""
        return dict(self.asked.answers(self.cleaned_data))


class AcceptingForm(forms.Form):
    """Somebody's word on the terms of an event."""

    def __init__(self, asked: Asked, *args: Any, by_desk: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = asked
        self.fields.update(asked.consent_fields(by_desk=by_desk))

    def clean(self) -> dict[str, Any]:
        """A guardian has a name."""
        given = super().clean() or self.cleaned_data
        self.asked.check(self, given)
        return given

    @property
    def consent(self) -> Consent | None:
        """The word on the terms; None if it was not given."""
        return self.asked.consent(self.cleaned_data)
