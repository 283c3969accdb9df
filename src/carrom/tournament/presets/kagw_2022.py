"""KAGW 2022, as its rules announce it (K-001 to K-015, K-069; README of the laws, section 8)."""

from datetime import date, time

from carrom.messages import gettext_noop as _
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.event import EventTerms, Method, Venue
from carrom.tournament.play_days import Day

_BEST_OF_THREE = MatchTerms(length="match", expected_minutes=60)


def _category(key: str, title: str, kind: Kind, fee: int, **ages: int) -> CategoryTerms:
    return CategoryTerms(
        key=key, title=title, kind=kind, fee=fee, least=4, format="knockout", match=_BEST_OF_THREE, pair_ages="oldest",
        youngest=ages.get("youngest"), oldest=ages.get("oldest"),
    )  # fmt: skip


TITLE = _("KAGW 2022")
SAYS = _("One day, two age classes, singles and doubles, knock-out, best of three boards, queen 5 points")

TERMS = EventTerms(
    title="KAGW Carrom Tournament 2022",
    venue=Venue("Walter Johnson High School", "6400 Rock Spring Dr, Bethesda, MD 20814"),
    days=(Day(date(2022, 2, 5), time(9), time(15)),),
    time_zone="America/New_York",
    deadline=date(2022, 1, 30),
    ruleset="kagw",
    currency="USD",
    pays=(Method.PAYPAL,),
    due_on_day=(),  # K-002: every fee by the last day of entry
    least=4,
    boards=4,
    categories=(
        _category("singles-18-and-below", "Singles, 18 and below", Kind.SINGLES, 1000, oldest=18),
        _category("singles-above-18", "Singles, above 18", Kind.SINGLES, 1000, youngest=19),
        _category("doubles-18-and-below", "Doubles, 18 and below", Kind.DOUBLES, 1500, oldest=18),
        _category("doubles-above-18", "Doubles, above 18", Kind.DOUBLES, 1500, youngest=19),
    ),
)
