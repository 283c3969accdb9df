"""Clubs, their players who agreed to be named, and online ratings."""

from datetime import date
from typing import Annotated, Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.urls import reverse
from pydantic import Field

from carrom.rating.families import GROUPS
from carrom_web.api.errors import NothingHereError
from carrom_web.api.permissions import PUBLIC
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import ClubList, Json, Page, Person, PersonList, Ratings
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.matches import online_ratings
from carrom_web.people import player_results, selectors
from carrom_web.people.models import Player

ENDPOINTS = Endpoints("People and ratings")
A_PAGE, MOST_MATCHES, MOST_RATED = 100, 100, 100
PEOPLE = "/clubs/{slug:slug}/people"


@ENDPOINTS.get("/clubs", audience=PUBLIC, response=ClubList, summary="Clubs")
def list_clubs(request: HttpRequest) -> Any:
    """Return the clubs of this site."""
    found = Club.objects.filter(for_evenings=False, is_hidden=False).order_by("name", "pk")
    return {
        "clubs": [
            {
                "slug": club.slug,
                "name": club.name,
                "place": club.place,
                "url": request.build_absolute_uri(reverse("club", args=[club.slug])),
            }
            for club in found
        ]
    }


@ENDPOINTS.get(PEOPLE, audience=PUBLIC, response=PersonList, summary="Players of a club")
def people(
    request: HttpRequest,
    slug: str,
    find: Annotated[str, Field(max_length=80, pattern=r"^[^\x00]*$", description="a part of the name")] = "",
    page: Page = 1,
) -> Any:
    """Return the players of a club who agreed to be named, and nobody else."""
    club = clubs.visible_club(slug, None)
    rows = selectors.players_of(club.pk).filter(shows_name=True, name__icontains=find)
    found = Paginator(rows, A_PAGE).get_page(page)
    return {
        "people": [{"id": one.pk, "name": one.name, "url": _url(request, club, one)} for one in found],
        "page": found.number,
        "pages": found.paginator.num_pages,
    }


@ENDPOINTS.get(f"{PEOPLE}/{{uuid:player_id}}", audience=PUBLIC, response=Person, summary="A player of a club")
def person(request: HttpRequest, slug: str, player_id: UUID) -> Any:
    """Return the matches and competitions of a player who agreed to be named."""
    found = selectors.player_in(clubs.visible_club(slug, None).pk, player_id)
    if not found.shows_name:
        raise selectors.UnknownPlayerError()
    played = player_results.matches_of(found)
    tally = player_results.tally_of(played)
    return {
        "id": found.pk,
        "name": found.name,
        "played": tally.played,
        "won": tally.won,
        "tied": tally.tied,
        "lost": tally.lost,
        "competitions": [
            {"kind": one.kind, "title": one.title, "url": request.build_absolute_uri(one.url), "detail": one.detail}
            for one in player_results.competitions_of(found)
        ],
        "matches": [_match(request, one) for one in played[:MOST_MATCHES]],
    }


@ENDPOINTS.get("/ratings", audience=PUBLIC, response=Ratings, summary="Online ratings")
def ratings(
    request: HttpRequest,
    group: Annotated[str, Field(max_length=40, description="one of `groups`; empty: the one that is played most")] = "",
    week: date | None = None,
) -> Any:
    """Return the best players of a week, named by its Monday, by points gained; without one of all time, by rating."""
    chosen = group or online_ratings.groups_played()[0]
    if chosen not in GROUPS:
        raise NothingHereError()
    if week is None:
        rows = online_ratings.best_of_all_time(chosen)
    else:
        rows = online_ratings.best_of_week(chosen, week)
    return {
        "group": chosen,
        "week": week,
        "groups": list(GROUPS),
        "players": [
            {
                "place": place,
                "name": row.guest.name,
                "is_bot": row.guest.is_bot,
                "rating": round(row.value),
                "gain": round(row.gain) if week else None,
                "results": row.results if week else row.total,
                "provisional": row.deviation > online_ratings.TERMS.provisional_above,
            }
            for place, row in enumerate(rows[:MOST_RATED], 1)
        ],
    }


def _url(request: HttpRequest, club: Club, player: Player) -> str:
    return request.build_absolute_uri(reverse("club-player", args=[club.slug, player.pk]))


def _match(request: HttpRequest, one: player_results.OwnMatch) -> Json:
    return {
        "day": one.day,
        "won": one.won,
        "points": one.points,
        "points_against": one.points_against,
        "beside": [each.name for each in one.beside],
        "against": [each.name for each in one.against],
        "about": one.about,
        "url": request.build_absolute_uri(one.url) if one.url else "",
    }
