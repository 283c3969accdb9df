"""Lists on paper: entries, draws, order of play, standings; tables with headings on numbered pages.

Takes texts only: the caller makes them, in the reader's language.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from carrom.printing.paper import Paper, qr_svg, set_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table with its heading; `wide` names the columns that take the room that is left, from 0."""

    heading: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    wide: Sequence[int] = ()
    numbers: Sequence[int] = ()  # columns set to the right


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Somebody who is thanked at the end of a paper: a name, a few words, and a picture as SVG; "" without one."""

    name: str
    line: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A paper: its title, lines below, tables, and the address of the page that shows the same, with its code.

    The `marks` of sponsors stand below the last table, under `thanks`.
    """

    title: str
    lines: Sequence[str] = ()
    parts: Sequence[Part] = ()
    link: str = ""
    lang: str = "en"
    thanks: str = ""
    marks: Sequence[Mark] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A badge to wear: somebody's name, their club, what they enter or is."""

    name: str
    club: str = ""
    about: str = ""


def listing_pdf(listing: Listing, *, paper: Paper = "a4") -> bytes:
    """The lists as a PDF."""
    return b"".join(set_pages("listing", _listing(listing, paper), "pdf"))


def listing_png(listing: Listing, *, paper: Paper = "a4", ppi: float = 80) -> list[bytes]:
    """The lists' pages as pictures."""
    return set_pages("listing", _listing(listing, paper), "png", ppi=ppi)


def badges_pdf(event: str, badges: Sequence[Badge], *, lang: str = "en", paper: Paper = "a4") -> bytes:
    """Badges of 90 x 55 mm to cut out, ten on a page of A4, eight on one of Letter, as a PDF."""
    return b"".join(set_pages("badges", _badges(event, badges, lang, paper), "pdf"))


def badges_png(
    event: str, badges: Sequence[Badge], *, lang: str = "en", paper: Paper = "a4", ppi: float = 80
) -> list[bytes]:
    """The pages of badges as pictures."""
    return set_pages("badges", _badges(event, badges, lang, paper), "png", ppi=ppi)


def _listing(listing: Listing, paper: Paper) -> dict[str, object]:
    code = {"qr": qr_svg(listing.link) if listing.link else ""}
    return {**asdict(listing), **code, **_set_in(listing.lang, paper)}


def _badges(event: str, badges: Sequence[Badge], lang: str, paper: Paper) -> dict[str, object]:
    return {**_set_in(lang, paper), "event": event, "badges": [asdict(badge) for badge in badges]}


def _set_in(lang: str, paper: Paper) -> dict[str, object]:
    return {"lang": lang, "paper": paper}
