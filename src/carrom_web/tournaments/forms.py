"""The forms of an event: registering with partners or a team, what the desk records, what an organiser says."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.tournament import registration as desk
from carrom.tournament.event import CategoryTerms, EventTerms, Gender, Kind, Method
from carrom_web.accounts.actions import tidy_name
from carrom_web.tournaments import paypal
from carrom_web.tournaments.actions.entering import Application, Partner
from carrom_web.tournaments.models import EMAIL_LENGTH, NAME_LENGTH
from carrom_web.tournaments.words import method_words

OLDEST = 120  # years


class DateInput(forms.DateInput):
    """The browser's own field for a date."""

    input_type = "date"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    """The browser's own field for a time of the day."""

    input_type = "time"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(attributes, format="%H:%M")


class Registering(forms.Form):
    """One person's registration; the categories of the event are its fields (K-007)."""

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"), max_length=EMAIL_LENGTH, widget=forms.EmailInput({"autocomplete": "email"})
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
    method = forms.ChoiceField(label=gettext_lazy("How do you pay?"), widget=forms.RadioSelect, required=False)

    def __init__(self, terms: EventTerms, *args: Any, closed: Mapping[str, str], site: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.terms, self.closed, self.site = terms, closed, site
        fields: dict[str, Any] = self.fields
        fields["born"].required = any(one.oldest or one.youngest for one in terms.categories)
        if all(one.gender is Gender.ANY for one in terms.categories):
            del fields["gender"]
        taken = [one for one in terms.pays if one is not Method.PAYPAL or paypal.is_set_up()]
        if any(category.fee for category in terms.categories):
            fields["method"].choices = [(one.value, method_words(one)) for one in taken]
            fields["method"].initial = taken[0].value if taken else ""
            fields["method"].required = True
        else:
            del fields["method"]
        for category in terms.categories:
            shut = category.key in closed
            fields[f"in_{category.key}"] = forms.BooleanField(label=category.title, required=False, disabled=shut)
            if category.kind is Kind.DOUBLES and not shut:
                self._add_partner(category)

    def _add_partner(self, category: CategoryTerms) -> None:
        key = category.key
        self.fields[f"mate_{key}"] = forms.CharField(
            label=_("Partner's full name"), max_length=NAME_LENGTH, required=False
        )
        self.fields[f"mail_{key}"] = forms.EmailField(
            label=_("Partner's e-mail"), max_length=EMAIL_LENGTH, required=False
        )
        if category.oldest or category.youngest:
            self.fields[f"born_{key}"] = forms.DateField(
                label=_("Partner's date of birth"), required=False, widget=DateInput()
            )
        if category.gender is Gender.MIXED:
            self.fields[f"gender_{key}"] = forms.ChoiceField(
                label=_("Partner's draw"), required=False, choices=[("", "-"), ("women", _("Women")), ("men", _("Men"))]
            )

    def rows(self) -> list[dict[str, Any]]:
        """The categories as the page shows them: terms, the box to tick, the partner's fields, why it is closed."""
        return [
            {
                "terms": category,
                "box": self[f"in_{category.key}"],
                "partner": [self[name] for name in self._partner_fields(category.key)],
                "closed": self.closed.get(category.key, ""),
            }
            for category in self.terms.categories
        ]

    def _partner_fields(self, key: str) -> list[str]:
        return [
            name for name in (f"{part}_{key}" for part in ("mate", "mail", "born", "gender")) if name in self.fields
        ]

    def clean_name(self) -> str:
        """The name without what cannot be shown; two words at least, or a player cannot be told from another."""
        return _whole_name(self.cleaned_data["name"])

    def clean_born(self) -> date | None:
        """A day on which somebody may have been born."""
        return _birthday(self.cleaned_data["born"], self.terms)

    def clean(self) -> dict[str, Any]:
        """Each category admits whoever enters it; what is wrong stands at its field."""
        given = super().clean() or self.cleaned_data
        chosen = [one for one in self.terms.categories if given.get(f"in_{one.key}")]
        if not chosen:
            self.add_error(None, _("Choose at least one category."))
        for category in chosen:
            for name in (f"mate_{category.key}", f"mail_{category.key}"):
                if name in self.fields and not given.get(name) and name not in self.errors:
                    self.add_error(name, _("A pair needs this: your partner gets a link and confirms."))
            if f"born_{category.key}" in self.fields and not given.get(f"born_{category.key}"):
                self.add_error(f"born_{category.key}", _("The age decides the category."))
        if not self.errors:
            self._check_admitted(chosen)
        return given

    def _check_admitted(self, chosen: Sequence[CategoryTerms]) -> None:
        application = self.application()
        for category in chosen:
            people = [
                desk.Person(name=one.name, born=one.born, gender=one.gender)
                for one in application.members(category.key)
            ]
            try:
                desk.check_admits(category, people, self.terms)
            except desk.NotAdmittedError as refused:
                self.add_error(f"in_{category.key}", str(refused))

    def application(self, **more: Any) -> Application:
        """What was filled in, as the desk takes it."""
        given = self.cleaned_data
        partners = []
        for category in self.terms.categories:
            key = category.key
            if given.get(f"in_{key}") and given.get(f"mate_{key}"):
                partners.append(
                    (
                        key,
                        Partner(
                            name=tidy_name(given[f"mate_{key}"], NAME_LENGTH),
                            email=given[f"mail_{key}"],
                            born=given.get(f"born_{key}"),
                            gender=Gender(given[f"gender_{key}"]) if given.get(f"gender_{key}") else None,
                        ),
                    )
                )
        return Application(
            name=given["name"],
            email=given["email"],
            born=given.get("born"),
            gender=Gender(given["gender"]) if given.get("gender") else None,
            club_name=tidy_name(given.get("club_name", ""), NAME_LENGTH),
            shows_name=given["shows_name"],
            method=Method(given["method"]) if given.get("method") else (self.terms.pays or (Method.CASH,))[0],
            categories=tuple(one.key for one in self.terms.categories if given.get(f"in_{one.key}")),
            partners=tuple(partners),
            site=self.site,
            **more,
        )


def _whole_name(name: str) -> str:
    tidy = tidy_name(name, NAME_LENGTH)
    if len(tidy) < 2:
        raise forms.ValidationError(_("Enter the full name."))
    return tidy


def _birthday(born: date | None, terms: EventTerms) -> date | None:
    if born is not None and not 0 <= desk.age_on(born, terms.days[0].date) <= OLDEST:
        raise forms.ValidationError(_("Nobody who plays was born on that day. Year, month, day?"))
    return born


class Extending(forms.Form):
    """A later deadline."""

    to = forms.DateField(label=gettext_lazy("Entries until the end of"), widget=DateInput())
    why = forms.CharField(label=gettext_lazy("Why (shown to everybody)"), max_length=300, required=False)


class Announcing(forms.Form):
    """A public notice."""

    text = forms.CharField(label=gettext_lazy("Notice to everybody"), max_length=1000)

    def clean_text(self) -> str:
        """Without what cannot be shown."""
        return tidy_name(self.cleaned_data["text"], 1000)


class Paying(forms.Form):
    """Money taken or given back at the desk."""

    amount = forms.DecimalField(label=gettext_lazy("Amount"), min_value=0, max_digits=8, decimal_places=2)
    method = forms.ChoiceField(label=gettext_lazy("Paid by"), required=False)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, terms: EventTerms, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_hand = [one for one in terms.pays if one is not Method.PAYPAL]
        field: Any = self.fields["method"]
        field.choices = [(one.value, method_words(one)) for one in by_hand]

    @property
    def cents(self) -> int:
        """The amount in cents."""
        return int(self.cleaned_data["amount"] * 100)
