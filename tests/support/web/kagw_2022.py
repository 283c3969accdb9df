"""KAGW 2022 with its people: the event that the browser plays by hand, and here by services."""

from datetime import date, timedelta

from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.event import Method
from carrom_web.accounts.models import Guest
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import closing, draws, organising, payments, registration, undersubscribed
from carrom_web.competitions.events.services.applications import Application, Partner
from tests.support.web.events import KAGW, LATE, NOW, cash_terms, local_time, new_event, organiser_of

ADULTS, JUNIORS = "singles-above-18", "singles-18-and-below"
PAIRS, JUNIOR_PAIRS = "doubles-above-18", "doubles-18-and-below"
FIRST = (
    "Anu Bala Chitra Dev Esha Farid Gita Hari Indu Jaya Kamal Lata Mohan Nila Omar Priya Ravi Sita Tara Uma Vijay Zoya"
)
PEOPLE = [f"{name} Nair" for name in FIRST.split()]  # 22 adults in the singles
PARTNERS = {"Anu Nair": "Paul Rao", "Bala Nair": "Pia Rao", "Chitra Nair": "Peter Rao", "Dev Nair": "Pari Rao"}
YOUNG = [f"{name} Menon" for name in "Asha Bina Charu Dina Ela Faiz Gopal Hema".split()]
YOUNG_PARTNERS = {"Asha Menon": "Kiran Das", "Bina Menon": "Kavi Das"}
DRAWN = (JUNIORS, PAIRS, ADULTS)
LATECOMER, UNPAID = "Late Comer", "Never Pays"
CLOSED, DAY = local_time("2022-02-03T00:00"), local_time("2022-02-05T09:05")
BOARDS = ("7-0 0-3 6-0", "0-8q 0-7q", "11-0 0-7 0-1", "5-0 0-3q 8-0")
MISTYPED = 2  # the second result is entered wrongly, and corrected
NOT_PLAYED = {3: "no-show", 5: "walk-over"}  # in the singles of adults


def address_of(name: str) -> str:
    """A person's email address."""
    return name.replace(" ", ".").lower() + "@example.org"


def drawn_event() -> Event:
    """The event on its day: 32 forms, three categories drawn, one cancelled."""
    event = new_event(cash_terms(KAGW))
    owner = organiser_of(event)
    _enter_everybody(event, owner)
    event.refresh_from_db()
    for key in DRAWN:
        draws.draw(event, owner.pk, key, now=DAY)
    return event


def play_out(event: Event) -> None:
    """All rounds: results by boards, one of them mistyped at first, one side that does not come, one walk-over."""
    owner = organiser_of(event)
    for key in DRAWN:
        reported = 0
        category = event.categories.get(key=key)
        while ready := [one for one in contests.shown(category).meetings if one.state is State.READY]:
            for meeting in ready:
                reported += 1
                _report(event, owner, key, meeting.fixture.id, reported)


def _report(event: Event, owner: Guest, key: str, fixture: str, number: int) -> None:
    if key == ADULTS and number in NOT_PLAYED:
        draws.report_not_played(event, owner.pk, key, fixture, NOT_PLAYED[number], Side.B, now=DAY)
        return
    if number == MISTYPED:
        draws.report_boards(event, owner.pk, key, fixture, "9-0 9-0", time_up=False, now=DAY)
    draws.report_boards(event, owner.pk, key, fixture, BOARDS[number % len(BOARDS)], time_up=False, now=DAY)


def _form(name: str, born: str, *keys: str, partners: dict[str, str] | None = None) -> Application:
    born_on = date.fromisoformat(born)
    mate = (partners or {}).get(name, "")
    mates = tuple(
        (key, Partner(name=mate, email=address_of(mate), born=born_on)) for key in keys if key.startswith("doubles")
    )
    return Application(
        name=name, email=address_of(name), born=born_on, shows_name=name != "Zoya Nair", method=Method.CASH,
        categories=keys, partners=mates, site="http://testserver",
    )  # fmt: skip


def _enter_everybody(event: Event, owner: Guest) -> None:
    """Entries, fees at the desk, one day more because of snow, one who never pays, and too few pairs of juniors."""
    forms = [
        _form(one, "1990-05-17", ADULTS, *([PAIRS] if one in PARTNERS else []), partners=PARTNERS) for one in PEOPLE
    ]
    forms += [
        _form(one, "2008-05-17", JUNIORS, *([JUNIOR_PAIRS] if one in YOUNG_PARTNERS else []), partners=YOUNG_PARTNERS)
        for one in YOUNG
    ]
    stored = [registration.hand_in(event, form, now=NOW) for form in (*forms, _form(UNPAID, "1980-01-01", ADULTS))]
    for member in Member.objects.filter(category__event=event, position=1).order_by("pk"):
        registration.agree(member, shows_name=True, now=NOW)
    organising.extend(event, owner.pk, terms_of(event).deadline + timedelta(days=3), now=LATE, why="Snow")
    stored.append(registration.hand_in(event, _form(LATECOMER, "1985-03-03", ADULTS), now=LATE))
    for form in stored:
        if form.name != UNPAID:
            owed = selectors.account_of(form).balance
            payments.record_payment(form, owner.pk, method=Method.CASH, cents=owed, now=LATE)
    closing.close(event, now=CLOSED)
    undersubscribed.cancel(event, owner.pk, JUNIOR_PAIRS, now=CLOSED, why="Two pairs only")
    for form in stored:
        if form.name in YOUNG_PARTNERS:
            payments.record_refund(form, owner.pk, cents=1500, now=CLOSED)
