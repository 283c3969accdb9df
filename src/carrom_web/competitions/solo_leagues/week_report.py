"""The report of a week of a season as a text to paste into a chat or a letter."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.league.solo_report import WeekReport, week_report
from carrom.league.solo_terms import SeasonTerms
from carrom_web.competitions.solo_leagues import labels, repository
from carrom_web.competitions.solo_leagues.models import Season


def report_text(season: Season, number: int, *, now: datetime) -> str:
    """The report of a week, a line for each thing; empty while no set of it counts."""
    value, today, _tables = repository.standings_of(season, now)
    report = week_report(value, number, today=today)
    names = {one.key: one.name for one in value.players}
    return "\n".join(_lines(repository.terms_of(season), report, names)) if report.sets else ""


def _lines(terms: SeasonTerms, report: WeekReport, names: Mapping[str, str]) -> list[str]:
    def called(keys: Iterable[str]) -> str:
        return ", ".join(names[key] for key in dict.fromkeys(keys))

    sets = ngettext("%(n)s set counts.", "%(n)s sets count.", report.sets) % {"n": report.sets}
    lines = [f"{terms.title}, {labels.week_label(terms, report.week.number)}: {sets}"]
    best = report.best_sets[0]
    average = repository.average_of(terms, best.strokes)
    who = called(one.player for one in report.best_sets)
    lines.append(_("Best set: %(who)s, average %(average)s") % {"who": who, "average": average})
    board, keys = report.best_board
    lines.append(_("Best board: %(who)s, %(n)s strokes") % {"who": called(keys), "n": board})
    if report.climbs:
        moved = ", ".join(
            _("%(name)s (from %(was)s to %(now)s)") % {"name": names[one.player], "was": one.before, "now": one.after}
            for one in report.climbs
        )
        lines.append(_("Biggest climb: %(who)s") % {"who": moved})
    weeks, keys = report.streak
    if weeks:
        words = {"n": weeks, "who": called(keys)}
        lines.append(_("A set in each of the last %(n)s weeks: %(who)s") % words)
    if report.missing:
        lines.append(_("No set this week: %(who)s") % {"who": called(report.missing)})
    if report.next_week is not None:
        deadline = formats.date_format(date.fromisoformat(terms.deadline(report.next_week)), "DATE_FORMAT")
        title = labels.week_label(terms, report.next_week.number)
        lines.append(_("Next: %(week)s, until %(day)s") % {"week": title, "day": deadline})
    return lines
