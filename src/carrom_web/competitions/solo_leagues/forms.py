"""The forms of a season: its terms, joining, a board's sizes; sets are in `set_forms`, weeks in `week_forms`."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.league.solo_season import Player as Told
from carrom.league.solo_terms import Division, EvidenceAsked, SeasonTerms, SeasonTermsError, weekly
from carrom.league.solo_tie_breaks import TIE_BREAKS
from carrom.league.solo_violations import equipment_faults
from carrom.match.rules import shipped
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues.labels import evidence_label, fault_label, tie_break_label
from carrom_web.competitions.solo_leagues.models import EMAIL_LENGTH, NAME_LENGTH, Player
from carrom_web.competitions.solo_leagues.services.registration import Application
from carrom_web.core.setting_fields import DateInput
from carrom_web.core.translation import localized, ruleset_title

TIE_BREAK_FIELDS = tuple(f"tie_{number}" for number in range(1, 7))
OF_AN_ORIGIN = {
    "played": ("record",),
    "kept": ("record", "witness", "film", "organiser"),
    "reported": ("witness", "film", "organiser"),
}
LONGEST_WEEK = 366


def _number(label: Any, least: int, most: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


def _boxes(label: Any, names: Sequence[str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=lambda: [(name, evidence_label(name)) for name in names],
    )


class SeasonForm(forms.Form):
    """What a season announces, but its divisions (`DivisionForm`)."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=80)
    ruleset = forms.ChoiceField(label=gettext_lazy("Laws"))
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DateInput())
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DateInput())
    time_zone = forms.CharField(label=gettext_lazy("Time zone"), max_length=40)
    dates = forms.ChoiceField(
        label=gettext_lazy("Dates"),
        widget=forms.RadioSelect,
        choices=[("weeks", gettext_lazy("By weeks")), ("free", gettext_lazy("Free dates"))],
    )
    week_days = _number(gettext_lazy("Days in a week of the season"), 1, LONGEST_WEEK)
    sets_per_week = _number(
        gettext_lazy("Sets in a week, at most"),
        0,
        50,
        gettext_lazy("0: as many as one likes. With free dates: in the season."),
    )
    counted_per_week = _number(gettext_lazy("The best of a week that count"), 1, 50)
    counted = _number(gettext_lazy("The best of the season that count"), 0, 1000, gettext_lazy("0: all of them."))
    least_sets = _number(gettext_lazy("Sets needed for a place"), 0, 1000)
    evidence_played = _boxes(gettext_lazy("A set played on this site counts with"), OF_AN_ORIGIN["played"])
    evidence_kept = _boxes(gettext_lazy("A set kept on the phone counts with one of"), OF_AN_ORIGIN["kept"])
    evidence_reported = _boxes(gettext_lazy("A set reported as numbers counts with one of"), OF_AN_ORIGIN["reported"])
    equipment_asked = forms.BooleanField(
        label=gettext_lazy("Players declare board, coins, striker and powder"), required=False
    )
    late = forms.ChoiceField(
        label=gettext_lazy("A late set"),
        choices=[
            ("organiser", gettext_lazy("the organiser decides")),
            ("counts", gettext_lazy("counts like others")),
            ("costs", gettext_lazy("costs strokes")),
            ("refused", gettext_lazy("is not taken")),
        ],
    )
    late_strokes = _number(gettext_lazy("Strokes that a late set costs"), 0, 225)
    late_days = _number(gettext_lazy("Days after that on which a late set is still taken"), 0, 366)
    grace_days = _number(gettext_lazy("Days after a week in which a set is not late"), 0, 60)
    missing = forms.ChoiceField(
        label=gettext_lazy("A missing set"),
        choices=[
            ("left_out", gettext_lazy("costs nothing")),
            ("cap", gettext_lazy("counts as boards at the cap")),
            ("worst", gettext_lazy("counts as the division's worst of that week")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["ruleset"].choices = [
            (one.slug, ruleset_title(one)) for one in shipped().values() if one.score_mode == "strokes"
        ]
        choices = [(name, tie_break_label(name)) for name in TIE_BREAKS]
        for number, name in enumerate(TIE_BREAK_FIELDS, 1):
            label = _("Level players: %(number)d.") % {"number": number}
            shown = choices if number == 1 else [("", "–"), *choices]
            fields[name] = forms.ChoiceField(label=label, choices=shown, required=number == 1)

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The fields of the order in which level players are told apart."""
        return [self[name] for name in TIE_BREAK_FIELDS]

    @staticmethod
    def initial_of(terms: SeasonTerms) -> dict[str, Any]:
        """The fields of a season as it stands."""
        same = ("title", "ruleset", "first_day", "last_day", "time_zone", "sets_per_week", "counted_per_week",
                "counted", "least_sets", "equipment_asked", "late", "late_strokes", "grace_days", "late_days",
                "missing")  # fmt: skip
        told: dict[str, Any] = {name: getattr(terms, name) for name in same}
        told |= dict(zip(TIE_BREAK_FIELDS, terms.order, strict=False))
        told |= {f"evidence_{origin}": list(getattr(terms.evidence, origin)) for origin in OF_AN_ORIGIN}
        first = terms.weeks[0] if terms.weeks else None
        days = (date.fromisoformat(first.last) - date.fromisoformat(first.first)).days + 1 if first else 7
        return told | {"dates": "weeks" if terms.weeks else "free", "week_days": days}

    def clean(self) -> dict[str, Any]:
        """Each tie-break once; a season not longer than two years."""
        given = super().clean() or self.cleaned_data
        order = [given[name] for name in TIE_BREAK_FIELDS if given.get(name)]
        for name in TIE_BREAK_FIELDS:
            if given.get(name) and order.count(given[name]) > 1:
                self.add_error(name, _("Name each of them once."))
        first, last = given.get("first_day"), given.get("last_day")
        if first and last and not first <= last <= date.fromordinal(first.toordinal() + 731):
            self.add_error("last_day", _("The last day comes after the first, within two years."))
        return given

    def terms(self, divisions: Sequence[Division], before: SeasonTerms) -> SeasonTerms | None:
        """The season as told; None if it could not be, and then its fields say why. Weeks that fit stay as they are."""
        given = dict(self.cleaned_data)
        dates, days = given.pop("dates"), given.pop("week_days")
        evidence = EvidenceAsked(**{origin: tuple(given.pop(f"evidence_{origin}")) for origin in OF_AN_ORIGIN})
        given["order"] = tuple(dict.fromkeys(given.pop(name) for name in TIE_BREAK_FIELDS if given.get(name)))
        given = {name: value for name, value in given.items() if name not in TIE_BREAK_FIELDS}
        first, last = (given[name].isoformat() for name in ("first_day", "last_day"))
        same = {name: value for name, value in self.initial_of(before).items() if name in ("first_day", "last_day")}
        kept = before.weeks and (same["first_day"], same["last_day"], self.initial_of(before)["week_days"]) == (
            first,
            last,
            days,
        )
        try:
            weeks = () if dates == "free" else before.weeks if kept else weekly(first, last, days=days)
            return SeasonTerms(
                **given | {"title": tidy_name(given["title"], 80), "first_day": first, "last_day": last},
                weeks=weeks,
                evidence=evidence,
                divisions=tuple(divisions),
            )
        except SeasonTermsError as error:
            name = {"days": "week_days", "weeks": "week_days", "order": "tie_1"}.get(error.field, error.field)
            self.add_error(name if name in self.fields else None, localized(error))
            return None


class DivisionForm(forms.Form):
    """One division."""

    key = forms.CharField(required=False, widget=forms.HiddenInput, max_length=40)
    title = forms.CharField(label=gettext_lazy("Division"), max_length=60, required=False)
    size = forms.IntegerField(label=gettext_lazy("Places"), min_value=0, max_value=1000, required=False)
    up = forms.IntegerField(label=gettext_lazy("Go up"), min_value=0, max_value=100, required=False)
    down = forms.IntegerField(label=gettext_lazy("Go down"), min_value=0, max_value=100, required=False)

    @staticmethod
    def initial_of(one: Division) -> dict[str, Any]:
        """The fields of a division as it stands."""
        return {"key": one.key, "title": one.title, "size": one.size or None, "up": one.up, "down": one.down}

    def division(self, key: str) -> Division:
        """The division as told."""
        given = self.cleaned_data
        return Division(
            key=key,
            title=tidy_name(given["title"], 60),
            size=given["size"] or 0,
            up=given["up"] or 0,
            down=given["down"] or 0,
        )


class EquipmentForm(forms.Form):
    """What a player says of board, coins, striker and powder (B-006 to B-012)."""

    equipment_declared = forms.BooleanField(
        label=gettext_lazy("My board, coins and striker have the sizes of the laws"), required=False
    )
    colours_differ = forms.BooleanField(
        label=gettext_lazy("White, black and red pieces can be told apart by their colour"), required=False
    )
    powder_kind = forms.ChoiceField(
        label=gettext_lazy("Powder"),
        required=False,
        choices=[
            ("", gettext_lazy("Not said")),
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
        """What is declared is held against the laws; what breaks them is told at its field."""
        given = super().clean() or self.cleaned_data
        equipment = None if self.errors else self.equipment()
        if equipment is not None:
            told = {name: tuple(value) if isinstance(value, list) else value for name, value in equipment.items()}
            for fault in equipment_faults(Told(key="", name=_("You"), division="", equipment=told), self.ruleset):
                name = fault.parameters.get("key")
                self.add_error(str(name) if name in self.fields else None, fault_label(fault))
        elif self.asked and not self.errors:
            self.add_error("equipment_declared", _("This season asks for a declaration before a set is handed in."))
        return given

    def equipment(self) -> dict[str, Any] | None:
        """What is declared, as the library holds it against the laws; None: nothing yet."""
        if self.said_nothing:
            return None
        given = self.cleaned_data
        told = {name: given[name] for name in ("equipment_declared", "colours_differ")}
        told["powder_kind"] = given["powder_kind"] or "not said"
        measured = ("striker_diameter_cm", "striker_mass_g", "surface_side_cm")
        return told | {name: given[name] for name in measured if given.get(name) is not None}


class JoinForm(EquipmentForm):
    """Somebody joins a season."""

    name = forms.CharField(
        label=gettext_lazy("Full name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        max_length=EMAIL_LENGTH,
        help_text=gettext_lazy("Your link comes there. The organiser sees it, nobody else."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    shows_name = forms.BooleanField(label=gettext_lazy("Show my name in the standings"), required=False, initial=True)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return whole_name(self.cleaned_data["name"])

    def application(self, **more: Any) -> Application:
        """What was filled in."""
        given = self.cleaned_data
        return Application(
            name=given["name"],
            email=given.get("email", ""),
            shows_name=given["shows_name"],
            equipment=self.equipment(),
            **more,
        )


class EnterForm(forms.Form):
    """Somebody whom the organiser enters; without an address he gets no link."""

    name = forms.CharField(label=gettext_lazy("Full name"), max_length=NAME_LENGTH)
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=EMAIL_LENGTH, required=False)
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


def error_list(*some: Any) -> list[dict[str, str]]:
    """The errors of forms for the list on top: field, its id, the sentence."""
    return [
        {
            "field": name,
            "id": (form[name].id_for_label or form[name].auto_id) if name in form.fields else "",
            "text": text,
        }
        for form in some
        for name, texts in form.errors.items()
        for text in texts
    ]
