"""What an organiser does in the browser before announcing an event: sign up, since it needs an account."""

from datetime import date
from uuid import uuid4

from playwright.sync_api import Page, expect

PASSWORD = "correct horse battery"


def publish(page: Page, name: str = "Olive") -> None:
    """Sign up from the draft of an event, come back to it, and publish it."""
    draft = page.url
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    reported = {"email": f"{uuid4().hex}@example.org", "password1": PASSWORD, "name": name}
    for field, text in reported.items():
        page.locator(f"input[name={field}]").fill(text)
    page.get_by_role("button", name="Sign Up").click()
    expect(page).to_have_url(draft)
    page.get_by_role("button", name="Publish and open entries").click()
    expect(page.get_by_role("heading", name="Deadline")).to_be_visible()


def announce(page: Page, *ways: str) -> str:
    """Found a club and announce KAGW's event for today, paid in cash or in these other ways, too; its address."""
    today = date.today().isoformat()
    page.goto("/clubs/")
    page.get_by_label("Club name").fill("Rockville Carrom Club")
    page.get_by_label("Your name").fill("Olive")
    page.get_by_role("button", name="Create").click()
    page.goto("/events/new/?preset=kagw-2022")
    for label, text in {"Title": "Autumn Cup", "First day": today, "Entries until the end of": today}.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("From", exact=True).fill("00:01")
    page.get_by_label("To", exact=True).fill("23:59")
    page.get_by_label("Time zone").fill("UTC")
    for way in ("Cash at the registrar's desk", *ways):
        page.get_by_label(way).check()
    page.get_by_role("button", name="Save as a draft").click()
    publish(page)
    expect(page.get_by_text("entries open").or_(page.get_by_text("today"))).to_be_visible()
    return page.url.removesuffix("organise/")
