"""A season of 19-coin sets as events of a championship: a division is an event, its standings are the places."""

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from carrom.league.solo_standings import DivisionTable
from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.core.hooks import CountedLeague, PlacedPerson, Placing

PREFIX = "season"


def choices(club_id: int) -> list[tuple[str, str]]:
    """The divisions of a club's seasons, the newest season first."""
    rows = Season.objects.filter(_countable(club_id)).order_by("-first_day", "-pk")
    return [
        (f"{PREFIX}:{row.pk}:{one.key}", f"{row.title}: {one.title}" if one.title else row.title)
        for row in rows
        for one in repository.terms_of(row).divisions
    ]


def league(club_id: int, source: str) -> CountedLeague | None:
    """The places of a division; who has too few sets for one, or has left, has none."""
    prefix, _colon, rest = source.partition(":")
    pk, _colon, key = rest.partition(":")
    if prefix != PREFIX or not pk.isdecimal():
        return None
    season = Season.objects.filter(_countable(club_id), pk=int(pk)).select_related(*Season.READ_WITH).first()
    if season is None:
        return None
    now, terms = timezone.now(), repository.terms_of(season)
    table = next((one for one in repository.tables(season, now) if one.division.key == key), None)
    if table is None:
        return None
    title = table.division.title
    last = terms.deadline(terms.all_weeks[-1])
    return CountedLeague(
        title=f"{season.title}: {title}" if title else season.title,
        day=season.last_day,
        url=reverse("solo-season", args=[season.slug]),
        is_over=season.state == Season.State.CLOSED or repository.today_in(season, now) > last,
        placings=_placings(season, table),
    )


def _placings(season: Season, table: DivisionTable) -> tuple[Placing, ...]:
    rows = [row for row in table.rows if row.place is not None]
    players = {one.key: one for one in season.players.select_related("person__root")}
    return tuple(
        Placing(place=row.place, people=(_person(players[row.key]),), points=str(len(rows) - row.place))
        for row in rows
        if row.place is not None
    )


def _person(player: Player) -> PlacedPerson:
    shown = repository.shown_name(player) if player.name else ""
    return PlacedPerson(player.person.root_id, shown, is_named=bool(player.name) and player.shows_name)


def _countable(club_id: int) -> Q:
    return Q(club=club_id) & ~Q(state__in=[Season.State.DRAFT, Season.State.CANCELLED])
