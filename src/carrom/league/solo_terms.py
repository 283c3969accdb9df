"""Terms of a season of sets played alone: weeks, divisions, counting and evidence.

Days are ISO dates (`2026-02-03`) in the season's own time zone. Reads rulesets; knows no players and no sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from carrom.errors import NotAllowedError
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.league.solo_tie_breaks import TIE_BREAKS
from carrom.messages import gettext_noop as _
from carrom.settings import part, refusals, setting

Origin = Literal["played", "recorded", "reported"]
"""How a set came: played on the site, kept on a phone stroke by stroke, or told as so many numbers."""
Evidence = Literal["record", "witness", "film", "organiser"]
"""Evidence for a set: its record, somebody who saw it and says so, a film, the organiser's word."""
Late = Literal["refused", "counts", "costs", "organiser"]
"""A set handed in after its week: not taken, taken as it is, with strokes on top, or if the organiser accepts it."""
Missing = Literal["left_out", "cap", "worst"]
"""A set that is not there when its week is over: nothing, five boards at the cap, the division's worst of that week."""

ORDER = ("average", "best_board", "head_to_head", "later_sets", "lots")
FREE_WEEK = 1  # a season of free dates is one long stretch of this number


class SeasonTermsError(NotAllowedError):
    """Terms of a season that cannot be; `field` names what to change."""

    code = "bad-season-terms"

    def __init__(self, reason: str, /, *, field: str, **parameters: object) -> None:
        """Say what is wrong, and in which field."""
        super().__init__(reason, **parameters)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """A stretch of days in which sets are played, both ends included. It may be longer than seven days."""

    number: int
    first: str
    last: str
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """One of the season's divisions, the first being the highest. A `size` of 0 has no bound.

    `up` players go up from it and `down` go down when the season ends.
    """

    key: str
    title: str = setting("", label=_("Division"), longest=60, group="title")
    size: int = setting(0, least=0, most=1000, label=_("Places"), group="numbers")
    up: int = setting(0, least=0, most=100, label=_("Go up"), group="numbers")
    down: int = setting(0, least=0, most=100, label=_("Go down"), group="numbers")


EVIDENCE_CHOICES = {
    "record": _("its record"),
    "witness": _("a witness's confirmation by link"),
    "film": _("a link to a film"),
    "organiser": _("the organiser's confirmation"),
}
WITHOUT_RECORD = {name: label for name, label in EVIDENCE_CHOICES.items() if name != "record"}
NOTHING = {"": _("nothing else")}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAsked:
    """Evidence that a set needs, by its kind: any one of these will do; if none is named, none is needed."""

    played: tuple[Literal["record"], ...] = setting(
        ("record",),
        label=_("A set played on this site needs"),
        choices={"record": EVIDENCE_CHOICES["record"]},
        value_names=NOTHING,
        group="evidence",
        shown_as="%(value)s",
    )
    recorded: tuple[Evidence, ...] = setting(
        ("record",),
        label=_("A set recorded on the phone needs one of"),
        choices=EVIDENCE_CHOICES,
        value_names=NOTHING,
        group="evidence",
        shown_as="%(value)s",
    )
    reported: tuple[Literal["witness", "film", "organiser"], ...] = setting(
        ("witness", "film", "organiser"),
        label=_("A set reported as numbers needs one of"),
        choices=WITHOUT_RECORD,
        value_names=NOTHING,
        group="evidence",
        shown_as="%(value)s",
    )

    def of(self, origin: Origin) -> tuple[Evidence, ...]:
        """Return the evidence for a set of this kind."""
        asked: tuple[Evidence, ...] = getattr(self, origin)
        return asked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTerms:
    """A season's terms.

    A player may hand in `sets_per_week` sets a week (0: as many as they like), of which the best `counted_per_week`
    count; of all these the best `counted` count for the season (0: all). Without `weeks` the dates are free: the whole
    season is one week. Boards in a set, the cap and the decimals are the ruleset's. Who has fewer than `least_sets`
    sets that count is listed without a place. `order` names tie-breaks (`solo_tie_breaks.TIE_BREAKS`).
    """

    title: str = setting(label=_("Title"), group="what")
    ruleset: str = setting(
        "baca19",
        label=_("Laws"),
        choices={slug: one.title for slug, one in RULESETS.items() if one.score_mode == "strokes"},
        group="what",
        shown_as="%(value)s",
    )
    first_day: str = setting(label=_("First day"), input="day", group="when")
    last_day: str = setting(label=_("Last day"), input="day", group="when")
    time_zone: str = setting("UTC", required=True, label=_("Time zone"), longest=40, group="when", shown_as="%(value)s")
    weeks: tuple[Week, ...] = ()
    divisions: tuple[Division, ...] = (Division(key="all", title=""),)
    sets_per_week: int = setting(
        1,
        least=0,
        most=50,
        label=_("Most sets in a week"),
        says=_("0: no limit. With free dates: in the season"),
        value_names={"0": _("no limit")},
        group="counts",
        shown_as="%(value)s",
    )
    counted_per_week: int = setting(
        1,
        least=1,
        most=50,
        label=_("Sets that count in a week (the best)"),
        says=_("with free dates: in the season"),
        group="counts",
        shown_as="%(value)s",
    )
    counted: int = setting(
        0,
        least=0,
        most=1000,
        label=_("Sets that count in the season (the best)"),
        says=_("0: all"),
        value_names={"0": _("all")},
        group="counts",
        shown_as="%(value)s",
    )
    least_sets: int = setting(
        1, least=0, most=1000, label=_("Sets needed for a place"), group="counts", shown_as="%(value)s"
    )
    order: tuple[str, ...] = setting(
        ORDER,
        ordered=True,
        label=_("Tie-breaks"),
        choices={name: one.label for name, one in TIE_BREAKS.items()},
        group="level",
        shown_as="%(value)s",
    )
    late: Late = setting(
        "organiser",
        label=_("A late set"),
        choices={
            "organiser": _("the organiser decides"),
            "counts": _("counts like others"),
            "costs": _("costs strokes"),
            "refused": _("is not accepted"),
        },
        group="late",
        shown_as="%(value)s",
    )
    late_strokes: int = setting(
        5,
        least=0,
        most=225,
        label=_("Strokes added for a late set"),
        group="late",
        shown_as="%(value)s",
        only_if={"late": ("costs",)},
    )
    grace_days: int = setting(
        0,
        least=0,
        most=60,
        label=_("Days after a week until a set is late"),
        group="late",
        shown_as="%(value)s",
    )
    late_days: int = setting(
        14,
        least=0,
        most=366,
        label=_("Days after that until late sets are refused"),
        group="late",
        shown_as="%(value)s",
        only_if={"late": ("organiser", "counts", "costs")},
    )
    missing: Missing = setting(
        "left_out",
        label=_("A missing set"),
        choices={
            "left_out": _("costs nothing"),
            "cap": _("counts as boards at the cap"),
            "worst": _("counts as the division's worst of that week"),
        },
        group="late",
        shown_as="%(value)s",
    )
    evidence: EvidenceAsked = part(EvidenceAsked())
    equipment_asked: bool = setting(
        True, label=_("Players declare board, coins, striker and powder"), group="evidence", shown_as="%(value)s"
    )

    reminder_days: int = setting(
        2,
        least=0,
        most=14,
        label=_("Days before the deadline to remind of a missing set"),
        says=_("by email, once; 0: no reminder"),
        value_names={"0": _("no reminder")},
        group="letters",
        shown_as="%(value)s",
    )
    report_by_email: bool = setting(
        False,
        label=_("Report of each week by email"),
        says=_("players can stop it; its page is public in any case"),
        group="letters",
        shown_as="%(value)s",
    )

    def __post_init__(self) -> None:
        """Check what does not depend on players. Raises SeasonTermsError."""
        for name, refusal in refusals(self).items():
            raise SeasonTermsError("setting", field=name, cause=refusal)
        if not self.title.strip():
            raise SeasonTermsError("title", field="title")
        _check_days(self)
        if self.sets_per_week and self.counted_per_week > self.sets_per_week:
            counts = {"counted": self.counted_per_week, "played": self.sets_per_week}
            raise SeasonTermsError("more-counted", field="counted_per_week", **counts)
        if not self.order:
            raise SeasonTermsError("tie-breaks", field="order")
        _check_divisions(self.divisions)

    @property
    def rules(self) -> Ruleset:
        """The ruleset that the sets are played by."""
        return RULESETS[self.ruleset]

    @property
    def has_free_dates(self) -> bool:
        """Whether sets may be played on any day of the season."""
        return not self.weeks

    @property
    def all_weeks(self) -> tuple[Week, ...]:
        """The weeks; with free dates the season as one."""
        return self.weeks or (Week(number=FREE_WEEK, first=self.first_day, last=self.last_day),)

    def week_of(self, day: str) -> Week | None:
        """The week that a day lies in."""
        return next((week for week in self.all_weeks if week.first <= day <= week.last), None)

    def deadline(self, week: Week) -> str:
        """The last day on which a set of that week is not late."""
        return _later(week.last, self.grace_days)

    def late_until(self, week: Week) -> str:
        """The last day on which a set of that week is taken at all; an organiser may still enter one."""
        return self.deadline(week) if self.late == "refused" else _later(self.deadline(week), self.late_days)

    def day_of(self, moment: str) -> str:
        """The day of a moment (an ISO time) where the season is played; a day is itself.

        Raises:
            ValueError: neither a time nor a day.
        """
        if len(moment) == len("2026-01-01"):
            return date.fromisoformat(moment).isoformat()
        at = datetime.fromisoformat(moment)
        try:
            return (at.astimezone(_zone(self.time_zone)) if at.tzinfo else at).date().isoformat()
        except OverflowError:
            raise ValueError(f"{moment} is beyond all years") from None

    def division(self, key: str) -> Division | None:
        """The division of that key."""
        return next((one for one in self.divisions if one.key == key), None)


def weekly(first_day: str, last_day: str, *, days: int = 7) -> tuple[Week, ...]:
    """Weeks of so many days from the first day to the last; the last one may be shorter. Raises SeasonTermsError."""
    if days < 1:
        raise SeasonTermsError("days", field="days", days=days)
    first, last = _day("first_day", first_day), _day("last_day", last_day)
    weeks: list[Week] = []
    while first <= last and len(weeks) <= MOST_WEEKS:
        end = min(first + timedelta(days=days - 1), last)
        weeks.append(Week(number=len(weeks) + 1, first=first.isoformat(), last=end.isoformat()))
        first = end + timedelta(days=1)
    if len(weeks) > MOST_WEEKS:
        raise SeasonTermsError("many-weeks", field="last_day", most=MOST_WEEKS)
    return tuple(weeks)


MOST_WEEKS = 106


def _day(field: str, text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise SeasonTermsError("not-a-day", field=field, text=text) from None
    if day.isoformat() != text:
        raise SeasonTermsError("day-written", field=field, text=text, day=day.isoformat())
    if not 1900 <= day.year <= 2999:
        raise SeasonTermsError("far-away", field=field, text=text)
    return day


@lru_cache(maxsize=4096)
def _later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _check_days(terms: SeasonTerms) -> None:
    if _day("first_day", terms.first_day) > _day("last_day", terms.last_day):
        raise SeasonTermsError("ends-first", field="last_day", last_day=terms.last_day)
    try:
        _zone(terms.time_zone)
    except (KeyError, ValueError, OSError):
        raise SeasonTermsError("no-time-zone", field="time_zone", time_zone=terms.time_zone) from None
    if [week.number for week in terms.weeks] != list(range(1, len(terms.weeks) + 1)):
        raise SeasonTermsError("week-numbers", field="weeks")
    if len(terms.weeks) > MOST_WEEKS:
        raise SeasonTermsError("many-weeks-listed", field="weeks", most=MOST_WEEKS)
    before = ""
    for week in terms.weeks:
        if _day("weeks", week.first) > _day("weeks", week.last):
            raise SeasonTermsError("week-ends-first", field="weeks", week=week.number)
        if week.first <= before:
            raise SeasonTermsError("weeks-overlap", field="weeks", week=week.number)
        if week.first < terms.first_day or week.last > terms.last_day:
            raise SeasonTermsError("week-outside", field="weeks", week=week.number)
        before = week.last


def _check_divisions(divisions: Sequence[Division]) -> None:
    if not divisions:
        raise SeasonTermsError("no-division", field="divisions")
    if len({one.key for one in divisions}) != len(divisions) or not all(one.key for one in divisions):
        raise SeasonTermsError("division-keys", field="divisions")
    for one in divisions:
        for refusal in refusals(one).values():
            raise SeasonTermsError("division", field="divisions", division=one.title or one.key, cause=refusal)
        if one.size and one.up + one.down > one.size:
            raise SeasonTermsError("more-than-places", field="divisions", division=one.title or one.key)
    top, last = divisions[0], divisions[-1]
    if top.up:
        raise SeasonTermsError("promoted-from-top", field="divisions", division=top.title or top.key)
    if last.down:
        raise SeasonTermsError("relegated-from-last", field="divisions", division=last.title or last.key)
