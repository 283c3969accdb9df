"""The decisions of a registration desk: who may enter, the fee, who waits; without a database.

Law: K-001 to K-015, with the readings of the catalogue: age counts on the first day of the event; a pair plays in
the older of its members' age classes; one form names every category.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from carrom.errors import NotAllowedError
from carrom.tournament.category import CategoryTerms, Gender, Kind
from carrom.tournament.event import EventTerms, Method, closes_at, is_due_on_day, is_open


class RegistrationClosedError(NotAllowedError):
    """A form came after the last moment (K-008)."""

    code = "registration-closed"


class NotAdmittedError(NotAllowedError):
    """A category does not admit these people."""

    code = "not-admitted"

    @property
    def why(self) -> "RefusalReason":
        """The reason."""
        return RefusalReason(self.args[0])


class MethodNotAcceptedError(NotAllowedError):
    """A payment of a kind that the event does not take (K-003)."""

    code = "payment-method"


class RefusalReason(StrEnum):
    """Why a category does not admit an entry."""

    TOO_OLD = "too-old"
    TOO_YOUNG = "too-young"
    WOMEN_ONLY = "women-only"
    MEN_ONLY = "men-only"
    ONE_OF_EACH = "one-of-each"
    TOO_FEW = "too-few-people"
    TOO_MANY = "too-many-people"
    SAME_PERSON = "same-person"
    AGE_UNKNOWN = "age-unknown"
    GENDER_UNKNOWN = "gender-unknown"


class EntryStatus(StrEnum):
    """How an entry of a category stands."""

    HELD = "held"  # has a place, and something is still to come: the fee, the partner's word
    CONFIRMED = "confirmed"
    WAITING = "waiting"  # the category is full
    EXPIRED = "expired"  # not paid, or the partner silent, when registration closed (K-002)
    WITHDRAWN = "withdrawn"
    CANCELLED = "cancelled"  # the organiser cancelled the category or the event


TAKES_A_PLACE = (EntryStatus.HELD, EntryStatus.CONFIRMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person as the age and gender classes of an entry see them."""

    name: str
    born: date | None = None
    gender: Gender | None = None  # WOMEN or MEN; None: not given


def identity(name: str, born: date | None) -> str:
    """Return the key of a person in forms: the name, whatever its case, spaces and order, and the day of birth."""
    words = sorted(name.casefold().split())
    return f"{' '.join(words)}|{born.isoformat() if born else ''}"


def age_on(born: date, day: date) -> int:
    """How many whole years somebody born on one day is old on another; born on 29 February: from 1 March on."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def check_number(terms: EventTerms, keys: Collection[str]) -> None:
    """Pass if one person may enter so many categories. Raises NotAdmittedError."""
    if terms.most_categories is not None and len(keys) > terms.most_categories:
        raise NotAdmittedError("too-many-categories", most=terms.most_categories, count=len(keys))


def check_admits(category: CategoryTerms, people: Sequence[Person], terms: EventTerms) -> None:
    """Pass if a category admits these people as one entry.

    Whose age counts in a pair of mixed ages is the category's `pair_ages` (reading of K-006: the oldest member's).

    Raises:
        NotAdmittedError: it does not, with the reason.
    """
    if len(people) < category.size:
        raise NotAdmittedError("too-few-people", category=category.title, least=category.size, count=len(people))
    if len(people) > category.most_size:
        raise NotAdmittedError("too-many-people", category=category.title, most=category.most_size, count=len(people))
    people_once = {identity(person.name, person.born) for person in people}
    if len(people_once) != len(people):
        raise NotAdmittedError("same-person", category=category.title)
    _check_ages(category, people, terms.days[0].date)
    _check_genders(category, people)


def _check_ages(category: CategoryTerms, people: Sequence[Person], day: date) -> None:
    if category.youngest is None and category.oldest is None:
        return
    ages = []
    for person in people:
        if person.born is None:
            raise NotAdmittedError("age-unknown", category=category.title, name=person.name)
        ages.append((age_on(person.born, day), person.name))
    oldest, elder = max(ages)
    if category.oldest is not None and oldest > category.oldest:
        raise NotAdmittedError("too-old", category=category.title, oldest=category.oldest, name=elder, age=oldest)
    youngest, younger = max(ages) if category.pair_ages == "oldest" else min(ages)
    if category.youngest is not None and youngest < category.youngest:
        raise NotAdmittedError(
            "too-young", category=category.title, youngest=category.youngest, name=younger, age=youngest
        )


def _check_genders(category: CategoryTerms, people: Sequence[Person]) -> None:
    if category.gender is Gender.ANY:
        return
    genders = [person.gender for person in people]
    if None in genders:
        raise NotAdmittedError("gender-unknown", category=category.title)
    if category.gender is Gender.MIXED:
        if len(set(genders)) < 2:
            raise NotAdmittedError("one-of-each", category=category.title)
        return
    if set(genders) != {category.gender}:
        reason = "women-only" if category.gender is Gender.WOMEN else "men-only"
        raise NotAdmittedError(reason, category=category.title)


def age_class(terms: EventTerms, people: Sequence[Person], kind: Kind) -> CategoryTerms | None:
    """The category of a kind that the ages decide (K-006); None if no category or more than one admits them."""
    admitting = []
    for category in terms.categories:
        if category.kind is kind:
            try:
                check_admits(category, people, terms)
            except NotAdmittedError:
                continue
            admitting.append(category)
    return admitting[0] if len(admitting) == 1 else None


def check_open(terms: EventTerms, now: datetime) -> None:
    """Pass if a form may be handed in now.

    Raises:
        RegistrationClosedError: with the last day, in the event's own time zone (K-008).
    """
    if not is_open(terms, now):
        last = closes_at(terms)
        raise RegistrationClosedError(day=_day_before(last), time_zone=terms.time_zone)


def _day_before(moment: datetime) -> date:
    return date.fromordinal(moment.date().toordinal() - 1)


def check_method(terms: EventTerms, method: Method) -> None:
    """Pass if the event takes this kind of payment. Raises MethodNotAcceptedError (K-003)."""
    if method not in terms.pays:
        if not terms.pays:
            raise MethodNotAcceptedError("no-payment")
        raise MethodNotAcceptedError("other-methods", methods=[one.value for one in terms.pays], method=method.value)


def fee_of(terms: EventTerms, keys: Iterable[str]) -> int:
    """Return the total fee of entries in these categories, in cents (K-012, K-013)."""
    return sum(terms.category(key).fee for key in keys)


def is_paid_enough(terms: EventTerms, method: Method, *, covered: bool, now: datetime) -> bool:
    """Whether the fee lets an entry stand: it is paid, or entries have closed and it is due on the day (K-002, K-008).

    While entries are open the place is only held, so that those who pay early learn it.
    """
    return covered or (not is_open(terms, now) and is_due_on_day(terms, method))


def settled(standing: EntryStatus, *, paid: bool, agreed: bool) -> EntryStatus:
    """How an entry with a place stands, once it is known whether its fee is paid and every partner has agreed."""
    if standing not in TAKES_A_PLACE:
        return standing
    return EntryStatus.CONFIRMED if paid and agreed else EntryStatus.HELD


def after_closing(standing: EntryStatus) -> EntryStatus:
    """How an entry stands once registration has closed: what was not confirmed by then is not accepted (K-002)."""
    return EntryStatus.EXPIRED if standing in (EntryStatus.HELD, EntryStatus.WAITING) else standing


@dataclass(frozen=True, slots=True)
class Cancellable:
    """The parts that the organiser may cancel for want of entries, never of itself (K-014, K-015)."""

    event: bool
    categories: tuple[str, ...]


def cancellable(terms: EventTerms, confirmed: Mapping[str, int]) -> Cancellable:
    """Return the parts with too few entries: the whole event, and each category by its key.

    An entry is what plays as one side, so a pair counts once (reading of K-014).
    """
    small = tuple(category.key for category in terms.categories if confirmed.get(category.key, 0) < category.least)
    return Cancellable(sum(confirmed.values()) < terms.least, small)
