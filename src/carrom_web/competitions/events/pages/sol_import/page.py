"""Import from SoL: a `.sol` file becomes an event of a club, as a draft.

Template `competitions/events/pages/sol_import/page.html` gets:
    form     club, file, number, time_zone, agreed; clubs: whether there is a club to hold it
    problem  why the file is not taken
    nav      "events"
"""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import sol_files
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

ROUTE = Route("events/new/sol/", name="event-sol-new", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)
MOST_BYTES = 8_000_000
LATEST = 9999  # no file has so many events


class Taking(forms.Form):
    """A file, and what it does not say."""

    club = forms.ChoiceField(label=gettext_lazy("Club"))
    file = forms.FileField(label=gettext_lazy("SoL file"), widget=forms.FileInput(attrs={"accept": ".sol,.gz,.json"}))
    number = forms.IntegerField(
        label=gettext_lazy("Which of its events (if there are several)"),
        required=False,
        min_value=1,
        max_value=LATEST,
    )
    time_zone = forms.CharField(label=gettext_lazy("Time zone of the venue"), max_length=60, initial="Europe/Rome")
    agreed = forms.BooleanField(
        label=gettext_lazy("All players have agreed that their names are public"), required=False
    )

    def __init__(self, own: list[Club], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        club = self.fields["club"]
        assert isinstance(club, forms.ChoiceField)  # noqa: S101
        club.choices = [(one.slug, one.name) for one in own]

    def clean_time_zone(self) -> str:
        """A zone that this machine knows."""
        name = str(self.cleaned_data["time_zone"]).strip()
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise forms.ValidationError(_("Enter the name of a zone, such as Europe/Rome.")) from None
        return name

    def clean_file(self) -> bytes:
        """Read the file."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 8 MB."))
        return bytes(file.read())


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Ask for the file; with POST take the event over."""
    guest_id = guest_id_of(request)
    own = [club for club in clubs.clubs_of(guest_id) if clubs.may(club.pk, guest_id, Action.ORGANISE)]
    if request.method != "POST":
        return _show(request, Taking(own), own)
    form = Taking(own, request.POST, request.FILES)
    if not form.is_valid():
        return _show(request, form, own, status=422)
    cleaned = form.cleaned_data
    club = next(one for one in own if one.slug == cleaned["club"])
    try:
        taken = sol_files.take(
            club,
            guest_id,
            cleaned["file"],
            time_zone=cleaned["time_zone"],
            number=cleaned["number"],
            agreed=cleaned["agreed"],
            now=timezone.now(),
        )
    except CarromError as error:
        form.add_error("number" if error.code == "several-events" else "file", localized(error))
        return _show(request, form, own, status=422)
    return HttpResponse(status=303, headers={"Location": reverse("event-organise", args=[taken.event.slug])})


def _show(request: HttpRequest, form: Taking, own: list[Club], *, status: int = 200) -> HttpResponse:
    context = {"nav": "events", "form": form, "clubs": own}
    return render(request, "competitions/events/pages/sol_import/page.html", context, status=status)
