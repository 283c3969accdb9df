"""The sponsors of an event, for its organisers: the logo of each.

Template `competitions/events/pages/sponsors/page.html` gets what `CompetitionKind.context` gives, and:
    sponsors   rows (`sponsors.sponsor_rows`), each with {error}: what was wrong with the file for it
    done       a sentence about what was just done

POST: name, do=store with the file `logo`, do=remove. Answers: 303 here.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.printing.uploads import LARGEST_LOGO, UploadedPictureError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.picture_answers import sent_picture
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import sponsors as services
from carrom_web.competitions.events.sponsors import sponsor_rows
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/organise/sponsors/", name="event-sponsors", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them; with POST store or remove a logo."""
    guest_id, now = guest_id_of(request), timezone.now()
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event)
    name = str(request.POST.get("name", ""))
    if request.POST.get("do") == "remove":
        services.remove_logo(event, guest_id, name, now=now)
        return HttpResponse(status=303, headers={"Location": f"{request.path}?done=removed"})
    try:
        services.store_logo(event, guest_id, name, sent_picture(request, "logo", LARGEST_LOGO), now=now)
    except UploadedPictureError as error:
        return _show(request, event, wrong={name: error}, status=422)
    return HttpResponse(status=303, headers={"Location": f"{request.path}?done=stored"})


def _show(
    request: HttpRequest, event: Event, *, wrong: dict[str, CarromError] | None = None, status: int = 200
) -> HttpResponse:
    terms, errors = terms_of(event), wrong or {}
    done = {"stored": _("The logo is stored."), "removed": _("The logo is removed.")}
    context = KIND.context(request, event, terms, here="event-sponsors") | {
        "sponsors": [
            row | {"error": localized(errors[row["name"]]) if row["name"] in errors else ""}
            for row in sponsor_rows(event, terms)
        ],
        "done": done.get(request.GET.get("done", ""), ""),
    }
    return render(request, "competitions/events/pages/sponsors/page.html", context, status=status)
