"""Exports of a league: fixtures as a calendar, results as a feed, table and fixtures as JSON, all as one file."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.league import match_record as records
from carrom.league.match_commands import Act
from carrom.league.match_record import LeagueRecord
from carrom.log import Entry
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.commands import Tell, TellTieMatch
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.presenters import fixture_row, sorted_by_day, table_rows
from carrom_web.competitions.match_leagues.repository import STORE, LeagueView, terms_of
from carrom_web.competitions.match_leagues.repository import seen as seen_of
from carrom_web.core.calendar import CalendarEntry, calendar_file

FORMAT = 1
LAST = 50  # results in a feed
LENGTH = timedelta(hours=2)  # of a fixture in a calendar
MEMBER = ("key", "position", "name", "rating", "active")
TEAM = (
    "key", "name", "club_name", "captain", "email", "shows_names", "standing", "venue", "at_once", "weekday", "time",
    "language", "made_at",
)  # fmt: skip
LETTERS = ("wants_reminders", "wants_reports")  # not in older files
AUDIT = ("at", "by", "role", "kind", "reason", "detail")


def calendar(seen: LeagueView, site: str, *, team: str = "") -> bytes:
    """The fixtures that have a day, all or those of a team, as iCalendar."""
    zone, entries = seen.terms.zone, []
    for one in sorted_by_day(seen, seen.league.meetings):
        slot = seen.league.slots.get(one.fixture.id)
        if slot is None or (team and team not in one.keys):
            continue
        day = date.fromisoformat(slot.day)
        start = datetime.combine(day, time.fromisoformat(slot.time), zone) if slot.time else day
        names = [
            draw_labels.side_label(seen, one.fixture.slot(side), one.a if side is Side.A else one.b) for side in Side
        ]
        path = seen.addresses.of("match-fixture", one.fixture.id)
        entries.append(
            CalendarEntry(
                uid=f"{seen.row.slug}-{one.fixture.id}@carrom",
                start=start,
                end=start + (LENGTH if slot.time else timedelta(days=1)),
                title=" – ".join(names),
                location=slot.venue,
                url=site + path,
                sequence=seen.row.version,
            )
        )
    name = f"{seen.terms.title}: {seen.name(team)}" if team else seen.terms.title
    uid = f"{seen.row.slug}-{team}@carrom" if team else f"{seen.row.slug}@carrom"
    return calendar_file(name, entries, uid=uid, revised=seen.row.changed_at, zone=zone)


def results_feed(seen: LeagueView, site: str) -> str:
    """The last results as RSS, the newest first."""
    feed = Rss201rev2Feed(
        title=seen.terms.title,
        link=site + reverse("match-league", args=[seen.row.slug]),
        description=_("Results"),
        language=get_language() or "en",
    )
    reported = _reported_at(seen.log.effective)
    decided = [one for one in seen.league.meetings if one.state is State.DECIDED]
    decided.sort(key=lambda one: (reported.get(one.fixture.id, ""), one.fixture.id), reverse=True)
    for one in decided[:LAST]:
        row = fixture_row(seen, one)
        a, b = row["sides"]
        score = f"{a['score']}-{b['score']}" if a["score"] else row["note"]
        at = reported.get(one.fixture.id, "")
        feed.add_item(
            title=f"{a['name']} – {b['name']} {score}",
            link=site + row["url"],
            description=" ".join(part for part in (row["heading"], row["scores"], row["note"]) if part),
            unique_id=f"{seen.row.slug}-{one.fixture.id}-{score}",
            pubdate=datetime.fromisoformat(at) if at else datetime(1970, 1, 1, tzinfo=UTC),
        )
    return str(feed.writeString("utf-8"))


def _reported_at(entries: Iterable[Entry[Act]]) -> dict[str, str]:
    """When the result of each fixture was reported last."""
    reported: dict[str, str] = {}
    for entry in entries:
        inner = getattr(entry.act, "act", None)
        if isinstance(inner, Tell | TellTieMatch):
            reported[inner.result.fixture] = entry.at
        elif getattr(entry.act, "agrees", False):
            reported[entry.act.fixture] = entry.at  # type: ignore[union-attr]
    return reported


def data(seen: LeagueView) -> dict[str, Any]:
    """Tables and fixtures as everybody sees them, as plain values."""
    return {
        "format": FORMAT,
        "title": seen.terms.title,
        "time_zone": seen.terms.time_zone,
        "tables": [
            {
                "pool": table.pool,
                "is_final": table.is_final,
                "rows": [
                    {name: value for name, value in row.items() if name not in ("url", "form_marks")}
                    for row in table_rows(seen, table)
                ],
            }
            for table in seen.league.tables
        ],
        "fixtures": [_fixture(seen, one) for one in seen.league.meetings],
    }


def published(league: League, now: datetime) -> dict[str, Any]:
    """Tables and fixtures of a row as everybody sees them."""
    return data(seen_of(league))


def standings_in(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The table of every pool."""
    return [{"title": table["pool"] or values["title"], "rows": table["rows"]} for table in values["tables"]]


def _fixture(seen: LeagueView, meeting: Meeting) -> dict[str, Any]:
    row = fixture_row(seen, meeting)
    slot, result = row["slot"], meeting.result
    return {
        "id": row["id"],
        "stage": row["stage"],
        "round": row["round"],
        "pool": row["pool"],
        "day": slot.day if slot else None,
        "time": row["time"],
        "venue": row["venue"],
        "a": row["sides"][0]["name"],
        "b": row["sides"][1]["name"],
        "state": meeting.state.value,
        "winner": result.winner.value if result and result.winner else None,
        "how": result.how if result else None,
        "points": list(result.points) if result else None,
        "games": list(result.games) if result else None,
        "scores": [list(one) for one in result.scores] if result else None,
    }


def whole_file(league: League) -> str:
    """Everything of a league as one JSON text, with names and addresses: for its organisers."""
    content = {
        "format": FORMAT,
        "slug": league.slug,
        "state": league.state,
        "record": records.write(LeagueRecord(terms=terms_of(league), entries=STORE.read(league).log.entries)),
        "teams": [
            {name: getattr(team, name) for name in (*TEAM, *LETTERS)}
            | {"members": [{name: getattr(one, name) for name in MEMBER} for one in team.members.order_by("position")]}
            for team in Team.objects.filter(league=league).order_by("pk")
        ],
        "log": [
            {name: getattr(one, name) for name in AUDIT}
            | {"entries": [entry.number for entry in one.log_entries.all()]}
            for one in league.audit_entries.order_by("pk").prefetch_related("log_entries")
        ],
    }
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
