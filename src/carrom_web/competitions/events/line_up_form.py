"""The form of a line-up: the players of each match of a tie. Independent of events, since leagues use it too."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from carrom.tournament.entries import Entrant
from carrom.tournament.teams import LineUp, LineUpError, TieTerms, check_line_up


class LineUpForm(forms.Form):
    """One choice for a single, two for a double. Persons are given by their number in the team, not by keys."""

    def __init__(
        self,
        terms: TieTerms,
        team: Entrant,
        names: Sequence[str],
        *args: Any,
        before: LineUp | None = None,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.terms, self.team, self.names = terms, team, names
        choices = [("", "-"), *((str(number), name) for number, name in enumerate(names))]
        for number, kind in enumerate(terms.kinds, 1):
            for seat in range(1 if kind == "single" else 2):
                chosen = before.matches[number - 1][seat] if before and number <= len(before.matches) else ""
                field = forms.ChoiceField(
                    label=match_label(number, kind) if seat == 0 else _("with"),
                    choices=choices,
                    initial=str(team.persons.index(chosen)) if chosen in team.persons else "",
                    error_messages={"required": _("Enter who plays this match.")},
                    widget=forms.Select({"data-kind": kind, "data-title": short_label(terms, number)}),
                )
                self.fields[f"match_{number}_{seat}"] = field

    def rows(self) -> list[dict[str, Any]]:
        """The matches as the page shows them: number, kind, and the fields of who plays."""
        return [
            {"number": number, "kind": kind, "title": match_label(number, kind), "fields": self._fields(number)}
            for number, kind in enumerate(self.terms.kinds, 1)
        ]

    def _fields(self, number: int) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(f"match_{number}_")]

    def clean(self) -> dict[str, Any]:
        """Nobody plays more than the tie's terms allow; errors are shown at the match."""
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                check_line_up(self.terms, self.team, self.line_up())
            except LineUpError as error:
                self.add_error(f"match_{error.number or 1}_0", self._sentence(error))
        return given

    def _sentence(self, error: LineUpError) -> str:
        if not error.person:
            return _("Doubles needs two different players.")
        name = self.names[self.team.persons.index(error.person)]
        return _("%(name)s plays twice. Choose another player here.") % {"name": name}

    def line_up(self) -> LineUp:
        """The line-up as entered."""
        persons = self.team.persons
        return LineUp(
            tuple(
                tuple(
                    persons[int(self.cleaned_data[f"match_{number}_{seat}"])]
                    for seat in range(1 if kind == "single" else 2)
                )
                for number, kind in enumerate(self.terms.kinds, 1)
            )
        )


def short_label(terms: TieTerms, number: int) -> str:
    """A match of a tie in two words: "Single 2", or "Double" where there is one."""
    kind = terms.kinds[number - 1]
    word = _("Singles") if kind == "single" else _("Doubles")
    return word if terms.kinds.count(kind) == 1 else f"{word} {terms.kinds[:number].count(kind)}"


def match_label(number: int, kind: str) -> str:
    """Return the label of a tie's match: "Match 3, single"."""
    words = {"n": number, "kind": _("singles") if kind == "single" else _("doubles")}
    return _("Match %(n)s, %(kind)s") % words
