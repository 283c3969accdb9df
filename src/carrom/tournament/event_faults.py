"""Faults of an event's terms that would make it impossible to hold."""

from collections.abc import Iterator
from datetime import time
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from carrom.errors import CarromError
from carrom.match.rules import ruleset_from, shipped
from carrom.settings import check_settings, refusals
from carrom.tournament import format as formats
from carrom.tournament.category import CategoryTerms, Gender, Kind
from carrom.tournament.event import ONLINE, EventTerms, EventTermsError, last_day_of_entry
from carrom.tournament.play_days import Day
from carrom.tournament.prize_fund import read_contributions
from carrom.tournament.prizes import read_prizes, read_sponsors
from carrom.tournament.programme import read_items
from carrom.tournament.questions import faults_of as faults_of_questions
from carrom.tournament.transfers import faults_of as faults_of_transfer

NOON = time(12)


def check_terms(terms: EventTerms) -> None:
    """Pass if an event can be held so.

    Raises:
        EventTermsError: the first thing that is wrong, and what to do.
    """
    for fault in faults_of(terms):
        raise fault


def faults_of(terms: EventTerms) -> list[EventTermsError]:
    """Return the faults in an event's terms; empty if it can be held so."""
    faults: list[EventTermsError] = []
    if not terms.title.strip():
        faults.append(EventTermsError("no-title"))
    faults += [EventTermsError("setting", cause=refusal) for refusal in refusals(terms).values()]
    if not terms.days:
        faults.append(EventTermsError("no-day"))
    faults += [
        EventTermsError("day-hours", day=day.date, closes=day.closes, opens=day.opens)
        for day in terms.days
        if not _has_hours(day)
    ]
    faults += [fault for day in terms.days for fault in _faults_of_breaks(day)]
    if any(after.local(after.opens) < day.local(day.closes) for day, after in pairwise(terms.days)):
        faults.append(EventTermsError("days-order"))
    if terms.days and last_day_of_entry(terms) > terms.days[0].date:
        faults.append(EventTermsError("late-deadline", deadline=last_day_of_entry(terms), first_day=terms.days[0].date))
    try:
        ZoneInfo(terms.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        faults.append(EventTermsError("time-zone", time_zone=terms.time_zone))
    if not terms.categories:
        faults.append(EventTermsError("no-category"))
    keys = [category.key for category in terms.categories]
    faults += [
        EventTermsError("category-twice", key=key) for key in sorted({one for one in keys if keys.count(one) > 1})
    ]
    if len(terms.currency) != 3 or not terms.currency.isascii() or not terms.currency.isupper():
        faults.append(EventTermsError("currency", currency=terms.currency))
    if any(category.fee for category in terms.categories) and not terms.pays:
        faults.append(EventTermsError("no-payment-method"))
    if set(ONLINE) & set(terms.due_on_day):
        faults.append(EventTermsError("online-due-later"))
    faults += [EventTermsError("transfer", cause=fault) for fault in faults_of_transfer(terms.transfer)]
    faults += [EventTermsError("questions", cause=fault) for fault in faults_of_questions(terms.questions)]
    for fund in (terms.fund, *terms.funds.values()):
        try:
            read_contributions(fund.contributions)
        except CarromError as fault:
            faults.append(EventTermsError("prize-fund", cause=fault))
    faults += _faults_of_lines(terms)
    for category in terms.categories:
        faults += _faults_of_category(category, terms)
    return faults


def _faults_of_lines(terms: EventTerms) -> Iterator[EventTermsError]:
    """Return the faults of what is announced as lines of text: the programme, special awards, sponsors."""
    readers = (
        lambda: read_items(terms.programme, [day.date for day in terms.days]),
        lambda: read_prizes(terms.awards, has_places=False),
        lambda: read_sponsors(terms.sponsors),
    )
    for read in readers:
        try:
            read()
        except CarromError as fault:
            yield EventTermsError("announced", cause=fault)


def _has_hours(day: Day) -> bool:
    """Whether it closes after it opens, at the latest on the next noon: later than that is a slip of the keyboard."""
    return day.opens < day.closes or (day.closes < day.opens and day.closes <= NOON)


def _faults_of_breaks(day: Day) -> list[EventTermsError]:
    if not _has_hours(day):
        return []
    faults: list[EventTermsError] = []
    opens, closes = day.local(day.opens), day.local(day.closes)
    free_from, is_full = opens, True
    for one in day.breaks:
        named = {"day": day.date, "title": one.title, "begins": one.begins, "ends": one.ends}
        begins, ends = day.local(one.begins), day.local(one.ends)
        if ends <= begins:
            faults.append(EventTermsError("break-hours", **named))
        elif begins < opens or closes < ends:
            faults.append(EventTermsError("break-outside-hours", **named, opens=day.opens, closes=day.closes))
        elif begins < free_from:
            faults.append(EventTermsError("breaks-overlap", **named))
        is_full = is_full and begins <= free_from
        free_from = max(free_from, ends)
    if is_full and free_from >= closes and not faults:
        faults.append(EventTermsError("all-breaks", day=day.date))
    return faults


def _faults_of_category(category: CategoryTerms, terms: EventTerms) -> Iterator[EventTermsError]:
    title = category.title
    for refusal in refusals(category).values():
        yield EventTermsError("category-setting", category=title, cause=refusal)
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
    if terms.ruleset in shipped():
        try:
            ruleset_from(terms.ruleset, shipped()[terms.ruleset].edition, category.match.values)
        except ValueError as error:
            yield EventTermsError("laws", category=title, cause=error)
    try:
        read_prizes(category.prizes)
    except CarromError as fault:
        yield EventTermsError("prizes", category=title, cause=fault)
    try:
        check_settings(formats.find(category.format).options, dict(category.format_values))
    except CarromError as error:
        yield EventTermsError("format", category=title, cause=error)
