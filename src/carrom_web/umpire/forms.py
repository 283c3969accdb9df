"""The form of a new sheet: the form of a new match, without what only a board on the screen has."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from carrom.match.entries import Head
from carrom_web.accounts.models import NAME_LENGTH
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.models import Equipment
from carrom_web.matches.forms import NO_CLOCK, PERSON, NewMatch
from carrom_web.umpire.rights import BY_LINK, Role
from carrom_web.umpire.services import HOURS

SCORE_ONLY = "score"
ON_A_SCREEN = ("opponent", "level", "clock", "take_back", "seat_b1", "seat_a2", "seat_b2")


class NewSheet(NewMatch):
    """A new match on a real board: players, which laws, for how long."""

    place = forms.CharField(
        label=gettext_lazy("Table or round"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    ceremony = forms.ChoiceField(
        label=gettext_lazy("How to score"),
        widget=forms.RadioSelect,
        initial="whole",
        required=False,
        choices=[
            ("whole", gettext_lazy("The whole ceremony")),
            ("short", gettext_lazy("Toss, boards and strokes")),
            (SCORE_ONLY, gettext_lazy("Just score: whole boards, three taps each")),
        ],
    )

    scorer_name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    scorer_is = forms.ChoiceField(
        label=gettext_lazy("Your role"),
        initial=Role.UMPIRE.value,
        required=False,
        choices=[
            (Role.UMPIRE.value, gettext_lazy("Umpire")),
            ("a", gettext_lazy("A player of the first side")),
            ("b", gettext_lazy("A player of the second side")),
        ],
    )

    board = forms.ChoiceField(label=gettext_lazy("On the club's board"), required=False)

    def __init__(self, *args: Any, boards: Sequence[Equipment] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boards = {board.code: board for board in boards}
        board_field: Any = self.fields["board"]
        board_field.choices = [
            ("", _("none")),
            *((board.code, f"{board.name}, {board.club.name}") for board in boards),
        ]
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
        self.cleaned_data.update(opponent="screen", level="", clock=NO_CLOCK, take_back=True)
        self.cleaned_data.update(dict.fromkeys(("seat_b1", "seat_a2", "seat_b2"), PERSON))
        return super().clean()

    @property
    def chosen_board(self) -> Equipment | None:
        """The board on which the match is played, if it is one of a club's."""
        return self.boards.get(self.cleaned_data["board"])

    def clean_scorer_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["scorer_name"])

    @property
    def scorer_role(self) -> Role:
        """The scorer's role: an umpire, or one of the players."""
        return Role.PLAYER if self.cleaned_data["scorer_is"] in ("a", "b") else Role.UMPIRE

    @property
    def signs_as(self) -> str:
        """The scorer's name: what they gave, else their name as a player."""
        as_player = {"a": "name", "b": "other_name"}.get(self.cleaned_data["scorer_is"], "")
        return self.cleaned_data["scorer_name"] or tidy_name(self.cleaned_data.get(as_player, ""))

    def sheet_head(self) -> Head:
        """The head of a match without positions; the winner of a board is asked for their extra points."""
        tags = {"date": timezone.localdate().isoformat()}
        place = self.cleaned_data["place"] or (self.chosen_board.name if self.chosen_board else "")
        if place:
            tags["place"] = place
        if self.scorer_role is Role.UMPIRE and self.signs_as:
            tags["umpire"] = self.signs_as
        head = self.head()
        all_tags = dict(head.tags) | tags
        return replace(
            head,
            positions=False,
            asks_claims=True,
            take_back="never",
            ceremony=self.cleaned_data["ceremony"] == "whole" and head.men > 1,
            tags=tuple(sorted(all_tags.items())),
        )


def role_choices() -> list[tuple[str, str]]:
    """Return the roles that a link can give, in words."""
    words = {
        Role.UMPIRE: _("Score as umpire"),
        Role.PLAYER: _("Score as a player, while there is no umpire"),
        Role.VERIFIER: _("Verify the sheet"),
        Role.FOLLOWER: _("Follow only"),
    }
    return [(role.value, words[role]) for role in BY_LINK]


def hours_choices() -> list[tuple[int, str]]:
    """For how long a link can be made, in words."""
    return [(hours, _hours(hours)) for hours in HOURS]


def _hours(hours: int) -> str:
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


class NewLink(forms.Form):
    """A link for somebody: what it gives, for how long, for whom."""

    role = forms.ChoiceField(label=gettext_lazy("What it allows"), choices=role_choices)
    hours = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=hours_choices, coerce=int, initial=12)
    meant_for = forms.CharField(
        label=gettext_lazy("Who it is for (a note for your list)"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def clean_meant_for(self) -> str:
        """The note without what cannot be shown."""
        return tidy_name(self.cleaned_data["meant_for"])


class Accept(forms.Form):
    """The person who opens a link gives their name, which appears with all their entries."""

    name = forms.CharField(
        label=gettext_lazy("Your name, shown with your entries"),
        max_length=NAME_LENGTH,
        error_messages={"required": gettext_lazy("Enter your name.")},
        widget=forms.TextInput({"autocomplete": "name"}),
    )

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Enter your name."))
        return name
