"""Forms for a set as numbers, with its evidence."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import Fault
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.solo_leagues.labels import fault_label
from carrom_web.competitions.solo_leagues.models import EMAIL_LENGTH, NAME_LENGTH, SoloSet
from carrom_web.competitions.solo_leagues.services.sets import Report
from carrom_web.core.setting_fields import DateInput

_A_BOARD = re.compile(r"board_[1-9][0-9]?", re.ASCII)


class SetForm(forms.Form):
    """A set as numbers: so many boards, the day, and whether few strokes are right."""

    day = forms.DateField(label=gettext_lazy("Played on"), widget=DateInput())
    is_sure = forms.BooleanField(
        label=gettext_lazy("It is so: several pieces fell at once on the boards of fewer strokes"), required=False
    )

    def __init__(self, terms: SeasonTerms, *args: Any, row: SoloSet | None = None, **kwargs: Any) -> None:
        if row is not None:
            initial = {f"board_{number}": score for number, score in enumerate(row.strokes, 1)}
            kwargs.setdefault("initial", initial | {"day": row.day, "is_sure": row.is_sure})
        super().__init__(*args, **kwargs)
        self.season_terms, self.asks_if_sure = terms, False
        fields: dict[str, Any] = self.fields
        for number in range(1, terms.rules.boards_per_set + 1):
            fields[f"board_{number}"] = forms.IntegerField(
                label=_("Board %(number)d") % {"number": number},
                required=False,
                widget=forms.NumberInput({"inputmode": "numeric", "autocomplete": "off"}),
            )

    @property
    def boards(self) -> list[forms.BoundField]:
        """The fields of the boards in order."""
        return [self[name] for name in self.fields if name.startswith("board_")]

    @property
    def given_boards(self) -> list[tuple[str, int]]:
        """The boards entered, by the names of their fields, also those beyond the form's own."""
        own = [field.name for field in self.boards]
        more = [name for name in self.data if _A_BOARD.fullmatch(name) and name not in own]
        filled = [(name, self.cleaned_data.get(name)) for name in own]
        filled += [(name, int(text)) for name in more if (text := str(self.data[name]).strip()).isdecimal()]
        return [(name, strokes) for name, strokes in filled if strokes is not None]

    def strokes(self) -> tuple[int, ...]:
        """The strokes of the boards entered."""
        return tuple(strokes for _name, strokes in self.given_boards)

    def show_faults(self, faults: Sequence[Fault]) -> None:
        """Put what is wrong with the set beside its fields; a question shows the box that answers it."""
        filled = [name for name, _strokes in self.given_boards]
        for fault in faults:
            board, name = fault.parameters.get("board"), _FIELD_OF.get(fault.code)
            if isinstance(board, int) and board <= len(filled):  # an empty one before it shifts the count
                name = filled[board - 1]
                fault = replace(fault, parameters={**fault.parameters, "board": int(name.removeprefix("board_"))})
            elif fault.code == "number-of-boards":
                name = next((field.name for field in self.boards if field.name not in filled), None)
            self.add_error(name if name in self.fields else None, fault_label(fault))
        self.asks_if_sure = any(fault.is_question for fault in faults) or bool(self.data.get("is_sure"))


_FIELD_OF = {
    "not-a-day": "day", "outside-season": "day", "between-weeks": "day", "not-yet": "day", "before-joining": "day",
    "after-leaving": "day", "week-full": "day", "too-late": "day", "after-late": "day", "set-twice": "day",
    "bad-film": "film",
    "own-witness": "witness",
}  # fmt: skip


class EvidenceForm(forms.Form):
    """The evidence for a set."""

    witness = forms.CharField(label=gettext_lazy("Witness"), max_length=NAME_LENGTH, required=False)
    witness_email = forms.EmailField(
        label=gettext_lazy("Witness's email"),
        max_length=EMAIL_LENGTH,
        required=False,
        help_text=gettext_lazy(
            "They get a link to confirm. If you leave this empty, you get the link and send it yourself."
        ),
    )
    film = forms.URLField(
        label=gettext_lazy("Address of a film"),
        max_length=300,
        required=False,
        assume_scheme="https",
        widget=forms.TextInput({"inputmode": "url", "placeholder": "https://"}),
    )

    def __init__(self, *args: Any, own_email: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_email = own_email

    def clean_film(self) -> str:
        """An address that a browser opens."""
        film: str = self.cleaned_data["film"]
        if film and not film.startswith(("http://", "https://")):
            raise forms.ValidationError(fault_label(Fault("bad-film", {"film": film})))
        return film

    def clean_witness_email(self) -> str:
        """Somebody else's."""
        email: str = self.cleaned_data["witness_email"].lower()
        if email and email == self.own_email:
            raise forms.ValidationError(fault_label(Fault("own-witness")))
        return email


class ReportForm(SetForm, EvidenceForm):
    """A set that its player reports, with what shall speak for it."""

    note = forms.CharField(label=gettext_lazy("Note to the organiser"), max_length=200, required=False)

    @property
    def evidence_fields(self) -> list[forms.BoundField]:
        """The fields of what this season takes as evidence."""
        asked = self.season_terms.evidence.reported
        names = [*(("witness", "witness_email") if "witness" in asked else ()), *(("film",) if "film" in asked else ())]
        return [self[name] for name in names]

    def report(self) -> Report:
        """Return the form as a report."""
        given = self.cleaned_data
        return Report(
            strokes=self.strokes(),
            day=given["day"],
            is_sure=given["is_sure"],
            witness=tidy_name(given["witness"], NAME_LENGTH),
            witness_email=given["witness_email"],
            film=given["film"],
            note=tidy_name(given["note"], 200),
        )
