"""The forms of clubs: founding one, a board, an invitation."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from carrom.match.rules import shipped
from carrom_web.accounts.models import NAME_LENGTH as PERSON_LENGTH
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.labels import role_labels
from carrom_web.clubs.models import NAME_LENGTH
from carrom_web.clubs.rights import Role
from carrom_web.clubs.services import DAYS_OF_INVITATION, MOST_PLACES
from carrom_web.core.translation import ruleset_title


def choose(form: forms.Form, **choices: list[tuple[str, str]]) -> None:
    """Give choices of a form, by name, what can be chosen from."""
    for name, given in choices.items():
        field = form.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  # declared so
        field.choices = given


class _Named(forms.Form):
    """A form with a name that can be shown."""

    def tidy(self, name: str, *, needed: bool = True) -> str:
        """A text of the form without what cannot be shown."""
        text = tidy_name(self.cleaned_data[name], NAME_LENGTH)
        if needed and not text:
            raise forms.ValidationError(_("Enter a name."))
        return text


class AboutClub(_Named):
    """A club's name and place."""

    name = forms.CharField(label=gettext_lazy("Club name"), max_length=NAME_LENGTH)
    place = forms.CharField(label=pgettext_lazy("town", "Place"), max_length=NAME_LENGTH, required=False)

    def clean_name(self) -> str:
        """The name as it is shown."""
        return self.tidy("name")

    def clean_place(self) -> str:
        """The place as it is shown."""
        return self.tidy("place", needed=False)


class NewClub(AboutClub):
    """A club that begins, with the name of who owns it."""

    own_name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=PERSON_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )

    def clean_own_name(self) -> str:
        """The name as it is shown."""
        return self.tidy("own_name")


def ruleset_choices() -> list[tuple[str, str]]:
    """Under which laws a board may conform."""
    return [("", _("not stated")), *((ruleset.slug, ruleset_title(ruleset)) for ruleset in shipped().values())]


class NewBoard(_Named):
    """A board that is put up."""

    name = forms.CharField(
        label=gettext_lazy("Number or name"), max_length=20, help_text=gettext_lazy("Enter 1-12 to add twelve boards.")
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Complies with"), choices=ruleset_choices, required=False)

    def clean_name(self) -> str:
        """The name as it is shown."""
        return self.tidy("name")


def names_of_boards(text: str) -> list[str]:
    """The boards that a text names: "1-12" or "1 to 12" names twelve, anything else one."""
    found = re.fullmatch(r"(\d{1,3})\s*(?:-|–|to)\s*(\d{1,3})", text.strip())
    if found is None or int(found[1]) >= int(found[2]):
        return [text]
    return [str(number) for number in range(int(found[1]), int(found[2]) + 1)]


def days_choices() -> list[tuple[int, str]]:
    """How long an invitation can hold, in words."""
    return [(days, ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in DAYS_OF_INVITATION]


class NewInvitation(forms.Form):
    """An invitation in a role, for some days; for players it may be for several people."""

    role = forms.ChoiceField(label=gettext_lazy("Role"))
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=days_choices, coerce=int, initial=7)
    places = forms.IntegerField(
        label=gettext_lazy("Number of people"),
        help_text=gettext_lazy("More than one is possible only for players."),
        min_value=1,
        max_value=MOST_PLACES,
        initial=1,
        required=False,
    )

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        given, words = frozenset(roles), role_labels()
        choices: Any = self.fields["role"]
        choices.choices = [(role.value, words[role]) for role in reversed(Role) if role in given]

    def clean(self) -> dict[str, Any]:
        """Refuse several people in a role that is given to one at a time."""
        values = super().clean() or self.cleaned_data
        values["places"] = values.get("places") or 1
        if values["places"] > 1 and values.get("role") != Role.PLAYER:
            self.add_error(
                "places",
                _("Only links for players can be used by several people. Make a separate link for each person."),
            )
        return values


class Join(forms.Form):
    """New members give their name."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "name"}),
        error_messages={"required": gettext_lazy("Enter your name.")},
    )

    def clean_name(self) -> str:
        """The name without what cannot be shown."""
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Enter your name."))
        return name
