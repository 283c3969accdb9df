"""The form of a club's design of certificates, which its page and the preview read."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy, pgettext_lazy

from carrom.printing.certificates import Design, DesignError, check_design
from carrom.settings import settings_of, with_values
from carrom_web.competitions.terms_form import TermsForm
from carrom_web.core.setting_fields import initial_values
from carrom_web.core.translation import localized


class DesignForm(TermsForm):
    """A design; `made` once it is valid."""

    settings = settings_of(Design)
    groups: ClassVar[dict[str, object]] = {
        "look": pgettext_lazy("of a certificate", "Look"),
        "words": gettext_lazy("Words"),
    }

    made = Design()

    @staticmethod
    def initial_of(design: Design) -> dict[str, Any]:
        """The fields of a design as it stands."""
        return initial_values(design)

    def clean(self) -> dict[str, Any]:
        """Signatures and placeholders that can be printed."""
        given = super().clean()
        if not self.errors:
            self.made = with_values(Design(), self.values(self.settings))
            try:
                check_design(self.made)
            except DesignError as error:
                field = "sentence" if error.args == ("placeholder",) else "signers"
                self.add_error(field, localized(error))
        return given
