"""A new match league of a club: from a preset, or last season's once more.

Template `competitions/match_leagues/terms.html` gets:
    heading, kind, is_new, back {url, title}, form (`terms_form.LeagueForm`), errors, problem
    clubs, chosen   whose league it may be, and is
    presets         list of {slug, title, says, chosen}; earlier: list of {slug, title, first_day, chosen}
    preset, copy    which one it begins with
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.match_presets import PRESETS
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.selectors import clubs_to_organise
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.services import organising
from carrom_web.competitions.match_leagues.terms_form import LeagueForm
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

ROUTE = Route("leagues/matches/new/", name="match-league-new", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST store a draft and go there."""
    guest_id = guest_id_of(request)
    given = request.POST if request.method == "POST" else request.GET
    clubs = clubs_to_organise(guest_id)
    earlier = [one for one in repository.STORE.visible_to(guest_id) if one.club in clubs][:6]
    copied = next((one for one in earlier if one.slug == given.get("copy", "")), None)
    preset = PRESETS.get(given.get("preset", ""), next(iter(PRESETS.values())))
    terms = preset.terms
    if copied is not None:
        terms = organising.copy_of(repository.terms_of(copied), first_day=timezone.localdate())
    chosen = next((club for club in clubs if club.slug == given.get("club", "")), copied.club if copied else None)
    chosen = chosen or (clubs[0] if clubs else None)
    form = LeagueForm(request.POST if request.method == "POST" else None, terms=terms)
    problem = ""
    if request.method == "POST" and chosen is not None and form.is_valid():
        try:
            league = organising.start_league(chosen, guest_id, form.made, previous=copied, now=timezone.now())
        except CarromError as error:
            problem = localized(error)
        else:
            where = reverse("match-league-organise", args=[league.slug])
            return HttpResponse(status=303, headers={"Location": where})
    context = {
        "nav": "leagues",
        "is_new": True,
        "kind": KIND,
        "back": {"url": reverse("leagues"), "title": _("Leagues")},
        "heading": _("A league of matches"),
        "form": form,
        "errors": error_list(form),
        "problem": problem,
        "clubs": clubs,
        "chosen": chosen,
        "presets": [
            {"slug": one.slug, "title": _(one.title), "says": _(one.says), "chosen": not copied and one == preset}
            for one in PRESETS.values()
        ],
        "earlier": [
            {"slug": one.slug, "title": one.title, "first_day": one.first_day, "chosen": one == copied}
            for one in earlier
        ],
        "preset": preset.slug,
        "copy": copied.slug if isinstance(copied, League) else "",
    }
    return render(
        request,
        "competitions/match_leagues/terms.html",
        context,
        status=422 if form.errors else 409 if problem else 200,
    )
