"""In the browser: a passkey is added under the strict policy, and signs its owner in on a page that knows nobody."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, Watch

ON_THE_PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
SLOW = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
PASSWORD = "correct horse battery"


def test_a_passkey_signs_its_owner_in(
    new_context: Callable[..., BrowserContext], server: LiveServer, watch: Watch
) -> None:
    host = f"localhost:{server.port}"  # passkeys belong to names, not to numbers
    context = new_context(**PHONE, base_url=f"http://{host}", locale="en")
    watch.follow(context)
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("WebAuthn.enable")
    phone.send("WebAuthn.addVirtualAuthenticator", {"options": ON_THE_PHONE})
    page.goto("/accounts/signup/")
    for name, text in {"email": "passkey@example.org", "password1": PASSWORD, "name": "Asha"}.items():
        page.locator(f"input[name={name}]").fill(text)
    page.get_by_role("button", name="Sign Up").tap()
    expect(page.get_by_role("link", name="Passkeys and second factor")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/add/")
    page.locator("input[name=password]").fill(PASSWORD)  # first it is asked who does this
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", SLOW)  # a tap before the button's script would do nothing
    page.get_by_role("button", name="Confirm").tap()
    page.locator("input[name=name]").fill("Phone")
    expect(page.locator("input[name=passwordless]")).to_be_checked()
    page.get_by_role("button", name="Add").tap()
    page.wait_for_url("**/recovery-codes/")
    phone.send("Network.emulateNetworkConditions", SLOW | {"latency": 0})

    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Sign Out").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in").tap()
    page.get_by_role("button", name="Sign in with a passkey").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Asha")
    page.get_by_role("link", name="Devices").tap()
    expect(page.get_by_text("this device")).to_be_visible()
