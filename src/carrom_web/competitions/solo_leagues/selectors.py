"""Queries about seasons. Reads, never writes."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom.league.solo_terms import SeasonTerms
from carrom.log import standing
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, Kind, Player, Season, SoloSet
from carrom_web.core.cache import once_a_request
from carrom_web.core.hooks import ParentPage, PlayerCompetition
from carrom_web.core.rows import only_row

PLAYER_SALT = "carrom.solo-player"
WITNESS_SALT = "carrom.solo-witness"
HOLDS_PLACE = (Player.Status.INVITED, Player.Status.PLAYING)
IN_PLAY = (SoloSet.Status.STARTED, SoloSet.Status.PENDING, SoloSet.Status.COUNTS)


class UnknownPlayerError(UnreadableError):
    """Nobody stands behind this link."""

    code = "unknown-player"


class UnknownSetError(UnreadableError):
    """No set stands behind this link."""

    code = "unknown-set"


def plain_key(key: str) -> str:
    """A key as it may be asked for: PostgreSQL takes no text with a null sign."""
    return key.replace("\0", "")


def organises(season: Season, guest_id: UUID | None) -> bool:
    """Whether somebody may organise a season, by their roles in its club."""
    return clubs.may(season.club_id, guest_id, Action.ORGANISE)


def sees_persons(season: Season, guest_id: UUID | None) -> bool:
    """Whether somebody sees whole names and addresses of a season's players."""
    return clubs.may(season.club_id, guest_id, Action.SEE_PERSONS)


def player_with_token(token: str) -> Player:
    """Return the player that a link stands for. Raises UnknownPlayerError."""
    try:
        pk = int(signing.Signer(salt=PLAYER_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownPlayerError("link") from None
    player = only_row(Player.objects.select_related("season__club").filter(pk=pk))
    if player is None:
        raise UnknownPlayerError("deleted")
    return player


def token_of(player: Player) -> str:
    """The part of an address that stands for a player."""
    return signing.Signer(salt=PLAYER_SALT, sep=".").sign(str(player.pk))


@once_a_request
def player_of(season: Season, guest_id: UUID | None) -> Player | None:
    """Return the player that somebody is in a season; who came back after a withdrawal is the newest."""
    if guest_id is None:
        return None
    rows = sorted(Player.objects.filter(season=season, guest_id=guest_id), key=lambda row: row.pk)
    for row in rows:
        row.season = season
    return next((row for row in rows if row.status != Player.Status.WITHDRAWN), rows[-1] if rows else None)


def player_with_key(season: Season, key: str) -> Player:
    """Return the player that stands under a key. Raises UnknownPlayerError."""
    rows = Player.objects.select_related("season__club").filter(season=season, key=plain_key(key))
    player = rows.first()
    if player is None:
        raise UnknownPlayerError("not-in-season")
    return player


def set_with_token(token: str) -> SoloSet:
    """Return the set whose witness a link was sent to. Raises UnknownSetError: no set, or another question since."""
    try:
        text = signing.Signer(salt=WITNESS_SALT, sep=".").unsign(token)
        pk, _sign, question = text.partition("-")
        row = SoloSet.objects.select_related("player__season__club", "season__club", "match").get(pk=int(pk))
    except (signing.BadSignature, ValueError, SoloSet.DoesNotExist):
        raise UnknownSetError("link") from None
    if not question or question != _question(row):
        raise UnknownSetError("superseded")
    return row


def witness_token(row: SoloSet) -> str:
    """The part of an address that asks a set's witness; it leads nowhere once somebody or something else is asked."""
    return signing.Signer(salt=WITNESS_SALT, sep=".").sign(f"{row.pk}-{_question(row)}")


def _question(row: SoloSet) -> str:
    """Stands for who is asked about which numbers."""
    one = repository.state_of(row.season).sets.get(row.key)
    if one is None:
        return ""
    return hashlib.sha256(f"{one.witness} {one.strokes} {one.day}".encode()).hexdigest()[:12]


def set_of(season: Season, key: str) -> SoloSet:
    """Give a set by its key. Raises UnknownSetError."""
    row = SoloSet.objects.select_related("player__season__club", "match").filter(season=season, key=key).first()
    if row is None:
        raise UnknownSetError("not-in-season")
    return row


def own_set(player: Player, key: str) -> SoloSet:
    """Give a set of a player by its key. Raises UnknownSetError: there is none, or it is somebody else's."""
    row = SoloSet.objects.select_related("player__season", "match").filter(player=player, key=plain_key(key)).first()
    if row is None:
        raise UnknownSetError("not-yours")
    row.season = row.player.season
    return row


def players_of(season: Season) -> list[Player]:
    """Return all players as they came."""
    return list(season.players.order_by("pk"))


def sets_of(season: Season, *, week: int | None = None) -> list[SoloSet]:
    """Return the sets that stand, or those of one week, as they came."""
    rows = season.sets.filter(status__in=IN_PLAY).select_related("player")
    return list((rows if week is None else rows.filter(week=week)).order_by("pk"))


def waiting_for_a_word(season: Season) -> list[SoloSet]:
    """Return the sets that the organiser may have to decide about, the oldest first."""
    rows = season.sets.filter(status=SoloSet.Status.PENDING).select_related("player")
    return list(rows.order_by("handed_in_at", "pk"))


def is_past_deadline(row: SoloSet, now: datetime) -> bool:
    """Whether a set's week is over, days of grace included, so that its player corrects nothing by themselves."""
    return is_past_deadline_of(repository.terms_of(row.season), row.week, now)


def is_past_deadline_of(terms: SeasonTerms, week: int, now: datetime) -> bool:
    """Whether a week is over, days of grace included; one that the season does not have is."""
    found = next((one for one in terms.all_weeks if one.number == week), None)
    return found is None or terms.day_of(now.isoformat()) > terms.deadline(found)


def open_request(row: SoloSet) -> CorrectionRequest | None:
    """Return the correction of a set that waits for the organiser."""
    return CorrectionRequest.objects.filter(set=row, status=CorrectionRequest.Status.OPEN).first()


def open_requests(season: Season) -> list[CorrectionRequest]:
    """Return all corrections that wait for the organiser, the oldest first."""
    rows = CorrectionRequest.objects.filter(season=season, status=CorrectionRequest.Status.OPEN)
    return list(rows.select_related("set__player").order_by("pk"))


def revertible(season: Season, entries: Iterable[AuditEntry]) -> set[int]:
    """Return the entries of the audit log that an organiser can undo: people's acts that nobody has undone."""
    log = repository.log_of(season)
    stands = {entry.number for entry in standing(log.entries) if entry.number > 1}
    by_people = {entry.pk for entry in entries if entry.role != AuditEntry.Role.SITE and entry.kind != Kind.IMPORTED}
    numbers: dict[int | None, list[int]] = {}
    for number, audit_id in LogEntry.objects.filter(audit__in=by_people).values_list("number", "audit"):
        numbers.setdefault(audit_id, []).append(number)
    return {pk for pk, found in numbers.items() if pk is not None and stands.issuperset(found)}


def club_of_match(match_id: UUID) -> int | None:
    """Return the club whose season a match is a set of; None: it is none."""
    return only_row(SoloSet.objects.filter(match_id=match_id).values_list("season__club_id", flat=True))


def season_of_match(match_id: UUID) -> ParentPage | None:
    """Return the season whose set a match is; None: it is none."""
    row = SoloSet.objects.select_related("season").filter(match_id=match_id).first()
    if row is None:
        return None
    return ParentPage(title=repository.terms_of(row.season).title, url=reverse("solo-season", args=[row.season.slug]))


def index_rows(guest_id: UUID | None) -> list[dict[str, Any]]:
    """Return the seasons that somebody may see as rows of the page of all leagues."""
    now = timezone.now()
    plays = set(Player.objects.filter(guest=guest_id, status__in=HOLDS_PLACE).values_list("season_id", flat=True))
    organises = {club.pk for club in clubs.clubs_to_organise(guest_id)}
    return [
        {
            "title": repository.terms_of(season).title,
            "url": reverse("solo-season", args=[season.slug]),
            "club": season.club.name,
            "club_id": season.club_id,
            "when": labels.days_label(season),
            "state": labels.state_label(season, repository.today_in(season, now)),
            "is_open": season.state == Season.State.OPEN
            and repository.today_in(season, now) <= season.last_day.isoformat(),
            "is_mine": season.pk in plays or season.club_id in organises,
            "day": season.first_day,
        }
        for season in repository.STORE.visible_to(guest_id)
    ]


def competitions_of_players(player_ids: Iterable[UUID]) -> list[PlayerCompetition]:
    """The announced seasons that one person plays in, with their averages."""
    found = []
    rows = Player.objects.filter(person__in=player_ids, status__in=repository.IN_SEASON)
    for row in rows.exclude(season__state=Season.State.DRAFT).select_related("season", "person__root"):
        terms = repository.terms_of(row.season)
        lines = (line for table in repository.tables(row.season, timezone.now()) for line in table.rows)
        line = next((line for line in lines if line.key == row.key), None)
        detail = repository.division_title(row.season, row.division)
        if line is not None and line.average:
            average = _("average %(average)s strokes a set") % {"average": line.average}
            detail = f"{detail}, {average}" if detail else average
        found.append(
            PlayerCompetition(
                kind=_("19-coin solo"),
                title=terms.title,
                url=reverse("solo-player", args=[row.season.slug, row.key]),
                day=row.season.first_day,
                detail=detail,
            )
        )
    return found
