"""A match league on a television: its tables, what is played next, the latest results, the report of the match day."""

from datetime import datetime

from django.utils.translation import gettext as _

from carrom.tournament.bracket_resolution import State
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.match_leagues import day_report
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.presenters import fixture_row, sorted_by_day, table_rows
from carrom_web.competitions.match_leagues.repository import LeagueView
from carrom_web.competitions.page_values import Slide, slides_of

A_FEW = 10


def slides(league: League, seen: LeagueView, now: datetime) -> list[Slide]:
    """Return the slides in their order."""
    found: list[Slide] = []
    for table in seen.league.tables if seen.league.is_drawn else ():
        title = _("Pool %(pool)s") % {"pool": table.pool} if table.pool else _("Table")
        rows = [(str(row["place"]), row["name"], _points(row)) for row in table_rows(seen, table)]
        found += slides_of(title, rows, draw_labels.order_label([row.row for row in table.rows], seen.name))
    met = sorted_by_day(seen, seen.league.meetings)
    coming = [fixture_row(seen, one) for one in [one for one in met if one.state is State.READY][:A_FEW]]
    decided = [fixture_row(seen, one) for one in [one for one in met if one.state is State.DECIDED][-A_FEW:]]
    found += slides_of(_("Next"), [(row["day"], _names(row), row["time"] or row["venue"]) for row in coming])
    found += slides_of(_("Latest results"), [(row["day"], _names(row), _score(row)) for row in reversed(decided)])
    numbers = day_report.numbers_of(seen)
    if numbers:
        report = day_report.made(seen, numbers[0])
        found.append(Slide(title=report.title, notes=[one.sentence for one in report.lines[1:]]))
    return [one for one in found if one.rows or one.notes]


def _points(row: dict[str, object]) -> str:
    return _("%(points)s points of %(played)s") % row


def _names(row: dict[str, list[dict[str, str]]]) -> str:
    return " – ".join(side["name"] for side in row["sides"])


def _score(row: dict[str, list[dict[str, str]]]) -> str:
    a, b = row["sides"]
    return f"{a['score']}–{b['score']}" if a["score"] else str(row["note"])
