"""The figures of one player in a season: bests, charts with their tables, strokes by phase.

Reads rows and records; the figures are `carrom.league.solo_statistics` and `solo_phases`, the pictures
`carrom.svg.charts`.
"""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from carrom.league.solo_phases import PhaseFigures, SetPhases, phases_of, summed
from carrom.league.solo_season import SetResult
from carrom.league.solo_statistics import Best, Distribution, Figures, Trend, figures_of
from carrom.league.solo_table import SetState, Tally
from carrom.league.solo_terms import SeasonTerms
from carrom.play.record import Record
from carrom.svg.charts import Bar, Mark, Stack, bar_chart, line_chart, stacked_bars
from carrom_web.competitions.solo_leagues import labels
from carrom_web.competitions.solo_leagues.models import Season, SoloSet
from carrom_web.matches import selectors as matches

SHOWN = (SetState.COUNTS, SetState.DROPPED)


def figures(season: Season, terms: SeasonTerms, tally: Tally) -> dict[str, Any]:
    """All figures of a player from the sets that stand; sets not shown yet, refused or outside are no figures."""
    ones = [one for one in tally.judged if one.state in SHOWN]
    sets = [one.set for one in ones]
    counted = {one.set.key for one in ones if one.state is SetState.COUNTS}
    found = figures_of_tally(terms, tally)
    return {
        "bests": _bests(season, found),
        "over_time": _over_time(season, terms, found, counted, sets) if sets else None,
        "distribution": _distribution(found.distribution) if found.distribution else None,
        "phases": _phases(SoloSet.objects.filter(season=season, key__in=[one.key for one in sets])),
    }


def figures_of_tally(terms: SeasonTerms, tally: Tally) -> Figures:
    """The library's figures of a player's sets that stand."""
    return figures_of([one.set for one in tally.judged if one.state in SHOWN], terms.rules)


def day_label(day: str, *, short: bool = False) -> str:
    """A day as the language writes it; short without its year."""
    return formats.date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT" if short else "DATE_FORMAT")


def number_label(value: float, decimals: int) -> str:
    """A number as the language writes it."""
    return str(formats.number_format(round(value, decimals), decimal_pos=decimals))


def _bests(season: Season, found: Figures) -> list[dict[str, Any]]:
    records: tuple[tuple[str, str, Best | None], ...] = (
        ("set", _("Best set"), found.bests.set),
        ("board", _("Best board"), found.bests.board),
        ("row", _("Best three sets in a row"), found.bests.row),
    )
    return [
        {
            "kind": kind,
            "title": title,
            "value": best.value,
            "day": day_label(best.day),
            "url": reverse("solo-season-set", args=[season.slug, best.sets[-1]]),
        }
        for kind, title, best in records
        if best is not None
    ]


def _over_time(
    season: Season, terms: SeasonTerms, found: Figures, counted: set[str], sets: Sequence[SetResult]
) -> dict[str, Any]:
    by_key = {one.key: one for one in sets}
    marks = [
        Mark(
            at=date.fromisoformat(one.day).toordinal(),
            value=one.average,
            says=f"{day_label(one.day)}: {one.written}",
            is_hollow=one.set not in counted,
        )
        for one in found.points
    ]
    below = [(mark.at, formats.date_format(date.fromordinal(int(mark.at)), "j M")) for mark in marks]
    trend = found.trend
    ends = None
    if trend is not None:
        last = found.points[-1].day
        ends = (
            (marks[0].at, trend.on(found.points[0].day)),
            (marks[-1].at, trend.on(last)),
        )
    return {
        "picture": _picture(
            line_chart(
                marks,
                title=_("Averages over time"),
                says=_trend_words(trend),
                words=below,
                trend=ends,
                unit=_("strokes for each board"),
                identity="averages",
            )
        ),
        "trend": _trend_words(trend),
        "has_dropped": any(mark.is_hollow for mark in marks),
        "rows": [
            {
                "day": day_label(one.day),
                "week": "" if terms.has_free_dates else labels.week_label(terms, week.number),
                "strokes": by_key[one.set].strokes,
                "average": one.written,
                "on_the_line": number_label(trend.on(one.day), 2) if trend else "",
                "counts": one.set in counted,
                "url": reverse("solo-season-set", args=[season.slug, one.set]),
            }
            for one in found.points
            if (week := terms.week_of(one.day)) is not None
        ],
    }


def _trend_words(trend: Trend | None) -> str:
    if trend is None:
        return _("A trend needs three sets on different days.")
    if abs(trend.per_week) < 0.005:
        return _("Trend: the same number of strokes for each board from week to week.")
    number = number_label(abs(trend.per_week), 2)
    if trend.per_week < 0:
        return _("Trend: %(number)s strokes fewer for each board every week.") % {"number": number}
    return _("Trend: %(number)s strokes more for each board every week.") % {"number": number}


def _distribution(found: Distribution) -> dict[str, Any]:
    says = _("Half of the boards took %(lower)s to %(upper)s strokes; the median is %(middle)s.") % {
        "lower": number_label(found.lower_quartile, int(found.lower_quartile % 1 > 0)),
        "upper": number_label(found.upper_quartile, int(found.upper_quartile % 1 > 0)),
        "middle": number_label(found.median, int(found.median % 1 > 0)),
    }
    bars = [Bar(word=str(strokes), count=count, says=_many_boards(count, strokes)) for strokes, count in found.counts]
    return {
        "picture": _picture(
            bar_chart(
                bars,
                title=_("Strokes and how many boards took them"),
                says=says,
                across=_("strokes for a board"),
                unit=_("boards"),
                identity="strokes",
            )
        ),
        "says": says,
        "at_the_cap": found.at_the_cap,
        "rows": [(strokes, count) for strokes, count in found.counts if count],
    }


def _many_boards(count: int, strokes: int) -> str:
    values = {"count": count, "strokes": strokes}
    return ngettext("%(count)d board of %(strokes)d strokes", "%(count)d boards of %(strokes)d strokes", count) % values


def _phases(rows: Any) -> dict[str, Any] | None:
    """Strokes by phase over all boards that were entered stroke by stroke; None where there are none."""
    matches_of = [
        (row.match_id, row.match.version) for row in rows.select_related("match").order_by("pk") if row.match_id
    ]
    boards = [board for match_id, version in matches_of for board in _phases_of_match(match_id, version).boards]
    if not boards:
        return None
    names = {"whites": _("Whites"), "queen": _("Queen"), "blacks": _("Blacks")}
    together = summed(board.phases for board in boards)
    number = len(boards)
    lost = sum(one.lost for one in together) / number
    says = _("On average %(number)s strokes for each board more than one for each piece.") % {
        "number": number_label(lost, 2)
    }
    return {
        "picture": _picture(
            stacked_bars(
                [Stack(word=names[one.phase], base=one.pieces / number, extra=one.lost / number) for one in together],
                title=_("Strokes by phase"),
                says=says,
                keys=(_("one for each piece"), pgettext("strokes", "lost")),
                identity="phases",
            )
        ),
        "says": says,
        "boards": number,
        "rows": [_phase_row(names[one.phase], one, number) for one in together],
    }


def _phase_row(name: str, one: PhaseFigures, boards: int) -> dict[str, str]:
    def per_board(count: int) -> str:
        return number_label(count / boards, 2)

    return {
        "name": name,
        "strokes": per_board(one.strokes),
        "pieces": per_board(one.pieces),
        "lost": per_board(one.lost),
        "saved": per_board(one.saved),
        "misses": per_board(one.misses),
        "fouls": per_board(one.fouls),
    }


@lru_cache(maxsize=512)
def _phases_of_match(match_id: UUID, version: int) -> SetPhases:
    """The phases of a record as it is at a version: a record that was changed is another one."""
    return phases_of(Record(tuple(matches.record(match_id))))


def _picture(text: str) -> SafeString:
    """A chart of `carrom.svg`, which escapes all its texts."""
    return mark_safe(text)  # noqa: S308
