"""Somebody with cookies and no browser: sends the forms that a page holds, as fast as the server answers."""

import secrets
from typing import Any

import httpx
from playwright.sync_api import Page

from tests.support.browser.live_server import LiveServer
from tests.support.web.markup import form_fields

TOKEN = "csrftoken"  # Django's cookie; a form is of its visitor if it says what is in it


def send_form(page: Page, path: str, **fields: str) -> str:
    """Send a form as a browser would, with its cookies, though no page with it was shown; give where it leads."""
    known = page.context.cookies()
    token = next((cookie.get("value", "") for cookie in known if cookie.get("name") == TOKEN), "")
    headers = {}
    if not token:
        token = secrets.token_hex(16)
        headers = {"Cookie": f"{TOKEN}={token}"}  # which a context with cookies of its own does not send
        for cookie in known[:1]:
            site = cookie.get("domain", "")
            page.context.add_cookies([{"name": TOKEN, "value": token, "domain": site, "path": "/"}])
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, **fields}
    made = page.request.post(path, form=form, headers=headers, max_redirects=0)
    assert "location" in made.headers, made.text()
    return made.headers["location"]


class Visitor:
    """A browser's cookies: `visitor.send("/clubs/", name="...")`, with no page fetched but by `get` and `fill_in`."""

    def __init__(self, server: LiveServer | str, cookies: dict[str, str] | None = None) -> None:
        self.url = server if isinstance(server, str) else server.url
        self._client = httpx.Client(base_url=self.url, timeout=60, cookies=cookies, headers={"Origin": self.url})
        self.sent = 0  # forms

    @property
    def cookies(self) -> dict[str, str]:
        """The visitor's cookies, for a browser that goes on where they stopped."""
        return dict(self._client.cookies)

    def go_on_in(self, page: Page) -> None:
        """From now on the browser of this page is the visitor's."""
        for name, value in self.cookies.items():
            page.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def get(self, path: str) -> httpx.Response:
        """The page at this path, also one that says no."""
        return self._client.get(path, follow_redirects=True)

    def send(self, path: str, *, files: dict[str, bytes] | None = None, **fields: Any) -> httpx.Response:
        """Send a form, with files by their fields."""
        self.sent += 1
        return self._client.post(path, data={"csrfmiddlewaretoken": self._token(), **fields}, files=files)

    def _token(self) -> str:
        known = [cookie.value for cookie in self._client.cookies.jar if cookie.name == TOKEN and cookie.value]
        if not known:
            known = [secrets.token_hex(16)]
            self._client.cookies.set(TOKEN, known[0], domain=httpx.URL(self.url).host)
        return known[-1]

    def fill_in(self, page: str, *, files: dict[str, bytes] | None = None, **changed: Any) -> httpx.Response:
        """Send the longest form of a page to it as it stands there, but for what is changed."""
        fields = form_fields(self.get(page).text)
        return self.send(page, files=files, **{**fields, **changed})
