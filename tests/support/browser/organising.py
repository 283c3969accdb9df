"""What an organiser does in the browser before announcing an event: sign up, since it needs an account."""

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
