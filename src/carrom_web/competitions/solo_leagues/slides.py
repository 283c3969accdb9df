"""A season on a television: the standings of each division, who has not handed in, the report of the last week."""

from datetime import datetime

from django.utils.translation import gettext as _

from carrom.league.solo_report import owing
from carrom.league.solo_terms import SeasonTerms
from carrom_web.competitions.page_values import Slide, slides_of
from carrom_web.competitions.solo_leagues import labels, reminders, repository, week_report
from carrom_web.competitions.solo_leagues.models import Season


def slides(season: Season, terms: SeasonTerms, now: datetime) -> list[Slide]:
    """Return the slides in their order."""
    value, today, tables = repository.standings_of(season, now)
    found: list[Slide] = []
    for table in tables:
        rows = [(str(row.place or "–"), row.name, row.average) for row in table.rows if not row.has_left]
        found += slides_of(table.division.title or _("Standings"), rows, labels.order_sentences(table.rows))
    week = None if terms.has_free_dates else terms.week_of(today)
    if week is not None:
        names = {one.key: one.name for one in value.players}
        left = [names[key] for key in owing(value, week.number)]
        until = _("Sets are due by the end of %(day)s.") % {"day": reminders.day_of(terms, week)}
        open_now = [_("No set yet: %(who)s") % {"who": ", ".join(left)}] if left else []
        found.append(Slide(title=labels.week_label(terms, week.number), notes=[until, *open_now]))
    numbers = week_report.numbers(season, now)
    if numbers:
        report = week_report.made(season, numbers[0], now)
        lines = [one.sentence for one in report.lines]
        title = _("Report: %(week)s") % {"week": report.title}
        found.append(Slide(title=title, notes=[report.summary, *lines]))
    return found
