"""The form of a new token."""

from django import forms
from django.utils.translation import gettext_lazy

from carrom_web.api.models import NAME_LENGTH, Scope

NO_END = "0"
DAYS = [
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("One year")),
    (NO_END, gettext_lazy("Until I revoke it")),
]


class NewToken(forms.Form):
    """A new token: what it is for, what it may do, how long it is valid."""

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one thing that the token may do.")},
    )
    days = forms.ChoiceField(label=gettext_lazy("Valid for"), choices=DAYS, initial="90")

    @property
    def chosen_days(self) -> int | None:
        """Days until it expires; None: never."""
        return int(self.cleaned_data["days"]) or None
