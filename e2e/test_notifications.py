"""A device is switched on with one tap, shows what is pushed to it, and is removed again."""

import json

from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, wait_for_script
from tests.support.web.push_service import Browser

# Chromium without windows refuses all notifications: there the page believes that they are granted, and shows none.
GRANTED = """
() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
}
"""
# Chromium here reaches no push service: its subscription is in its place, the worker and all else are real.
SUBSCRIBED = """
(fields) => {
  const subscription = {
    endpoint: fields.endpoint, options: { applicationServerKey: null },
    toJSON: () => ({ keys: { p256dh: fields.key, auth: fields.secret } }),
    unsubscribe: async () => { found = null; sessionStorage.clear(); return true; },
  };
  let found = sessionStorage.getItem("subscribed") ? subscription : null;
  PushManager.prototype.getSubscription = async () => found;
  PushManager.prototype.subscribe = async () => {
    sessionStorage.setItem("subscribed", "1");
    return (found = subscription);
  };
}
"""


def push_to_worker(page: Page, origin: str, content: dict[str, str]) -> None:
    """Have the browser deliver a message to the site's worker, as its push service would."""
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(content)},
    )


def test_one_tap_switches_a_device_on_and_it_shows_what_is_pushed(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=server.url)
    fields = json.dumps(Browser("https://push.example.org/phone").fields)
    page.add_init_script(f"({SUBSCRIBED})({fields})")
    page.goto("/notifications/")
    shows_them = page.evaluate("Notification.permission") == "granted"
    if not shows_them:
        page.add_init_script(f"({GRANTED})()")
        page.reload()
    button = page.get_by_role("button", name="Notify me on this device")
    assert violations(page) == ""

    button.tap()

    expect(page.get_by_text("Notifications are on for this device")).to_be_visible()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    assert violations(page) == ""
    if shows_them:
        content = {"title": "Board 3: your match is called", "body": "Against Ben", "url": "/events/", "tag": "call-x"}
        push_to_worker(page, server.url, content)
        shown = """async () => {
          const registration = await navigator.serviceWorker.getRegistration("/notifications/");
          return (await registration.getNotifications()).map((one) => [one.title, one.body, one.data.url]);
        }"""
        wait_for_script(page, f"async () => (await ({shown})()).length === 1")
        assert page.evaluate(shown) == [["Board 3: your match is called", "Against Ben", "/events/"]]

    page.get_by_role("button", name="Switch off").tap()
    expect(button).to_be_visible()
    expect(page.get_by_text("No device gets notifications yet.")).to_be_visible()
