"""The forms: a new match, with the answers that a browser gave last time, and sitting down at one."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.laws.conformance import faults
from carrom.laws.plausibility import RulesetWarning, warnings_of
from carrom.laws.ruleset import Ruleset, effect_of
from carrom.laws.ruleset_file import GREATEST_FILE, RulesetFileError, ruleset_from_text
from carrom.laws.values import says, with_values
from carrom.match.entries import Head, Player
from carrom.match.rules import shipped
from carrom.play.clocks import TIME_EXCEEDED
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.accounts.models import NAME_LENGTH
from carrom_web.accounts.services import tidy_name
from carrom_web.core.translation import localized, ruleset_title
from carrom_web.matches import option_fields
from carrom_web.matches.computers import USUAL_LEVEL, level_choices, level_title
from carrom_web.matches.correspondence import days_of
from carrom_web.matches.loaded import AID_TAG, COIN_LINE
from carrom_web.matches.repository import Player as Seated

PERSON = "person"
CHECKED_STROKES = 2_000  # a quick check of an uploaded ruleset; `carrom laws --check` makes more
DOUBLES = 4  # players
NO_CLOCK = "none"
LAST_MATCH_COOKIE, LAST_MATCH_LIFETIME_S = "carrom_last_match", 180 * 86_400
WISHED = ("opponent", "length", "ruleset", "sides", "breaks", "clock", "take_back", "coin_line", "despite_warnings")
REMEMBERED = ("opponent", "level", "length", "ruleset", "sides", "breaks", "take_back")
CLOCKS = [
    (NO_CLOCK, gettext_lazy("No clock")),
    ("15", gettext_lazy("15 s a stroke")),
    ("30", gettext_lazy("30 s a stroke")),
    ("60", gettext_lazy("60 s a stroke")),
    ("1d", gettext_lazy("1 day a stroke")),
    ("2d", gettext_lazy("2 days a stroke")),
    ("3d", gettext_lazy("3 days a stroke")),
    ("7d", gettext_lazy("7 days a stroke")),
]
# Who may take strokes back when taking back is agreed.
TAKE_BACK: dict[str, Literal["own", "last", "agreed"]] = {"computer": "own", "screen": "last", "friend": "agreed"}


def seat_choices() -> list[tuple[str, str]]:
    """Return the choices for one of four seats at one screen."""
    return [(PERSON, _("A person")), *level_choices()]


class Place(NamedTuple):
    """A seat by side and number, and the level of the computer on it; "" is a person."""

    side: Literal["a", "b"]
    number: int
    level: str


@lru_cache(maxsize=32)
def _read_laws(text: str) -> tuple[Ruleset, list[str]]:
    """Return the ruleset of a file and how it breaks its own laws; a warning has the same file sent once more.

    Raises:
        RulesetFileError: the file is not a ruleset.
    """
    ruleset = ruleset_from_text(text)
    return ruleset, faults(ruleset, random.Random(1), CHECKED_STROKES)


def ruleset_choices() -> list[tuple[str, str]]:
    """The rulesets that can be played."""
    return [(ruleset.slug, ruleset_title(ruleset)) for ruleset in shipped().values()]


class NewMatch(forms.Form):
    """A new match: players, which laws, for how long."""

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
        label=gettext_lazy("Which computer"),
        widget=forms.RadioSelect,
        initial=USUAL_LEVEL,
        choices=level_choices,
        required=False,
    )
    length = forms.ChoiceField(
        label=gettext_lazy("Length"),
        widget=forms.RadioSelect,
        initial="board",
        choices=[
            ("board", gettext_lazy("One board")),
            ("game", gettext_lazy("One game")),
            ("match", gettext_lazy("A whole match")),
        ],
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Laws"), widget=forms.RadioSelect, initial="icf", choices=ruleset_choices
    )
    sides = forms.ChoiceField(
        label=gettext_lazy("Players"),
        widget=forms.RadioSelect,
        initial="singles",
        required=False,
        choices=[("singles", gettext_lazy("Two")), ("doubles", gettext_lazy("Four, in pairs"))],
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
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"), widget=forms.RadioSelect, initial=NO_CLOCK, choices=CLOCKS, required=False
    )
    take_back = forms.BooleanField(label=gettext_lazy("Strokes may be taken back"), required=False, initial=True)
    coin_line = forms.BooleanField(
        label=gettext_lazy("Show both sides where the first coin would go"), required=False, initial=False
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    other_name = forms.CharField(label=gettext_lazy("Second player's name"), max_length=NAME_LENGTH, required=False)

    own_laws = forms.FileField(
        label=gettext_lazy("Your club's own laws, a TOML file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": ".toml"}),
    )
    despite_warnings = forms.BooleanField(label=gettext_lazy("Start with these values anyway"), required=False)
    own_laws_text = forms.CharField(required=False, max_length=GREATEST_FILE, widget=forms.HiddenInput)
    # doubles at one screen: who sits where, seen from the first player
    seat_b1 = forms.ChoiceField(label=gettext_lazy("To your right"), required=False, choices=seat_choices)
    seat_a2 = forms.ChoiceField(label=gettext_lazy("Your partner, opposite"), required=False, choices=seat_choices)
    seat_b2 = forms.ChoiceField(label=gettext_lazy("To your left"), required=False, choices=seat_choices)
    name_a2 = forms.CharField(label=gettext_lazy("Your partner's name"), max_length=NAME_LENGTH, required=False)
    name_b2 = forms.CharField(label=gettext_lazy("Name on your left"), max_length=NAME_LENGTH, required=False)

    own_laws_source = ""  # the text of the file of own laws, once it is checked

    def __init__(self, *args: Any, changes_laws: bool = True, **kwargs: Any) -> None:
        """The form; `changes_laws`: with a field for each value of the laws that a match may change, a hundred."""
        super().__init__(*args, **kwargs)
        if changes_laws:
            self.fields.update(option_fields.fields())

    def clean_clock(self) -> str:
        """Seconds for a stroke and a placing, or none; no answer is none."""
        return str(self.cleaned_data["clock"]) or NO_CLOCK

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name"])

    def clean_name_a2(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name_a2"])

    def clean_name_b2(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name_b2"])

    def clean_other_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["other_name"])

    def clean_own_laws(self) -> Ruleset | None:
        """The ruleset of a file that conforms; of an invitation, the text that was stored with it."""
        held = self.cleaned_data.get("own_laws")
        try:
            text = held.read(GREATEST_FILE + 1).decode("utf-8") if held else self.data.get("own_laws_text", "")
            if not text:
                return None
            ruleset, wrong = _read_laws(text)
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This is not a text file.")) from None
        except RulesetFileError as error:
            raise forms.ValidationError(localized(error)) from None
        if wrong:
            raise forms.ValidationError(wrong[0])
        self.own_laws_source = text
        return ruleset

    def clean(self) -> dict[str, Any]:
        """A level is asked for only against the computer; a friend comes by link to a match of two."""
        cleaned = super().clean() or self.cleaned_data
        opponent = cleaned.get("opponent")
        if opponent == "computer" and not self.solo and not cleaned.get("level") and "level" not in self.errors:
            self.add_error("level", _("Choose a computer to play against."))
        if opponent == "friend" and self.solo:
            self.add_error("opponent", _("These laws are for one player. Choose other laws to play with friends."))
        if cleaned.get("sides") == "doubles" and not self.solo and not self.errors:
            if DOUBLES not in self._laws().players_allowed:
                self.add_error("sides", _("These laws are not for pairs. Choose other laws."))
        if self.days and opponent != "friend":
            self.add_error("clock", _("Days for a stroke are for matches with a friend by link. Choose another clock."))
        if self.has_clock and not self.errors and effect_of(self._laws(), TIME_EXCEEDED) is None:
            self.add_error("clock", _("These laws do not say what happens when time is up. Play without a clock."))
        _values, errors = option_fields.chosen(cleaned)
        for name, sentence in errors.items():
            self.add_error(name, sentence)
        if not self.errors and not cleaned.get("despite_warnings"):
            for warning in self._warnings():
                self.add_error("despite_warnings", f"{warning.says} {warning.change}")
        return cleaned

    def _warnings(self) -> tuple[RulesetWarning, ...]:
        """Warnings about the chosen values, except that a match is shorter than in the laws."""
        return warnings_of(with_values(self._laws(), self.options))

    def _laws(self) -> Ruleset:
        """The ruleset that was chosen or brought, before its values are changed."""
        return self.cleaned_data.get("own_laws") or shipped()[self.cleaned_data["ruleset"]]

    @property
    def has_clock(self) -> bool:
        """Whether a stroke has its seconds."""
        return self.cleaned_data.get("clock", NO_CLOCK) != NO_CLOCK and not self.days

    @property
    def days(self) -> int | None:
        """Days for each answer, in a match by correspondence."""
        return days_of(self.cleaned_data.get("clock"))

    @property
    def solo(self) -> bool:
        """Whether the chosen laws are for one player alone."""
        ruleset = self.cleaned_data.get("own_laws") or shipped().get(self.cleaned_data.get("ruleset", ""))
        return ruleset is not None and ruleset.side_count == 1

    @property
    def options(self) -> dict[str, object]:
        """The ruleset's values that this match changes."""
        return option_fields.chosen(self.cleaned_data)[0]

    @classmethod
    def known(cls, initial: Mapping[str, object]) -> dict[str, object]:
        """Those of the values that the form still has; a remembered computer may be gone."""
        form = cls(changes_laws=False)
        answers = {}
        for name, value in initial.items():
            field = form.fields.get(name)
            if isinstance(field, forms.ChoiceField):
                if not field.valid_value(value):
                    continue
            elif isinstance(field, forms.BooleanField):
                value = str(value) in ("1", "True", "on")
            if field is not None:
                answers[name] = value
        return answers

    def wish(self) -> dict[str, object]:
        """The answers, to be stored with an invitation."""
        answers = {name: self.cleaned_data[name] for name in WISHED}
        if self.cleaned_data["own_laws"]:
            answers["own_laws_text"] = self.own_laws_source
        return answers | {
            option_fields.PREFIX + name: self.cleaned_data[option_fields.PREFIX + name] for name in self.options
        }

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
        players = [
            Player(side=Side(place.side), name=name, kind="computer", level=place.level)
            if place.level
            else Player(side=Side(place.side), name=name)
            for place, name in self._seated(own_name, other_name)
        ]
        opponent = "screen" if self.solo else data["opponent"]
        return new_head(
            data["own_laws"] or data["ruleset"],
            players=players,
            length=data["length"],
            options={**self._times(), **self.options},
            clocks=self.has_clock,
            breaks="toss" if self.solo else breaks,
            take_back=TAKE_BACK[opponent] if data["take_back"] else "never",
            tags={"date": timezone.localdate().isoformat()} | ({AID_TAG: COIN_LINE} if data["coin_line"] else {}),
        )

    def _times(self) -> dict[str, object]:
        """The ruleset's values for the clock that was chosen."""
        return (
            dict.fromkeys(("stroke_seconds", "placing_seconds"), int(self.cleaned_data["clock"]))
            if self.has_clock
            else {}
        )

    def players(self, guest_id: UUID, other_guest_id: UUID | None = None) -> Sequence[Seated]:
        """To whom the seats belong; at one screen both to the same guest."""
        return [
            Seated(place.side, place.number, None, place.level)
            if place.level
            else Seated(place.side, place.number, (other_guest_id or guest_id) if place.side == "b" else guest_id, "")
            for place, _name in self._seated("", "")
        ]

    def _seated(self, own_name: str, other_name: str) -> list[tuple[Place, str]]:
        """The players by seat, with their names: the two sides in turn, as a match's head lists them."""
        data = self.cleaned_data
        first = (Place("a", 0, ""), own_name or data["name"] or _("Player 1"))
        if self.solo:
            return [first]
        computer = data["opponent"] == "computer"
        if data.get("sides") != "doubles":
            level = data["level"] if computer else ""
            return [first, (Place("b", 0, level), level_title(level) if level else self._name(other_name, 2))]
        levels = {
            name: data["level"] if computer else data.get(name, "").removeprefix(PERSON)
            for name in ("seat_b1", "seat_a2", "seat_b2")
        }
        wanted = (
            (Place("b", 0, levels["seat_b1"]), "other_name", 2),
            (Place("a", 1, levels["seat_a2"]), "name_a2", 3),
            (Place("b", 1, levels["seat_b2"]), "name_b2", 4),
        )
        others = []
        for place, name, nth in wanted:
            title = f"{level_title(place.level)} {nth - 1}" if place.level else data[name] or self._name("", nth)
            others.append((place, title))
        return [first, *others]

    def _name(self, given: str, nth: int) -> str:
        """A person's name, or which player they are."""
        typed = self.cleaned_data["other_name"] if nth == 2 else ""
        return given or typed or _("Player %(nth)d") % {"nth": nth}

    def words(self) -> list[str]:
        """Describe the match in words."""
        chosen = []
        for name in ("ruleset", "length", "breaks"):
            field: Any = self.fields[name]
            labels = {str(value): str(label) for value, label in field.choices}
            own = self.cleaned_data["own_laws"] if name == "ruleset" else None
            chosen.append(own.title if own else labels[self.cleaned_data[name]])
        chosen[-1] = {"toss": _("A toss decides who breaks"), "me": _("The host breaks")}.get(
            self.cleaned_data["breaks"], _("The guest breaks")
        )
        if self.cleaned_data["sides"] == "doubles":
            sides = {"me": _("Side A breaks"), "other": _("Side B breaks")}
            chosen[-1] = sides.get(self.cleaned_data["breaks"], chosen[-1])
        chosen.append(str(dict(CLOCKS)[self.cleaned_data["clock"]]))
        if self.cleaned_data["coin_line"]:
            chosen.append(_("Both sides see where the first coin would go."))
        chosen += [f"{says(name)}: {held}" for name, held in self.options.items()]
        return chosen


def last_choice(request: HttpRequest) -> dict[str, object]:
    """Return the answers of the last time, as far as the form of a new match still has them."""
    pairs = (pair.partition("=") for pair in request.COOKIES.get(LAST_MATCH_COOKIE, "").split("&"))
    return NewMatch.known({name: value for name, _sign, value in pairs if name in REMEMBERED and value})


def remember_choice(response: HttpResponse, form: NewMatch) -> None:
    """Keep the answers of a valid form for the next time."""
    answers = {name: form.cleaned_data[name] for name in REMEMBERED}
    text = "&".join(f"{name}={int(value) if isinstance(value, bool) else value}" for name, value in answers.items())
    response.set_cookie(
        LAST_MATCH_COOKIE,
        text,
        max_age=LAST_MATCH_LIFETIME_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


class SitDown(forms.Form):
    """A name for the seat."""

    name = forms.CharField(label=gettext_lazy("Your name"), max_length=NAME_LENGTH, required=False)

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return tidy_name(self.cleaned_data["name"])
