"""A new season: a club, a preset or an earlier season to begin with, then everything that is announced.

Template `competitions/solo_leagues/pages/edit/page.html` gets:
    kind, back {url, title}
    form     `forms.SeasonForm`; rows: `forms.DivisionForm`, one a division
    errors   list of {field, id, text}
    clubs    the clubs whose seasons the reader organises; chosen: the one chosen
    presets  list of {slug, title, says, chosen}
    earlier  list of {slug, title, first_day, chosen}: the club's own seasons, to be copied
    is_new   true
    problem  a sentence about a file that was not taken over
    nav      "leagues"
"""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.solo_terms import SeasonTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.selectors import clubs_to_organise
from carrom_web.competitions.solo_leagues import season_file
from carrom_web.competitions.solo_leagues.form_rows import EditedForms
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.competitions.solo_leagues.presets import PRESETS
from carrom_web.competitions.solo_leagues.repository import terms_of
from carrom_web.competitions.solo_leagues.services import organising
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

ROUTE = Route("leagues/solo/new/", name="solo-new", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)
USUAL = "baca-weeks"


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST store the season as a draft."""
    guest_id = guest_id_of(request)
    own = clubs_to_organise(guest_id)
    asked = request.POST if request.method == "POST" else request.GET
    copied = _copied(asked.get("copy", ""), request)
    slug = asked.get("preset", USUAL)
    before = organising.following(terms_of(copied)) if copied else _preset(slug)
    chosen = next((club for club in own if club.slug == asked.get("club")), None)
    chosen = chosen or (copied.club if copied and copied.club in own else own[0] if own else None)
    edited, status, problem = EditedForms(before), 200, ""
    if request.method == "POST" and chosen is not None and (file := request.FILES.get("season")):
        try:
            season = season_file.read(chosen, guest_id, file.read(), now=timezone.now())
            return HttpResponse(status=303, headers={"Location": reverse("solo-organise", args=[season.slug])})
        except CarromError as error:
            problem, status = localized(error), 422
    elif request.method == "POST" and chosen is not None:
        edited = EditedForms(before, request.POST)
        terms = edited.terms()
        if terms is not None:
            season = organising.start_season(chosen, guest_id, terms, now=timezone.now(), after=copied)
            return HttpResponse(status=303, headers={"Location": reverse("solo-organise", args=[season.slug])})
        status = 422
    context = {
        "nav": "leagues",
        "is_new": True,
        "kind": KIND,
        "back": {"url": reverse("solo-seasons"), "title": _("19-coin leagues")},
        "form": edited.form,
        "rows": edited.rows,
        "errors": edited.errors() if status == 422 and not problem else [],
        "problem": problem,
        "clubs": own,
        "chosen": chosen,
        "copy": copied.slug if copied else "",
        "preset": slug,
        "presets": [
            {"slug": one.slug, "title": one.title, "says": one.says, "chosen": one.slug == slug and not copied}
            for one in PRESETS.values()
        ],
        "earlier": [
            {"slug": one.slug, "title": terms_of(one).title, "first_day": one.first_day, "chosen": one == copied}
            for one in KIND.store.visible_to(guest_id)
            if one.club in own
        ][:6],
        "heading": _("Announce a season"),
    }
    return render(request, "competitions/solo_leagues/pages/edit/page.html", context, status=status)


def _copied(slug: str, request: HttpRequest) -> Season | None:
    return KIND.at(slug, guest_id_of(request)) if slug else None


def _preset(slug: str) -> SeasonTerms:
    """A preset from the next Monday but one on."""
    today = timezone.localdate()
    first = today + timedelta(days=7 + (-today.weekday()) % 7)
    return PRESETS[slug if slug in PRESETS else USUAL].terms(first, "UTC")
