"""Events for tests: a club with its people, and an event whose clock the test holds."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone

from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms, Method
from carrom.tournament.presets.every import PRESETS
from carrom.tournament.registration import EntryStatus
from carrom_web.accounts.models import Account, Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Member
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events.models import Entry, Event, LedgerEntry, Registration
from carrom_web.competitions.events.services import organising, payments
from carrom_web.competitions.events.services.applications import Application, Partner
from tests.support.web.stored_once import stored_once

KAGW = PRESETS["kagw-2022"].terms
ADULTS, PAIRS = "singles-above-18", "doubles-above-18"


def local_time(text: str) -> datetime:
    """A moment in Washington."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("America/New_York"))


NOW = local_time("2022-01-20T12:00")
LATE = local_time("2022-01-31T00:01")


def official(event_or_club: Any, role: Role) -> Guest:
    """Somebody with a role in the club."""
    club = getattr(event_or_club, "club", event_or_club)
    guest = Guest.objects.create(name=role.value.replace("_", " ").title())
    Member.objects.create(club=club, guest=guest, role=role)
    return guest


def with_account(name: str) -> Guest:
    """Somebody who has signed up."""
    number = Account.objects.count() + 1
    account = Account.objects.create_user(f"account{number}@example.org")
    account.guest.name = name
    account.guest.save()
    return account.guest


def protect(guest: Guest) -> None:
    """Confirm the address of somebody's account and give it a second factor, as who takes payments needs it."""
    account = Account.objects.get(guest=guest)
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    Authenticator.objects.create(user=account, type=Authenticator.Type.TOTP, data={})


@stored_once
def new_event(terms: EventTerms = KAGW, *, published: bool = True) -> Event:
    """An event of a new club; its owner is `organiser_of(event)`."""
    owner = with_account("Olive Owner")
    club = clubs.found_club(owner.pk, name="Carrom Club")
    event = organising.start_event(club, owner.pk, terms, now=NOW)
    if published:
        organising.publish(event, owner.pk, now=NOW)
    return event


def organiser_of(event: Event) -> Guest:
    """The owner of the event's club."""
    return Guest.objects.get(memberships__club=event.club, memberships__role=Role.OWNER)


def cash_terms(terms: EventTerms = KAGW, **changes: Any) -> EventTerms:
    """The same event, paid in cash."""
    return replace(terms, pays=(Method.PAYPAL, Method.CASH), **changes)


def small_event_terms(most: int, fee: int = 1000, least: int = 2) -> EventTerms:
    """An event with a few places in one category."""
    category = CategoryTerms(key=ADULTS, title="Singles, above 18", fee=fee, least=least, most=most)
    return cash_terms(categories=(category,))


def pairs_terms(most: int = 2) -> EventTerms:
    """An event for pairs."""
    category = CategoryTerms(key=PAIRS, title="Doubles, above 18", kind=Kind.DOUBLES, fee=1500, least=2, most=most)
    return cash_terms(categories=(category,))


def application(name: str = "Anu Nair", *keys: str, **more: Any) -> Application:
    """A form of an adult, filled in rightly."""
    given: dict[str, Any] = {
        "name": name,
        "email": f"{name.split()[0].lower()}@example.org",
        "born": date(1991, 4, 2),
        "shows_name": True,
        "method": Method.PAYPAL,
        "categories": keys or (ADULTS,),
        "site": "http://testserver",
    }
    return Application(**(given | more))


def pair_application(name: str, partner: str, **more: Any) -> Application:
    """A form of a pair."""
    mate = Partner(name=partner, email=f"{partner.split()[0].lower()}@example.org", born=date(1990, 1, 1))
    return application(name, PAIRS, partners=((PAIRS, mate),), **more)


def upcoming_terms(terms: EventTerms | None = None) -> EventTerms:
    """KAGW's event, but in six weeks from now; entries close in five."""
    day = timezone.localdate() + timedelta(weeks=6)
    terms = terms or cash_terms()
    return organising.copy_of(terms, first_day=day, deadline=day - timedelta(weeks=1), title="Club Cup")


def standings(event: Event) -> list[str]:
    """The status of each entry, in the order of coming."""
    rows = Entry.objects.filter(category__event=event).order_by("id")
    return [str(EntryStatus(row.standing)) for row in rows]


def pay(form: Registration, cents: int) -> LedgerEntry:
    """Record cash for a registration."""
    event = form.event
    return payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=cents, now=NOW)
