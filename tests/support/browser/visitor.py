"""Somebody with cookies and no browser: sends the forms that a page holds, as fast as the server answers."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page

from tests.support.browser.live_server import LiveServer
from tests.support.web.markup import form_fields

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Visitor:
    """A browser's cookies and the token of its forms: `visitor.send("/clubs/", name="...")`."""

    def __init__(self, server: LiveServer | str, cookies: dict[str, str] | None = None) -> None:
        self.url = server if isinstance(server, str) else server.url
        self._client = httpx.Client(base_url=self.url, timeout=60, cookies=cookies, headers={"Origin": self.url})
        self._token = ""
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

    def send(
        self, path: str, *, form_at: str = "", files: dict[str, bytes] | None = None, **fields: Any
    ) -> httpx.Response:
        """Send a form, with files by their fields; the token comes from the first page that had one."""
        self.sent += 1
        if not self._token:
            found = TOKEN.search(self.get(form_at or path).text)
            assert found, f"{form_at or path} has no form"
            self._token = found[1]
        answer = self._client.post(path, data={"csrfmiddlewaretoken": self._token, **fields}, files=files)
        if "csrftoken" in answer.cookies:
            self._token = ""  # they signed in
        return answer

    def fill_in(self, page: str, *, files: dict[str, bytes] | None = None, **changed: Any) -> httpx.Response:
        """Send the longest form of a page to it as it stands there, but for what is changed."""
        fields = form_fields(self.get(page).text)
        return self.send(page, files=files, **{**fields, **changed})
