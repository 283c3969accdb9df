"""A whole season as one file, and back: what it announces, players, sets and their corrections, excuses, lots, the log.

The file holds personal data: an organiser alone gets it. Matches and sheets stay where they are; the numbers that were
taken from them are in the file. `told` is the same season as the library reads it (`carrom.league.solo_season.read`).
"""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from carrom.errors import CarromError, UnreadableError
from carrom.league import solo_season
from carrom.league.solo_season import DrawnLots
from carrom.league.solo_terms import SeasonTerms
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.models import Club
from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.models import (
    AuditEntry,
    CorrectionRequest,
    Excuse,
    Player,
    Season,
    SoloSet,
)
from carrom_web.competitions.solo_leagues.services import organising
from carrom_web.competitions.solo_leagues.services.audit import audit_entry, count_places
from carrom_web.core import serialization
from carrom_web.core.uploads import DAMAGED, parse_day, parse_json, parse_moment

FORMAT = 1
MOST_BYTES = 900_000  # Django's own limit of an upload kept in memory is a little above
PLAYER = (
    "key", "name", "email", "shows_name", "division", "standing", "joined_on", "left_on", "next_division", "equipment",
    "language",
)  # fmt: skip
SET = (
    "key", "week", "nth", "day", "strokes", "origin", "standing", "source", "has_word", "witness", "witnessed_at",
    "film",
    "is_sure", "late_accepted", "note", "begun_at", "handed_in_at",
)  # fmt: skip
CORRECTION = ("standing", "strokes", "day", "is_sure", "why", "asked_at")
DAYS = ("joined_on", "left_on", "day")
MOMENTS = ("witnessed_at", "begun_at", "handed_in_at", "asked_at")


class SeasonFileError(UnreadableError):
    """A file that is no season of this site, or of a newer version of it."""

    code = "season-file"


def write(season: Season) -> str:
    """Give the whole season as JSON."""
    keys = dict(season.players.values_list("pk", "key"))
    told = {
        "format": FORMAT,
        "terms": json.loads(season.terms),
        "state": season.state,
        "lots": season.lots,
        "players": list(season.players.order_by("pk").values(*PLAYER)),
        "sets": [
            {name: getattr(row, name) for name in SET} | {"player": keys[row.player_id]}
            for row in season.sets.order_by("pk")
        ],
        "asked": [
            {name: getattr(row, name) for name in CORRECTION} | {"set": row.set.key}
            for row in season.asked_corrections.select_related("set").order_by("pk")
        ],
        "excuses": [
            {"player": keys[row.player_id], "week": row.week, "holds": row.holds, "why": row.why}
            for row in season.excuses.order_by("pk")
        ],
        "log": list(season.deeds.order_by("pk").values("at", "by", "role", "what", "why")),
        "told": solo_season.write(repository.told(season, whole_names=True, trail=True)),
    }
    return json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def read(club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> Season:
    """Store the season of a file as a draft of a club; links that were sent for it elsewhere do not work here.

    Raises:
        NotOrganiserError: he may not organise in this club.
        SeasonFileError: the file cannot be read. Nothing was stored.
    """
    if len(data) > MOST_BYTES:
        raise SeasonFileError("too-large", most=MOST_BYTES // 1000)
    try:
        told = parse_json(data)
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise SeasonFileError("other-format", format=FORMAT)
        terms = serialization.read(SeasonTerms, json.dumps(told["terms"]))
        with transaction.atomic():
            season = organising.start_season(club, guest_id, terms, now=now)
            _fill(season, told)
            with audit_entry(season, "read from a file", now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id):
                pass
            repository.told(season)  # what the library refuses is no season
    except DAMAGED as error:
        if isinstance(error, CarromError) and error.code in ("season-file", "not-official"):
            raise
        raise SeasonFileError(
            "damaged", detail=error if isinstance(error, CarromError) else f"{type(error).__name__}: {error}"
        ) from None
    return season


def _fill(season: Season, told: dict[str, Any]) -> None:
    players: dict[str, Player] = {}
    sets: dict[str, SoloSet] = {}
    for one in told["players"]:
        fields = _plain(one, PLAYER)
        fields["name"] = tidy_name(str(fields["name"]), 60)
        fields["standing"] = Player.Standing(fields["standing"])
        if fields["equipment"] is not None and not isinstance(fields["equipment"], dict):
            raise SeasonFileError("equipment")
        players[one["key"]] = Player.objects.create(season=season, **fields)
    for one in told["sets"]:
        fields = _plain(one, SET)
        fields["standing"], fields["origin"] = SoloSet.Standing(fields["standing"]), SoloSet.Origin(fields["origin"])
        if fields["standing"] == SoloSet.Standing.BEGUN:
            fields["standing"] = SoloSet.Standing.STRUCK  # its match is not here
        _check_strokes(fields["strokes"])
        if fields["film"] not in ("", repository.FILM_DELETED) and not str(fields["film"]).startswith(
            ("http://", "https://")
        ):
            raise SeasonFileError("film-address")
        sets[one["key"]] = SoloSet.objects.create(season=season, player=players[one["player"]], **fields)
    for one in told.get("asked", []):  # older files have none
        fields = _plain(one, CORRECTION)
        fields["standing"] = CorrectionRequest.Standing(fields["standing"])
        fields["is_sure"], fields["why"] = bool(fields["is_sure"]), str(fields["why"])[:200]
        _check_strokes(fields["strokes"])
        CorrectionRequest.objects.create(season=season, set=sets[one["set"]], **fields)
    for one in told["excuses"]:
        Excuse.objects.create(
            season=season,
            player=players[one["player"]],
            week=int(one["week"]),
            holds=bool(one["holds"]),
            why=str(one["why"]),
        )
    for one in told["log"]:
        fields = {name: str(one[name]) for name in ("by", "role", "what", "why")}
        AuditEntry.objects.create(season=season, at=parse_moment(one["at"]), **fields)
    lots = [serialization.read_plain(DrawnLots, one) for one in told["lots"]]
    Season.objects.filter(pk=season.pk).update(lots=[serialization.plain(one) for one in lots])
    count_places(season)
    season.refresh_from_db()


def _check_strokes(strokes: Any) -> None:
    if not isinstance(strokes, list) or not all(type(score) is int for score in strokes):
        raise SeasonFileError("strokes")


def _plain(told: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The named values with days and moments as such."""
    found = {name: told[name] for name in names}
    for name in names:
        if name in DAYS and found[name] is not None:
            found[name] = parse_day(found[name])
        elif name in MOMENTS and found[name] is not None:
            found[name] = parse_moment(found[name])
    return found
