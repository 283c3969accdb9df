"""The forms of a rating list: its terms, rated sources, imported lists, merging people, excluding a result."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.rating.families import GROUPS
from carrom.rating.history import Terms
from carrom.settings import settings_of, with_values
from carrom_web.clubs.forms import choose
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.competitions.ratings.presenters import group_label
from carrom_web.core.setting_fields import SettingsForm, initial_values

MOST_BYTES = 5_000_000


class TermsForm(SettingsForm):
    """How a list is called and rates."""

    settings = settings_of(Terms)

    title = forms.CharField(label=gettext_lazy("Title"), max_length=NAME_LENGTH)

    @property
    def terms(self) -> Terms:
        """The terms as given."""
        return with_values(Terms(), self.values(settings_of(Terms)))


def initial_of(title: str, terms: Terms) -> dict[str, Any]:
    """The form's values for a list that there is."""
    return {"title": title, **initial_values(terms)}


class MarkForm(forms.Form):
    """A source that is rated from now on: a category of an event, a league, or a single match by its address."""

    source = forms.ChoiceField(label=gettext_lazy("Results of"), required=False)
    match = forms.CharField(
        label=gettext_lazy("or the address of a match on this site"),
        required=False,
        max_length=300,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "url"}),
    )

    def __init__(self, *arguments: Any, sources: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*arguments, **named)
        choose(self, source=[("", "-"), *sources])

    def clean(self) -> dict[str, Any]:
        """One of the two is given."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(cleaned.get("source")) == bool(cleaned.get("match")):
            self.add_error("source", _("Choose results or enter the address of a match, not both."))
        return cleaned


class BringForm(forms.Form):
    """A rating list from elsewhere."""

    group = forms.ChoiceField(label=gettext_lazy("These are ratings of"))
    file = forms.FileField(label=gettext_lazy("A CSV with name and rating, or a file of SoL (.sol, .sol.gz)"))
    number = forms.IntegerField(label=gettext_lazy("Which list in a SoL file"), min_value=1, max_value=1000, initial=1)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        choose(self, group=[(group, group_label(group)) for group in GROUPS])


class LeaveOutForm(forms.Form):
    """A result that is not to count."""

    result = forms.ChoiceField(label=gettext_lazy("Result"))
    why = forms.CharField(label=gettext_lazy("Reason (public)"), max_length=120)

    def __init__(self, *arguments: Any, results: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*arguments, **named)
        choose(self, result=results)
