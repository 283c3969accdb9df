"""A fee by card: the owner stores the club's Stripe account, a player pays on Stripe's page and comes back."""

from playwright.sync_api import expect

from tests.support.browser.accessibility import check_accessible, check_as_it_is
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import announce, organiser_of_a_club
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage
from tests.support.web import stripe_server


def test_a_player_pays_by_card_on_the_page_of_the_clubs_own_stripe_account(
    open_page: OpenPage, server: LiveServer, card_service: stripe_server.Stripe
) -> None:
    owner, player = open_page(DESKTOP, server), open_page(PHONE, server)
    by_http = organiser_of_a_club(server)
    event = announce(by_http, "stripe")
    by_http.go_on_in(owner)
    owner.goto(event + "organise/")
    owner.get_by_role("link", name="Payments of the club").first.click()
    owner.get_by_label("Signing secret of the webhook").fill(stripe_server.WEBHOOK_SECRET)
    owner.get_by_label("Secret or restricted key").fill(stripe_server.SECRET)
    owner.get_by_role("button", name="Store the account at Stripe").click()
    expect(owner.get_by_text("Stripe accepts this account")).to_be_visible()
    check_as_it_is(owner, "payments of the club")

    player.goto(event + "register/")
    for label, text in {"Full name": "Anu Nair", "Email": "anu@example.org", "Date of birth": "1990-05-17"}.items():
        player.get_by_label(label, exact=True).fill(text)
    player.locator("input[name=in_singles-above-18]").check()
    player.get_by_label("Card, by Stripe").check()
    player.get_by_role("button", name="Register").tap()
    player.get_by_role("button", name="Pay $10 by card").tap()
    player.get_by_role("link", name="Continue to Stripe").tap()
    player.get_by_role("button", name="Pay now").tap()

    expect(player.get_by_text("Everything is paid.")).to_be_visible()
    check_accessible(owner, [event + "prize-money/"])
