"""The form of a match league's terms."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy

from carrom.league.match_terms import MatchLeagueTerms, faults_of
from carrom.settings import settings_of
from carrom_web.competitions.terms_form import TermsForm
from carrom_web.core.setting_fields import initial_values
from carrom_web.core.translation import localized


class LeagueForm(TermsForm):
    """The announcement of a league. `made` is the library's value once it is valid."""

    settings = settings_of(MatchLeagueTerms)
    groups: ClassVar[Mapping[str, object]] = {
        "who": gettext_lazy("League and entrants"),
        "team": gettext_lazy("Ties of teams"),
        "fixtures": gettext_lazy("Fixtures"),
        "days": gettext_lazy("Days"),
        "table": gettext_lazy("The table"),
        "after": gettext_lazy("Play-offs and handicap"),
        "letters": gettext_lazy("Reminders and reports"),
        "notes": gettext_lazy("Notes"),
    }

    def __init__(self, *args: Any, terms: MatchLeagueTerms, **more: Any) -> None:
        super().__init__(*args, initial=initial_values(terms), **more)
        self.made = self.before = terms

    def clean(self) -> dict[str, Any]:
        """Put the library's errors at their fields."""
        given = super().clean()
        if not self.errors:
            self.made = self.put(self.before)
            for fault in faults_of(self.made):
                self.add_error(fault.field, localized(fault))
        return given
