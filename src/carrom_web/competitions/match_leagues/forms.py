"""The forms of a match league: an entry with its roster, a day, a result."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from carrom.league.match_fixtures import Slot
from carrom.league.match_terms import MatchLeagueTerms
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.match_leagues.models import EMAIL_LENGTH, Team
from carrom_web.competitions.match_leagues.services.registration import Entry, RosterEntry
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.setting_fields import DateInput, TimeInput

WEEKDAYS = (
    gettext_lazy("Monday"), gettext_lazy("Tuesday"), gettext_lazy("Wednesday"), gettext_lazy("Thursday"),
    gettext_lazy("Friday"), gettext_lazy("Saturday"), gettext_lazy("Sunday"),
)  # fmt: skip
EMPTY_ROWS = 2  # of a roster, beyond what is needed
OWN = ("name", "captain", "email", "club_name", "venue", "at_once", "weekday", "time", "shows_names")


def whole(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    """A field for a whole number between bounds."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, **more)


class EntryForm(forms.Form):
    """An entry with its roster: a player, a pair, or a team with its captain."""

    name = forms.CharField(label=gettext_lazy("Team name"), max_length=NAME_LENGTH)
    captain = forms.CharField(label=gettext_lazy("Captain"), max_length=NAME_LENGTH, required=False)
    email = forms.EmailField(
        label=gettext_lazy("Captain's email"),
        max_length=EMAIL_LENGTH,
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text=gettext_lazy("Only the club's officials see it; we send the team's link there."),
    )
    club_name = forms.CharField(label=gettext_lazy("Club"), max_length=NAME_LENGTH, required=False)
    venue = forms.CharField(label=gettext_lazy("Home venue"), max_length=NAME_LENGTH, required=False)
    at_once = whole(gettext_lazy("Ties or matches it can host on a day"), 1, 20, initial=1, required=False)
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Home day"), coerce=int, empty_value=None, required=False,
        choices=[("", "-"), *((str(number), name) for number, name in enumerate(WEEKDAYS))],
    )  # fmt: skip
    time = forms.TimeField(label=gettext_lazy("Starts at"), widget=TimeInput(), required=False)
    shows_names = forms.BooleanField(
        label=gettext_lazy("All players agree that their names are shown"), required=False, initial=True
    )

    def __init__(self, *args: Any, terms: MatchLeagueTerms, team: Team | None = None, **more: Any) -> None:
        members = [one for one in team.members.order_by("position") if one.active] if team else []
        if team:
            more["initial"] = {name: getattr(team, name) for name in OWN}
        super().__init__(*args, **more)
        self.terms, self.team = terms, team
        fields: dict[str, Any] = self.fields
        least, most = terms.persons
        self.count = min(most, max(least, len(members)) + (EMPTY_ROWS if terms.kind == "teams" else 0))
        if terms.kind != "teams":
            del fields["name"], fields["captain"]
            fields["email"].label = _("Email")
        else:
            self.count = max(self.count, min(most, 6))
        if not terms.home_and_away:
            for name in ("venue", "at_once", "weekday", "time"):
                del fields[name]
        for number in range(self.count):
            member = members[number] if number < len(members) else None
            fields[f"member_{number}"] = forms.CharField(
                label=_("Full name") if most == 1 else _("Player %(n)s") % {"n": number + 1},
                max_length=NAME_LENGTH, required=number < least, initial=member.name if member else "",
            )  # fmt: skip
            fields[f"key_{number}"] = forms.CharField(
                max_length=40, required=False, widget=forms.HiddenInput, initial=member.key if member else ""
            )
            if terms.handicap_every:
                fields[f"rating_{number}"] = forms.FloatField(
                    label=_("Rating"), required=False, min_value=-10_000, max_value=10_000,
                    initial=member.rating if member else None,
                )  # fmt: skip

    def rows(self) -> list[dict[str, Any]]:
        """The persons as the page shows them."""
        return [
            {
                "name": self[f"member_{number}"],
                "key": self[f"key_{number}"],
                "rating": self[f"rating_{number}"] if self.terms.handicap_every else None,
            }
            for number in range(self.count)
        ]

    def about(self) -> list[Any]:
        """The fields beside the roster, boxes left away."""
        names = ("name", "club_name", "captain", "email", "venue", "at_once", "weekday", "time")
        return [self[name] for name in names if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """At most as many as may play, each with a distinct name."""
        given = super().clean() or self.cleaned_data
        persons = self._persons(given)
        least, most = self.terms.persons
        if not self.errors and not least <= len(persons) <= most:
            words = ngettext("Name at least %(n)s player.", "Name at least %(n)s players.", least) % {"n": least}
            self.add_error(f"member_{min(len(persons), self.count - 1)}", words)
        seen: dict[str, int] = {}
        for number in range(self.count):
            name = tidy_name(given.get(f"member_{number}") or "").casefold()
            if name and name in seen:
                self.add_error(f"member_{number}", _("This player is already in the list."))
            seen[name] = number
        return given

    def _persons(self, given: Mapping[str, Any]) -> list[RosterEntry]:
        return [
            RosterEntry(name=name, rating=given.get(f"rating_{number}"), key=given.get(f"key_{number}") or "")
            for number in range(self.count)
            if (name := tidy_name(given.get(f"member_{number}") or "", NAME_LENGTH))
        ]

    def entry(self, *, language: str, site: str) -> Entry:
        """Return the entry of the form."""
        given = self.cleaned_data
        persons = self._persons(given)
        time = given.get("time")
        return Entry(
            name=tidy_name(given.get("name") or "", NAME_LENGTH),
            members=persons,
            club_name=tidy_name(given["club_name"], NAME_LENGTH),
            captain=tidy_name(given.get("captain") or "", NAME_LENGTH) or persons[0].name,
            email=given["email"],
            shows_names=given["shows_names"],
            venue=tidy_name(given.get("venue") or "", NAME_LENGTH),
            at_once=given.get("at_once") or 1,
            weekday=given.get("weekday"),
            time=f"{time:%H:%M}" if time else "",
            language=language,
            site=site,
        )


class DayForm(forms.Form):
    """Another day for a fixture, or the organiser's."""

    day = forms.DateField(label=gettext_lazy("Day"), widget=DateInput())
    time = forms.TimeField(label=gettext_lazy("Starts at"), widget=TimeInput(), required=False)
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=NAME_LENGTH, required=False)
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=200, required=False)

    def slot(self, fixture: str) -> Slot:
        """The day as the library has it."""
        given = self.cleaned_data
        return Slot(
            fixture=fixture,
            day=given["day"].isoformat(),
            time=f"{given['time']:%H:%M}" if given["time"] else "",
            venue=tidy_name(given["venue"], NAME_LENGTH),
        )


class ResultForm(forms.Form):
    """A result as a line of games or of boards."""

    line = forms.CharField(label=gettext_lazy("Score"), max_length=200)
    by = forms.ChoiceField(
        label=gettext_lazy("Reported"),
        choices=[
            ("games", gettext_lazy("game by game, such as 25-10 12-25 25-7")),
            ("boards", gettext_lazy("board by board, such as 5-0 0-3q 8-0 (q: the winner covered the queen)")),
        ],
        initial="games",
    )


class DeductForm(forms.Form):
    """Points taken away."""

    team = forms.ChoiceField(label=pgettext_lazy("team", "From"))
    points = whole(gettext_lazy("Points"), -99, 99)
    reason = forms.CharField(label=gettext_lazy("Reason (public)"), max_length=200)
