"""Shared by several pages of a match league: its head, fixtures and tables as rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from carrom.league.match_fixtures import Slot
from carrom.league.match_series import DECIDER, SeriesStand, leg_name
from carrom.league.match_table import LeagueRow, PoolTable
from carrom.league.match_terms import as_counted
from carrom.match.rules import shipped
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.results import Outcome
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.following import Followed
from carrom_web.competitions.match_leagues import selectors
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.repository import LeagueView
from carrom_web.competitions.match_leagues.services import registration
from carrom_web.competitions.page_values import Head
from carrom_web.core.translation import ruleset_title


def head(league: League, seen: LeagueView, guest_id: UUID | None) -> Head:
    """Return the head of every page of a league."""
    terms = seen.terms
    open_now = registration.is_open(league, terms, timezone.now(), is_drawn=seen.league.is_drawn)
    more = {
        "league": league,
        "terms": terms,
        "own": selectors.team_of(league, guest_id),
        "socket": "" if league.state == League.State.DRAFT else f"/ws/leagues/matches/{league.slug}/",
        "feeds": {
            "calendar": reverse("match-league-calendar", args=[league.slug]),
            "results": reverse("match-league-results", args=[league.slug]),
        },
    }
    return Head(
        terms.title,
        state_label(seen, is_open=open_now),
        is_open=open_now,
        chips=(ruleset_title(shipped()[terms.ruleset]),),
        when=when_label(seen),
        more=more,
    )


def followed(league: League, seen: LeagueView, keys: Sequence[str]) -> list[Followed]:
    """Those entrants of these keys, each with the next fixture that they play."""
    found = []
    for key in keys:
        if key in seen.names:
            ready = (one for one in seen.league.meetings if one.state is State.READY and key in one.keys)
            one = next(iter(sorted_by_day(seen, ready)), None)
            url = seen.addresses.of("match-league-team", key)
            found.append(Followed(key=key, name=seen.name(key), url=url, **_next(seen, one, key)))
    return found


def _next(seen: LeagueView, meeting: Meeting | None, key: str) -> dict[str, Any]:
    if meeting is None:
        return {"says": _("no match waiting")}
    row = fixture_row(seen, meeting)
    other = next(side["name"] for side in row["sides"] if side["key"] != key)
    says = _("against %(name)s") % {"name": other}
    return {"says": f"{row['day']} {row['time']}, {says}" if row["day"] else says, "watch": row["url"]}


def state_label(seen: LeagueView, *, is_open: bool) -> str:
    """How a league stands, in two words."""
    words = {League.State.DRAFT: _("draft"), League.State.CANCELLED: _("cancelled"), League.State.CLOSED: _("archive")}
    if seen.row.state in words:
        return words[League.State(seen.row.state)]
    if is_open:
        return _("entries open")
    if not seen.league.is_drawn:
        return _("entries closed")
    return _("over") if seen.league.is_over else _("play-offs") if seen.league.playoffs else _("being played")


def when_label(seen: LeagueView) -> str:
    """From when to when."""
    days = sorted(slot.day for slot in seen.league.slots.values()) or [seen.terms.first_day]
    first, last = day_label(days[0]), day_label(days[-1])
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def how_label(seen: LeagueView) -> list[str]:
    """Return the consequences of the terms, in sentences; the terms themselves are `shown_rows`."""
    terms = seen.terms
    lines = [draw_labels.walk_over_label(as_counted(terms))]
    if terms.tie_terms is not None:
        lines.append(_("Line-ups are handed in closed: nobody can see them until both are in."))
    if terms.pools > 1 and seen.league.is_drawn and (source := selectors.seeded_by(seen.row)):
        lines.append(_("Pools by strength in %(source)s; entrants not listed there come last") % {"source": source})
    if terms.playoffs.are_planned and terms.playoffs.series == "two-legs":
        lines.append(_("Both matches of a pairing count together, as in the table"))
    return lines


def day_label(day: str, *, short: bool = False) -> str:
    """A day as people write it."""
    return _day_label(day, short, get_language())


@lru_cache(512)  # a page has hundreds of fixtures on a few days
def _day_label(day: str, short: bool, language: str | None) -> str:
    return formats.date_format(date.fromisoformat(day), "D j N" if short else "DATE_FORMAT")


@dataclass(frozen=True, slots=True)
class Word:
    """An outcome as a letter and as a word."""

    letter: str
    word: str


def outcome_label(outcome: Outcome) -> Word:
    """A letter for the eye, a word for the ear."""
    match outcome:
        case Outcome.WON:
            return Word(pgettext("letter of a result", "W"), _("won"))
        case Outcome.TIED:
            return Word(pgettext("letter of a result", "T"), _("tied"))
        case Outcome.LOST:
            return Word(pgettext("letter of a result", "L"), _("lost"))
        case Outcome.BYE:
            return Word(pgettext("letter of a result", "B"), _("bye"))


def fixture_row(seen: LeagueView, meeting: Meeting, sheet: Any = None) -> dict[str, Any]:
    """A fixture as a page shows it: when, where, sides with scores, how far it is."""
    fixture, result = meeting.fixture, meeting.result
    slot = seen.league.slots.get(fixture.id)
    sides = [
        {
            "side": side.value,
            "key": key or "",
            "name": draw_labels.side_label(seen, fixture.slot(side), key),
            "url": seen.addresses.of("match-league-team", key) if key in seen.names else "",
            "score": draw_labels.score_label(result, side) if result and result.is_played else "",
            "won": result is not None and result.winner is side,
        }
        for side, key in ((Side.A, meeting.a), (Side.B, meeting.b))
    ]
    stage = seen.league.stage_of(fixture.id)
    is_final = stage != "season"
    row = {
        "id": fixture.id,
        "url": seen.addresses.of("match-fixture", fixture.id),
        "round": fixture.round,
        "night": seen.addresses.of("match-league-night", f"{'p' if is_final else ''}{fixture.round}"),
        "pool": fixture.group,
        "heading": night_label(seen, meeting),
        "stage": "playoffs" if is_final else "season",
        "part": _part_words(fixture.id, fixture.stage) if stage == "series" else "",
        "needs_winner": seen.league.needs_winner(fixture.id),
        "sides": sides,
        "slot": slot,
        "day": day_label(slot.day, short=True) if slot else "",
        "time": slot.time if slot else "",
        "venue": slot.venue if slot else "",
        "is_decided": meeting.state is State.DECIDED,
        "is_ready": meeting.state is State.READY,
        "note": draw_labels.result_label(result) if result else "",
        "scores": draw_labels.scores_label(result) if result and seen.terms.tie_terms is None else "",
        "moved": fixture.id in seen.league.planned and slot != seen.league.planned[fixture.id],
        "asked": fixture.id in seen.league.proposals,
        "is_reported": any(name == fixture.id for name, _number in seen.league.reported),
        "live": f"/matches/{sheet.match_id}/" if sheet is not None and sheet.ended_at is None else "",
    }
    return row | {"said": _said(row)}


def night_label(seen: LeagueView, meeting: Meeting) -> str:
    """The match day of a fixture in words, in the play-offs its round."""
    if seen.league.stage_of(meeting.fixture.id) != "season":
        return playoff_label(seen, meeting)
    return _("Match day %(n)s") % {"n": meeting.fixture.round}


def _part_words(fixture: str, stage: str) -> str:
    """Name this leg of a pairing."""
    number = fixture.rpartition("-")[2]
    return _("Deciding match") if stage == DECIDER else _("Match %(n)s") % {"n": number}


def pairing_rows(seen: LeagueView, sheets: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The pairings of the play-offs as fixtures, each with its legs below it and what decided it."""
    legs = {one.fixture.id: one for one in seen.league.meetings}
    rows = []
    for one in seen.league.pairings:
        stand = seen.league.stands.get(one.fixture.id)
        row = fixture_row(seen, one, sheets.get(one.fixture.id))
        if seen.league.series is not None:
            row |= {
                "day": "",
                "legs": [
                    fixture_row(seen, legs[leg.id], sheets.get(leg.id))
                    for leg in (stand.legs if stand else ())
                    if leg.id in legs
                ],
                "by": series_label(stand),
                "is_whole": stand is not None and stand.by == "reported",
            }
            first = seen.league.slots.get(leg_name(one.fixture.id, 1))
            if stand is None and first is not None and not one.is_settled:
                row["day"] = day_label(first.day, short=True)
            if stand and one.result is None:
                row["by"] = row["by"] or _("so far")
                for side in row["sides"]:
                    side["score"] = _so_far(seen, stand, side["key"])
        rows.append(row)
    return rows


def _so_far(seen: LeagueView, stand: SeriesStand, key: str) -> str:
    """Return a side's score in an undecided pairing: legs won in a best of n, points of both legs together."""
    tally = stand.won if seen.terms.playoffs.series == "best-of" else stand.points
    return str(tally.a if key == stand.keys[0] else tally.b)


def series_label(stand: SeriesStand | None) -> str:
    """Return what decided a pairing of several legs if its score does not show it."""
    if stand is None or stand.by in ("", "legs", "reported"):
        return _("level: lots decide") if stand is not None and stand.needs_lots else ""
    words = {
        "decider": _("by the deciding match"),
        "lots": _("by lot"),
        "seed": _("level: the better placed side goes on"),
    }
    by = words.get(stand.by)
    return by or _("both matches together: %(by)s") % {"by": draw_labels.tie_break_label(stand.by)}


def playoff_label(seen: LeagueView, meeting: Meeting) -> str:
    """A round of the play-offs by its own name."""
    if seen.league.stage_of(meeting.fixture.id) == "series":
        meeting = seen.league.meeting(meeting.fixture.id.rpartition("-")[0])
    if meeting.fixture.stage == "third-place":
        return _("Third place")
    playoffs = seen.league.playoffs
    last = playoffs.rounds if playoffs else 0
    if seen.terms.playoffs.kind == "step-ladder":
        return _("Final") if meeting.fixture.round == last else _("Step %(n)s") % {"n": meeting.fixture.round}
    names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    return names.get(last - meeting.fixture.round, _("Round %(round)s") % {"round": meeting.fixture.round})


def by_heading(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Fixtures under their headings, in the order in which they come."""
    parts: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        parts.setdefault((row["stage"], row["heading"]), []).append(row)
    return [
        {
            "heading": heading,
            "rows": [row | {"about": _about(row)} for row in found],
            "stage": stage,
            "night": found[0].get("night", ""),
        }
        for (stage, heading), found in parts.items()
    ]


def in_one(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Fixtures in one list without headings, as those of one team; each card names its match day."""
    found = [row | {"about": _about(row, row["heading"])} for row in rows]
    return [{"heading": "", "rows": found, "stage": ""}] if found else []


def _about(row: Mapping[str, Any], heading: str = "") -> str:
    """The line below its sides: its number, when and where."""
    when = ", ".join(filter(None, (row["day"], row["time"], row["venue"]))) if row["day"] else row.get("by", "")
    if not when and not row.get("legs"):
        when = row["id"]
    moved = _("moved") if row["moved"] else ""
    return " · ".join(filter(None, (row["pool"], heading, row["part"], when, moved)))


def _said(row: Mapping[str, Any]) -> str:
    """How far a fixture is."""
    if row["live"]:
        return _("being played")
    if row["is_decided"]:
        return f"{row['note']} {row['scores']}".strip()
    if row["is_reported"]:
        return _("to be confirmed")
    return _("another day?") if row["asked"] else ""


def sorted_by_day(seen: LeagueView, meetings: Iterable[Meeting]) -> list[Meeting]:
    """Fixtures by day and time as they are planned now."""
    nothing = Slot(fixture="", day="9999-12-31")

    def when(one: Meeting) -> tuple[str, str, int, int, str]:
        slot = seen.league.slots.get(one.fixture.id, nothing)
        return slot.day, slot.time, one.fixture.round, one.fixture.place, one.fixture.id

    return sorted(meetings, key=when)


def table_rows(seen: LeagueView, table: PoolTable) -> list[dict[str, Any]]:
    """The lines of a table."""
    marks = {one: _mark(one) for one in Outcome}
    return [_table_row(seen, row, marks) for row in table.rows]


def _table_row(seen: LeagueView, row: LeagueRow, marks: Mapping[Outcome, SafeString]) -> dict[str, Any]:
    plain = row.row
    return {
        "place": plain.place,
        "level": plain.level > 1,
        "key": row.key,
        "name": seen.name(row.key),
        "club": seen.clubs.get(row.key, ""),
        "url": seen.addresses.of("match-league-team", row.key),
        "played": plain.played,
        "won": plain.won,
        "tied": plain.tied,
        "lost": plain.lost,
        "games": f"{row.games[0]}-{row.games[1]}",
        "score": f"{row.own}-{row.other}",
        "net": f"{row.own - row.other:+d}",
        "points": row.points,
        "bonus": row.bonus,
        "deducted": row.deducted,
        "apart_by": draw_labels.tie_break_label(plain.apart_by) if plain.apart_by not in ("", "points") else "",
        "home": "-".join(map(str, row.home)),
        "away": "-".join(map(str, row.away)),
        "left": seen.league.season.entrant(row.key).left is not None,
        "form": [one.value for one in row.form],
        "form_marks": SafeString(" ".join(marks[one] for one in row.form)),
    }


def _mark(outcome: Outcome) -> SafeString:
    """An outcome in the form of an entrant: here, since a template would take its parts from dictionaries a row."""
    label = outcome_label(outcome)
    return format_html(
        '<span class="form-{}"><span aria-hidden="true">{}</span><span class="sr">{}</span></span>',
        outcome.value,
        label.letter,
        label.word,
    )


def deductions(seen: LeagueView) -> list[dict[str, Any]]:
    """Return the deductions with their reasons, for everybody."""
    return [{"name": seen.name(one.key), "points": one.points, "reason": one.reason} for one in seen.league.deductions]


def site_of(request: HttpRequest) -> str:
    """The address under which the site is seen now, for links in letters."""
    return request.build_absolute_uri("/").rstrip("/")


def named(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether any row of a table says more than its points: to leave a column out where it is empty."""
    return any(row["bonus"] or row["deducted"] for row in rows)
