"""The forms of a season: its terms, joining, a board's sizes; sets are in `set_forms`, weeks in `week_forms`."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.league.solo_season import Player as SeasonPlayer
from carrom.league.solo_terms import Division, SeasonTerms, SeasonTermsError, weekly
from carrom.league.solo_violations import equipment_faults
from carrom.settings import settings_of
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues.labels import fault_label
from carrom_web.competitions.solo_leagues.models import EMAIL_LENGTH, NAME_LENGTH, Player
from carrom_web.competitions.solo_leagues.services.registration import Application
from carrom_web.competitions.terms_form import TermsForm, TermsWithRows
from carrom_web.core.setting_fields import initial_values
from carrom_web.core.translation import localized

LONGEST_WEEK = 366


class SeasonForm(TermsForm):
    """The announcement of a season without its divisions (`DivisionForm`)."""

    settings = settings_of(SeasonTerms)
    groups: ClassVar[Mapping[str, object]] = {
        "what": gettext_lazy("What"),
        "when": gettext_lazy("Dates"),
        "counts": gettext_lazy("What counts"),
        "level": gettext_lazy("Level players"),
        "late": gettext_lazy("Late and missing sets"),
        "evidence": gettext_lazy("Evidence"),
        "letters": gettext_lazy("Reminders and reports"),
    }
    by_hand: ClassVar[Mapping[str, tuple[str, ...]]] = {"when": ("week_days", "dates")}

    week_days = forms.IntegerField(
        label=gettext_lazy("Days in a week of the season"), min_value=1, max_value=LONGEST_WEEK
    )
    dates = forms.ChoiceField(
        label=gettext_lazy("Dates"),
        widget=forms.RadioSelect,
        choices=[("weeks", gettext_lazy("By weeks")), ("free", gettext_lazy("Free dates"))],
    )

    @staticmethod
    def initial_of(terms: SeasonTerms) -> dict[str, Any]:
        """The fields of a season as it stands."""
        first = terms.weeks[0] if terms.weeks else None
        days = (date.fromisoformat(first.last) - date.fromisoformat(first.first)).days + 1 if first else 7
        return initial_values(terms) | {"dates": "weeks" if terms.weeks else "free", "week_days": days}

    def clean(self) -> dict[str, Any]:
        """A season not longer than two years."""
        given = super().clean()
        if {"first_day", "last_day"} <= given.keys() - self.errors.keys():
            first, last = (date.fromisoformat(given[name]) for name in ("first_day", "last_day"))
            if not first <= last <= first + timedelta(days=731):
                self.add_error("last_day", _("The last day must be after the first, within two years."))
        return given

    def terms(self, divisions: Sequence[Division], before: SeasonTerms) -> SeasonTerms | None:
        """The season as entered; None if it has errors, which its fields show. Weeks that fit stay."""
        given, known = self.cleaned_data, self.initial_of(before)
        is_same = before.weeks and all(given[name] == known[name] for name in ("first_day", "last_day", "week_days"))
        try:
            weeks = before.weeks if is_same else weekly(given["first_day"], given["last_day"], days=given["week_days"])
            weeks = () if given["dates"] == "free" else weeks
            return self.put(before, weeks=weeks, divisions=tuple(divisions))
        except SeasonTermsError as error:
            name = {"days": "week_days", "weeks": "week_days"}.get(error.field, error.field)
            self.add_error(name if name in self.fields else None, localized(error))
            return None


class DivisionForm(TermsForm):
    """One division. A row without a name is none."""

    settings = settings_of(Division)

    key = forms.CharField(required=False, widget=forms.HiddenInput, max_length=40)

    @staticmethod
    def initial_of(one: Division) -> dict[str, Any]:
        """The fields of a division as it stands."""
        return initial_values(one) | {"key": one.key, "size": one.size or None}

    def division(self, key: str) -> Division:
        """The division as entered."""
        return self.put(Division(key=key))


class EquipmentForm(forms.Form):
    """A player's statement on board, coins, striker and powder (B-006 to B-012)."""

    equipment_declared = forms.BooleanField(
        label=gettext_lazy("My board, coins and striker have the sizes in the laws"), required=False
    )
    colours_differ = forms.BooleanField(
        label=gettext_lazy("White, black and red pieces can be told apart by their colour"), required=False
    )
    powder_kind = forms.ChoiceField(
        label=gettext_lazy("Powder"),
        required=False,
        choices=[
            ("", gettext_lazy("Not stated")),
            ("potato starch", gettext_lazy("Potato starch")),
            ("boric acid", gettext_lazy("Boric acid")),
            ("another", gettext_lazy("Another one")),
        ],
    )
    striker_diameter_cm = forms.FloatField(
        label=gettext_lazy("Striker, diameter in cm"), required=False, min_value=0.1, max_value=20
    )
    striker_mass_g = forms.FloatField(
        label=gettext_lazy("Striker, grams"), required=False, min_value=0.1, max_value=200
    )
    surface_side_cm = forms.FloatField(
        label=gettext_lazy("Playing surface, side in cm"), required=False, min_value=1, max_value=300
    )

    def __init__(
        self, ruleset: str, *args: Any, asked: bool = True, player: Player | None = None, **kwargs: Any
    ) -> None:
        if player is not None and player.equipment is not None:
            kwargs.setdefault("initial", dict(player.equipment))
        super().__init__(*args, **kwargs)
        self.ruleset, self.asked = ruleset, asked

    @property
    def said_nothing(self) -> bool:
        """Whether all is left open, for later."""
        return not any(self.cleaned_data.get(name) for name in EquipmentForm.base_fields)

    def clean(self) -> dict[str, Any]:
        """The declaration is checked against the laws; violations are shown at their field."""
        given = super().clean() or self.cleaned_data
        equipment = None if self.errors else self.equipment()
        if equipment is not None:
            declared = {name: tuple(value) if isinstance(value, list) else value for name, value in equipment.items()}
            for fault in equipment_faults(
                SeasonPlayer(key="", name=_("You"), division="", equipment=declared), self.ruleset
            ):
                name = fault.parameters.get("key")
                self.add_error(str(name) if name in self.fields else None, fault_label(fault))
        elif self.asked and not self.errors:
            self.add_error("equipment_declared", _("This season asks for a declaration before a set is handed in."))
        return given

    def equipment(self) -> dict[str, Any] | None:
        """Return the declaration as the library checks it against the laws; None: nothing yet."""
        if self.said_nothing:
            return None
        given = self.cleaned_data
        declared = {name: given[name] for name in ("equipment_declared", "colours_differ")}
        declared["powder_kind"] = given["powder_kind"] or "not said"
        measured = ("striker_diameter_cm", "striker_mass_g", "surface_side_cm")
        return declared | {name: given[name] for name in measured if given.get(name) is not None}


class JoinForm(EquipmentForm):
    """Somebody joins a season."""

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("Email"),
        max_length=EMAIL_LENGTH,
        help_text=gettext_lazy("We send your link there. Only the organiser sees it."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    shows_name = forms.BooleanField(label=gettext_lazy("Show my name in the standings"), required=False, initial=True)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return whole_name(self.cleaned_data["name"])

    def application(self, **more: Any) -> Application:
        """Return the form as an application."""
        given = self.cleaned_data
        return Application(
            name=given["name"],
            email=given.get("email", ""),
            shows_name=given["shows_name"],
            equipment=self.equipment(),
            **more,
        )


class EnterForm(forms.Form):
    """A player entered by the organiser; without an address they get no link."""

    name = forms.CharField(label=gettext_lazy("Full name"), max_length=NAME_LENGTH)
    email = forms.EmailField(label=gettext_lazy("Email"), max_length=EMAIL_LENGTH, required=False)
    shows_name = forms.BooleanField(label=gettext_lazy("Has agreed to be named in public"), required=False)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return whole_name(self.cleaned_data["name"])


def whole_name(name: str) -> str:
    """A name that can be shown. Raises ValidationError."""
    tidy = tidy_name(name, NAME_LENGTH)
    if len(tidy) < 2:
        raise forms.ValidationError(_("Enter the full name."))
    return tidy


class EditedForms(TermsWithRows[SeasonTerms]):
    """Forms with an organiser's input, or with the stored values."""

    form_class, row_class = SeasonForm, DivisionForm
    prefix, part_name, most = "d", "division", 12

    @staticmethod
    def parts_of(terms: SeasonTerms) -> Sequence[Division]:
        """Its divisions."""
        return terms.divisions

    def parts_shown(self) -> Sequence[Division]:
        """None where everybody stands in one table that has no name."""
        divisions = self.before.divisions
        return [one for one in divisions if one.title or len(divisions) > 1]

    def part(self, row: DivisionForm, key: str, old: Division | None) -> Division:
        """A division as it was typed."""
        return row.division(key)

    def made(self, parts: Sequence[Division]) -> SeasonTerms | None:
        """The season as it was typed."""
        one_table = Division(key=self.before.divisions[0].key, title="")
        terms: SeasonTerms = self.form.terms(parts or [one_table], self.before)
        return terms
