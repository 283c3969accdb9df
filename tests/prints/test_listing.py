"""Lists, badges and certificates: everything is on the paper, in any script, and no name is read as markup."""

import pytest

from carrom.printing.certificates import Certificate, certificates_pdf, certificates_png
from carrom.printing.listing import (
    Badge,
    Listing,
    Part,
    badges_pdf,
    badges_png,
    listing_pdf,
    listing_png,
)

EVIL = "] #panic[x] *b* <script>"


def listing(rows: int) -> Listing:
    part = Part(heading="Singles", columns=("Nr", "Name"), rows=[(str(n), EVIL) for n in range(rows)], wide=(1,))
    return Listing(title="कैरम कप", lines=("5 February 2022",), parts=(part,), link="https://example.org/e/")


def test_a_list_goes_on_over_as_many_pages_as_it_needs():
    assert [len(listing_png(listing(rows), ppi=20)) for rows in (0, 10, 120)] == [1, 1, 3]


def test_ten_badges_fill_a_page_and_a_long_name_moves_no_other():
    badges = [Badge(name=EVIL * 3, club="Przysłowiowy Klub Karoma", about="Singles") for _ in range(11)]

    assert len(badges_png("Cup", badges, ppi=20)) == 2
    assert len(badges_png("Cup", badges[:10], ppi=20)) == 1


def test_each_certificate_is_a_page():
    one = Certificate(
        heading="First place", name=EVIL, lines=("Singles",), event="Cup", signers=("Organiser", "Referee")
    )

    assert len(certificates_png([one] * 3, ppi=20)) == 3


@pytest.mark.parametrize(
    "made",
    [
        lambda: listing_pdf(listing(3)),
        lambda: badges_pdf("Cup", [Badge(name="A")]),
        lambda: certificates_pdf([Certificate(heading="1", name="A")]),
    ],
)
def test_the_same_paper_is_the_same_bytes(made):
    assert made() == made()
    assert made().startswith(b"%PDF-")
