"""A player in a season: place, average, bests, averages over time, distribution of strokes, strokes by phase.

Template `solo_leagues/pages/player/page.html` gets what `showing.head` gives, and:
    name, division, row  who it is, where he plays, his line of the standings
    figures   `player_figures.figures`
    sets      list of `showing.set_row`, the newest first
    is_own    whether the reader is this player
    earlier   list of {title, url, average}: the same player's earlier seasons, if he is named in both
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.solo_leagues import player_figures, queries, state_store
from carrom_web.solo_leagues.models import Player, Season, SoloSet
from carrom_web.solo_leagues.showing import head, judged_of, set_row, told_kindly

ROUTE = Route("leagues/solo/<slug:slug>/players/<str:key>/", name="solo-player")
SEEN_BY_ALL = (SoloSet.Standing.COUNTS, SoloSet.Standing.PENDING)


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the player."""
    guest_id, now = guest_id_of(request), timezone.now()
    season = queries.season_at(slug, guest_id)
    player = queries.player_with_key(season, key)
    if player.standing not in state_store.PLAYS:
        raise queries.UnknownPlayerError("There is no such player in this season.")
    terms, tables = state_store.terms_of(season), state_store.tables(season, now)
    table = next(one for one in tables if key in one.table.tallies)
    judged = judged_of(tables)
    rows = player.sets.filter(standing__in=SEEN_BY_ALL).select_related("season", "player", "match")
    context = head(request, season, terms, here="") | {
        "name": state_store.shown_name(player),
        "key": key,
        "division": state_store.division_title(season, player.division),
        "row": next(row for row in table.rows if row.key == key),
        "players": len(table.rows),
        "figures": player_figures.figures(season, terms, table.table.tallies[key]),
        "sets": [set_row(row, terms, judged.get(row.key)) for row in rows.order_by("-day", "-pk")],
        "is_own": guest_id is not None and player.guest_id == guest_id,
        "earlier": _earlier(season, player, now),
    }
    return render(request, "solo_leagues/pages/player/page.html", context)


def _earlier(season: Season, player: Player, now: Any) -> list[dict[str, str]]:
    """His seasons before this one, as far as he is named there too."""
    found: list[dict[str, str]] = []
    if player.guest_id is None or not player.shows_name:
        return found
    before = Player.objects.filter(
        guest_id=player.guest_id,
        shows_name=True,
        standing__in=state_store.PLAYS,
        season__first_day__lt=season.first_day,
    ).exclude(season__state=Season.State.DRAFT)
    for one in before.select_related("season").order_by("-season__first_day")[:10]:
        tables = state_store.tables(one.season, now)
        row = next((row for table in tables for row in table.rows if row.key == one.key), None)
        found.append(
            {
                "title": state_store.terms_of(one.season).title,
                "url": reverse("solo-player", args=[one.season.slug, one.key]),
                "average": row.average if row else "",
            }
        )
    return found
