"""Seasons to begin with: what BACA settles (five boards a set, cap 45, averages to two decimals), and weeks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Union

from django.utils.translation import gettext_lazy

from carrom.league.solo_terms import Division, EvidenceAsked, SeasonTerms, weekly

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

StrOrPromise = Union[str, "_StrPromise"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A season to begin with; `terms` gives it from a first day on."""

    slug: str
    title: StrOrPromise
    says: StrOrPromise
    terms: Callable[[date, str], SeasonTerms]


def _weeks(first: date, title: str, *, count: int, time_zone: str) -> SeasonTerms:
    last = first + timedelta(days=7 * count - 1)
    return SeasonTerms(
        title=title,
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        time_zone=time_zone,
        weeks=weekly(first.isoformat(), last.isoformat()),
        grace_days=1,
    )


def _twelve_weeks(first: date, time_zone: str) -> SeasonTerms:
    return _weeks(first, "19-coin league", count=12, time_zone=time_zone)


def _divisions(first: date, time_zone: str) -> SeasonTerms:
    return replace(
        _weeks(first, "19-coin league", count=12, time_zone=time_zone),
        divisions=(
            Division(key="first", title="First division", size=20, down=3),
            Division(key="second", title="Second division", size=20, up=3, down=3),
            Division(key="third", title="Third division", up=3),
        ),
        sets_per_week=2,
        counted=10,
        late="costs",
        missing="left_out",
    )


def _free(first: date, time_zone: str) -> SeasonTerms:
    last = first + timedelta(days=59)
    return SeasonTerms(
        title="19-coin cup",
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        time_zone=time_zone,
        sets_per_week=10,
        counted_per_week=5,
        least_sets=3,
        evidence=EvidenceAsked(),
    )


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        one.slug: one
        for one in (
            Preset(
                "baca-weeks",
                gettext_lazy("Twelve weeks at home"),
                gettext_lazy(
                    "BACA's 19-coin carrom: a set of five boards every week, one table, the organiser "
                    "decides about late sets."
                ),
                _twelve_weeks,
            ),
            Preset(
                "baca-divisions",
                gettext_lazy("Three divisions, twelve weeks"),
                gettext_lazy(
                    "Two sets a week, the better one counts, the best ten of the season; three go up, three go down."
                ),
                _divisions,
            ),
            Preset(
                "baca-free",
                gettext_lazy("Free dates"),
                gettext_lazy("Sixty days, up to ten sets whenever you like, the best five count."),
                _free,
            ),
        )
    }
)
