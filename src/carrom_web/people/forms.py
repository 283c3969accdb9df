"""The forms of people: for how long a club stores what."""

from carrom.settings import settings_of, with_values
from carrom_web.core.setting_fields import SettingsForm
from carrom_web.people.retention import RetentionTerms


class PeriodsForm(SettingsForm):
    """The periods of a club."""

    settings = settings_of(RetentionTerms)

    @property
    def terms(self) -> RetentionTerms:
        """The periods as given."""
        return with_values(RetentionTerms(), self.values(settings_of(RetentionTerms)))
