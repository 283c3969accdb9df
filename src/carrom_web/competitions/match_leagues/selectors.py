"""Queries about match leagues. Reads, never writes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import Captain, League, SheetMatch, Team, TeamMember
from carrom_web.core.cache import once_a_request
from carrom_web.core.hooks import ParentPage
from carrom_web.core.rows import only_row

TEAM_SALT, MEMBER_SALT = "carrom.league-team", "carrom.league-member"


class UnknownTeamError(UnreadableError):
    """No team stands behind this link."""

    code = "unknown-team"


def may(league: League, guest_id: UUID | None, action: Action) -> bool:
    """Whether somebody may do something in a league: what their roles in its club let them."""
    return clubs.may(league.club_id, guest_id, action)


def seeded_by(league: League) -> str:
    """Return the name of the rating list from which the draw took its strengths; "" without one."""
    entry = league.audit_entries.filter(kind=AuditKind.FIXTURES_MADE).order_by("-pk").first()
    return str(entry.detail.get("seeds", "")) if entry else ""


def league_of_match(match_id: UUID) -> ParentPage | None:
    """Return the league for whose fixture a match is played; None: for none."""
    row = only_row(SheetMatch.objects.select_related("league").filter(match_id=match_id))
    if row is None:
        return None
    url = reverse("match-league", args=[row.league.slug])
    return ParentPage(title=row.league.title, url=url, is_online=row.is_online, counts=not row.is_withdrawn)


def index_rows(guest_id: UUID | None) -> list[dict[str, Any]]:
    """Return the match leagues as rows of the index of all leagues."""
    states: Mapping[str, str] = {
        League.State.DRAFT: _("draft"),
        League.State.OPEN: _("running"),
        League.State.CLOSED: _("over"),
        League.State.CANCELLED: _("cancelled"),
    }
    captain_in = set(Captain.objects.filter(guest=guest_id).values_list("team__league_id", flat=True))
    organises = {club.pk for club in clubs.clubs_to_organise(guest_id)}
    today = timezone.localdate()
    return [
        {
            "title": row.title,
            "url": reverse("match-league", args=[row.slug]),
            "club": row.club.name,
            "club_id": row.club_id,
            "when": row.first_day,
            "state": _("announced") if row.state == League.State.OPEN and row.first_day > today else states[row.state],
            "is_open": row.state == League.State.OPEN,
            "is_mine": row.pk in captain_in or row.club_id in organises,
            "day": row.first_day,
        }
        for row in repository.STORE.visible_to(guest_id)
    ]


def seasons_before(league: League) -> list[League]:
    """Return the seasons that came before, the newest first."""
    found: list[League] = []
    row = league.previous
    while row is not None and len(found) < 30 and row not in found:
        found.append(row)
        row = row.previous
    return [one for one in found if one.state != League.State.DRAFT]


def team_with_token(token: str) -> Team:
    """Return the team that a link stands for. Raises UnknownTeamError."""
    try:
        pk = int(signing.Signer(salt=TEAM_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownTeamError("link") from None
    team = only_row(Team.objects.select_related("league__club").filter(pk=pk))
    if team is None:
        raise UnknownTeamError("deleted")
    return team


def token_of(team: Team) -> str:
    """The part of an address that stands for a team."""
    return signing.Signer(salt=TEAM_SALT, sep=".").sign(str(team.pk))


def member_with_token(token: str) -> TeamMember:
    """Return the member of a team that a link stands for. Raises UnknownTeamError."""
    try:
        pk = int(signing.Signer(salt=MEMBER_SALT, sep=".").unsign(token))
    except (signing.BadSignature, ValueError):
        raise UnknownTeamError("member-link") from None
    member = only_row(TeamMember.objects.select_related("team__league__club", "person").filter(pk=pk))
    if member is None or not member.name:
        raise UnknownTeamError("member-gone")
    return member


def member_token(member: TeamMember) -> str:
    """The part of an address that stands for a member of a team."""
    return signing.Signer(salt=MEMBER_SALT, sep=".").sign(str(member.pk))


@once_a_request
def team_of(league: League, guest_id: UUID | None) -> Team | None:
    """Return the team for which somebody acts in a league; None: they are no captain here."""
    if guest_id is None:
        return None
    rows = Captain.objects.filter(team__league=league, guest_id=guest_id, team__standing=Team.Standing.ENTERED)
    row = max(rows.select_related("team"), key=lambda row: (row.since, row.pk), default=None)
    if row is None:
        return None
    row.team.league = league
    return row.team


def sheets_in(league: League) -> dict[str, SheetMatch]:
    """Return the sheets of fixtures by their names; the newest of each that may count."""
    rows = league.sheets.filter(is_withdrawn=False).select_related("match")
    return {row.fixture: row for row in rows.order_by("pk")}


def club_of_match(match_id: UUID) -> int | None:
    """Return the club to whose league a match belongs; None: to none."""
    return only_row(SheetMatch.objects.filter(match_id=match_id).values_list("league__club_id", flat=True))
