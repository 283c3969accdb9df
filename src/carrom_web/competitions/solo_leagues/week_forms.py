"""The forms of a season's weeks: one by one, and a break between two."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.league.solo_terms import Week
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues.forms import LONGEST_WEEK
from carrom_web.core.setting_fields import DateInput


class WeekForm(forms.Form):
    """One week of a season."""

    first = forms.DateField(label=gettext_lazy("From"), widget=DateInput(), required=False)
    last = forms.DateField(label=gettext_lazy("To"), widget=DateInput(), required=False)
    title = forms.CharField(label=gettext_lazy("Name, if it has one"), max_length=40, required=False)
    out = forms.BooleanField(label=gettext_lazy("Remove"), required=False)

    @staticmethod
    def initial_of(week: Week) -> dict[str, Any]:
        """The fields of a week as it stands."""
        return {"first": week.first, "last": week.last, "title": week.title}

    def clean(self) -> dict[str, Any]:
        """Both days, or none."""
        given = super().clean() or self.cleaned_data
        first, last = given.get("first"), given.get("last")
        if self.errors or given.get("out"):
            return given
        if (first is None) is not (last is None):
            self.add_error("last" if first else "first", _("Enter both days of the week."))
        elif first and last and last < first:
            self.add_error("last", _("The week ends before it begins."))
        return given

    def week(self) -> Week | None:
        """The week as entered; None: it is out, or an empty row."""
        given = self.cleaned_data
        if not given.get("first") or given["out"]:
            return None
        title = tidy_name(given["title"], 40)
        return Week(number=0, first=given["first"].isoformat(), last=given["last"].isoformat(), title=title)


class BreakForm(forms.Form):
    """A break before one of the weeks: it and all after it come later."""

    before = forms.TypedChoiceField(label=gettext_lazy("A break before"), coerce=int)
    days = forms.IntegerField(label=gettext_lazy("Days of the break"), min_value=1, max_value=LONGEST_WEEK, initial=7)

    def __init__(self, weeks: Sequence[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["before"].choices = weeks
