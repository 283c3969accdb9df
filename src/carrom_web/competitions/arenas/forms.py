"""The form of a new arena."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.settings import settings_of, with_values
from carrom_web.accounts.services import tidy_name
from carrom_web.competitions.arenas.terms import COMPUTER, HOST, NOBODY, ArenaTerms
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.setting_fields import SettingsForm
from carrom_web.core.translation import localized
from carrom_web.matches import challenges


class NewArena(SettingsForm):
    """Its title and terms."""

    settings = settings_of(ArenaTerms)

    title = forms.CharField(label=gettext_lazy("Title"), max_length=NAME_LENGTH)
    own_laws = forms.FileField(
        label=gettext_lazy("Your club's own laws, a TOML file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": ".toml"}),
    )
    despite_warnings = forms.BooleanField(label=gettext_lazy("Start with these values anyway"), required=False)
    own_laws_source = ""  # the text of that file, once it is checked

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            del self.fields["despite_warnings"]  # until there is something to warn of
        self.order_fields(("title", "ruleset", "own_laws", "despite_warnings"))

    def clean_title(self) -> str:
        """The title without what cannot be shown."""
        title = tidy_name(self.cleaned_data["title"], NAME_LENGTH)
        if not title:
            raise forms.ValidationError(_("Give the arena a title."))
        return title

    def clean(self) -> dict[str, object]:
        """Laws, clock and rating fit each other."""
        cleaned = super().clean()
        if self.errors:
            return cleaned
        terms = self.terms
        answers = {"ruleset": terms.ruleset, "length": terms.length, "clock": terms.clock}
        despite = bool(cleaned.get("despite_warnings"))
        match = challenges.form_of(answers, files=self.files, despite_warnings=despite)
        if not despite and "despite_warnings" not in match.errors:
            del self.fields["despite_warnings"]
        for name, texts in match.errors.items():
            self.add_error(name if name in self.fields else None, list(texts))
        if terms.way == COMPUTER and terms.computer == NOBODY:
            self.add_error("computer", _("Choose the computer that plays everybody."))
        if terms.way == HOST and terms.has_clock:
            self.add_error("clock", _("Who plays everybody at once has no clock. Choose “No clock”."))
        if terms.is_rated and terms.is_simultaneous:
            self.add_error("is_rated", _("Where one plays everybody at once, matches are friendly. Choose “no”."))
        self.own_laws_source = match.own_laws_source
        if terms.is_rated and not self.errors:
            reason = challenges.why_not_rated(match)
            if reason:
                self.add_error("is_rated", localized(challenges.RatedError(reason)))
        return cleaned

    @property
    def terms(self) -> ArenaTerms:
        """The terms as given."""
        return with_values(ArenaTerms(), self.values(settings_of(ArenaTerms)))
