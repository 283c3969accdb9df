"""Who may open a socket."""

import pytest

from carrom_web.config.origins import is_own_origin

HOSTS = ["localhost", "127.0.0.1", "[::1]", "club.example"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://localhost", "localhost"),
        ("https://club.example", "club.example"),
        ("https://club.example", "club.example:443"),
        ("https://club.example:443", "club.example"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://LOCALHOST:8000", "localhost:8000"),
    ],
)
def test_a_page_of_this_site_may(origin: str, host: str):
    assert is_own_origin(origin, host, HOSTS)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://evil.example", "127.0.0.1:8000"),
        ("http://127.0.0.1:3000", "127.0.0.1:8000"),  # another program on this machine
        ("http://localhost:8000", "127.0.0.1:8000"),
        ("http://evil.example", "evil.example"),  # a name that was pointed at this machine
        ("null", "127.0.0.1:8000"),
        ("", "127.0.0.1:8000"),
        ("file://", "127.0.0.1:8000"),
        ("http://127.0.0.1:8000", ""),
        ("http://[::1", "[::1"),
        ("http://127.0.0.1:8000.evil.example", "127.0.0.1:8000"),
    ],
)
def test_any_other_page_may_not(origin: str, host: str):
    assert not is_own_origin(origin, host, HOSTS)
