"""The form of all that a match league announces."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.league.match_terms import Bonus, MatchLeagueTerms, PlayOffTerms, faults_of
from carrom.match.rules import LENGTHS, shipped
from carrom.match.snapshot import Tally
from carrom.tournament.regulation import A_GAME, Regulation
from carrom.tournament.teams import LineUpError, TieTerms
from carrom_web.competitions.events.labels import length_label
from carrom_web.competitions.events.tie_break_field import TieBreakField
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.setting_fields import DateInput, TimeInput
from carrom_web.core.translation import localized, ruleset_title

MOST_SIGNS = 400


def whole(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    """A field for a whole number between bounds."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, **more)


PLAIN = (
    "title", "kind", "ruleset", "length", "legs", "home_and_away", "pools", "into_pools", "at_once", "every_days",
    "time_zone", "least", "most", "members_most", "ties", "answer_days", "move_days", "handicap_every", "handicap_most",
    "notes",
)  # fmt: skip
"""What the form and the terms hold alike."""


class LeagueForm(forms.Form):
    """What a league announces. `made` is the library's value once it is valid."""

    title = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    kind = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=[
            ("players", gettext_lazy("Players")), ("pairs", gettext_lazy("Pairs")), ("teams", gettext_lazy("Teams"))
        ],
    )  # fmt: skip
    ruleset = forms.ChoiceField(label=gettext_lazy("Laws"))
    length = forms.ChoiceField(label=gettext_lazy("Length of a match"))
    tie_order = forms.CharField(
        label=gettext_lazy("Matches of a tie"),
        help_text=gettext_lazy("For teams: S a single, D a double, in their order."),
        max_length=20,
        required=False,
    )
    tie_twice = forms.BooleanField(label=gettext_lazy("A player may be in a single and a double"), required=False)
    tie_level = forms.ChoiceField(
        label=gettext_lazy("A tie with as many matches won on both sides"),
        choices=[
            ("tied", gettext_lazy("is tied")),
            ("points", gettext_lazy("goes by the points of all matches")),
            ("first_match", gettext_lazy("goes by its first match")),
        ],
        required=False,
    )
    legs = whole(gettext_lazy("Everybody meets everybody so often"), 1, 4)
    home_and_away = forms.BooleanField(label=gettext_lazy("At home and away"), required=False)
    pools = whole(gettext_lazy("Pools"), 1, 8)
    into_pools = forms.ChoiceField(
        label=gettext_lazy("Into pools"),
        choices=[("snake", gettext_lazy("by strength")), ("pots", gettext_lazy("by lot, from pots"))],
    )
    at_once = whole(
        gettext_lazy("Matches at once"), 0, 64, help_text=gettext_lazy("At one venue for all; 0: as many as there are.")
    )
    first_day = forms.DateField(label=gettext_lazy("First match day"), widget=DateInput())
    every_days = whole(gettext_lazy("Days between match days"), 1, 366)
    free_days = forms.CharField(
        label=gettext_lazy("Days without play"),
        max_length=MOST_SIGNS,
        required=False,
        help_text=gettext_lazy("As 2026-12-24 2026-12-31."),
    )
    time = forms.TimeField(label=gettext_lazy("Begins at"), widget=TimeInput(), required=False)
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DateInput(), required=False)
    time_zone = forms.CharField(label=gettext_lazy("Time zone"), max_length=60)
    entries_until = forms.DateField(label=gettext_lazy("Entries until"), widget=DateInput(), required=False)
    least = whole(gettext_lazy("Entrants, at least"), 2, 64)
    most = whole(gettext_lazy("Entrants, at most"), 2, 64)
    members_most = whole(gettext_lazy("Players of a team, at most"), 2, 30)
    ties = forms.BooleanField(label=gettext_lazy("A match may end tied"), required=False)
    answer_days = whole(gettext_lazy("Days to answer a question for another day"), 1, 60)
    move_days = whole(gettext_lazy("A match is moved by so many days at most"), 0, 366)
    win = whole(gettext_lazy("Points for a win"), 0, 20)
    tie = whole(gettext_lazy("for a tie"), 0, 20)
    loss = whole(gettext_lazy("for a loss"), 0, 20)
    no_show = whole(gettext_lazy("for who does not come"), -20, 20)
    bonus_lost_by = whole(
        gettext_lazy("A point for losing by so much or less"), 1, 200, required=False,
        help_text=gettext_lazy("In points of the match or tie; empty: none."),
    )  # fmt: skip
    bonus_won_by = whole(gettext_lazy("A point for winning by so much or more"), 1, 200, required=False)
    bonus_each_game = whole(
        gettext_lazy("Points for each game won"), 1, 20, required=False,
        help_text=gettext_lazy("For teams: for each match of the tie."),
    )  # fmt: skip
    order = TieBreakField(
        label=gettext_lazy("Ties in the table are broken by"), help_text=gettext_lazy("The points come first.")
    )
    withdrawn = forms.ChoiceField(
        label=gettext_lazy("Results of who withdraws"),
        choices=[
            ("stands", gettext_lazy("stand")),
            ("void", gettext_lazy("count for nobody")),
            ("void_below_half", gettext_lazy("stand if half was played")),
        ],
    )
    playoffs = forms.ChoiceField(
        label=gettext_lazy("After the table"),
        required=False,
        choices=[
            ("", gettext_lazy("nothing: the table decides")),
            ("knockout", gettext_lazy("a knock-out")),
            ("step-ladder", gettext_lazy("a step-ladder")),
        ],
    )
    places = whole(
        gettext_lazy("So many go on"), 1, 32, required=False, help_text=gettext_lazy("With pools: of each pool.")
    )
    third_place = forms.BooleanField(label=gettext_lazy("A match for third place"), required=False)
    series = forms.ChoiceField(
        label=gettext_lazy("A pairing of the play-offs is"),
        required=False,
        choices=[
            ("single", gettext_lazy("one match")),
            ("best-of", gettext_lazy("the best of several matches")),
            ("two-legs", gettext_lazy("a match at home and one away")),
        ],
    )
    best_of = forms.TypedChoiceField(
        label=gettext_lazy("The best of"), coerce=int, required=False, choices=[(3, "3"), (5, "5"), (7, "7")]
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Home and away level: what decides"),
        required=False,
        choices=[
            ("decider", gettext_lazy("a deciding match (one board; teams: one more tie)")),
            ("lots", gettext_lazy("lots")),
            ("seed", gettext_lazy("the better place in the table")),
        ],
        help_text=gettext_lazy("Both matches count together in the order of the table before that."),
    )
    handicap_every = whole(
        gettext_lazy("A point in advance for so much difference of rating"), 0, 100_000,
        help_text=gettext_lazy("In every game; 0: none."),
    )  # fmt: skip
    handicap_most = whole(gettext_lazy("Points in advance, at most"), 1, 24)
    notes = forms.CharField(
        label=gettext_lazy("Notes"), required=False, max_length=2000, widget=forms.Textarea({"rows": 4})
    )

    GROUPS = (
        (gettext_lazy("What and who"), ("title", "kind", "ruleset", "length", "least", "most", "members_most")),
        (gettext_lazy("Ties of teams"), ("tie_order", "tie_level", "tie_twice")),
        (gettext_lazy("Fixtures"), ("legs", "home_and_away", "pools", "into_pools", "at_once")),
        (
            gettext_lazy("Days"),
            ("entries_until", "first_day", "every_days", "last_day", "time", "time_zone", "free_days", "answer_days",
             "move_days"),
        ),
        (
            gettext_lazy("The table"),
            ("win", "tie", "loss", "no_show", "ties", "order", "withdrawn", "bonus_lost_by", "bonus_won_by",
             "bonus_each_game"),
        ),
        (
            gettext_lazy("Play-offs and handicap"),
            ("playoffs", "places", "third_place", "series", "best_of", "level", "handicap_every", "handicap_most"),
        ),
        (gettext_lazy("Notes"), ("notes",)),
    )  # fmt: skip

    def __init__(self, *args: Any, terms: MatchLeagueTerms, **more: Any) -> None:
        more["initial"] = initial_of(terms)
        super().__init__(*args, **more)
        self.before = terms
        self.made = terms
        fields: dict[str, Any] = self.fields
        fields["ruleset"].choices = [
            (slug, ruleset_title(one)) for slug, one in shipped().items() if one.slug != "baca19"
        ]
        fields["length"].choices = [(name, length_label(name)) for name in LENGTHS]

    def groups(self) -> list[dict[str, Any]]:
        """The fields under their headings; boxes apart."""
        return [
            {
                "title": title,
                "fields": [self[name] for name in names if not isinstance(self.fields[name], forms.BooleanField)],
                "boxes": [self[name] for name in names if isinstance(self.fields[name], forms.BooleanField)],
            }
            for title, names in self.GROUPS
        ]

    def clean(self) -> dict[str, Any]:
        """What the library minds stands at its field."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        try:
            self.made = self._terms(given)
        except LineUpError:
            self.add_error("tie_order", _("Write S for a single and D for a double, as SSD."))
            return given
        for fault in faults_of(self.made):
            self.add_error(fault.field if fault.field in self.fields else None, localized(fault))
        return given

    def _terms(self, given: Mapping[str, Any]) -> MatchLeagueTerms:
        is_teams = given["kind"] == "teams"
        tie = None
        if is_teams:
            before = self.before.tie or TieTerms()
            tie = TieTerms(
                order=(given["tie_order"] or "").upper().replace(" ", "") or before.order,
                single_points=before.single_points,
                double_points=before.double_points,
                twice=given["tie_twice"],
                level=given["tie_level"] or before.level,
            )
        worth = Tally(sum(tie.worth(number) for number in range(1, len(tie.order) + 1)), 0) if tie else A_GAME
        bonus = [
            Bonus(kind="lost_by", limit=given["bonus_lost_by"]) if given["bonus_lost_by"] else None,
            Bonus(kind="won_by", limit=given["bonus_won_by"]) if given["bonus_won_by"] else None,
            Bonus(kind="each_game", points=given["bonus_each_game"]) if given["bonus_each_game"] else None,
        ]
        playoffs = None
        if given["playoffs"]:
            kind: Any = given["playoffs"]
            series: Any = given["series"] or "single"
            level: Any = given["level"] or "decider"
            playoffs = PlayOffTerms(
                kind=kind,
                places=given["places"] or 4,
                third_place=given["third_place"],
                series=series,
                best_of=given["best_of"] or 3,
                level=level,
            )
        return MatchLeagueTerms(
            **{name: given[name] for name in PLAIN},
            tie=tie,
            first_day=given["first_day"].isoformat(),
            last_day=given["last_day"].isoformat() if given["last_day"] else "",
            entries_until=given["entries_until"].isoformat() if given["entries_until"] else "",
            free_days=tuple(given["free_days"].replace(",", " ").split()),
            time=f"{given['time']:%H:%M}" if given["time"] else "",
            bonus=tuple(one for one in bonus if one is not None),
            playoffs=playoffs,
            regulation=Regulation(
                win=given["win"],
                tie=given["tie"],
                loss=given["loss"],
                no_show=given["no_show"],
                walk_over_score=worth,
                order=given["order"],
                withdrawn=given["withdrawn"],
            ),
        )


def initial_of(terms: MatchLeagueTerms) -> dict[str, Any]:
    """The terms as the form shows them."""
    tie, playoffs, regulation = terms.tie or TieTerms(), terms.playoffs, terms.regulation
    bonus = {one.kind: one for one in terms.bonus}
    own = {name: getattr(terms, name) for name in (*PLAIN, "first_day", "last_day", "entries_until", "time")}
    return own | {
        "tie_order": tie.order,
        "tie_twice": tie.twice,
        "tie_level": tie.level,
        "free_days": " ".join(terms.free_days),
        "win": regulation.win,
        "tie": regulation.tie,
        "loss": regulation.loss,
        "no_show": regulation.no_show,
        "order": regulation.order,
        "withdrawn": regulation.withdrawn,
        "bonus_lost_by": bonus["lost_by"].limit if "lost_by" in bonus else None,
        "bonus_won_by": bonus["won_by"].limit if "won_by" in bonus else None,
        "bonus_each_game": bonus["each_game"].points if "each_game" in bonus else None,
        "playoffs": playoffs.kind if playoffs else "",
        "places": playoffs.places if playoffs else None,
        "third_place": playoffs.third_place if playoffs else False,
        "series": playoffs.series if playoffs else "single",
        "best_of": playoffs.best_of if playoffs else 3,
        "level": playoffs.level if playoffs else "decider",
    }
