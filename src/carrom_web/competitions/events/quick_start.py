"""A draft of an event from three fields; all else is as in the preset, and is changed where the draft shows it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from carrom.tournament.event import EventTerms
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.services import organising
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.form_errors import error_list

LEAD = timedelta(days=7)  # entries close so long before the first day, if there is so much time


class QuickForm(forms.Form):
    """The least that an event needs."""

    title = forms.CharField(label=gettext_lazy("Name of the event"), max_length=NAME_LENGTH)
    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(label=gettext_lazy("Hall or place"), max_length=NAME_LENGTH)
    zone = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)


class QuickStart:
    """The three fields, and the terms that follow from them and a preset (`page_values.EditedTerms`)."""

    rows = ()
    again = False

    def __init__(self, before: EventTerms, data: Mapping[str, Any] | None = None) -> None:
        self.before = before
        self.form = QuickForm(data, prefix="quick")

    def terms(self) -> EventTerms | None:
        """The terms; None if something is wrong, which then stands at its field."""
        if not self.form.is_valid():
            return None
        given = self.form.cleaned_data
        day: date = given["day"]
        deadline = max(day - LEAD, min(day, timezone.localdate()))
        title = tidy_name(given["title"], NAME_LENGTH)
        terms = organising.copy_of(self.before, first_day=day, deadline=deadline, title=title)
        return replace(
            terms,
            venue=replace(terms.venue, name=tidy_name(given["venue"], NAME_LENGTH), address=""),
            time_zone=given["zone"] if given["zone"] in available_timezones() else terms.time_zone,
        )

    def errors(self) -> list[dict[str, str]]:
        """Everything that is wrong, for the list on top."""
        return error_list(self.form)
