"""What an organiser announces: where, when, which categories, for how much, until when one may enter.

Values alone. Money is whole cents of one currency, so that sums are exact; a date means the day in the event's own
time zone, from midnight to midnight there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from carrom.errors import ImpossibleError
from carrom.match.lengths import LENGTHS
from carrom.match.rules import Values, ruleset_from, shipped
from carrom.tournament.teams import TieTerms
from carrom.tournament.tie_breaks import TIE_BREAKS
from carrom.tournament.transfers import NO_ACCOUNT, Transfer
from carrom.tournament.transfers import faults_of as faults_of_transfer


class EventTermsError(ImpossibleError):
    """An event could not be held as it is written down."""

    code = "event-terms"


class Kind(StrEnum):
    """Who plays as one entry of a category."""

    SINGLES = "singles"
    DOUBLES = "doubles"
    TEAM = "team"
    SOLO = "solo"  # 19-coin: one player against the count


class Gender(StrEnum):
    """Whom a category admits; MIXED asks a pair for one of each."""

    ANY = "any"
    WOMEN = "women"
    MEN = "men"
    MIXED = "mixed"


class Method(StrEnum):
    """How a fee may be paid."""

    PAYPAL = "paypal"
    CASH = "cash"
    TRANSFER = "transfer"


@dataclass(frozen=True, slots=True)
class Venue:
    """Where it is played; the postal address is one line."""

    name: str
    address: str = ""


PHONE = r"^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$"
LINK = r"^https?://[^\s/]+\S*$"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Whom to ask about an event; everybody sees it. Empty is what is not given."""

    name: str = ""
    email: str = ""
    phone: str = ""
    link: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """What is given, in the order in which it is shown."""
        return tuple(part for part in (self.name, self.email, self.phone, self.link) if part)


@dataclass(frozen=True, slots=True)
class Break:
    """Hours of a day in which no match is planned: lunch, a ceremony; in the event's time zone."""

    begins: time
    ends: time
    title: str


@dataclass(frozen=True, slots=True)
class Day:
    """One day of play, its hours and the breaks within them in their order, in the event's time zone."""

    date: date
    opens: time
    closes: time
    breaks: tuple[Break, ...] = ()


@dataclass(frozen=True, slots=True)
class Extension:
    """The registration deadline was moved from one day to a later one, and this was said in public (K-010, K-011)."""

    made_at: datetime
    was: date
    to: date
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """Under which laws and how long a match of a category is; `length` is one of `match.lengths.LENGTHS`.

    `minutes` limits a match (L-095); `at_limit` says whether the running board is finished first or the leader wins
    at once. `told_by` says how results are told where nobody keeps a sheet: board by board, or by the points of each
    game, as in SoL.
    """

    length: str = "match"
    values: Values = ()
    minutes: int | None = None
    at_limit: Literal["finish_board", "leader_wins"] = "finish_board"
    expected_minutes: int = 45
    told_by: Literal["boards", "games"] = "boards"


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTerms:
    """A category: who may enter, for how much, how many, and how it is played.

    `fee` is for the entry: a pair or a team pays it once, whoever of them pays (K-012). Ages are whole years on the
    first day of the event, both ends included (K-006). `pair_ages` says whose age counts where several play as one:
    everybody's ("each"), or the oldest member's, so that a pair of mixed ages is of the older class ("oldest").
    """

    key: str
    title: str
    kind: Kind = Kind.SINGLES
    fee: int = 0
    youngest: int | None = None
    oldest: int | None = None
    pair_ages: Literal["each", "oldest"] = "each"
    gender: Gender = Gender.ANY
    level: str = ""  # as the club names it; shown, not checked
    members: int = 0  # of a team: how many there are at least; 0: as the kind says
    most_members: int = 0  # of a team: how many there may be; 0: no more than the least
    tie: TieTerms | None = None  # of teams: what a tie is made of; None: the usual
    one_match: bool = False  # of teams: they meet in one match, as in SoL, and no ties of several are played
    least: int = 4
    most: int | None = None
    format: str = "knockout"
    format_values: Values = ()
    tie_breaks: tuple[str, ...] = ()  # `tie_breaks.TIE_BREAKS` from first to last; empty: the usual order
    match: MatchTerms = MatchTerms()

    @property
    def size(self) -> int:
        """How many people make one entry."""
        return {Kind.SINGLES: 1, Kind.SOLO: 1, Kind.DOUBLES: 2, Kind.TEAM: self.members}[self.kind]

    @property
    def most_size(self) -> int:
        """How many people may make one entry."""
        return max(self.size, self.most_members) if self.kind is Kind.TEAM else self.size

    @property
    def tie_terms(self) -> TieTerms | None:
        """What a fixture is made of where teams play several matches; None elsewhere."""
        return (self.tie or TieTerms()) if self.kind is Kind.TEAM and not self.one_match else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTerms:
    """Everything an event announces."""

    title: str
    venue: Venue
    days: tuple[Day, ...]
    time_zone: str
    deadline: date  # the last day on which entries are taken, that day included
    categories: tuple[CategoryTerms, ...]
    ruleset: str = "icf"
    official_laws_only: bool = True  # local changes of the laws are ignored and reported (L-170)
    extensions: tuple[Extension, ...] = ()
    currency: str = "USD"
    pays: tuple[Method, ...] = (Method.CASH,)
    due_on_day: tuple[Method, ...] = (Method.CASH,)  # of `pays`: what is paid so is due on the first day, not earlier
    transfer: Transfer = NO_ACCOUNT
    least: int = 4
    boards: int = 4
    reporting_minutes: int = 15
    rest_minutes: int = 5
    notes: str = ""
    contact: Contact = Contact()

    @property
    def zone(self) -> ZoneInfo:
        """The time zone, ready for use."""
        return ZoneInfo(self.time_zone)

    def category(self, key: str) -> CategoryTerms:
        """The category of this key. Raises EventTermsError: there is none."""
        for category in self.categories:
            if category.key == key:
                return category
        raise EventTermsError("unknown-category", category=key, categories=[one.key for one in self.categories])


def check_terms(terms: EventTerms) -> None:
    """Pass if an event can be held so.

    Raises:
        EventTermsError: the first thing that is wrong, and what to do.
    """
    for fault in faults_of(terms):
        raise fault


def is_due_on_day(terms: EventTerms, method: Method) -> bool:
    """Whether a fee that is paid so is due on the first day of play, and not when entries close."""
    return method in terms.due_on_day


def lacks_an_account(terms: EventTerms) -> bool:
    """Whether fees may be transferred and nobody is told where to."""
    has_fee = any(category.fee for category in terms.categories)
    return has_fee and Method.TRANSFER in terms.pays and not terms.transfer.is_given


def faults_of(terms: EventTerms) -> list[EventTermsError]:
    """What is wrong with an event's terms; empty if it can be held so."""
    faults: list[EventTermsError] = []
    if not terms.title.strip():
        faults.append(EventTermsError("no-title"))
    if not terms.days:
        faults.append(EventTermsError("no-day"))
    faults += [
        EventTermsError("day-hours", day=day.date, closes=day.closes, opens=day.opens)
        for day in terms.days
        if day.closes <= day.opens
    ]
    faults += [fault for day in terms.days for fault in _faults_of_breaks(day)]
    if list(terms.days) != sorted(terms.days, key=lambda day: (day.date, day.opens)):
        faults.append(EventTermsError("days-order"))
    if terms.days and last_day_of_entry(terms) > terms.days[0].date:
        faults.append(EventTermsError("late-deadline", deadline=last_day_of_entry(terms), first_day=terms.days[0].date))
    try:
        ZoneInfo(terms.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        faults.append(EventTermsError("time-zone", time_zone=terms.time_zone))
    if terms.ruleset not in shipped():
        faults.append(EventTermsError("unknown-ruleset", ruleset=terms.ruleset, rulesets=list(shipped())))
    if not terms.categories:
        faults.append(EventTermsError("no-category"))
    keys = [category.key for category in terms.categories]
    faults += [
        EventTermsError("category-twice", key=key) for key in sorted({one for one in keys if keys.count(one) > 1})
    ]
    if terms.boards < 1:
        faults.append(EventTermsError("no-board"))
    if len(terms.currency) != 3 or not terms.currency.isascii() or not terms.currency.isupper():
        faults.append(EventTermsError("currency", currency=terms.currency))
    if any(category.fee for category in terms.categories) and not terms.pays:
        faults.append(EventTermsError("no-payment-method"))
    if Method.PAYPAL in terms.due_on_day:
        faults.append(EventTermsError("paypal-due-later"))
    faults += [EventTermsError("transfer", cause=fault) for fault in faults_of_transfer(terms.transfer)]
    faults += _faults_of_contact(terms.contact)
    for category in terms.categories:
        faults += _faults_of_category(category, terms)
    return faults


def _faults_of_contact(contact: Contact) -> list[EventTermsError]:
    faults: list[EventTermsError] = []
    if contact.email and not re.fullmatch(r"[^@\s]+@[^@\s]+", contact.email):
        faults.append(EventTermsError("contact-email", email=contact.email))
    if contact.phone and not re.fullmatch(PHONE, contact.phone):
        faults.append(EventTermsError("contact-phone", phone=contact.phone))
    if contact.link and not re.fullmatch(LINK, contact.link):
        faults.append(EventTermsError("contact-link", link=contact.link))
    return faults


def _faults_of_breaks(day: Day) -> list[EventTermsError]:
    if day.closes <= day.opens:
        return []
    faults: list[EventTermsError] = []
    free_from, is_full = day.opens, True
    for one in day.breaks:
        named = {"day": day.date, "title": one.title, "begins": one.begins, "ends": one.ends}
        if one.ends <= one.begins:
            faults.append(EventTermsError("break-hours", **named))
        elif one.begins < day.opens or day.closes < one.ends:
            faults.append(EventTermsError("break-outside-hours", **named, opens=day.opens, closes=day.closes))
        elif one.begins < free_from:
            faults.append(EventTermsError("breaks-overlap", **named))
        is_full = is_full and one.begins <= free_from
        free_from = max(free_from, one.ends)
    if is_full and free_from >= day.closes and not faults:
        faults.append(EventTermsError("all-breaks", day=day.date))
    return faults


def _faults_of_category(category: CategoryTerms, terms: EventTerms) -> Iterator[EventTermsError]:
    title = category.title
    if category.fee < 0:
        yield EventTermsError("fee", category=title)
    if category.size < 1:
        yield EventTermsError("no-team-size", category=title)
    elif category.most_members and category.most_members < category.members:
        yield EventTermsError("team-sizes", category=title, most=category.most_members, least=category.members)
    elif category.tie_terms is not None and category.members < category.tie_terms.players:
        yield EventTermsError(
            "team-too-small",
            category=title,
            order=category.tie_terms.order,
            needed=category.tie_terms.players,
            members=category.members,
        )
    if category.least < 2 and category.kind is not Kind.SOLO:
        yield EventTermsError("least-entries", category=title)
    if category.most is not None and category.most < category.least:
        yield EventTermsError("entries", category=title, most=category.most, least=category.least)
    if category.youngest is not None and category.oldest is not None and category.oldest < category.youngest:
        yield EventTermsError("ages", category=title, youngest=category.youngest, oldest=category.oldest)
    if category.gender is Gender.MIXED and category.size < 2:
        yield EventTermsError("mixed-single", category=title)
    unknown = [name for name in category.tie_breaks if name not in TIE_BREAKS]
    if unknown:
        yield EventTermsError("unknown-tie-break", category=title, name=unknown[0], tie_breaks=list(TIE_BREAKS))
    if category.match.length not in LENGTHS:
        yield EventTermsError("unknown-length", category=title, length=category.match.length, lengths=list(LENGTHS))
    elif terms.ruleset in shipped():
        try:
            ruleset_from(terms.ruleset, shipped()[terms.ruleset].edition, category.match.values)
        except ValueError as error:
            yield EventTermsError("laws", category=title, cause=error)
    if category.match.minutes is not None and category.match.minutes < 1:
        yield EventTermsError("minutes", category=title)


def last_day_of_entry(terms: EventTerms) -> date:
    """The last day on which entries are taken: the latest extension, else the first deadline (K-009, K-010)."""
    return max((extension.to for extension in terms.extensions), default=terms.deadline)


def closes_at(terms: EventTerms) -> datetime:
    """The first moment that is too late to enter: midnight after the last day, in the event's time zone (K-008)."""
    after = last_day_of_entry(terms) + timedelta(days=1)
    return datetime.combine(after, time.min, tzinfo=terms.zone)


def is_open(terms: EventTerms, now: datetime) -> bool:
    """Whether entries are still taken at a moment (an aware one)."""
    return now < closes_at(terms)


def extended(terms: EventTerms, to: date, *, now: datetime, why: str = "") -> tuple[EventTerms, Extension]:
    """The terms with a later deadline, and the notice that says so; the old deadlines stay on record (K-010, K-011).

    Raises:
        EventTermsError: the day is not later than the deadline, or later than the first day of play.
    """
    was = last_day_of_entry(terms)
    if to <= was:
        raise EventTermsError("deadline-not-later", deadline=was)
    if to > terms.days[0].date:
        raise EventTermsError("deadline-after-play", first_day=terms.days[0].date)
    extension = Extension(now, was, to, why)
    return replace(terms, extensions=(*terms.extensions, extension)), extension
