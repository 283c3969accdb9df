"""Ratings of matches played here: Glicko-2 by families of rulesets, singles and doubles, apart from those of clubs.

A week is a period of `carrom.rating.history`: all results of a week count together, against the ratings before it, and
the running week shows what they come to so far. A player's rows are the weeks in which they played; in a week without a
result only the deviation grows, which is worked out when somebody asks. docs/rated.md has the rules.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from carrom.laws.ruleset import Ruleset
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.match.state import MatchState
from carrom.rating.families import FAMILIES, GROUPS, family_of, group_of
from carrom.rating.glicko import Met, Rating, after_period
from carrom.rating.history import RatedResult, RatingRow, Terms, met_by, period_of
from carrom.terms import Seat, Side
from carrom_web.matches import models, selectors
from carrom_web.matches.models import OnlineRating
from carrom_web.matches.phrases import rating_group_text

TERMS = Terms(period="week")
WEEK = timedelta(days=7)
ABANDONED_AFTER = timedelta(hours=24)  # without an entry
NEAR = 200.0  # points between two who seek somebody of about their rating
MOST_IDLE = 520  # weeks over which a deviation grows


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands in a group now."""

    rating: Rating
    results: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether too few results stand behind it, or too old ones."""
        return TERMS.is_provisional(self.rating)


def group_for(ruleset: Ruleset, *, is_doubles: bool) -> str:
    """The group in which a match under a ruleset is rated; "" for one in which nobody meets anybody."""
    family = family_of(ruleset)
    return "" if family is None else group_of(family, "doubles" if is_doubles else "singles")


def week_of(moment: datetime) -> date:
    """The Monday of a moment's week, in UTC."""
    return period_of(moment.astimezone(UTC).date(), "week")


def standing(guest_id: UUID | None, group: str) -> Standing:
    """How somebody stands now; who was never rated as a newcomer."""
    row = OnlineRating.objects.filter(guest_id=guest_id, group=group, is_newest=True).first() if guest_id else None
    if row is None:
        return Standing(TERMS.newcomer)
    return Standing(_idle(_rating(row), row.week + WEEK, week_of(timezone.now()) + WEEK), row.total)


def all_standings(guest_ids: Iterable[UUID], group: str) -> dict[UUID, Standing]:
    """The same of many, without those who were never rated."""
    now = week_of(timezone.now())
    rows = OnlineRating.objects.filter(guest_id__in=list(guest_ids), group=group, is_newest=True)
    return {row.guest_id: Standing(_idle(_rating(row), row.week + WEEK, now + WEEK), row.total) for row in rows}


def is_near(first: UUID | None, second: UUID | None, group: str) -> bool:
    """Whether two are rated about the same."""
    return abs(standing(first, group).rating.value - standing(second, group).rating.value) <= NEAR


def best_of_week(group: str, week: date) -> QuerySet[OnlineRating]:
    """Return those who gained the most points in a week; a name is needed to be listed."""
    return _listed(group).filter(week=week).order_by("-gain", "pk")


def best_of_all_time(group: str) -> QuerySet[OnlineRating]:
    """Return the highest ratings, without those whose rating was provisional when they played last."""
    return _listed(group).filter(is_newest=True, deviation__lte=TERMS.provisional_above).order_by("-value", "pk")


def is_known_by(likeness: str, *, without: UUID | None) -> bool:
    """Whether a rated player has a name that looks like this one, and somebody else who uses it is not rated."""
    rated = OnlineRating.objects.filter(guest__likeness=likeness, is_newest=True)
    return bool(likeness) and rated.exists() and not rated.filter(guest=without).exists()


def groups_played() -> list[str]:
    """The groups in which somebody is rated, or the first alone."""
    found = set(OnlineRating.objects.values_list("group", flat=True).distinct())
    return [group for group in GROUPS if group in found] or [group_of(next(iter(FAMILIES)), "singles")]


def follow(match_id: UUID, match: MatchState) -> None:
    """Count a rated match that is over, by the rules. Call in the transaction that stored its last entry."""
    row = models.Match.objects.only("rated_group").get(pk=match_id)
    if not row.rated_group or match.result is None:
        return
    score = {Side.A: 1.0, Side.B: 0.0, None: 0.5}[match.result.winner]
    _count(match_id, row.rated_group, match, score, models.RatedResult.Why.OVER)


def end_abandoned() -> int:
    """Count the rated matches in which nothing has happened for a day; return how many that were.

    The side that was to play has lost; if a side has not struck yet, the match does not count.
    """
    ended = 0
    rows = models.Match.objects.exclude(rated_group="").exclude(phase="over")
    for match_id in list(rows.filter(changed_at__lt=timezone.now() - ABANDONED_AFTER).values_list("pk", flat=True)):
        match = selectors.load(match_id).state.match
        late = {match.side_at(seat) for seat in match.awaiting.seats}
        group = models.Match.objects.values_list("rated_group", flat=True).get(pk=match_id)
        models.Match.objects.filter(pk=match_id).update(rated_group="")  # it may go on, as a friendly match
        if len(late) == 1:
            score = 0.0 if late == {Side.A} else 1.0
            ended += _count(match_id, group, match, score, models.RatedResult.Why.ABANDONED)
    return ended


def _count(match_id: UUID, group: str, match: MatchState, score: float, why: models.RatedResult.Why) -> bool:
    """Write what a match counts for each player, and their ratings of this week; False: it does not count."""
    if models.RatedResult.objects.filter(match_id=match_id).exists():
        return False
    sides: dict[str, list[UUID]] = {"a": [], "b": []}
    for seat in models.Seat.objects.filter(match_id=match_id).order_by("side", "player"):
        if seat.guest_id is None or seat.level:
            return False  # a computer has played for somebody, or a person is gone
        sides[seat.side].append(seat.guest_id)
    people = [*sides["a"], *sides["b"]]
    if len(set(people)) != len(people) or not _both_struck(selectors.record(match_id), match):
        return False
    week = week_of(timezone.now())
    before = {str(one): RatingRow(_before(one, group, week)[0]) for one in people}
    result = RatedResult(
        key=str(match_id),
        day=week,
        a=tuple(str(one) for one in sides["a"]),
        b=tuple(str(one) for one in sides["b"]),
        score=score,
    )
    for one in people:
        met = met_by(TERMS, before, result, str(one))
        models.RatedResult.objects.create(
            match_id=match_id,
            guest_id=one,
            group=group,
            week=week,
            score=met.score,
            met_value=met.rating.value,
            met_deviation=met.rating.deviation,
            why=why,
        )
        _write_week(one, group, week)
    return True


def _both_struck(record: Iterable[Entry], match: MatchState) -> bool:
    seats = {entry.author for entry in record if isinstance(entry.asked, MakeStroke)}
    return {match.side_at(Seat(seat)) for seat in seats} == set(Side)


def _write_week(guest_id: UUID, group: str, week: date) -> None:
    """Work out a player's rating of a week again, from its results."""
    rating, total = _before(guest_id, group, week)
    rows = models.RatedResult.objects.filter(guest_id=guest_id, group=group, week=week).order_by("pk")
    met = [Met(Rating(row.met_value, row.met_deviation), row.score) for row in rows]
    after = after_period(rating, met, tau=TERMS.tau, most_deviation=TERMS.newcomer.deviation)
    OnlineRating.objects.filter(guest_id=guest_id, group=group).exclude(week=week).update(is_newest=False)
    OnlineRating.objects.update_or_create(
        guest_id=guest_id,
        group=group,
        week=week,
        defaults={
            "start": rating.value,
            "value": after.value,
            "deviation": after.deviation,
            "volatility": after.volatility,
            "results": len(met),
            "total": total + len(met),
            "gain": after.value - rating.value,
            "is_newest": True,
        },
    )


def _before(guest_id: UUID, group: str, week: date) -> tuple[Rating, int]:
    """A player's rating at the beginning of a week, and the results behind it."""
    row = OnlineRating.objects.filter(guest_id=guest_id, group=group, week__lt=week).order_by("-week").first()
    if row is None:
        return TERMS.newcomer, 0
    return _idle(_rating(row), row.week + WEEK, week), row.total


def _idle(rating: Rating, first: date, until: date) -> Rating:
    """A rating after weeks without a result, from one Monday up to another."""
    for _week in range(min(MOST_IDLE, max(0, (until - first) // WEEK))):
        rating = after_period(rating, [], tau=TERMS.tau, most_deviation=TERMS.newcomer.deviation)
    return rating


def _rating(row: OnlineRating) -> Rating:
    return replace(TERMS.newcomer, value=row.value, deviation=row.deviation, volatility=row.volatility)


def _listed(group: str) -> QuerySet[OnlineRating]:
    return OnlineRating.objects.filter(group=group).exclude(guest__name="").select_related("guest")


def labels() -> Mapping[str, str]:
    """The groups as the pages of clubs' ratings call them."""
    return {group: rating_group_text(group) for group in GROUPS}
