"""Changing a season that stands already; the weeks of sets that are there, and divisions with players, stay.

Template `competitions/solo_leagues/pages/edit/page.html` gets what the page of a new season gives it, with `season`,
`season_terms` and no presets.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues.form_rows import EditedForms
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.repository import terms_of
from carrom_web.competitions.solo_leagues.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/<slug:slug>/edit/", name="solo-season-edit", audience=KIND.organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; with POST store what it says."""
    guest_id = guest_id_of(request)
    season = KIND.at(slug, guest_id)
    before, status = terms_of(season), 200
    edited = EditedForms(before, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        terms, status = edited.terms(), 422
        if terms is not None:
            try:
                organising.change_season(season, guest_id, terms, now=timezone.now())
                return HttpResponse(status=303, headers={"Location": reverse("solo-organise", args=[slug])})
            except CarromError as error:
                edited.form.add_error(None, localized(error))
    context = {
        "nav": "leagues",
        "season": season,
        "season_terms": before,
        "kind": KIND,
        "back": {"url": reverse("solo-organise", args=[slug]), "title": before.title},
        "form": edited.form,
        "rows": edited.rows,
        "errors": edited.errors() if status == 422 else [],
        "heading": _("Change the season"),
    }
    return render(request, "competitions/solo_leagues/pages/edit/page.html", context, status=status)
