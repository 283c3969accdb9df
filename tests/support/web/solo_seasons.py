"""Seasons of 19-coin solo for tests: a club, a season whose clock the test holds, people who play."""

import random
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core import signing
from django.test import Client

from carrom.league.solo_terms import Division, SeasonTerms, weekly
from carrom_web.accounts.models import Guest
from carrom_web.accounts.selectors import COOKIE, SALT
from carrom_web.clubs import services as clubs
from carrom_web.clubs.rights import Role
from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.models import Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.services import organising, registration, set_reviews, sets
from carrom_web.competitions.solo_leagues.services.sets import Report
from tests.support.web.stored_once import stored_once

ZONE = ZoneInfo("America/Los_Angeles")
TERMS = SeasonTerms(
    title="Bay Area 19",
    first_day="2026-02-02",
    last_day="2026-03-01",
    time_zone="America/Los_Angeles",
    weeks=weekly("2026-02-02", "2026-03-01"),
)
DECLARED = {"equipment_declared": True, "colours_differ": True, "powder_kind": "boric acid"}
BOARDS = (21, 24, 19, 27, 23)


def local_time(text: str) -> datetime:
    """A moment where the season is played."""
    return datetime.fromisoformat(text).replace(tzinfo=ZONE)


NOW = local_time("2026-02-04T20:00")
LATER = local_time("2026-02-11T20:00")  # the week of NOW is over


@stored_once
def new_season(*, is_open: bool = True, **changes: Any) -> Season:
    """A season of a new club; its owner is `organiser_of(season)`."""
    owner = Guest.objects.create(name="Olive Owner")
    club = clubs.found_club(owner.pk, name="Bay Area Carrom")
    terms = replace(TERMS, **changes)
    season = organising.start_season(club, owner.pk, terms, now=NOW)
    if is_open:
        organising.open_season(season, owner.pk, now=NOW)
    return season


def organiser_of(season: Season) -> Guest:
    """The owner of the season's club."""
    return Guest.objects.get(memberships__club=season.club, memberships__role=Role.OWNER)


def joined_player(season: Season, name: str = "Anu Nair", *, on: str = "2026-02-01T12:00", **more: Any) -> Player:
    """Somebody who plays, with a guest of their own and a declared board."""
    email = f"{name.replace(' ', '.').lower()}@example.org"
    given = {"name": name, "email": email, "shows_name": True, "equipment": DECLARED, "site": "http://testserver"}
    guest = Guest.objects.create(name=name)
    application = registration.Application(**{**given, "guest_id": guest.pk, **more})
    return registration.join(season, application, now=local_time(on))


def set_report(strokes: tuple[int, ...] = BOARDS, day: str = "2026-02-04", **more: Any) -> Report:
    """A set as numbers."""
    return Report(strokes=strokes, day=date.fromisoformat(day), **more)


def confirmed_set(player: Player, strokes: tuple[int, ...] = BOARDS, day: str = "2026-02-04", **more: Any) -> SoloSet:
    """A set that counts: reported with a film."""
    now = more.pop("now", local_time(f"{day}T21:00"))
    return sets.report(player, set_report(strokes, day, film="https://films.example/1", **more), now=now)


END = local_time("2026-03-03T10:00")
PEOPLE = ("Anu Nair", "Ben Ode", "Cyra Das", "Dov Katz", "Élise Roy", "Fay Wu")
TWO_DIVISIONS = (Division(key="one", title="First", size=3, down=1), Division(key="two", title="Second", up=1))


@stored_once
def played_season() -> Season:
    """A season of six in two divisions over four weeks: late, corrected, refused and excused sets, one who leaves."""
    season = new_season(divisions=TWO_DIVISIONS, late="organiser", missing="cap")
    owner = organiser_of(season).pk
    players = [joined_player(season, name, shows_name=name != "Fay Wu") for name in PEOPLE]
    for number, player in enumerate(players):
        organising.place(season, owner, player, TWO_DIVISIONS[number // 3].key, now=NOW)
    rng, rows = random.Random(19), []
    for week in range(4):
        for number, player in enumerate(players):
            if (week, number) in {(1, 2), (3, 3), (3, 5)}:
                continue  # a week without a set
            day = (date(2026, 2, 3) + timedelta(weeks=week, days=number % 5)).isoformat()
            strokes = tuple(rng.randint(19 + number, 33 + number) for _ in range(5))
            rows.append(confirmed_set(player, strokes, day))
    late = confirmed_set(players[2], BOARDS, "2026-02-10", now=local_time("2026-02-20T10:00"))
    set_reviews.judge_late(season, owner, late, takes=True, why="Was ill", now=END)
    set_reviews.excuse(season, owner, players[5], 4, holds=True, why="Away", now=END)
    set_reviews.refuse(season, owner, rows[1], why="Not a board that conforms", now=END)
    changed = (20, 20, 20, 20, 21)
    set_reviews.correct(
        season, owner, rows[6], strokes=changed, day=date(2026, 2, 10), why="Misread", now=END, is_sure=True
    )
    sets.report(players[3], set_report((22, 23, 24, 25, 26), "2026-02-28", witness="Wim"), now=NOW + timedelta(days=24))
    registration.withdraw(players[4], now=END)
    organising.close_season(season, owner, now=END)
    return season


def averages(season: Season, at: datetime = NOW) -> dict[str, str]:
    """The averages in the tables, by name, as they stand at a moment."""
    return {row.name: row.average for table in repository.tables(season, at) for row in table.rows}


def fresh(row: SoloSet) -> SoloSet:
    """A set as it is stored now."""
    return SoloSet.objects.select_related("player__season", "season", "match").get(pk=row.pk)


def correct(season: Season, row: SoloSet, strokes: tuple[int, ...], **more: Any) -> None:
    """The organiser corrects a set."""
    given = {"day": fresh(row).day, "why": "misread", "is_sure": False, **more}
    set_reviews.correct(season, organiser_of(season).pk, fresh(row), strokes=strokes, now=NOW, **given)


HOST = "127.0.0.1:8000"


def client_for(guest: Guest | UUID | None) -> Client:
    """A browser that has the cookie of a guest, or none."""
    client = Client(HTTP_HOST=HOST)
    if guest is not None:
        client.cookies[COOKIE] = signing.Signer(salt=SALT).sign(getattr(guest, "pk", guest).hex)
    return client


def page_text(client: Client, url: str, status: int = 200) -> str:
    """A page's HTML, after a look at its status."""
    answer = client.get(url)
    assert answer.status_code == status, answer.content.decode()[:800]
    return answer.content.decode()
