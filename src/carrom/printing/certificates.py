"""Certificates, and round labels for medals and trophies, by designs of ours whose values a club can change.

A design is values alone: whatever somebody types is set as text, never read as markup.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

from carrom.errors import ImpossibleError
from carrom.messages import gettext_noop as _
from carrom.printing.paper import Paper, set_pages
from carrom.settings import setting

COLOUR = r"#[0-9a-fA-F]{6}"
PLACEHOLDERS = ("name", "place", "category", "event", "day", "venue")
MOST_SIGNERS = 4
LONGEST_SIGNER = 60
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class DesignError(ImpossibleError):
    """A design that cannot be printed as it is written."""

    code = "print-design"


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The look of a club's certificates and labels."""

    layout: Literal["framed", "band", "board"] = setting(
        "framed",
        label=_("Design"),
        choices={
            "framed": _("Framed: two lines around the page"),
            "band": _("Band: a coloured side with the logo"),
            "board": _("Board: the markings of a carrom board"),
        },
        group="look",
    )
    orientation: Literal["landscape", "portrait"] = setting(
        "landscape",
        label=_("Page"),
        choices={"landscape": _("landscape"), "portrait": _("portrait")},
        group="look",
    )
    colour: str = setting(
        "#5d3421",
        label=_("Colour of lines and areas"),
        longest=7,
        pattern=COLOUR,
        example="#5d3421",
        input="color",
        group="look",
    )
    accent: str = setting(
        "#0b5f57",
        label=_("Colour of names"),
        longest=7,
        pattern=COLOUR,
        example="#0b5f57",
        input="color",
        group="look",
    )
    heading: str = setting(
        "", label=_("Heading"), says=_("above the place, such as Certificate of honour"), longest=60, group="words"
    )
    sentence: str = setting(
        "",
        label=_("Sentence below the name"),
        says=_(
            "in place of category and number of entries; {place}, {category}, {event}, {day}, {venue} and {name} are "
            "filled in"
        ),
        longest=300,
        input="lines",
        example="has won the {place} of {category} at the {event}",
        group="words",
    )
    signers: str = setting(
        "",
        label=_("Signatures, one on each line"),
        says=_("name and office with a semicolon between them, or the office alone; without any, those of the event"),
        longest=500,
        input="lines",
        example="Olga Owner; President\nChief referee",
        group="words",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate to take home: a place in a category of an event. `lines` stand below the name.

    `values` fill in the sentence of a design, by the names of `PLACEHOLDERS`; `signers` are offices.
    """

    heading: str
    name: str
    lines: Sequence[str] = ()
    event: str = ""
    when: str = ""
    signers: Sequence[str] = ()
    values: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Medal:
    """A round label: a place, or a short word, large; what it is of around it."""

    place: str
    title: str
    event: str = ""
    when: str = ""


USUAL = Design()


def read_signers(text: str) -> tuple[tuple[str, str], ...]:
    """Return name and office of each signature, either may be empty. Raises DesignError: too many, or too long."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        first, semicolon, second = (part.strip() for part in line.partition(";"))
        name, office = (first, second) if semicolon else ("", first)
        if len(name) > LONGEST_SIGNER or len(office) > LONGEST_SIGNER:
            raise DesignError("long-signer", line=line, most=LONGEST_SIGNER)
        found.append((name, office))
    if len(found) > MOST_SIGNERS:
        raise DesignError("signers", most=MOST_SIGNERS, count=len(found))
    return tuple(found)


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """Return a sentence with what its `{placeholders}` mean; none is looked for in what is filled in."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], ""), sentence)


def check_design(design: Design) -> None:
    """Pass if a design can be printed. Raises DesignError: a signature or a placeholder that there is not."""
    read_signers(design.signers)
    for name in _PLACEHOLDER.findall(design.sentence):
        if name not in PLACEHOLDERS:
            known = ", ".join(f"{{{one}}}" for one in PLACEHOLDERS)
            raise DesignError("placeholder", name=name, known=known)


def certificates_pdf(
    certificates: Sequence[Certificate],
    *,
    design: Design = USUAL,
    logo: str = "",
    lang: str = "en",
    paper: Paper = "a4",
) -> bytes:
    """Certificates, each on a page, as a PDF; `logo` is an SVG."""
    return b"".join(set_pages("certificates", _values(certificates, design, logo, lang, paper), "pdf"))


def certificates_png(
    certificates: Sequence[Certificate],
    *,
    design: Design = USUAL,
    logo: str = "",
    lang: str = "en",
    paper: Paper = "a4",
    ppi: float = 80,
) -> list[bytes]:
    """The certificates as pictures."""
    return set_pages("certificates", _values(certificates, design, logo, lang, paper), "png", ppi=ppi)


def medals_pdf(
    medals: Sequence[Medal], *, design: Design = USUAL, logo: str = "", lang: str = "en", paper: Paper = "a4"
) -> bytes:
    """Round labels of 40 mm, 24 on a page of A4, 20 on one of Letter, as a PDF."""
    values: dict[str, object] = {"lang": lang, "paper": paper, "logo": logo, "medals": [asdict(one) for one in medals]}
    return b"".join(set_pages("medals", values | {"colour": design.colour, "accent": design.accent}, "pdf"))


def _values(
    certificates: Sequence[Certificate], design: Design, logo: str, lang: str, paper: Paper
) -> dict[str, object]:
    signers = read_signers(design.signers)
    made = []
    for one in certificates:
        lines = one.lines
        if design.sentence:
            lines = filled(design.sentence, one.values or {}).splitlines()
        own = signers or tuple(("", office) for office in one.signers)
        plain = asdict(replace(one, lines=tuple(lines), values=None, signers=()))
        made.append(plain | {"signers": [{"name": name, "office": office} for name, office in own]})
    return {**asdict(design), "lang": lang, "paper": paper, "logo": logo, "certificates": made}
