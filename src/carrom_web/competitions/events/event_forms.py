"""The forms by which an organiser announces an event: the event itself, and each of its categories.

Their fields are the settings that `EventTerms` and `CategoryTerms` declare. Here stands what is more than a setting:
days with their hours and breaks, an account, the options of the chosen format.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.match.rules import Values
from carrom.settings import Settings, settings_of
from carrom.tournament import transfers
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.contest import Value
from carrom.tournament.event import EventTerms, Method
from carrom.tournament.event_faults import faults_of
from carrom.tournament.format import find, slugs
from carrom.tournament.play_days import Day
from carrom.tournament.transfers import Transfer
from carrom_web.competitions.events import break_lines
from carrom_web.competitions.events.labels import format_label
from carrom_web.competitions.terms_form import SETTINGS, TermsForm
from carrom_web.core.fast_widgets import PlainSelect
from carrom_web.core.setting_fields import DateInput, TimeInput, initial_of, initial_values, sentence_of
from carrom_web.core.translation import localized

ACCOUNT = ("holder", "iban", "bic", "upi", "account", "zelle", "venmo")


class EventForm(TermsForm):
    """The announcement of an event without its categories (`CategoryForm`)."""

    settings = settings_of(EventTerms)
    groups: ClassVar[Mapping[str, object]] = {
        "where": gettext_lazy("Event and venue"),
        "when": gettext_lazy("Dates"),
        "fees": gettext_lazy("Entries and fees"),
        "methods": gettext_lazy("How fees are paid"),
        "transfer": gettext_lazy("Account for bank transfers"),
        "fund": gettext_lazy("Prize money"),
        "asked": gettext_lazy("Questions and terms for everybody who registers"),
        "programme": gettext_lazy("Programme, awards and sponsors"),
        "contact": gettext_lazy("Contact"),
        "notes": gettext_lazy("Notes"),
    }
    notes: ClassVar[Mapping[str, object]] = {
        "transfer": gettext_lazy(
            "Each registration gets a reference with check digits and a payment code: for euros with "
            "an IBAN, for rupees with a UPI ID. Everyone who registers sees the account."
        ),
        "contact": gettext_lazy(
            "Everybody sees this on the event’s page, on the form and in emails. Enter only public "
            "details; all of them are optional."
        ),
    }
    by_hand: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "when": ("first_day", "last_day", "opens", "closes", SETTINGS, "breaks")
    }

    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DateInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DateInput(), required=False)
    opens = forms.TimeField(label=gettext_lazy("From"), widget=TimeInput())
    closes = forms.TimeField(label=gettext_lazy("To"), widget=TimeInput())
    breaks = forms.CharField(
        label=gettext_lazy("Breaks, one on each line"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3, "placeholder": break_lines.EXAMPLE}),
        help_text=gettext_lazy("From, to, title. For every day, or start with a date: 2027-05-08 09:00-09:30 Opening"),
    )

    @staticmethod
    def initial_of(terms: EventTerms) -> dict[str, Any]:
        """The fields of an event as it stands."""
        first, last = terms.days[0], terms.days[-1]
        return initial_values(terms) | {
            "first_day": first.date,
            "last_day": last.date if last.date != first.date else None,
            "opens": first.opens,
            "closes": first.closes,
            "breaks": break_lines.write(terms.days),
            "transfer_iban": terms.transfer.printed_iban,
        }

    def days(self) -> tuple[Day, ...]:
        """Every day from the first to the last, with the same hours."""
        first = self.cleaned_data["first_day"]
        last = self.cleaned_data["last_day"] or first
        numbers = range(first.toordinal(), max(first, last).toordinal() + 1)
        opens: time = self.cleaned_data["opens"]
        return tuple(Day(date.fromordinal(number), opens, self.cleaned_data["closes"]) for number in numbers)

    def clean_currency(self) -> str:
        """Its letters, large."""
        return str(self.cleaned_data["currency"]).upper()

    def clean(self) -> dict[str, Any]:
        """Not longer than a fortnight."""
        given = super().clean()
        first, last = given.get("first_day"), given.get("last_day")
        if first and last and not first <= last <= date.fromordinal(first.toordinal() + 13):
            self.add_error("last_day", _("The last day must be after the first, within two weeks."))
        if "breaks" in given and not {"first_day", "last_day", "opens", "closes"} & set(self.errors):
            try:
                break_lines.put(self.days(), given["breaks"])
            except break_lines.BreakLineError as error:
                self.add_error("breaks", localized(error))
        self._check_transfer(given)
        return given

    def transfer(self) -> Transfer:
        """The account as given."""
        return transfers.tidy(Transfer(**{name: self.cleaned_data.get(f"transfer_{name}", "") for name in ACCOUNT}))

    def _is_account_given(self, given: Mapping[str, Any]) -> bool:
        """Whether somebody could pay the event's currency with this account."""
        return self.transfer().ways_in(str(given.get("currency", ""))).is_given

    def _check_transfer(self, given: Mapping[str, Any]) -> None:
        """Put faults of the account at its field; one is needed where fees may be transferred."""
        for fault in transfers.faults_of(self.transfer()):
            self.add_error(f"transfer_{fault.field}", localized(fault))
        if Method.TRANSFER in given.get("pays", ()) and not self._is_account_given(given) and not self.errors:
            self.add_error(
                "transfer_holder",
                _(
                    "Enter where to transfer the money: the account holder, and an IBAN, a UPI ID, an account, "
                    "Zelle or Venmo."
                ),
            )

    def terms(self, categories: Sequence[CategoryTerms], before: EventTerms) -> EventTerms:
        """The event as given, with what the form does not ask taken from before."""
        given = self.cleaned_data
        same_days = self.initial_of(before)
        same = all(same_days[name] == given[name] for name in ("first_day", "last_day", "opens", "closes"))
        return replace(
            self.put(before),
            days=break_lines.put(before.days if same else self.days(), given["breaks"]),
            categories=tuple(categories),
            transfer=self.transfer(),
        )

    def show_faults(self, terms: EventTerms) -> bool:
        """Add what is wrong with the whole to the form; True if there is nothing."""
        found = faults_of(terms)
        for fault in found:
            self.add_error(None, localized(fault))
        return not found


def options_of(slug: str) -> Settings:
    """The options of a format by the names of their fields; none where there is no such format."""
    return {_option(slug, name): one for name, one in find(slug).options.items()} if slug in slugs() else {}


def option_initials(slug: str, stored: Values) -> dict[str, Any]:
    """The fields of a format as its options stand."""
    options = find(slug).options
    return {_option(slug, name): initial_of(options[name], value) for name, value in stored if name in options}


def option_values(slug: str, given: Mapping[str, Any], before: Values) -> Values:
    """The options of the chosen format that were stored before, or that differ from what is usual."""
    stored = dict(before)
    found: dict[str, Value] = {}
    for name, one in find(slug).options.items():
        value = given[_option(slug, name)]
        if value != one.default or (name in stored and stored[name] == value):
            found[name] = value
    order = [*(name for name in stored if name in found), *(name for name in found if name not in stored)]
    return tuple((name, found[name]) for name in order)


def _option(slug: str, name: str) -> str:
    return f"option:{slug}:{name}"


class CategoryForm(TermsForm):
    """One category of an event. A row without a title is none.

    Of the formats' options it asks those of the chosen one.
    """

    settings = settings_of(CategoryTerms)

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].required = False
        self.fields["format"] = forms.ChoiceField(
            label=gettext_lazy("Format"),
            choices=[(slug, format_label(slug)) for slug in slugs()],
            initial=CategoryTerms(key="", title="").format,
            widget=PlainSelect,
        )
        self.options = options_of(self.chosen_format)
        self.add_settings(self.options)
        if self.chosen_format not in slugs() or not find(self.chosen_format).uses_tie_breaks:
            del self.fields["tie_breaks"]
        if self.is_bound:
            self._fill_in_options()

    def _fill_in_options(self) -> None:
        """Options of a format that was chosen a moment ago stand at their defaults."""
        new = {self.add_prefix(name): self.fields[name].initial for name in self.options}
        missing = {name: value for name, value in new.items() if name not in self.data}
        if missing:
            data: Any = self.data.copy()  # type: ignore[attr-defined]
            data.update(missing)
            self.data = data

    @property
    def chosen_format(self) -> str:
        """The format that the row has, or was given."""
        return str(self["format"].value())

    @property
    def format_label(self) -> str:
        """The title of the chosen format, and what it is."""
        return format_label(self.chosen_format) if self.chosen_format in slugs() else ""

    @property
    def format_help(self) -> str:
        """Describe the chosen format in a sentence."""
        return sentence_of(find(self.chosen_format).says) if self.chosen_format in slugs() else ""

    def option_fields(self) -> list[forms.BoundField]:
        """The options of the chosen format."""
        return [self[name] for name in self.options]

    def has_wrong_option(self) -> bool:
        """Whether an option is to be corrected."""
        return self.is_bound and any(field.errors for field in self.option_fields())

    def has_wrong_match_term(self) -> bool:
        """Whether something of what is folded away is to be corrected."""
        return self.is_bound and any(field.errors for field in self.sections()["match"])

    def has_wrong_fund(self) -> bool:
        """Whether something about prize money, which is folded away, is to be corrected."""
        return self.is_bound and any(field.errors for field in self.sections()["fund"])

    def clean(self) -> dict[str, Any]:
        """Of teams, how many people they are."""
        given = super().clean()
        if given.get("kind") is Kind.TEAM and given.get("title") and not given.get("members", 1):
            self.add_error("members", _("Enter how many people make a team."))
        return given

    @staticmethod
    def initial_of(category: CategoryTerms) -> dict[str, Any]:
        """The fields of a category as it stands."""
        return (
            initial_values(category) | option_initials(category.format, category.format_values) | {"key": category.key}
        )

    def category(self, key: str, before: CategoryTerms | None) -> CategoryTerms:
        """The category as given."""
        given = self.cleaned_data
        same_format = before is not None and before.format == given["format"]
        is_team = given["kind"] is Kind.TEAM
        made = self.put(before or CategoryTerms(key=key, title=""), settings_of(CategoryTerms))
        return replace(
            made,
            key=key,
            members=made.members if is_team else 0,
            most_members=made.most_members if is_team else 0,
            one_match=is_team and made.one_match,
            format_values=option_values(made.format, given, before.format_values if before and same_format else ()),
        )
