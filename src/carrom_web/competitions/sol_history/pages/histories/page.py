"""A club's history from SoL: files to import, what was imported before, and all of it as a file.

Template `competitions/sol_history/pages/histories/page.html` gets:
    club      {name, slug}
    form      files
    waiting   address of an upload of the reader's that waits to be confirmed; else ""
    imports   list of {id, at, by, files, text, may_undo, is_undone}, the latest first
    problem   a sentence about what could not be done
    done      a sentence about what was just done
    nav       "events"

POST: do=upload (files), do=undo (import). Answers: 303 to the preview or here.
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.sol_history import repository
from carrom_web.competitions.sol_history.forms import UploadForm
from carrom_web.competitions.sol_history.models import SolImport
from carrom_web.competitions.sol_history.presenters import import_label
from carrom_web.competitions.sol_history.services import staging, undoing
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("clubs/<slug:slug>/sol/", name="club-sol", audience=ClubMember(Action.ORGANISE))
MOST_OF_LOG = 50


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST read files, or undo the latest import."""
    club, guest_id = clubs.club_named(slug), guest_id_of(request)
    if request.method != "POST":
        return _show(request, club, guest_id, UploadForm())
    sent, now = request.POST, timezone.now()
    if sent.get("do") == "undo":
        number = sent.get("import", "")
        try:
            undoing.undo(club, guest_id, int(number) if number.isdecimal() and len(number) < 19 else 0, now=now)
        except CarromError as error:
            return _show(request, club, guest_id, UploadForm(), problem=localized(error), status=422)
        return HttpResponse(status=303, headers={"Location": f"{reverse('club-sol', args=[slug])}?done=undone"})
    form = UploadForm(sent, request.FILES)
    if form.is_valid():
        try:
            row = staging.stage(club, guest_id, form.cleaned_data["chosen"], now=now)
        except CarromError as error:
            form.add_error("chosen", localized(error))
        else:
            return HttpResponse(status=303, headers={"Location": reverse("club-sol-preview", args=[slug, row.pk])})
    return _show(request, club, guest_id, form, status=422)


def _show(
    request: HttpRequest, club: Club, guest_id: UUID | None, form: UploadForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    waiting = repository.waiting_of(club, guest_id, now=timezone.now())
    done = {"imported": _("Everything is here now."), "undone": _("The import is undone.")}
    context = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "form": form,
        "waiting": reverse("club-sol-preview", args=[club.slug, waiting.pk]) if waiting is not None else "",
        "imports": _imports(club),
        "problem": problem,
        "done": done.get(request.GET.get("done", ""), ""),
    }
    return render(request, "competitions/sol_history/pages/histories/page.html", context, status=status)


def _imports(club: Club) -> list[dict[str, Any]]:
    latest = repository.latest(club)
    may_undo = latest.pk if latest is not None and undoing.may_undo(latest) else None
    rows = SolImport.objects.filter(club=club).exclude(state=SolImport.State.STAGED).select_related("guest")
    return [
        {
            "id": one.pk,
            "at": one.at,
            "by": one.guest.name if one.guest else "",
            "files": one.files,
            "text": import_label(one.counts),
            "may_undo": one.pk == may_undo,
            "is_undone": one.state == SolImport.State.REVERTED,
        }
        for one in rows.order_by("-pk")[:MOST_OF_LOG]
    ]
