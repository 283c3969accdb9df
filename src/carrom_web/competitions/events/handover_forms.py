"""The forms by which a registration goes to another person: its owner's offer, and what the other one says."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from carrom.tournament.category import Gender
from carrom.tournament.event import EventTerms
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.asked_fields import Asked
from carrom_web.competitions.events.forms import birthday, whole_name
from carrom_web.competitions.events.models import EMAIL_LENGTH, NAME_LENGTH
from carrom_web.competitions.events.services.handovers import Successor
from carrom_web.core.setting_fields import DateInput


class Offering(forms.Form):
    """Whom a registration is offered."""

    name = forms.CharField(label=gettext_lazy("Their full name"), max_length=NAME_LENGTH)
    email = forms.EmailField(label=gettext_lazy("Their email"), max_length=EMAIL_LENGTH)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return whole_name(self.cleaned_data["name"])


class Taking(forms.Form):
    """Somebody who takes a registration, as they say it themselves."""

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    born = forms.DateField(label=gettext_lazy("Date of birth"), required=False, widget=DateInput(autocomplete="bday"))
    gender = forms.ChoiceField(
        label=gettext_lazy("Draw"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("women", gettext_lazy("Women")), ("men", gettext_lazy("Men"))],
    )
    club_name = forms.CharField(label=gettext_lazy("Club"), max_length=NAME_LENGTH, required=False)
    shows_name = forms.BooleanField(
        label=gettext_lazy("Show my name in draws and results"), required=False, initial=True
    )

    def __init__(self, terms: EventTerms, keys: set[str], asked: Asked, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.terms, self.asked = terms, asked
        entered = [one for one in terms.categories if one.key in keys]
        self.fields["born"].required = any(one.oldest or one.youngest for one in entered)
        if all(one.gender is Gender.ANY for one in entered):
            del self.fields["gender"]
        self.fields.update(asked.fields())

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return whole_name(self.cleaned_data["name"])

    def clean_born(self) -> date | None:
        """A day on which somebody may have been born."""
        return birthday(self.cleaned_data["born"], self.terms)

    def clean(self) -> dict[str, Any]:
        """Each answer is one that may be given."""
        given = super().clean() or self.cleaned_data
        self.asked.check(self, given)
        return given

    def asked_fields(self) -> list[forms.BoundField]:
        """The event's own questions."""
        return [self[name] for name in self.fields if name.startswith("asked_")]

    def successor(self, language: str) -> Successor:
        """Return who takes it."""
        given = self.cleaned_data
        return Successor(
            name=given["name"],
            born=given.get("born"),
            gender=Gender(given["gender"]) if given.get("gender") else None,
            club_name=tidy_name(given.get("club_name", ""), NAME_LENGTH),
            shows_name=given["shows_name"],
            language=language,
            answers=self.asked.answers(given),
            consent=self.asked.consent(given),
        )
