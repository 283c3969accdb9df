"""The forms of a club's own accounts at payment services. No secret is ever sent back to a page."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


def _secret(label: object, placeholder: str = "") -> forms.CharField:
    widget = forms.PasswordInput({"autocomplete": "new-password", "placeholder": placeholder})
    return forms.CharField(label=label, max_length=300, required=False, widget=widget)  # type: ignore[arg-type]


class _AccountForm(forms.Form):
    """`is_stored`: secrets that can be read are stored, and stay where nothing is entered."""

    secrets: tuple[str, ...] = ("secret",)

    def __init__(self, *arguments: object, is_stored: bool, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        for name in self.secrets:
            self.fields[name].required = not is_stored
            if is_stored:
                self.fields[name].help_text = _("Stored. Leave it empty to keep it.")

    def given(self) -> dict[str, str]:
        """Return the values that were entered, by the names of the fields."""
        return {name: str(self.cleaned_data[name]).strip() for name in self.fields}


class PayPalForm(_AccountForm):
    """An account at PayPal."""

    client = forms.CharField(
        label=gettext_lazy("Client ID"), max_length=120, widget=forms.TextInput({"autocomplete": "off"})
    )
    secret = _secret(gettext_lazy("Secret"))
    webhook = forms.CharField(
        label=gettext_lazy("Webhook ID"), max_length=40, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )


class StripeForm(_AccountForm):
    """An account at Stripe."""

    secrets = ("secret", "webhook")
    secret = _secret(gettext_lazy("Secret or restricted key"), "sk_live_…")
    webhook = _secret(gettext_lazy("Signing secret of the webhook"), "whsec_…")
