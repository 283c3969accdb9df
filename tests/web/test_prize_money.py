"""Prize money of an event: previewed, shown where the organiser wants it, paid out once with a receipt, taken back."""

import csv
from dataclasses import replace

import pytest
from django.test import Client

from carrom.tournament.event import Method
from carrom.tournament.prize_fund import PrizeFund
from carrom_web.clubs.rights import Role
from carrom_web.competitions.competition_file import packed
from carrom_web.competitions.events import event_file, prize_money, selectors
from carrom_web.competitions.events.models import Event, LedgerEntry
from carrom_web.competitions.events.repository import save_terms, terms_of
from carrom_web.competitions.events.services import prizes, registration
from tests.support.web.clients import as_guest
from tests.support.web.draws import BEST_OF_THREE, draw_address, event_with_entries, ready_fixtures
from tests.support.web.events import ADULTS, KAGW, NOW, application, new_event, official, organiser_of

pytestmark = pytest.mark.django_db
FUND = PrizeFund(fixed=10000, share=50, contributions="Café Rio: 50.01")  # and fees of 4 entries, 10 each


def with_fund(event: Event, fund: PrizeFund = FUND, **changes) -> Event:
    save_terms(event, replace(terms_of(event), fund=fund, **changes))
    return event


@pytest.fixture
def played() -> Event:
    """Four entries, all matches played; two lost a semi-final and tie for place 3."""
    event = with_fund(event_with_entries(4))
    owner, page = as_guest(organiser_of(event)), draw_address(event)
    owner.post(page, {"do": "draw"})
    while fixtures := ready_fixtures(event):
        for fixture in fixtures:
            owner.post(page, {"do": "boards", "fixture": fixture, "boards": BEST_OF_THREE})
    return event


def winners(event: Event) -> list[prize_money.Winner]:
    (found,) = prize_money.prizes_of(event, terms_of(event), with_winners=True)
    return list(found.winners)


def amounts(event: Event) -> list[tuple[int, int]]:
    return [(one.place, one.cents) for one in winners(event)]


def test_everybody_sees_the_prize_money_of_each_place_unless_the_organiser_hides_it():
    event = with_fund(event_with_entries(4), currency="INR")
    address = f"/events/{event.slug}/"

    page = Client().get(address).content.decode()
    for text in ("Prize money", "₹170.01", "1. ₹85.01", "2. ₹51", "3. ₹34"):
        assert text in page
    event.refresh_from_db()
    save_terms(event, replace(terms_of(event), fund_is_shown=False))
    assert "Prize money" not in Client().get(address).content.decode()
    assert "Prize money" not in Client().get(f"/events/{new_event().slug}/").content.decode()


def test_the_desk_pays_each_winner_once_with_a_receipt_and_takes_it_back(played: Event):
    registrar = as_guest(official(played, Role.REGISTRAR))
    address = f"/events/{played.slug}/prize-money/"
    assert amounts(played) == [(1, 8501), (2, 5100), (3, 1700), (3, 1700)]
    first, second, *_third = winners(played)
    given = {"category": ADULTS, "entry": first.key, "method": "transfer"}

    page = registrar.get(address).content.decode()
    assert "$85.01 paid in cash" in page and first.name in page and "Change the prize money" not in page
    assert [registrar.post(address, given).status_code for _time in range(2)] == [303, 409]

    line = LedgerEntry.objects.get(kind="prize")
    assert (line.amount, line.receipt, line.method) == (8501, 5, "transfer")  # after those of four fees
    receipt = registrar.get(f"{address}receipt-5.pdf")
    assert receipt.content.startswith(b"%PDF") and Client().get(f"{address}receipt-5.pdf").status_code == 403
    assert selectors.account_of(line.form).balance == 0, "a prize is no part of what somebody owes"
    assert not selectors.lines_by_hand(played).get(line.form_id, [])[1:], "the desk does not undo it as a payment"
    assert registrar.post(address, {"do": "take-back", "line": line.pk}).status_code == 303
    assert registrar.post(address, {"do": "take-back", "line": line.pk}).status_code == 409
    assert registrar.get(f"{address}receipt-5.pdf").status_code == 404
    prizes.pay_out(played, organiser_of(played).pk, ADULTS, first.key, method=Method.CASH, now=NOW)
    prizes.pay_out(played, organiser_of(played).pk, ADULTS, second.key, method=Method.CASH, now=NOW)
    assert sum(LedgerEntry.objects.filter(kind="prize").values_list("amount", flat=True)) == 8501 + 5100
    assert [one.open for one in winners(played)] == [0, 0, 1700, 1700]
    log = as_guest(organiser_of(played)).get(f"/events/{played.slug}/log/").content.decode()
    assert "Prize money paid out" in log and "$85.01" in log


def test_a_fund_that_changes_after_a_payout_leaves_the_difference_open_or_says_it_was_too_much(played: Event):
    owner = organiser_of(played)
    first = winners(played)[0]
    prizes.pay_out(played, owner.pk, ADULTS, first.key, method=Method.CASH, now=NOW)

    with_fund(played, PrizeFund(fixed=20000))
    assert winners(played)[0].open == 10000 - 8501
    prizes.pay_out(played, owner.pk, ADULTS, first.key, method=Method.CASH, now=NOW)
    with_fund(played, PrizeFund())
    assert winners(played)[0].open == -10000
    page = as_guest(owner).get(f"/events/{played.slug}/prize-money/").content.decode()
    assert "$100 more than due was paid out" in page


def test_nothing_is_paid_out_before_the_end_or_by_those_who_may_not_or_to_somebody_else(played: Event):
    running = with_fund(event_with_entries(2))
    entry = running.categories.get().entries.first()
    last = winners(played)[-1]

    with pytest.raises(prizes.PayoutError):
        prizes.pay_out(running, organiser_of(running).pk, ADULTS, entry.key, method=Method.CASH, now=NOW)
    for key, method in ((entry.key, Method.CASH), (last.key, Method.PAYPAL)):
        with pytest.raises(prizes.PayoutError):
            prizes.pay_out(played, organiser_of(played).pk, ADULTS, key, method=method, now=NOW)
    umpire = as_guest(official(played, Role.UMPIRE))
    assert umpire.get(f"/events/{played.slug}/prize-money/").status_code == 403
    assert not LedgerEntry.objects.filter(kind="prize").exists()


def test_a_fee_that_is_returned_leaves_the_fund_and_an_events_fund_is_divided_by_fees():
    keys = [one.key for one in KAGW.categories][:3]
    event = with_fund(new_event(), PrizeFund(fixed=9000, share=10))
    forms = [registration.hand_in(event, application(name, ADULTS), now=NOW) for name in ("Anu Nair", "Binu Rao")]
    other = next(key for key in keys if key != ADULTS)

    found = {one.terms.key: one.cents for one in prize_money.prizes_of(event, terms_of(event))}
    assert found == {ADULTS: 9000 + 200}
    registration.withdraw(forms[0], now=NOW)
    found = {one.terms.key: one.cents for one in prize_money.prizes_of(event, terms_of(event))}
    assert found == {ADULTS: 9000 + 100}
    with_fund(event, PrizeFund(fixed=9000), fund_by="equal")
    found = {one.terms.key: one.cents for one in prize_money.prizes_of(event, terms_of(event))}
    assert sum(found.values()) == 9000 and found[other] == found[ADULTS]


def test_prize_money_is_set_where_it_is_shown_and_stands_in_the_ledgers_file(played: Event):
    owner = as_guest(organiser_of(played))
    organise = f"/events/{played.slug}/organise/"
    assert 'name="fund_fixed"' in owner.get(f"{organise}?change=fund_fixed").content.decode()
    prizes.pay_out(played, organiser_of(played).pk, ADULTS, winners(played)[0].key, method=Method.CASH, now=NOW)

    lines = owner.get(f"/events/{played.slug}/files/ledger.csv").content.decode("utf-8-sig").splitlines()
    rows = list(csv.DictReader(lines))
    assert [(one["amount"], one["currency"]) for one in rows if one["what"] == "prize"] == [("85.01", "USD")]
    assert sum(float(one["amount"]) for one in rows if one["what"] != "prize") == 0


def test_a_moved_event_still_knows_its_payouts(played: Event):
    owner = organiser_of(played)
    for winner in winners(played)[:2]:
        prizes.pay_out(played, owner.pk, ADULTS, winner.key, method=Method.CASH, now=NOW)
    prizes.take_back(played, owner.pk, winners(played)[0].paid[0].pk, now=NOW)

    copy = event_file.read(played.club, owner.pk, packed(event_file.write(played)), now=NOW)

    assert [(one.cents, one.open) for one in winners(copy)] == [(8501, 8501), (5100, 0), (1700, 1700), (1700, 1700)]
    line = prizes.pay_out(copy, owner.pk, ADULTS, winners(copy)[0].key, method=Method.CASH, now=NOW)
    assert line.receipt == 7
