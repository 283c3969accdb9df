"""Forms for signing up, and for changing one's name later."""

from typing import Any

from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from carrom_web.accounts.models import NAME_LENGTH, Account, Guest
from carrom_web.accounts.names import NameRefusedError, check_name
from carrom_web.accounts.selectors import guest_id_in, guest_of
from carrom_web.accounts.services import rename, tidy_name
from carrom_web.core.translation import localized


class SignUp(forms.Form):
    """The name under which one plays and keeps sheets."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The form, with the name under which this browser was known until now."""
        super().__init__(*args, **kwargs)
        request = context.request
        guest = guest_of(request) if request is not None else None
        if guest is not None:
            self.fields["name"].initial = guest.name

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        return _usable(self.cleaned_data["name"], None)

    def signup(self, request: HttpRequest, user: Account) -> None:
        """Name the new account's guest, and note as which guest this browser was known until now."""
        rename(user.guest, self.cleaned_data["name"])
        user.comes_from = guest_id_in(request.COOKIES)
        user.save(update_fields=["comes_from"])


class OwnName(forms.Form):
    """The name under which one plays and keeps sheets."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )

    def __init__(self, *args: Any, guest: Guest | None = None, **kwargs: Any) -> None:
        """The form of this guest."""
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        name = tidy_name(self.cleaned_data["name"])
        return name if self.guest is not None and name == self.guest.name else _usable(name, self.guest)


def _usable(name: str, guest: Guest | None) -> str:
    """The name without what cannot be shown. Raises ValidationError if nobody may be called so among strangers."""
    tidy = tidy_name(name)
    try:
        check_name(tidy, None if guest is None else guest.pk, is_public=True)
    except NameRefusedError as error:
        raise forms.ValidationError(localized(error)) from None
    return tidy


class AddPasskey(AddWebAuthnForm):
    """The form of a new passkey; its own label, since allauth's has the field's name, which nobody translates."""

    name = forms.CharField(label=gettext_lazy("Name of the passkey"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The form, ready to be sent as it is: the passkey alone signs in."""
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
