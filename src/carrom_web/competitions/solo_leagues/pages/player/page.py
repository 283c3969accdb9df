"""A player in a season: place, average, bests, averages over time, distribution of strokes, strokes by phase.

Template `competitions/solo_leagues/pages/player/page.html` gets what `CompetitionKind.context` gives, and:
    name, division, row  who it is, where they play, their line of the standings
    figures   `player_figures.figures`
    sets      list of `presenters.set_row`, the newest first
    follow    `CompetitionKind.follow`
    is_own    whether the reader is this player
    earlier   list of {title, url, average, best}: the same player's earlier seasons, if they are named in both
    best_of_all  {value, title, url}: the best set of all these seasons; empty where there is one season only
    equipment a sentence about what was declared
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import equipment_faults
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import player_figures, repository, selectors
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.competitions.solo_leagues.models import Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.presenters import judged_of, set_row
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/players/<str:key>/", name="solo-player", audience=KIND.viewer)
MEASURED = ("striker_diameter_cm", "striker_mass_g", "surface_side_cm")
SEEN_BY_ALL = (SoloSet.Status.COUNTS, SoloSet.Status.PENDING)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the player."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = KIND.at(slug, guest_id)
    player = selectors.player_with_key(season, key)
    if player.status not in repository.IN_SEASON:
        raise selectors.UnknownPlayerError("not-in-season")
    terms, tables = repository.terms_of(season), repository.tables(season, now)
    table = next(one for one in tables if key in one.table.tallies)
    judged = judged_of(tables)
    rows = player.sets.filter(status__in=SEEN_BY_ALL).select_related("season", "player", "match")
    figures = player_figures.figures(season, terms, table.table.tallies[key])
    earlier = _earlier(season, player, now)
    context = KIND.context(request, season, terms, here="") | {
        "name": repository.shown_name(player),
        "key": key,
        "follow": KIND.follow(request, season, terms, key),
        "club_player": reverse("club-player", args=[season.club.slug, player.person.root_id])
        if player.shows_name and player.name
        else "",
        "division": repository.division_title(season, player.division),
        "row": next(row for row in table.rows if row.key == key),
        "players": len(table.rows),
        "figures": figures,
        "best_of_all": _best_of_all(season, figures, earlier),
        "equipment": _equipment_words(player, terms),
        "sets": [set_row(row, terms, judged.get(row.key)) for row in rows.order_by("-day", "-pk")],
        "is_own": guest_id is not None and player.guest_id == guest_id,
        "earlier": earlier,
    }
    return render(request, "competitions/solo_leagues/pages/player/page.html", context)


def _earlier(season: Season, player: Player, now: Any) -> list[dict[str, str]]:
    """Their seasons before this one, as far as they are named there too."""
    found: list[dict[str, str]] = []
    if not player.shows_name:
        return found
    same = Q(person__root=player.person.root_id)
    if player.guest_id is not None:  # in other clubs too
        same |= Q(guest_id=player.guest_id)
    before = Player.objects.filter(
        same,
        person__root__shows_name=True,
        status__in=repository.IN_SEASON,
        season__first_day__lt=season.first_day,
    ).exclude(season__state=Season.State.DRAFT)
    for one in before.select_related("season").order_by("-season__first_day")[:10]:
        tables = repository.tables(one.season, now)
        row = next((row for table in tables for row in table.rows if row.key == one.key), None)
        table = next((table for table in tables if one.key in table.table.tallies), None)
        terms = repository.terms_of(one.season)
        figures = player_figures.figures_of_tally(terms, table.table.tallies[one.key]) if table else None
        best = figures.bests.set if figures else None
        found.append(
            {
                "title": terms.title,
                "url": reverse("solo-player", args=[one.season.slug, one.key]),
                "average": row.average if row else "",
                "best": best.value if best else "",
            }
        )
    return found


def _best_of_all(season: Season, figures: Mapping[str, Any], earlier: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The player's best set of all seasons including this one; nothing if this is the only one."""
    own = next((one["value"] for one in figures["bests"] if one["kind"] == "set"), "")
    bests = [(one["best"], one["title"], one["url"]) for one in earlier if one["best"]]
    if own:
        bests.append((own, repository.terms_of(season).title, ""))
    if len(bests) < 2:
        return {}
    value, title, url = min(bests, key=lambda one: float(one[0]))
    return {"value": value, "title": title, "url": url}


def _equipment_words(player: Player, terms: SeasonTerms) -> str:
    """A player's declaration of their board, checked against the laws; "" where none is asked for or given."""
    if player.equipment is None and not terms.equipment_asked:
        return ""
    faults = equipment_faults(repository.player_value(player, whole_name=False), terms.ruleset)
    if player.equipment is None:
        return _("Equipment: not declared yet")
    if faults:
        return _("Equipment: not within the laws")
    measured = sum(name in player.equipment for name in MEASURED)
    if not measured:
        return _("Equipment: declared to be within the laws")
    return _("Equipment: declared, and all measurements are within the laws")
