"""What an organiser does before an event: in the browser where that is looked at, else by HTTP."""

from datetime import date
from functools import cache
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.visitor import Visitor

PASSWORD = "correct horse battery"


def publish(page: Page, name: str = "Olive") -> None:
    """Sign up from the draft of an event, come back to it, and publish it."""
    draft = page.url
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    for field, text in _new_account(name).items():
        page.locator(f"input[name={field}]").fill(text)
    page.get_by_role("button", name="Sign Up").click()
    expect(page).to_have_url(draft)
    page.get_by_role("button", name="Publish and open entries").click()
    expect(page.get_by_role("heading", name="Deadline")).to_be_visible()


def signed_up(server: LiveServer, name: str = "Olive") -> Visitor:
    """Somebody with an account, by HTTP."""
    visitor = Visitor(server)
    visitor.send("/accounts/signup/", **_new_account(name))
    return visitor


@cache
def organiser_of_a_club(server: LiveServer) -> Visitor:
    """Somebody with an account who has founded a club, by HTTP; of one server always the same.

    A server lets an address found ten clubs and then one in a hundred seconds.
    """
    organiser = signed_up(server)
    founded = organiser.send("/clubs/", name="Rockville Carrom Club", own_name="Olive")
    assert founded.status_code == 303, founded.text
    return organiser


def announce(organiser: Visitor, *more_ways: str) -> str:
    """Announce KAGW's event for today by HTTP, paid in cash or in these other ways, too; its address."""
    today = date.today().isoformat()
    changed = {"title": "Autumn Cup", "first_day": today, "deadline": today, "time_zone": "UTC"}
    hours = {"opens": "00:01", "closes": "23:59"}
    made = organiser.fill_in("/events/new/?preset=kagw-2022", pays=["paypal", "cash", *more_ways], **changed, **hours)
    return _published(organiser, made.headers["Location"])


def take_over_from_sol(organiser: Visitor, file: bytes) -> str:
    """Import an event that was held with SoL, and publish it, by HTTP; its address."""
    form = {"time_zone": "UTC", "agreed": "on"}
    made = organiser.fill_in("/events/new/sol/", files={"file": file}, **form)
    return _published(organiser, made.headers["Location"])


def _published(organiser: Visitor, draft: str) -> str:
    answer = organiser.send(draft, do="publish")
    assert answer.status_code == 303, answer.text
    return organiser.url + draft.removesuffix("organise/")


def _new_account(name: str) -> dict[str, str]:
    return {"email": f"{uuid4().hex}@example.org", "password1": PASSWORD, "name": name}
