"""The forms of an import from SoL: the files, then what of them is taken over and how."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carrom.rating.families import GROUPS
from carrom_web.clubs.forms import choose
from carrom_web.competitions.ratings.presenters import group_label
from carrom_web.competitions.sol_history.selectors import TIME_ZONE, Preview
from carrom_web.competitions.sol_history.services.importing import Choices

SERIES, RATINGS, SAME = "series", "ratings", "same-"


class _ManyFiles(forms.FileInput):
    allow_multiple_selected = True


class _FilesField(forms.FileField):
    """One file or more, read."""

    def clean(self, data: Sequence[UploadedFile[Any]], initial: object = None) -> list[tuple[str, bytes]]:
        """Read every file that was chosen, by its name."""
        if not data:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return [(one.name or "", one.read()) for one in (forms.FileField.clean(self, each) for each in data)]


class UploadForm(forms.Form):
    """The files of a club's history."""

    chosen = _FilesField(
        label=gettext_lazy("Files of SoL (.sol, .sol.gz, or a backup as .zip)"),
        widget=_ManyFiles(attrs={"accept": ".sol,.gz,.zip", "multiple": True}),
    )


class ConfirmForm(forms.Form):
    """How events and ratings are taken over. Which ones, and who is who, the page asks row by row."""

    time_zone = forms.CharField(
        label=gettext_lazy("Time zone of the venues"),
        max_length=60,
        initial=TIME_ZONE,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    published = forms.ChoiceField(
        label=gettext_lazy("Events are"),
        choices=[
            ("", gettext_lazy("drafts, which only organisers see")),
            ("yes", gettext_lazy("public at once, with the players' names as they agreed")),
        ],
        required=False,
    )
    group = forms.ChoiceField(label=gettext_lazy("The ratings are of"))
    agreed = forms.BooleanField(
        label=gettext_lazy("All players have agreed that their names are public"), required=False
    )

    def __init__(self, *arguments: Any, preview: Preview, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.preview = preview
        choose(self, group=[(group, group_label(group)) for group in GROUPS])
        if not preview.ratings:
            self.fields["group"].widget = forms.HiddenInput()
            self.fields["group"].initial = GROUPS[0]

    def clean_time_zone(self) -> str:
        """A zone that this machine knows."""
        name = str(self.cleaned_data["time_zone"]).strip()
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise forms.ValidationError(_("Enter the name of a zone, such as Europe/Rome.")) from None
        return name

    @property
    def choices(self) -> Choices:
        """Everything that was chosen on the page."""
        data = self.data
        return Choices(
            series=_numbers(data.getlist(SERIES)),  # type: ignore[attr-defined]
            ratings=_numbers(data.getlist(RATINGS)),  # type: ignore[attr-defined]
            same={one.number: str(data.get(f"{SAME}{one.number}", ""))[:60] for one in self.preview.proposals},
            time_zone=self.cleaned_data["time_zone"],
            agreed=self.cleaned_data["agreed"],
            published=bool(self.cleaned_data["published"]),
            group=self.cleaned_data["group"],
        )


def _numbers(texts: Sequence[str]) -> set[int]:
    return {int(one) for one in texts if one.isascii() and one.isdecimal() and len(one) < 9}
