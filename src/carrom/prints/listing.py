"""Lists on paper: entries, draws, order of play, standings; tables with headings on pages of A4, numbered.

Only texts come in, made by whoever prints, in his language.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from carrom.prints.paper import FONTS, qr_svg, set_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table with its heading; `wide` names the columns that take the room that is left, from 0."""

    heading: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    wide: Sequence[int] = ()
    numbers: Sequence[int] = ()  # columns set to the right


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A paper: its title, lines below, tables, and the address of the page that shows the same, with its code."""

    title: str
    lines: Sequence[str] = ()
    parts: Sequence[Part] = ()
    link: str = ""
    lang: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """What somebody wears: his name, his club, what he enters or is."""

    name: str
    club: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What somebody takes home: a place in a category of an event. `lines` stand below the name."""

    heading: str
    name: str
    lines: Sequence[str] = ()
    event: str = ""
    when: str = ""
    signers: Sequence[str] = ()


def listing_pdf(listing: Listing) -> bytes:
    """The lists as a PDF."""
    return b"".join(set_pages("listing", _listing(listing), "pdf"))


def listing_png(listing: Listing, *, ppi: float = 80) -> list[bytes]:
    """The lists' pages as pictures."""
    return set_pages("listing", _listing(listing), "png", ppi=ppi)


def badges_pdf(event: str, badges: Sequence[Badge], *, lang: str = "en") -> bytes:
    """Badges of 90 x 55 mm, ten on a page, to cut out, as a PDF."""
    return b"".join(set_pages("badges", _badges(event, badges, lang), "pdf"))


def badges_png(event: str, badges: Sequence[Badge], *, lang: str = "en", ppi: float = 80) -> list[bytes]:
    """The pages of badges as pictures."""
    return set_pages("badges", _badges(event, badges, lang), "png", ppi=ppi)


def certificates_pdf(certificates: Sequence[Certificate], *, lang: str = "en") -> bytes:
    """Certificates, each a page of A4 on its side, as a PDF."""
    return b"".join(set_pages("certificates", _certificates(certificates, lang), "pdf"))


def certificates_png(certificates: Sequence[Certificate], *, lang: str = "en", ppi: float = 80) -> list[bytes]:
    """The certificates as pictures."""
    return set_pages("certificates", _certificates(certificates, lang), "png", ppi=ppi)


def _listing(listing: Listing) -> dict[str, object]:
    code = {"qr": qr_svg(listing.link) if listing.link else ""}
    return {**asdict(listing), **code, "fonts": list(FONTS)}


def _badges(event: str, badges: Sequence[Badge], lang: str) -> dict[str, object]:
    return {"lang": lang, "fonts": list(FONTS), "event": event, "badges": [asdict(badge) for badge in badges]}


def _certificates(certificates: Sequence[Certificate], lang: str) -> dict[str, object]:
    return {"lang": lang, "fonts": list(FONTS), "certificates": [asdict(one) for one in certificates]}
