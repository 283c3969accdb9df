"""Start a competition: by a form, from its file, or from a file of another program; POST with do=start, import or read.

Template `competitions/pages/new/page.html` gets kind, nav, new (`NewPage`), form, reading, file_form, clubs, club,
errors.
"""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.models import NAME_LENGTH, Competition
from carrom_web.competitions.page_values import NewPage
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized


class StartForm(forms.Form):
    """Title and participants of a new competition."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=NAME_LENGTH)
    players = forms.CharField(label=gettext_lazy("Players, one on each line"), widget=forms.Textarea)
    shows_names = forms.BooleanField(label=gettext_lazy("All of them agree to be named in public"), required=False)


class FileForm(forms.Form):
    """A competition as a file."""

    file = forms.FileField(label=gettext_lazy("File of the whole competition (.json or .json.gz)"))


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which a competition of this kind is started."""
    if not kind.has_new_page:
        return None
    return Route(f"{kind.path}new/", name=f"{kind.prefix}-new", audience=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show the forms; with POST begin it and go there."""
    guest_id = guest_id_of(request)
    own = clubs.clubs_to_organise(guest_id)
    club = next((one for one in own if one.slug == request.POST.get("club")), own[0])
    asked = request.POST.get("do", "start") if request.method == "POST" else ""
    creation = kind.new or _by_names(kind)
    form = creation.form(request.POST if asked == "start" else None)
    reading = None
    if creation.read_form is not None:
        sent, files = (request.POST, request.FILES) if asked == "read" else (None, None)
        reading = creation.read_form(sent, files, prefix="file")
    file_form = FileForm(prefix="whole") if kind.takes_files else None
    if file_form is not None and asked == "import":
        file_form = FileForm(request.POST, request.FILES, prefix="whole")
    used, take = form, creation.start
    if asked == "read" and reading is not None and creation.read is not None:
        used, take = reading, creation.read
    elif asked == "import" and file_form is not None:
        used, take = file_form, partial(_import, kind)
    if asked and used.is_valid():
        try:
            made = take(club, guest_id, used, timezone.now())
        except CarromError as error:
            used.add_error(None if used is form else "file", localized(error))
        else:
            if made is not None:
                return HttpResponse(status=303, headers={"Location": kind.url(made, creation.leads_to)})
    context = {
        "nav": kind.nav,
        "kind": kind,
        "new": creation,
        "form": form,
        "reading": reading,
        "file_form": file_form,
        "clubs": own,
        "club": club,
        "errors": error_list(used) if asked else [],
    }
    return render(request, "competitions/pages/new/page.html", context, status=422 if asked else 200)


def _by_names(kind: CompetitionKind[Any, Any]) -> NewPage:
    """Return the page of a kind that begins with its participants."""
    return NewPage(
        title=kind.title,
        form=StartForm,
        start=lambda club, guest_id, form, now: kind.started(club, guest_id, form, now=now),
    )


def _import(
    kind: CompetitionKind[Any, Any], club: Club, guest_id: UUID | None, form: FileForm, now: datetime
) -> Competition:
    return kind.stored(club, guest_id, form.cleaned_data["file"].read(), now=now)
