"""The form of a new sheet: the form of a new match, without what only a board on the screen has."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from carrom.match.entries import Head
from carrom_web.accounts.actions import tidy_name
from carrom_web.matches.forms import PERSON, NewMatch

ON_A_SCREEN = ("opponent", "level", "clocks", "take_back", "seat_b1", "seat_a2", "seat_b2")


class NewSheet(NewMatch):
    """Who plays whom on a real board, under which laws, for how long."""

    place = forms.CharField(
        label=gettext_lazy("Table or round"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ON_A_SCREEN:
            del self.fields[name]
        self.fields["length"].initial = "match"
        labels = {
            "name": gettext_lazy("First side"),
            "other_name": gettext_lazy("Second side"),
            "name_a2": gettext_lazy("Partner of the first"),
            "name_b2": gettext_lazy("Partner of the second"),
        }
        for name, label in labels.items():
            self.fields[name].label = label
            self.fields[name].widget = forms.TextInput({"autocomplete": "off", "maxlength": 40})
        breaks: Any = self.fields["breaks"]
        breaks.choices = [
            ("toss", gettext_lazy("Toss")),
            ("me", gettext_lazy("First side")),
            ("other", gettext_lazy("Second side")),
        ]

    def clean_place(self) -> str:
        """The place without what cannot be shown."""
        return tidy_name(self.cleaned_data["place"])

    def clean(self) -> dict[str, Any]:
        """Everybody is a person at one board."""
        self.cleaned_data.update(opponent="screen", level="", clocks=False, take_back=True)
        self.cleaned_data.update(dict.fromkeys(("seat_b1", "seat_a2", "seat_b2"), PERSON))
        return super().clean()

    def sheet_head(self) -> Head:
        """The head of a match without positions; the winner of a board is asked for his extra points."""
        tags = {"date": timezone.localdate().isoformat()}
        if self.cleaned_data["place"]:
            tags["place"] = self.cleaned_data["place"]
        head = self.head()
        kept = dict(head.tags) | tags
        return replace(head, positions=False, asks_claims=True, take_back="never", tags=tuple(sorted(kept.items())))
