"""The prints of a season: its standings, and a report of the whole season. Names as in public."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.league.solo_season import Season as SeasonValue
from carrom.league.solo_standings import DivisionTable, Row, UndecidedError, promotion
from carrom.league.solo_table import SetState
from carrom.league.solo_terms import SeasonTerms
from carrom.match import solo
from carrom.printing.listing import Listing, Part
from carrom_web.competitions.events.printouts import order_parts
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.setting_fields import shown_rows

MOST_WEEKS_ACROSS = 16  # more columns than this do not fit on a page: the last ones are printed


def standings_printout(season: Season, tables: Sequence[DivisionTable], link: str, *, now: datetime) -> Listing:
    """The places of every division with averages, sets and what is missing."""
    terms = repository.terms_of(season)
    return Listing(
        title=f"{terms.title}: {_('Standings')}",
        lines=_lines(season, terms, now),
        parts=[part for one in tables if one.rows for part in _with_order(one)] or [_nobody()],
        link=link,
        lang=_lang(),
    )


def report_printout(
    season: Season, value: SeasonValue, tables: Sequence[DivisionTable], link: str, *, now: datetime, today: str
) -> Listing:
    """The season in full: how it was played, standings, averages week by week, bests, who goes up and down."""
    terms = repository.terms_of(season)
    parts: list[Part] = []
    for one in tables:
        if one.rows:
            parts += _with_order(one)
            if not terms.has_free_dates:
                parts.append(_by_week(terms, one))
    parts += [
        part
        for part in (_bests(tables), _changes(value, today, is_over=season.state == Season.State.CLOSED))
        if part.rows
    ]
    rules = Part(heading=_("Terms"), columns=("", ""), rows=shown_rows(terms), wide=(1,))
    return Listing(
        title=f"{terms.title}: {_('Report of the season')}",
        lines=_lines(season, terms, now),
        parts=[*(parts or [_nobody()]), rules],
        link=link,
        lang=_lang(),
    )


def _lang() -> str:
    return (get_language() or "en").split("-")[0]


def _lines(season: Season, terms: SeasonTerms, now: datetime) -> list[str]:
    moment = formats.date_format(now.astimezone(repository.zone_of(terms)), "SHORT_DATETIME_FORMAT")
    return [
        f"{season.club.name}, {labels.days_label(season)}, {labels.laws_title(terms)}",
        _("Printed %(moment)s (%(zone)s)") % {"moment": moment, "zone": terms.time_zone},
    ]


def _nobody() -> Part:
    return Part(rows=[(_("No players yet."),)], wide=(0,))


def _place(row: Row) -> str:
    return "–" if row.place is None else f"{row.place}{'=' if row.level > 1 else ''}"


def _with_order(one: DivisionTable) -> list[Part]:
    """The standings, and below them why one is above another with the same average."""
    return [_standings(one), *order_parts(labels.order_sentences(one.rows))]


def _standings(one: DivisionTable) -> Part:
    return Part(
        heading=one.division.title or _("Standings"),
        columns=(_("Place"), _("Player"), _("Average"), _("Sets"), _("Missing"), _("Best board"), _("Best set")),
        rows=[
            (
                _place(row),
                f"{row.name} ({_('withdrawn')})" if row.has_left else row.name,
                row.average or "–",
                str(len(row.counts)),
                str(len(row.missing) or ""),
                str(row.best_board or ""),
                row.best_set,
            )
            for row in one.rows
        ],
        wide=(1,),
        numbers=(0, 2, 3, 4, 5, 6),
    )


def _by_week(terms: SeasonTerms, one: DivisionTable) -> Part:
    weeks = [week.number for week in terms.weeks if any(week.number in dict(row.by_week) for row in one.rows)]
    shown = weeks[-MOST_WEEKS_ACROSS:]
    division = one.division.title or _("Standings")
    return Part(
        heading=_("%(division)s, averages week by week") % {"division": division},
        columns=(_("Player"), *(str(number) for number in shown)),
        rows=[(row.name, *(dict(row.by_week).get(number, "–") for number in shown)) for row in one.rows],
        wide=(0,),
        numbers=tuple(range(1, len(shown) + 1)),
    )


def _bests(tables: Sequence[DivisionTable]) -> Part:
    """The best five sets of the season in each division that count or were dropped."""
    rows: list[tuple[str, ...]] = []
    for table in tables:
        sets = [
            (one.set.total, one.set.day, tally.player.name, one.set)
            for tally in table.table.tallies.values()
            for one in tally.judged
            if one.state in (SetState.COUNTS, SetState.DROPPED)
        ]
        for _total, day, name, one in sorted(sets, key=lambda found: found[:3])[:5]:
            average = solo.average(one.strokes, table.table.rules)
            when = formats.date_format(date.fromisoformat(day), "DATE_FORMAT")
            rows.append((average, name, table.division.title, when, ", ".join(map(str, one.strokes))))
    return Part(
        heading=_("Best sets"),
        columns=(_("Average"), _("Player"), _("Division"), _("Day"), _("Boards")),
        rows=rows,
        wide=(1, 4),
        numbers=(0,),
    )


def _changes(value: SeasonValue, today: str, *, is_over: bool) -> Part:
    """Return promotions and relegations; nothing where there is one division, or lots are still to be drawn."""
    names = {one.key: one.name for one in value.players}
    titles = {one.key: one.title or one.key for one in value.terms.divisions}
    try:
        changes = promotion(value, today=today) if len(value.terms.divisions) > 1 else ()
    except UndecidedError:
        changes = ()
    return Part(
        heading=_("Next season") if is_over else _("Next season, as it looks now"),
        columns=(_("Player"), _("From"), _("To"), ""),
        rows=[
            (names[one.key], titles[one.before], titles[one.after], labels.change_label(one.why))
            for one in changes
            if one.before != one.after
        ],
        wide=(0,),
    )
