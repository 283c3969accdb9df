"""Figures of one's own matches: results by laws, the solo average over time, the best boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, Sum
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from carrom.match.rules import shipped
from carrom.svg.charts import Mark, line_chart
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import online_ratings
from carrom_web.matches.models import OnlineRating, Played

MOST_POINTS, MOST_BEST = 200, 3  # of the graph, of the best boards


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetResults:
    """How somebody did under one ruleset, against people and computers."""

    title: str
    played: int
    won: int
    lost: int
    points: int
    points_against: int

    @property
    def share(self) -> int:
        """The share of the wins in percent; a level match is half a win."""
        return round(100 * (self.won + (self.played - self.won - self.lost) / 2) / self.played)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestBoard:
    """A board that somebody won with many points, or cleared alone in few strokes."""

    match_id: UUID
    entry: int
    count: int
    is_solo: bool
    ruleset: str


def known_title(slug: str) -> str:
    """The title of a ruleset that ships; a club's own has its name."""
    found = shipped().get(slug)
    return ruleset_title(found) if found else slug


def rulesets_of(guest_id: UUID) -> list[tuple[str, str]]:
    """The rulesets under which somebody has played, with titles: what a filter offers."""
    slugs = Played.objects.filter(guest_id=guest_id).values_list("ruleset", flat=True).distinct()
    return sorted(((slug, known_title(slug)) for slug in slugs), key=lambda one: one[1])


def by_ruleset(guest_id: UUID) -> list[RulesetResults]:
    """Results by laws, those played most first; without what was brought as a record."""
    rows = (
        Played.objects.filter(guest_id=guest_id, match__imported_by=None)
        .exclude(outcome="")
        .values("ruleset")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(outcome=Played.Outcome.WON)),
            lost=Count("pk", filter=Q(outcome=Played.Outcome.LOST)),
            all_points=Sum("points"),
            all_against=Sum("points_against"),
        )
        .order_by("-played", "ruleset")
    )
    return [
        RulesetResults(
            title=known_title(row["ruleset"]),
            played=row["played"],
            won=row["won"],
            lost=row["lost"],
            points=row["all_points"],
            points_against=row["all_against"],
        )
        for row in rows
    ]


def best_boards(guest_id: UUID) -> list[BestBoard]:
    """The boards with the most points, then those that were cleared alone in the fewest strokes."""
    rows = Played.objects.filter(guest_id=guest_id, best_board__isnull=False, match__imported_by=None)
    rows = rows.exclude(against=Played.Against.SCREEN)
    against = rows.exclude(against=Played.Against.ALONE).order_by("-best_board", "-ended_at")[:MOST_BEST]
    alone = rows.filter(against=Played.Against.ALONE).order_by("best_board", "-ended_at")[:MOST_BEST]
    return [
        BestBoard(
            match_id=row.match_id,
            entry=row.best_entry or 0,
            count=row.best_board or 0,
            is_solo=row.against == Played.Against.ALONE,
            ruleset=known_title(row.ruleset),
        )
        for row in (*against, *alone)
    ]


def ratings(guest_id: UUID) -> list[dict[str, object]]:
    """Somebody's online ratings, group by group, each with its graph once there are two weeks of it."""
    found = []
    for group, label in online_ratings.labels().items():
        rows = list(OnlineRating.objects.filter(guest_id=guest_id, group=group).order_by("week"))
        if not rows:
            continue
        standing = online_ratings.standing(guest_id, group)
        found.append(
            {
                "label": label,
                "value": round(standing.rating.value),
                "is_provisional": standing.is_provisional,
                "results": standing.results,
                "graph": _rating_graph(label, group, rows) if len(rows) > 1 else None,
            }
        )
    return found


def _rating_graph(label: str, group: str, rows: Sequence[OnlineRating]) -> str:
    marks = [
        Mark(
            at=float(row.week.toordinal()),
            value=row.value,
            low=row.value - row.deviation,
            high=row.value + row.deviation,
            says=f"{date_format(row.week)}: {row.value:.0f}",
            is_hollow=row.deviation > online_ratings.TERMS.provisional_above,
        )
        for row in rows
    ]
    svg = line_chart(
        marks,
        title=_("Rating: %(group)s") % {"group": label},
        says=_("From %(first)d to %(last)d. Hollow points are provisional.")
        % {"first": rows[0].value, "last": rows[-1].value},
        words=[(float(row.week.toordinal()), date_format(row.week, "MONTH_DAY_FORMAT")) for row in (rows[0], rows[-1])],
        identity=group.replace(" ", "-"),
    )
    return mark_safe(svg)  # noqa: S308  # made of numbers and escaped words


def solo_graph(guest_id: UUID) -> str | None:
    """The strokes that somebody needs a board alone, match by match, as SVG; None: there are not two yet."""
    rows = Played.objects.filter(guest_id=guest_id, average__isnull=False, match__imported_by=None)
    found: Sequence[Played] = list(rows.order_by("-ended_at")[:MOST_POINTS])[::-1]
    if len(found) < 2:
        return None
    values = [row.average or 0.0 for row in found]
    marks = [
        Mark(
            at=float(number),
            value=value,
            says=f"{date_format(row.ended_at)}: {value:.1f}",
        )
        for number, (row, value) in enumerate(zip(found, values, strict=True))
    ]
    svg = line_chart(
        marks,
        title=_("Strokes a board, alone"),
        says=_("From %(first).1f to %(last).1f strokes a board; best %(best).1f. Fewer is better.")
        % {"first": values[0], "last": values[-1], "best": min(values)},
        words=[
            (0.0, date_format(found[0].ended_at, "MONTH_DAY_FORMAT")),
            (float(len(found) - 1), date_format(found[-1].ended_at, "MONTH_DAY_FORMAT")),
        ],
        identity="solo-average",
    )
    return mark_safe(svg)  # noqa: S308  # made of numbers and escaped words
