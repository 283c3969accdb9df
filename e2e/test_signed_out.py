"""In the browser: a page of a device that is signed out elsewhere shows at once what a stranger sees."""

from playwright.sync_api import Page, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

PASSWORD = "correct horse battery"
LOGIN = {"login": "owner@example.org", "password": PASSWORD}


def test_an_open_page_of_a_device_that_is_signed_out_elsewhere_becomes_a_stranger_s(
    open_page: OpenPage, server: LiveServer
) -> None:
    owner, lost = open_page(DESKTOP, server), open_page(PHONE, server)
    owner.goto("/accounts/signup/")
    _fill_in(owner, {"email": LOGIN["login"], "password1": PASSWORD, "name": "Asha"}, "Sign Up")
    lost.goto("/accounts/login/")
    _fill_in(lost, LOGIN, "Sign In")
    lost.goto("/play/?opponent=screen")
    lost.locator("form [type=submit]").last.click()
    lost.wait_for_url("**/matches/**")
    expect(lost.locator("#panel button").first).to_be_visible()  # the toss is theirs

    owner.goto("/accounts/devices/")
    with lost.expect_event("load"):
        owner.get_by_role("button", name="Sign out all other devices").click()

    expect(lost.locator("#panel")).to_contain_text("The toss decides who breaks")
    expect(lost.locator("#panel button")).to_have_count(0)
    lost.goto("/accounts/")
    expect(lost.get_by_role("link", name="Sign in")).to_be_visible()
    expect(owner.get_by_text("this device")).to_be_visible()


def _fill_in(page: Page, fields: dict[str, str], button: str) -> None:
    for name, text in fields.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url("**/accounts/")
