"""One setting of an event changed where it is shown: a form of its own fields, all others as they stand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from carrom.settings import Setting, settings_of
from carrom.tournament import format as formats
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms
from carrom_web.competitions.events.event_forms import EventForm, options_of
from carrom_web.competitions.events.form_rows import EditedForms
from carrom_web.competitions.events.labels import days_label, format_label
from carrom_web.core.setting_fields import value_label

DATES = ("first_day", "last_day", "opens", "closes", "breaks")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRow:
    """A setting as a page shows it: `key` names it in addresses, `fields` are those of the whole form that change it.

    `value` is empty where nothing is set.
    """

    key: str
    label: str
    value: str
    fields: tuple[str, ...]


def setting_rows(terms: EventTerms) -> list[tuple[str, list[SettingRow]]]:
    """Return the settings of an event, then those of each category, with the title of each part."""
    when = SettingRow(key="dates", label=_("Dates"), value=days_label(terms.days), fields=DATES)
    parts = [("", [when, *_rows(terms, "", terms)])]
    for number, category in enumerate(terms.categories):
        prefix = f"{EditedForms.prefix}-{number}-"
        parts.append((category.title, [*_rows(category, prefix, terms), *_options(category, prefix)]))
    return [(title, rows) for title, rows in parts if rows]


def row_with_key(terms: EventTerms, key: str) -> SettingRow | None:
    """Return the setting that is named so; None: there is none, or it does not matter in this event."""
    return next((row for _title, rows in setting_rows(terms) for row in rows if row.key == key), None)


def as_sent(terms: EventTerms) -> QueryDict:
    """Return what the whole form of an event sends when nothing is changed in it."""
    edited = EditedForms(terms)
    data = QueryDict(mutable=True)
    for form in (edited.form, edited.rows.management_form, *edited.rows):
        for bound in form:
            data.setlist(bound.html_name, _sent(bound))
    return data


def changed(terms: EventTerms, row: SettingRow, given: QueryDict) -> EditedForms:
    """Return the whole form with the fields of one setting as they were typed."""
    data = as_sent(terms)
    for name in row.fields:
        data.setlist(name, given.getlist(name))
    return EditedForms(terms, data)


def fields_of(edited: EditedForms, row: SettingRow) -> list[forms.BoundField]:
    """Return the fields of a setting in the whole form."""
    found = {bound.html_name: bound for form in (edited.form, *edited.rows) for bound in form}
    return [found[name] for name in row.fields if name in found]


def other_errors(edited: EditedForms, row: SettingRow) -> list[str]:
    """Return what is wrong elsewhere in the event with this change; what is wrong here stands at its field."""
    ids = {bound.id_for_label or bound.auto_id for bound in fields_of(edited, row)}
    return [error["text"] for error in edited.errors() if error["id"] not in ids]


def _sent(bound: forms.BoundField) -> list[str]:
    value = bound.value()
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    shown = bound.field.widget.format_value(value) if hasattr(bound.field.widget, "format_value") else value
    if isinstance(shown, list | tuple):
        return [str(one) for one in shown]
    return ["" if shown is None else str(shown)]


def _rows(owner: EventTerms | CategoryTerms, prefix: str, terms: EventTerms) -> Iterator[SettingRow]:
    for name, one in settings_of(type(owner)).items():
        if not one.matters(owner) or not _is_asked(one, name, owner):
            continue
        value = _value(name, one, owner, terms)
        yield SettingRow(key=f"{prefix}{name}", label=_label(one), value=value, fields=(f"{prefix}{name}",))


def _label(one: Setting) -> str:
    """Return the label of a setting; of a contact with what it is about, since all rows stand in one list."""
    label = _(one.label)
    return f"{EventForm.groups['contact']}: {label}" if one.group == "contact" else label


def _options(category: CategoryTerms, prefix: str) -> Iterator[SettingRow]:
    """Yield the options of the category's format."""
    stored: Mapping[str, Any] = dict(category.format_values)
    own = formats.find(category.format).options
    for (field, one), name in zip(options_of(category.format).items(), own, strict=True):
        value = value_label(one, stored.get(name, one.default))
        yield SettingRow(key=f"{prefix}{field}", label=_(one.label), value=value, fields=(f"{prefix}{field}",))


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
