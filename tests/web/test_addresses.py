"""`Addresses` gives what `reverse` gives."""

import pytest
from django.urls import NoReverseMatch, reverse

from carrom_web.core.addresses import Addresses

PAGES = (
    ("match-fixture", "1.2"),
    ("match-fixture", "p-1.1-2"),
    ("match-league-night", "p1"),
    ("match-league-weekly", 12),
    ("match-league-team", "k\u00e9y with space"),
    ("match-league-team", "a+b=c?d#e"),
)


@pytest.mark.parametrize(("name", "last"), PAGES)
def test_an_address_is_that_of_reverse(name, last):
    addresses = Addresses("a-league")

    assert addresses.of(name, last) == addresses.of(name, last) == reverse(name, args=["a-league", last])


def test_a_page_that_takes_other_arguments_has_none():
    with pytest.raises(NoReverseMatch):
        Addresses("a-league").of("match-league", "1")
