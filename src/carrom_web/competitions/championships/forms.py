"""The forms of a championship: its counting, events, points by hand, merging people, the what-if."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.errors import CarromError
from carrom.settings import settings_of, with_values
from carrom.tournament.championship_needs import MOST_LEFT
from carrom_web.clubs.forms import choose
from carrom_web.competitions.championships.state import OWN, Counting, check_counting, decimal
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.setting_fields import SettingsForm, initial_values
from carrom_web.core.translation import localized

MOST_BYTES = 20_000_000


def table_label(table: str) -> str:
    """Return the label of a table of points."""
    return _(settings_of(Counting)["table"].choices[table])


class JoinForm(forms.Form):
    """Two names of one team (`state.Join`)."""

    team = forms.ChoiceField(label=gettext_lazy("This team"))
    into = forms.ChoiceField(label=gettext_lazy("is the same as"))

    def __init__(self, *arguments: Any, teams: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*arguments, **named)
        choose(self, team=teams, into=teams)


def number_field(label: Any, *, initial: str = "0") -> forms.CharField:
    """A field for points: 12 or 12.5."""
    return forms.CharField(
        label=label,
        initial=initial,
        max_length=10,
        validators=[_is_number],
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
    )


def _is_number(text: str) -> None:
    try:
        decimal(text)
    except CarromError as error:
        raise forms.ValidationError(localized(error)) from None


class CountingForm(SettingsForm):
    """How a championship is called and counted."""

    settings = settings_of(Counting)

    title = forms.CharField(label=gettext_lazy("Title"), max_length=NAME_LENGTH)
    own = forms.CharField(
        label=gettext_lazy("Custom points, the winner's first"),
        required=False,
        max_length=400,
        widget=forms.TextInput({"placeholder": "25 20 16 13 11", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Check that it can be counted so."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                check_counting(self.counting)
            except CarromError as error:
                self.add_error("own" if cleaned["table"] == OWN else "table", localized(error))
        return cleaned

    @property
    def counting(self) -> Counting:
        """The terms as given."""
        made = with_values(Counting(), self.values(settings_of(Counting)))
        return replace(made, own=tuple(self.cleaned_data["own"].replace(";", " ").split()) if made.table == OWN else ())


def initial_of(title: str, counting: Counting) -> dict[str, Any]:
    """The form's values for a championship that there is."""
    return {"title": title, "own": " ".join(counting.own), **initial_values(counting)}


class LegForm(forms.Form):
    """An event of the series: a category, league or season on this site, or one that is yet to come."""

    key = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    category = forms.ChoiceField(label=gettext_lazy("Event and category, league or season"), required=False)
    title = forms.CharField(
        label=gettext_lazy("Title (leave empty to use the event's)"), max_length=NAME_LENGTH, required=False
    )
    day = forms.DateField(
        label=gettext_lazy("Day (leave empty to use the event's)"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    table = forms.CharField(
        label=gettext_lazy("Standings (leave empty if there is only one)"), max_length=NAME_LENGTH, required=False
    )
    weight = number_field(gettext_lazy("Weight"), initial="1")
    entrants = forms.IntegerField(label=gettext_lazy("Expected entrants"), min_value=0, max_value=1000, required=False)

    def __init__(
        self,
        *arguments: Any,
        categories: list[tuple[int, str]],
        leagues: list[tuple[str, str]],
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        field = self.fields["category"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  # declared above
        events = [(str(number), title) for number, title in categories]
        groups = ((_("Events"), events), (_("Leagues and seasons"), leagues))
        field.choices = [("", _("Not announced yet")), *((name, found) for name, found in groups if found)]

    def clean(self) -> dict[str, Any]:
        """An event that is not announced needs a title and a day."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("category"):
            if not cleaned.get("title"):
                self.add_error("title", _("Enter a title for the event, or choose an event."))
            if not cleaned.get("day") and "day" not in self.errors:
                self.add_error("day", _("Enter the event's day, or choose an event."))
        return cleaned


class GiveForm(forms.Form):
    """Points by hand."""

    leg = forms.ChoiceField(label=gettext_lazy("Event"))
    person = forms.ChoiceField(label=gettext_lazy("Who"))
    points = number_field(gettext_lazy("Points (negative to deduct)"), initial="")
    why = forms.CharField(label=gettext_lazy("Reason (public)"), max_length=120)

    def __init__(
        self, *arguments: Any, legs: list[tuple[str, str]], people: list[tuple[str, str]], **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        choose(self, leg=legs, person=people)


class WhatIf(forms.Form):
    """A player's needs in the remaining events. An announced event has its own entrants and weight."""

    person = forms.ChoiceField(label=gettext_lazy("Who"))
    target = forms.IntegerField(label=gettext_lazy("Target place, or better"), min_value=1, max_value=100, initial=1)
    left = forms.IntegerField(
        label=gettext_lazy("Remaining events"), min_value=0, max_value=MOST_LEFT, required=False, initial=1
    )
    entrants = forms.IntegerField(
        label=gettext_lazy("Entrants of an event, if none are expected yet"), min_value=1, max_value=400
    )
    weight = number_field(gettext_lazy("Weight of an event that is not announced"), initial="1")
    bonus = number_field(gettext_lazy("Most bonus points in an event"))

    def __init__(self, *arguments: Any, people: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["bonus"].required = False
        choose(self, person=people)

    def clean_weight(self) -> str:
        """An event counts more than nothing."""
        text = str(self.cleaned_data["weight"])
        if decimal(text) <= 0:
            raise forms.ValidationError(_("Enter a weight above 0."))
        return text

    def clean_bonus(self) -> str:
        """Nothing, or more."""
        text = str(self.cleaned_data["bonus"] or "0")
        if decimal(text) < 0:
            raise forms.ValidationError(_("A bonus cannot be below 0."))
        return text


class BringForm(forms.Form):
    """A championship of a `.sol` file."""

    file = forms.FileField(label=gettext_lazy("A file of SoL (.sol or .sol.gz)"))
    number = forms.IntegerField(
        label=gettext_lazy("Which championship in the file"), min_value=1, max_value=10_000, initial=1
    )
