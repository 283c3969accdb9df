"""Sets of 19-coin solo at home: the form of a new one, a set as plain values, and lists of sets.

The boards themselves are entries of a record like every other; what an average is, `carrom.match.solo` says.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.laws.board_state import COINS
from carrom.match import solo
from carrom.match.entries import Head
from carrom.match.requests import Attest
from carrom.match.rules import shipped
from carrom.play.game import new_head
from carrom_web.accounts.models import NAME_LENGTH
from carrom_web.accounts.services import tidy_name
from carrom_web.core.translation import ruleset_title
from carrom_web.matches.loaded import Loaded

Json = dict[str, Any]
PIECES = 2 * COINS + 1  # a board of fewer strokes is rare: the page asks for confirmation


def rulesets() -> list[tuple[str, str]]:
    """The laws under which one plays alone."""
    return [(laws.slug, ruleset_title(laws)) for laws in shipped().values() if laws.side_count == 1]


class NewSet(forms.Form):
    """A new set: player, laws, and a league's questions about board and powder (B-006, B-009, B-011)."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Laws"), choices=rulesets, widget=forms.RadioSelect)
    complies = forms.BooleanField(
        label=gettext_lazy(
            "My board, coins and striker have the sizes in the laws, and the pieces are in three different colours"
        ),
        required=False,
    )
    powder = forms.ChoiceField(
        label=gettext_lazy("Powder"),
        required=False,
        choices=[
            ("", gettext_lazy("Not stated")),
            ("potato starch", gettext_lazy("Potato starch")),
            ("boric acid", gettext_lazy("Boric acid")),
        ],
    )

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Enter your name: it appears on the sheet."))
        return name

    def set_head(self) -> Head:
        """The head of a set on a real board."""
        tags = {"date": timezone.localdate().isoformat()}
        if self.cleaned_data["complies"]:
            tags["equipment"] = "declared"
        if self.cleaned_data["powder"]:
            tags["powder"] = self.cleaned_data["powder"]
        return new_head(
            self.cleaned_data["ruleset"],
            players=(self.cleaned_data["name"],),
            length="match",
            positions=False,
            take_back="never",
            tags=tags,
        )


def set_json(loaded: Loaded, seen: Attest | None) -> Json:
    """A set in a list: its boards, its average once it is whole, else that so far, who saw it."""
    match = loaded.state.match
    boards = [board for board in match.boards if board.how != "replayed"]
    whole = solo.set_average(boards, match.ruleset)
    return {
        "date": dict(match.head.tags).get("date", ""),
        "laws": ruleset_title(match.ruleset),
        "scores": [board.points for board in boards],
        "per_set": match.ruleset.boards_per_set,
        "is_whole": whole is not None,
        "average": whole or solo.average([board.points for board in boards], match.ruleset),
        "is_over": match.result is not None,
        "witness": seen.witness if seen else "",
        "film": seen.film if seen else "",
    }


def totals(sets: Sequence[Loaded]) -> Json | None:
    """The average over all boards of whole sets, and the best set, each as it is written; None without a whole set."""
    whole = [one.state.match for one in sets if solo.set_average(one.state.match.boards, one.state.match.ruleset)]
    if not whole:
        return None
    scores = [board.points for match in whole for board in match.boards if board.how != "replayed"]
    best = min(whole, key=lambda match: sum(board.points for board in match.boards) / len(match.boards))
    return {
        "count": len(whole),
        "average": solo.average(scores, whole[0].ruleset),
        "best": solo.set_average(best.boards, best.ruleset),
    }
