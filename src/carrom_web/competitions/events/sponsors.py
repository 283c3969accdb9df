"""Sponsors of an event with their logos, as pages, the screen and prints show them."""

import base64
from typing import Any

from django.urls import reverse

from carrom.printing.listing import Mark
from carrom.tournament.event import EventTerms
from carrom.tournament.prizes import read_sponsors
from carrom_web.competitions.events.models import Event, SponsorLogo


def key_of(name: str) -> str:
    """Return under which key the logo of a sponsor is stored: their name, whatever its case."""
    return name.casefold()[:120]


def logos_of(event: Event, terms: EventTerms) -> dict[str, SponsorLogo]:
    """Return the logos of the sponsors that an event names, by their keys, without the pictures themselves."""
    keys = [key_of(one.name) for one in read_sponsors(terms.sponsors)]
    if not keys:
        return {}
    rows = SponsorLogo.objects.filter(club=event.club_id, name_key__in=keys).defer("content")
    return {row.name_key: row for row in rows}


def sponsor_rows(event: Event, terms: EventTerms) -> list[dict[str, Any]]:
    """Return the sponsors as rows of a page: {name, key, line, link, logo: its row, src: its address or ""}."""
    logos = logos_of(event, terms)
    rows = []
    for one in read_sponsors(terms.sponsors):
        logo = logos.get(key_of(one.name))
        src = reverse("event-logo", args=[event.slug, logo.digest]) if logo else ""
        rows.append(
            {"name": one.name, "key": key_of(one.name), "line": one.line, "link": one.link, "logo": logo, "src": src}
        )
    return rows


def sponsor_marks(event: Event, terms: EventTerms) -> list[Mark]:
    """Return the sponsors for the foot of a print."""
    sponsors = read_sponsors(terms.sponsors)
    keys = [key_of(one.name) for one in sponsors]
    logos = (
        {row.name_key: row for row in SponsorLogo.objects.filter(club=event.club_id, name_key__in=keys)} if keys else {}
    )
    return [
        Mark(name=one.name, line=one.line, picture=_svg(logos[key]) if (key := key_of(one.name)) in logos else "")
        for one in sponsors
    ]


def _svg(logo: SponsorLogo) -> str:
    return picture_svg(bytes(logo.content), "image/png", logo.width, logo.height)


def picture_svg(content: bytes, kind: str, width: int, height: int) -> str:
    """Return a stored picture as an SVG, which goes to the typesetter as text."""
    data = base64.b64encode(content).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:{kind};base64,{data}"/></svg>'
    )
