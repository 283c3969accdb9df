"""The report of a match day of a league, in sentences."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from carrom.league.match_report import DayReport, days_reported
from carrom.league.match_report import day_report as report_of
from carrom.tournament.bracket_resolution import Meeting
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.presenters import day_label
from carrom_web.competitions.reports import Line, Placed, Report, Reports, TableAfter


def numbers_of(seen: repository.LeagueView) -> list[int]:
    """The match days with a report, the newest first."""
    return sorted(days_reported(seen.league), reverse=True) if seen.league.is_drawn else []


def facts(seen: repository.LeagueView, number: int) -> DayReport:
    """Return the report of a match day as the library's value."""
    return report_of(seen.league, number)


def made(seen: repository.LeagueView, number: int) -> Report:
    """The report of a match day on which something was decided."""
    report = facts(seen, number)
    count = len(report.played)
    coming = [_pair(seen, one) for one in report.following]
    return Report(
        number=number,
        of=seen.terms.title,
        title=_("Match day %(n)s") % {"n": number},
        when=_days(seen, (*report.played, *report.open)),
        summary=ngettext("%(n)s match was played.", "%(n)s matches were played.", count) % {"n": count},
        lines=_lines(seen, report),
        open=[Line(_("Still to be played"), [_pair(seen, one) for one in report.open])] if report.open else [],
        tables=_tables_after(seen, report),
        next=_next(seen, report, coming),
        coming=coming if len(coming) > 1 else (),
        url=seen.addresses.of("match-league-weekly", number),
    )


REPORTS: Reports[League, repository.LeagueView] = Reports(
    title=gettext_lazy("Reports of the match days"),
    numbers=lambda league, seen, now: numbers_of(seen),
    made=lambda league, seen, number, now: made(seen, number),
)


def _pair(seen: repository.LeagueView, meeting: Meeting) -> str:
    return f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"


def _with_score(seen: repository.LeagueView, meeting: Meeting) -> str:
    result = meeting.result
    score = f" {draw_labels.total_label(result)}" if result is not None else ""
    return f"{_pair(seen, meeting)}{score}"


def _lines(seen: repository.LeagueView, report: DayReport) -> list[Line]:
    lines = [Line(_("Results"), _all(seen, report.played))] if report.played else []
    most, clearest = report.clearest
    least, closest = report.closest
    if clearest and (least != most or len(clearest) == 1):  # of several that are all as clear none stands out
        lines.append(Line(_("Clearest win, by %(n)s") % {"n": most}, _all(seen, clearest)))
    if closest and least != most:
        lines.append(Line(_("Closest match, by %(n)s") % {"n": least}, _all(seen, closest)))
    if report.climbs:
        moved = [
            _("%(name)s (from %(was)s to %(now)s)") % {"name": seen.name(one.key), "was": one.before, "now": one.after}
            for one in report.climbs
        ]
        lines.append(Line(_("Biggest climb"), moved))
    run, keys = report.run
    if run:
        who = ", ".join(seen.name(key) for key in keys)
        lines.append(Line(_("Won the last %(n)s matches") % {"n": run}, [who]))
    return lines


def _all(seen: repository.LeagueView, met: Iterable[Meeting]) -> list[str]:
    return [_with_score(seen, one) for one in met]


def _days(seen: repository.LeagueView, met: Iterable[Meeting]) -> str:
    days = sorted({slot.day for one in met if (slot := seen.league.slots.get(one.fixture.id)) is not None})
    return " – ".join(day_label(day) for day in ([days[0], days[-1]] if len(days) > 1 else days))


def _next(seen: repository.LeagueView, report: DayReport, coming: Sequence[str]) -> str:
    """When the next match day is, with its match; several are listed below the sentence."""
    if not coming:
        return ""
    when, matches = _days(seen, report.following), coming[0] if len(coming) == 1 else ""
    sentence = _("Next, %(when)s: %(matches)s") if when else _("Next: %(matches)s")
    return (sentence % {"when": when, "matches": matches}).strip()


def _tables_after(seen: repository.LeagueView, report: DayReport) -> list[TableAfter]:
    return [
        TableAfter(
            title=_("Pool %(pool)s") % {"pool": table.pool} if table.pool else "",
            figure=_("Points"),
            rows=[
                Placed(
                    place=row.row.place,
                    name=seen.name(row.key),
                    url=seen.addresses.of("match-league-team", row.key),
                    figure=f"{row.points:g}",
                    moved=report.places.get(row.key, row.row.place) - row.row.place,
                )
                for row in table.rows
            ],
        )
        for table in report.tables
    ]
