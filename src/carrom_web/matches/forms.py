"""The forms: a new match, and sitting down at one."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.bots import registry
from carrom.match.entries import Head, Player
from carrom.match.rules import shipped
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.accounts.actions import tidy_name
from carrom_web.accounts.models import NAME_LENGTH
from carrom_web.matches.state_store import Player as Seated

# Who may take strokes back when taking back is agreed.
TAKE_BACK: dict[str, Literal["own", "last", "agreed"]] = {"computer": "own", "screen": "last", "friend": "agreed"}


def level_choices() -> list[tuple[str, str]]:
    """The computers, the weakest first, with their names as shown."""
    return [(name, level_title(name)) for name in registry.names()]


def level_title(name: str) -> str:
    """A computer's name as shown."""
    titles = {"easy": _("Easy"), "steady": _("Steady"), "strong": _("Strong")}
    return titles.get(name, name.capitalize())


def ruleset_choices() -> list[tuple[str, str]]:
    """The rulesets that can be played."""
    return [(ruleset.slug, ruleset.title) for ruleset in shipped().values()]


class NewMatch(forms.Form):
    """Who plays whom, under which laws, for how long."""

    opponent = forms.ChoiceField(
        label=gettext_lazy("Opponent"),
        widget=forms.RadioSelect,
        initial="computer",
        choices=[
            ("computer", gettext_lazy("The computer")),
            ("screen", gettext_lazy("Two players, one screen")),
            ("friend", gettext_lazy("A friend, by link")),
        ],
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Level"), widget=forms.RadioSelect, initial="steady", choices=level_choices, required=False
    )
    length = forms.ChoiceField(
        label=gettext_lazy("Length"),
        widget=forms.RadioSelect,
        initial="board",
        choices=[
            ("board", gettext_lazy("One board")),
            ("game", gettext_lazy("One game, to 25 points or 8 boards")),
            ("match", gettext_lazy("Best of three games")),
        ],
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Laws"), widget=forms.RadioSelect, initial="icf", choices=ruleset_choices
    )
    breaks = forms.ChoiceField(
        label=gettext_lazy("Who breaks"),
        widget=forms.RadioSelect,
        initial="toss",
        choices=[
            ("toss", gettext_lazy("Toss")),
            ("me", gettext_lazy("I break")),
            ("other", gettext_lazy("The other side breaks")),
        ],
    )
    take_back = forms.BooleanField(label=gettext_lazy("Strokes may be taken back"), required=False, initial=True)
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    other_name = forms.CharField(label=gettext_lazy("Second player's name"), max_length=NAME_LENGTH, required=False)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name"])

    def clean_other_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["other_name"])

    def clean(self) -> dict[str, Any]:
        """A level is asked for only against the computer."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("opponent") == "computer" and not cleaned.get("level") and "level" not in self.errors:
            self.add_error("level", _("Choose how strong the computer is."))
        return cleaned

    @classmethod
    def known(cls, initial: Mapping[str, object]) -> dict[str, object]:
        """Those of the values that the form still has; a remembered computer may be gone."""
        form = cls()
        kept = {}
        for name, value in initial.items():
            field = form.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                if not field.valid_value(value):
                    continue
            elif isinstance(field, forms.BooleanField):
                value = str(value) in ("1", "True", "on")
            if field is not None:
                kept[name] = value
        return kept

    def wish(self) -> dict[str, object]:
        """The answers, to be kept with an invitation."""
        return {name: self.cleaned_data[name] for name in ("opponent", "length", "ruleset", "breaks", "take_back")}

    @classmethod
    def of_wish(cls, wish: Mapping[str, Any]) -> "NewMatch":
        """The form as it was filled in for an invitation."""
        form = cls(dict(wish))
        if not form.is_valid():
            raise ValueError(f"an invitation that cannot be read: {form.errors.as_json()}")
        return form

    def head(self, *, own_name: str = "", other_name: str = "") -> Head:
        """The head of the match that was asked for; the one who asks is the first player of side A."""
        data = self.cleaned_data
        breaks: Literal["toss"] | Side = "toss"
        if data["breaks"] != "toss":
            breaks = Side.A if data["breaks"] == "me" else Side.B
        first = Player(side=Side.A, name=own_name or data["name"] or _("Player 1"))
        if data["opponent"] == "computer":
            second = Player(side=Side.B, name=level_title(data["level"]), kind="computer", level=data["level"])
        else:
            second = Player(side=Side.B, name=other_name or data["other_name"] or _("Player 2"))
        return new_head(
            data["ruleset"],
            players=(first, second),
            length=data["length"],
            breaks=breaks,
            take_back=TAKE_BACK[data["opponent"]] if data["take_back"] else "never",
            tags={"date": timezone.localdate().isoformat()},
        )

    def players(self, guest_id: UUID, other_guest_id: UUID | None = None) -> Sequence[Seated]:
        """To whom the seats belong; at one screen both to the same guest."""
        first = Seated("a", 0, guest_id, "")
        if self.cleaned_data["opponent"] == "computer":
            return (first, Seated("b", 0, None, self.cleaned_data["level"]))
        return (first, Seated("b", 0, other_guest_id or guest_id, ""))

    def words(self) -> list[str]:
        """What will be played, in words."""
        chosen = []
        for name in ("ruleset", "length", "breaks"):
            field: Any = self.fields[name]
            labels = {str(value): str(label) for value, label in field.choices}
            chosen.append(labels[self.cleaned_data[name]])
        return chosen


class SitDown(forms.Form):
    """A name for the seat."""

    name = forms.CharField(label=gettext_lazy("Your name"), max_length=NAME_LENGTH, required=False)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name"])
