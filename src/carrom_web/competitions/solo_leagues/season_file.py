"""A whole season as one file, and back: the log of its acts, what is stored of its players and sets, the audit log.

The file holds personal data: an organiser alone gets it. Matches and sheets stay where they are; the numbers that were
taken from them are in the file. `season` is the same season as the library reads it (`carrom.league.solo_season.read`).
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from carrom import serialization
from carrom.errors import CarromError, UnreadableError
from carrom.league import solo_acts as acts
from carrom.league import solo_season
from carrom.league.solo_acts import Act
from carrom.league.solo_log import Difference, SeasonFold
from carrom.league.solo_state import SeasonState
from carrom.log import Entry, Log, Revert
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.clubs.models import Club
from carrom_web.competitions.solo_leagues import projection, repository
from carrom_web.competitions.solo_leagues.models import (
    CorrectionRequest,
    Kind,
    Player,
    PrivateText,
    Season,
    SoloSet,
)
from carrom_web.competitions.solo_leagues.services import changes, organising
from carrom_web.core.files import DAMAGED, parse_json, parse_moment
from carrom_web.people import services as people
from carrom_web.people.services import Details

FORMAT = 2
MOST_BYTES = 900_000  # Django's own limit of an upload in memory is a little above
MOST_TEXT = 200
OF_A_PLAYER = ("key", "name", "email", "shows_name", "language")
LETTERS = ("wants_reminders", "wants_reports")  # not in older files


class SeasonFileError(UnreadableError):
    """A file that is no season of this site, or of a newer version of it."""

    code = "season-file"


def write(season: Season) -> str:
    """Return the whole season as JSON."""
    audit = list(season.audit_entries.order_by("pk"))
    numbers = {entry.pk: number for number, entry in enumerate(audit)}
    data = {
        "format": FORMAT,
        "players": [_player(one) for one in season.players.order_by("pk")],
        "sets": list(season.sets.order_by("pk").values("key", "player__key", "note")),
        "requests": list(season.correction_requests.order_by("pk").values("key", "set__key", "why", "asked_at")),
        "texts": list(season.texts.order_by("pk").values("key", "player__key", "about", "text")),
        "log": [
            {"act": entry.act, "at": entry.at, "audit": numbers.get(entry.audit_id or 0)}
            for entry in season.log_entries.order_by("number")
        ],
        "audit": [
            {
                "at": entry.at, "by": entry.by, "role": entry.role, "kind": entry.kind, "reason": entry.reason,
                "detail": entry.detail, "undoes": numbers.get(entry.undoes_id or 0),
            }
            for entry in audit
        ],
        "season": solo_season.write(repository.season_value(season, whole_names=True, with_trails=True)),
    }  # fmt: skip
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _player(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in (*OF_A_PLAYER, *LETTERS)}


def read(club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> Season:
    """Store the season of a file as a draft of a club; links that were sent for it elsewhere do not work here.

    Raises:
        NotOrganiserError: they may not organise in this club.
        SeasonFileError: the file cannot be read. Nothing was stored.
    """
    if len(data) > MOST_BYTES:
        raise SeasonFileError("too-large", most=MOST_BYTES // 1000)
    try:
        given = parse_json(data)
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise SeasonFileError("other-format", format=FORMAT)
        log = Log(SeasonFold(), tuple(_entries(given["log"])))
        if not log.effective or not isinstance(log.effective[0].act, acts.Announce):
            raise SeasonFileError("no-announcement")
        with transaction.atomic():
            season = organising.new_season(club, guest_id, log.state.terms)
            _store(season, log, given)
            with changes.changing(season, now=now) as change:
                change.do(Kind.IMPORTED, [acts.Import()], changes.organiser(guest_id))
            repository.season_value(season)  # what the library refuses is no season
    except DAMAGED as error:
        if isinstance(error, CarromError) and error.code in ("season-file", "not-official"):
            raise
        raise SeasonFileError(
            "damaged", detail=error if isinstance(error, CarromError) else f"{type(error).__name__}: {error}"
        ) from None
    return season


def _entries(given: Sequence[dict[str, Any]]) -> list[Entry[Act]]:
    return [
        Entry(
            number=number,
            act=serialization.from_plain(Act | Revert, one["act"]),
            at=parse_moment(one["at"]).astimezone(UTC).isoformat(timespec="seconds"),
        )
        for number, one in enumerate(given, 1)
    ]


def _store(season: Season, log: Log[SeasonState, Act], given: dict[str, Any]) -> None:
    """Store what a file holds of a season, whose log is still empty."""
    state = log.state
    gone = {
        "division": state.terms.divisions[-1].key,
        "status": Player.Status.WITHDRAWN,
        "joined_on": season.first_day,
    }  # of a player whose joining was undone
    for one in given["players"]:
        known = state.players.get(one["key"])
        name = tidy_name(str(one["name"]), 60)
        details = Details(name=name, email=_text(one["email"], 254), shows_name=bool(one["shows_name"]))
        Player.objects.create(
            season=season,
            key=_text(one["key"], 40),
            name=name,
            person=people.player_for(season.club_id, details, by_official=True, but=repository.persons_in(season)),
            language=_text(one["language"], 12),
            **{name: one.get(name) is not False for name in LETTERS},
            **(gone if known is None else projection.player_columns(known)),
        )
    players = {player.key: player for player in season.players.all()}
    for one in given["texts"]:
        about, text = PrivateText.About(one["about"]), _text(one["text"], 300)
        if about == PrivateText.About.FILM and not text.startswith(("http://", "https://", repository.FILM_DELETED)):
            raise SeasonFileError("film-address")
        PrivateText.objects.create(
            season=season, player=players[one["player__key"]], key=_text(one["key"], 40), about=about, text=text
        )
    _store_sets(season, state, given, players)
    audit = _store_audit(season, given["audit"])
    for entry, one in zip(log.entries, given["log"], strict=True):
        number = one["audit"]
        LogEntry.objects.create(
            subject=season,
            number=entry.number,
            act=serialization.to_plain(entry.act),
            at=entry.at,
            audit=None if number is None else audit[int(number)],
        )
    Season.objects.filter(pk=season.pk).update(version=1, **projection.season_columns(state))
    season.refresh_from_db()


def _store_sets(season: Season, state: SeasonState, given: dict[str, Any], players: dict[str, Player]) -> None:
    """Store sets and requests; those of undone acts too, which may come back, with what their columns need."""
    texts = projection.texts_of(season)
    day, status = season.first_day, SoloSet.Status.STRUCK
    gone: dict[str, Any] = {"week": 0, "day": day, "status": status, "started_at": season.made_at}
    for one in given["sets"]:
        known = state.sets.get(one["key"])
        SoloSet.objects.create(
            season=season,
            player=players[one["player__key"] if known is None else known.player],
            key=_text(one["key"], 40),
            note=_text(one["note"], 200),
            **(gone if known is None else projection.set_columns(state, known, texts)),
        )
    sets = {row.key: row for row in season.sets.all()}
    for one in given["requests"]:
        request = state.requests.get(one["key"])
        gone = {"status": CorrectionRequest.Status.WITHDRAWN, "strokes": [], "day": day}
        CorrectionRequest.objects.create(
            season=season,
            set=sets[one["set__key"] if request is None else request.set],
            key=_text(one["key"], 40),
            why=_text(one["why"], 200),
            asked_at=parse_moment(one["asked_at"]),
            **(gone if request is None else projection.request_columns(request)),
        )
    requests = set(season.correction_requests.values_list("key", flat=True))
    missing = (state.players.keys() - players) | (state.sets.keys() - sets) | (state.requests.keys() - requests)
    if missing:
        raise SeasonFileError("incomplete", key=min(missing))
    projection.project_excuses(season, state, texts)


def _store_audit(season: Season, given: Sequence[dict[str, Any]]) -> list[AuditEntry]:
    found: list[AuditEntry] = []
    for one in given:
        undoes = one["undoes"]
        found.append(
            AuditEntry.objects.create(
                subject=season,
                at=parse_moment(one["at"]),
                by=tidy_name(str(one["by"]), 80),
                role=AuditEntry.Role(one["role"]),
                kind=Kind(one["kind"]),
                reason=_text(one["reason"], MOST_TEXT),
                detail=_detail(one["detail"]),
                undoes=None if undoes is None else found[int(undoes)],
            )
        )
    return found


def _detail(given: dict[str, Any]) -> dict[str, Any]:
    """Return the subject of an entry of the audit log and its changes."""
    about = {name: _text(given[name], 40) for name in ("player", "set") if name in given}
    changed = serialization.from_plain(tuple[Difference, ...], given.get("changes", []))
    return about | {"changes": serialization.to_plain(changed)}


def _text(given: Any, most: int) -> str:
    if not isinstance(given, str):
        raise SeasonFileError("texts")
    return given[:most]
