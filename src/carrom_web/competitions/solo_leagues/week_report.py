"""The report of a week of a season, in sentences."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from carrom.league.solo_report import WeekReport, week_report
from carrom.league.solo_season import Season as SeasonValue
from carrom.league.solo_terms import SeasonTerms
from carrom_web.competitions.reports import Line, Placed, Report, Reports, TableAfter
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.addresses import Addresses

FEW = 6  # as many names a line of a report may have


def report_text(season: Season, number: int, *, now: datetime) -> str:
    """The report of a week as a text to paste, a line for each thing; empty while no set of it counts."""
    return made(season, number, now).text if number in numbers(season, now) else ""


def numbers(season: Season, now: datetime) -> list[int]:
    """The weeks in which a set counts, the newest first."""
    value, today, tables = repository.standings_of(season, now)
    counting = {key for table in tables for row in table.rows for key in (*row.counts, *row.dropped)}
    weeks = {value.terms.week_of(one.day) for one in value.sets if one.key in counting}
    return sorted((one.number for one in weeks if one is not None and one.first <= today), reverse=True)


def made(season: Season, number: int, now: datetime) -> Report:
    """The report of a week in which a set counts."""
    value, today, tables = repository.standings_of(season, now)
    report = week_report(value, number, today=today, tables=tables)
    names = {one.key: one.name for one in value.players}
    terms = repository.terms_of(season)
    first, last = labels.week_days(report.week)
    return Report(
        number=number,
        of=terms.title,
        title=labels.week_label(terms, number),
        when=_("%(first)s to %(last)s") % {"first": first, "last": last},
        summary=ngettext("%(n)s set counts.", "%(n)s sets count.", report.sets) % {"n": report.sets},
        lines=_lines(terms, report, names),
        open=[Line(_("No set this week"), [_called(report.missing, names)])] if report.missing else [],
        tables=_tables_after(season, report, value),
        next=_next(terms, report),
        url=reverse("solo-weekly", args=[season.slug, number]),
    )


REPORTS: Reports[Season, SeasonTerms] = Reports(
    title=gettext_lazy("Reports of the weeks"),
    numbers=lambda season, terms, now: numbers(season, now),
    made=lambda season, terms, number, now: made(season, number, now),
)


def _called(keys: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(names[key] for key in dict.fromkeys(keys))


def _lines(terms: SeasonTerms, report: WeekReport, names: Mapping[str, str]) -> list[Line]:
    average = repository.average_of(terms, report.best_sets[0].strokes)
    who = _called((one.player for one in report.best_sets), names)
    board, keys = report.best_board
    lines = [
        Line(_("Best set"), [_("%(who)s, average %(average)s") % {"who": who, "average": average}]),
        Line(_("Best board"), [_("%(who)s, %(n)s strokes") % {"who": _called(keys, names), "n": board}]),
    ]
    if report.climbs:
        moved = [
            _("%(name)s (from %(was)s to %(now)s)") % {"name": names[one.player], "was": one.before, "now": one.after}
            for one in report.climbs
        ]
        lines.append(Line(_("Biggest climb"), moved))
    weeks, keys = report.streak
    if weeks:
        who = _called(keys, names)
        if len(keys) > FEW:
            who = _("%(n)s players") % {"n": len(keys)}
        lines.append(Line(_("A set in each of the last %(n)s weeks") % {"n": weeks}, [who]))
    return lines


def _next(terms: SeasonTerms, report: WeekReport) -> str:
    if report.next_week is None:
        return ""
    deadline = formats.date_format(date.fromisoformat(terms.deadline(report.next_week)), "DATE_FORMAT")
    title = labels.week_label(terms, report.next_week.number)
    return _("Next: %(week)s, until %(day)s") % {"week": title, "day": deadline}


def _tables_after(season: Season, report: WeekReport, value: SeasonValue) -> list[TableAfter]:
    addresses = Addresses(season.slug)
    return [
        TableAfter(
            title=table.division.title if len(value.terms.divisions) > 1 else "",
            figure=_("Average"),
            rows=[
                Placed(
                    place=row.place,
                    name=row.name,
                    url=addresses.of("solo-player", row.key),
                    figure=row.average,
                    moved=report.places.get(row.key, row.place) - row.place,
                )
                for row in table.rows
                if row.place is not None
            ],
        )
        for table in report.tables
    ]
