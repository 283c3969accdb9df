"""The announcement of an event: place, dates, categories, fees, deadline.

Plain values. Money is whole cents of one currency, so that sums are exact; a date means the day in the event's own
time zone, from midnight to midnight there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Literal
from zoneinfo import ZoneInfo

from carrom.errors import ImpossibleError
from carrom.match.rules import shipped
from carrom.messages import gettext_noop as _
from carrom.settings import part, setting
from carrom.tournament.category import CategoryTerms
from carrom.tournament.play_days import Day
from carrom.tournament.prize_fund import NO_FUND, PrizeFund
from carrom.tournament.transfers import NO_ACCOUNT, Transfer


class EventTermsError(ImpossibleError):
    """An event could not be held as it is written down."""

    code = "event-terms"


class Method(StrEnum):
    """How a fee may be paid."""

    PAYPAL = "paypal"
    STRIPE = "stripe"
    CASH = "cash"
    TRANSFER = "transfer"


ONLINE = (Method.PAYPAL, Method.STRIPE)
"""Paid through a service, by which the money comes with its confirmation: nobody records it by hand."""


PHONE = r"^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$"
LINK = r"^https?://[^\s/]+\S*$"


@dataclass(frozen=True, slots=True)
class Venue:
    """The venue; the postal address is one line."""

    name: str = setting(label=_("Venue"), group="where")
    address: str = setting("", label=_("Address"), longest=160, group="where")
    map_link: str = setting(
        "",
        label=_("Link to a map"),
        says=_("without one, the address is linked to its place on OpenStreetMap"),
        longest=300,
        input="url",
        pattern=LINK,
        example="https://osm.org/go/ZZcci_8T1--",
        group="where",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Whom to ask about an event; everybody sees it. Empty is what is not given."""

    name: str = setting("", label=_("Name"), group="contact")
    email: str = setting(
        "",
        label=_("Email"),
        longest=254,
        input="email",
        pattern=r"[^@\s]+@[^@\s]+",
        example="club@example.org",
        group="contact",
    )
    phone: str = setting(
        "",
        label=_("Phone"),
        longest=40,
        input="tel",
        pattern=PHONE,
        example="+1 301 555 0100",
        group="contact",
    )
    link: str = setting(
        "", label=_("Website"), longest=200, input="url", pattern=LINK, example="https://example.org", group="contact"
    )

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that are given, in the order in which they are shown."""
        return tuple(part for part in (self.name, self.email, self.phone, self.link) if part)


@dataclass(frozen=True, slots=True)
class Extension:
    """The registration deadline was moved from one day to a later one, and this was said in public (K-010, K-011)."""

    made_at: datetime
    was: date
    to: date
    why: str = ""


NO_ONLINE_CLOCK = "none"
ONLINE_CLOCKS: Mapping[str, str] = {
    "15": _("15 s a stroke"),
    "30": _("30 s a stroke"),
    "60": _("60 s a stroke"),
    NO_ONLINE_CLOCK: _("No clock"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTerms:
    """Everything an event announces."""

    title: str = setting(label=_("Title"), group="where")
    venue: Venue = part()
    days: tuple[Day, ...]
    time_zone: str = setting(label=_("Time zone"), longest=40, group="when")
    deadline: date = setting(label=_("Entries until the end of"), group="when")
    categories: tuple[CategoryTerms, ...]
    ruleset: str = setting(
        "icf", label=_("Laws"), choices={slug: one.title for slug, one in shipped().items()}, group="where"
    )
    official_laws_only: bool = True  # local changes of the laws are ignored and reported (L-170)
    extensions: tuple[Extension, ...] = ()
    currency: str = setting("USD", label=_("Currency"), longest=3, group="fees")
    least: int = setting(4, least=2, most=500, label=_("Least entries"), group="fees")
    most_categories: int | None = setting(
        None,
        least=1,
        most=50,
        label=_("Categories per person"),
        says=_("how many categories one person may enter; leave empty for no limit"),
        group="fees",
        shown_as=_("at most %(value)s"),
    )
    pays: tuple[Method, ...] = setting(
        (Method.CASH,),
        label=_("Ways to pay"),
        choices={
            "paypal": _("PayPal"),
            "stripe": _("Card, by Stripe"),
            "cash": _("Cash at the registrar's desk"),
            "transfer": _("Bank transfer"),
        },
        group="methods",
    )
    due_on_day: tuple[Method, ...] = setting(
        (Method.CASH,),
        label=_("Due on the first day instead of at the close of entries"),
        says=_("players who choose one of these keep their place when entries close; all other unpaid entries expire"),
        choices={"cash": _("Fees in cash"), "transfer": _("Fees by transfer")},
        group="methods",
    )
    fee_reminder_days: int = setting(
        3,
        least=0,
        most=30,
        label=_("Days to remind of an unpaid fee"),
        says=_("before it is due; by email, once; 0: no reminder"),
        value_names={"0": _("no reminder")},
        group="methods",
    )
    transfer: Transfer = part(NO_ACCOUNT)
    boards: int = setting(4, least=1, most=200, label=_("Boards"), group="where", shown_as="%(value)s")
    reporting_minutes: int = setting(
        15,
        least=0,
        most=180,
        label=_("Reporting time"),
        says=_("in minutes before a match"),
        group="when",
        shown_as=_("%(value)s minutes before your match"),
    )
    rest_minutes: int = setting(
        5,
        least=0,
        most=240,
        label=_("Rest between matches"),
        says=_("in minutes"),
        group="when",
        shown_as=_("%(value)s minutes"),
    )
    players_report: bool = setting(
        False,
        label=_("Players enter results"),
        says=_("with their own link; the opponent confirms, and organisers have the last word"),
        group="when",
    )
    is_online: bool = setting(
        False,
        label=_("Played online"),
        says=_(
            "each match that is called starts on this site between the players' accounts, results count by themselves, "
            "rounds follow each other; boards are the matches at the same time"
        ),
        group="when",
    )
    online_clock: Literal["15", "30", "60", "none"] = setting(
        "15",
        label=_("Clock online"),
        choices=ONLINE_CLOCKS,
        group="when",
        shown_as="%(value)s",
        only_if={"is_online": ("True",)},
    )
    no_show_minutes: int = setting(
        10,
        least=2,
        most=120,
        label=_("No-show online"),
        says=_("a side that has not opened its match after so many minutes has lost it"),
        group="when",
        shown_as=_("after %(value)s minutes"),
        only_if={"is_online": ("True",)},
    )
    notes: str = setting("", label=_("More information"), longest=1000, input="lines", group="notes")
    waiting: Literal["coming", "unplaced"] = setting(
        "coming",
        label=_("Waiting list"),
        says=_("who gets a place that becomes free, as long as entries are open"),
        choices={
            "coming": _("those registered first"),
            "unplaced": _("first those without a place in any category, then those registered first"),
        },
        group="fees",
    )
    questions: str = setting(
        "",
        label=_("Own questions, one on each line"),
        says=_("with choices after a colon, and a star at the end of what must be answered"),
        longest=2000,
        input="lines",
        example="T-shirt: S, M, L, XL *",
        group="asked",
    )
    waiver: str = setting(
        "",
        label=_("Terms that every player accepts"),
        says=_(
            "a waiver, or a consent to photos; below 18 a parent or guardian accepts; a changed text is a new version, "
            "which players are asked to accept"
        ),
        longest=4000,
        input="lines",
        group="asked",
    )
    contact: Contact = part(Contact())
    fund: PrizeFund = part(NO_FUND)
    fund_by: Literal["fees", "equal"] = setting(
        "fees",
        label=_("The event's prize money among its categories"),
        choices={"fees": _("in proportion to their fees"), "equal": _("equally")},
        group="fund",
    )
    fund_is_shown: bool = setting(
        True,
        label=_("Show prize money on the event's page"),
        group="fund",
    )
    programme: str = setting(
        "",
        label=_("Programme, one item on each line"),
        says=_("time and title, for every day or with a date in front; hours and breaks are in it anyway"),
        longest=4000,
        input="lines",
        example="09:30 Opening\n18:00 Prize giving",
        group="programme",
    )
    awards: str = setting(
        "",
        label=_("Special awards of the whole event, one on each line"),
        says=_("name, colon, and what it is; the prizes of places belong to each category"),
        longest=2000,
        input="lines",
        example="Best white slam: Wrist watch",
        group="programme",
    )
    sponsors: str = setting(
        "",
        label=_("Sponsors, one on each line"),
        says=_("name, a few words and a link, with semicolons between them; logos are added on a page of their own"),
        longest=4000,
        input="lines",
        example="Café Rio; coffee for all players; https://example.org",
        group="programme",
    )

    @property
    def has_prize_money(self) -> bool:
        """Whether there is a fund, of the whole or of a category."""
        return any(one.fixed or one.share or one.contributions for one in (self.fund, *self.funds.values()))

    @property
    def funds(self) -> dict[str, PrizeFund]:
        """The own fund of each category, by its key."""
        return {one.key: one.fund for one in self.categories}

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


def is_due_on_day(terms: EventTerms, method: Method) -> bool:
    """Whether a fee that is paid so is due on the first day of play, and not when entries close."""
    return method in terms.due_on_day


def lacks_an_account(terms: EventTerms) -> bool:
    """Whether fees may be transferred but the event does not say where to."""
    has_fee = any(category.fee for category in terms.categories)
    return has_fee and Method.TRANSFER in terms.pays and not terms.transfer.ways_in(terms.currency).is_given


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
