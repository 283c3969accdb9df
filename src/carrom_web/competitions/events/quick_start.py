"""A draft of an event from three fields; all else is as in the preset, and is changed where the draft shows it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.settings import Setting, settings_of
from carrom.tournament import format as formats
from carrom.tournament.event import CategoryTerms, EventTerms, Kind
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.events.labels import format_label
from carrom_web.competitions.events.services import organising
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.form_errors import error_list
from carrom_web.core.setting_fields import value_label

LEAD = timedelta(days=7)  # entries close so long before the first day, if there is so much time
LEFT_OUT = ("title", "venue_name")  # what the three fields ask


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


def changeable(terms: EventTerms) -> list[dict[str, Any]]:
    """Return a draft's changeable values by parts: {title, rows: [{label, value, field}]}; `field` in the form."""
    parts = [{"title": "", "rows": _rows(terms, "id_", terms)}]
    for number, category in enumerate(terms.categories):
        parts.append({"title": category.title, "rows": _rows(category, f"id_c-{number}-", terms)})
    return [part for part in parts if part["rows"]]


def _rows(owner: EventTerms | CategoryTerms, prefix: str, terms: EventTerms) -> list[dict[str, str]]:
    rows = []
    for name, one in settings_of(type(owner)).items():
        if name in LEFT_OUT or not one.matters(owner) or not _is_asked(one, name, owner):
            continue
        if value := _value(name, one, owner, terms):
            rows.append({"label": _(one.label), "value": value, "field": f"{prefix}{name}"})
    return rows


def _is_asked(one: Setting, name: str, owner: EventTerms | CategoryTerms) -> bool:
    """Whether a setting matters: tie-breaks where the format has some, what is of teams where teams play."""
    if isinstance(owner, EventTerms):
        return True
    if name == "tie_breaks":
        return formats.find(owner.format).uses_tie_breaks
    if name == "match_at_limit":
        return owner.match.minutes is not None
    if name == "pair_ages":
        return owner.kind not in (Kind.SINGLES, Kind.SOLO)
    return one.group != "team" or owner.kind is Kind.TEAM


def _value(name: str, one: Setting, owner: EventTerms | CategoryTerms, terms: EventTerms) -> str:
    if one.input == "money":
        cents = one.of(owner)
        return f"{cents / 100:.2f} {terms.currency}"
    if name == "format":
        return str(format_label(one.of(owner)))
    return value_label(one, one.of(owner))
