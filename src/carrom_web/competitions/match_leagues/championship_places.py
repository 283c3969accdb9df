"""A match league as an event of a championship: the places of its play-offs, then those of its table."""

from collections.abc import Iterator
from datetime import date

from django.db.models import Q
from django.urls import reverse

from carrom.tournament import format as formats
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.models import League, Team, TeamMember
from carrom_web.core.hooks import CountedLeague, PlacedPerson, Placing

PREFIX = "match-league"


def choices(club_id: int) -> list[tuple[str, str]]:
    """The match leagues of a club, the newest first."""
    rows = League.objects.filter(_countable(club_id)).order_by("-first_day", "-pk")
    return [(f"{PREFIX}:{row.pk}", row.title) for row in rows]


def league(club_id: int, source: str) -> CountedLeague | None:
    """The places of a league; teams are counted by their names, players and pairs by who they are."""
    prefix, _colon, pk = source.partition(":")
    if prefix != PREFIX or not pk.isdecimal():
        return None
    row = League.objects.filter(_countable(club_id), pk=int(pk)).select_related(*League.READ_WITH).first()
    if row is None:
        return None
    seen = repository.seen(row)
    days = [slot.day for slot in seen.league.slots.values()]
    return CountedLeague(
        title=seen.terms.title,
        day=date.fromisoformat(max(days)) if days else row.first_day,
        url=reverse("match-league", args=[row.slug]),
        is_over=row.state == League.State.CLOSED or seen.league.is_over,
        placings=tuple(_placings(seen)) if seen.league.is_drawn else (),
    )


def _placings(seen: repository.LeagueView) -> Iterator[Placing]:
    """Those of the play-offs by how far they came, all others below them by their place in the table."""
    in_table = {row.key: row for table in seen.league.tables for row in table.rows}
    playoffs = seen.league.playoffs
    first = {row.key: row.place for row in formats.find(playoffs.format).standings(playoffs)} if playoffs else {}
    rest = sorted((row.row.place, key) for key, row in in_table.items() if key not in first)
    places = first | {key: len(first) + 1 + sum(one < place for one, _key in rest) for place, key in rest}
    for key, place in sorted(places.items(), key=lambda one: (one[1], one[0])):
        row, team = in_table[key], seen.teams.get(key)
        if team is not None and row.row.played:
            is_team = seen.terms.kind == "teams"
            yield Placing(
                place=place,
                team=team.name if is_team else "",
                people=() if is_team else tuple(_person(one) for one in _members(team)),
                points=str(row.points),
                won=row.row.won,
            )


def _members(team: Team) -> list[TeamMember]:
    return sorted((one for one in team.members.all() if one.active), key=lambda one: one.position)


def _person(member: TeamMember) -> PlacedPerson:
    shown = repository.shown_person(member) if member.name else ""
    return PlacedPerson(member.person.root_id, shown, is_named=bool(member.name) and member.shows_name)


def _countable(club_id: int) -> Q:
    return Q(club=club_id) & ~Q(state__in=[League.State.DRAFT, League.State.CANCELLED])
