"""Shared by several pages of a season: its head, sets as rows, its log."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from carrom.league.solo_standings import DivisionTable
from carrom.league.solo_table import Judged
from carrom.league.solo_terms import SeasonTerms
from carrom_web.audit.log_view import Description, LogView
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.following import Followed
from carrom_web.competitions.page_values import Head
from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season, SoloSet


def head(season: Season, terms: SeasonTerms, guest_id: UUID | None) -> Head:
    """Return the head of every page of a season."""
    return Head(
        terms.title,
        labels.state_label(season, repository.today_in(season, timezone.now())),
        is_open=season.state == Season.State.OPEN,
        chips=(labels.laws_title(terms),),
        when=labels.days_label(season),
        more={
            "season": season,
            "terms": terms,
            "organises": selectors.organises(season, guest_id),
            "socket": "" if season.state == Season.State.DRAFT else f"/ws/leagues/solo/{season.slug}/",
        },
    )


def judged_of(tables: tuple[DivisionTable, ...]) -> Mapping[str, Judged]:
    """Return what each set is for the standings, by its key."""
    return {one.set.key: one for table in tables for tally in table.table.tallies.values() for one in tally.judged}


def set_row(row: SoloSet, terms: SeasonTerms, judged: Judged | None = None, *, is_own: bool = False) -> dict[str, Any]:
    """One set as a card or a line."""
    state = judged.state if judged is not None else None
    return {
        "row": row,
        "key": row.key,
        "when": labels.week_label(terms, row.week),
        "week": row.week,
        "day": row.day,
        "strokes": row.strokes,
        "average": repository.average_of(terms, row.strokes),
        "words": labels.set_label(row, state),
        "counts": row.status == SoloSet.Status.COUNTS and (state is None or state == "counts"),
        "is_pending": row.status in (SoloSet.Status.PENDING, SoloSet.Status.STARTED),
        "how": labels.origin_label(row.origin),
        "proofs": labels.proof_label(row),
        "late": late_label(row, judged),
        "film": row.film if row.film.startswith(("http://", "https://")) else "",
        "url": reverse("solo-season-set", args=[row.season.slug, row.key]),
        "open_url": match_url(row) if is_own and row.status == SoloSet.Status.STARTED else "",
        "match_url": match_url(row),
    }


def late_label(row: SoloSet, judged: Judged | None) -> str:
    """Describe the effect of coming late on a set; "" if it came in time."""
    if judged is None or not judged.is_late:
        return ""
    if row.late_accepted:
        return _("late, accepted")
    if judged.extra:
        return _("late, strokes added: %(count)d") % {"count": judged.extra}
    return _("late, not accepted") if row.late_accepted is False else _("late")


def match_url(row: SoloSet) -> str:
    """The address where a set is played, scored or followed; "" for a reported one."""
    if row.match_id is None:
        return ""
    if row.status == SoloSet.Status.STARTED and row.origin == SoloSet.Origin.AT_HOME:
        return reverse("solo-set", args=[row.match_id])
    return reverse("match", args=[row.match_id])


def entry_rows(season: Season, entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    """Entries of the audit log as an organiser sees them: {pk, at, by, what, about, why, changes, may_undo}."""
    zone = repository.zone_of(repository.terms_of(season))
    names = {player.key: repository.shown_name(player) for player in season.players.all()}
    may_undo = selectors.revertible(season, entries)
    divisions = _division_titles(season)
    return [
        {
            "pk": entry.pk,
            "at": labels.moment_label(entry.at, zone),
            "by": entry.by or labels.role_label(entry),
            "what": labels.kind_label(entry),
            "about": names.get(entry.detail.get("player", ""), ""),
            "why": entry.reason,
            "changes": labels.change_list(entry.detail.get("changes", ()), divisions),
            "may_undo": entry.pk in may_undo,
        }
        for entry in entries
    ]


def _division_titles(season: Season) -> dict[str, str]:
    return {one.key: repository.division_title(season, one.key) for one in repository.terms_of(season).divisions}


def log_view(season: Season) -> LogView:
    """How the log of a season is shown on its page and as CSV."""
    terms = repository.terms_of(season)
    zone = repository.zone_of(terms)
    divisions = _division_titles(season)

    @cache
    def may_undo() -> set[int]:
        return selectors.revertible(season, season.audit_entries.all())

    def describe(entry: AuditEntry) -> Description:
        about = "; ".join(labels.change_list(entry.detail.get("changes", ()), divisions))
        return Description(about=about, undo=entry.pk if entry.pk in may_undo() else 0)

    return LogView(
        subject=season,
        kinds={kind: str(label) for kind, label in Kind.choices},
        describe=describe,
        moment=lambda at: labels.moment_label(at, zone),
        zone=zone,
        parts={player.key: player.name or repository.shown_name(player) for player in season.players.order_by("pk")},
        part_label=_("Player"),
        part_key="player",
        undoes_entries=True,
        otherwise=_("undone or changed since"),
    )


def player_url(season: Season, player: Player | str) -> str:
    """Return the address of a player's figures; "" if the site has no such page."""
    try:
        return reverse("solo-player", args=[season.slug, player if isinstance(player, str) else player.key])
    except NoReverseMatch:
        return ""


def site_of(request: HttpRequest) -> str:
    """The address under which the site is seen now, for links in letters."""
    return request.build_absolute_uri("/").rstrip("/")


def followed(season: Season, terms: SeasonTerms, keys: Sequence[str]) -> list[Followed]:
    """Those players of these keys, each with place and average."""
    found = []
    for row in (row for table in repository.tables(season, timezone.now()) for row in table.rows if row.key in keys):
        says = _("place %(place)s, average %(average)s") % {"place": row.place, "average": row.average}
        url = reverse("solo-player", args=[season.slug, row.key])
        found.append(Followed(key=row.key, name=row.name, url=url, says=says if row.place else _("no place yet")))
    return found
