"""Prints for the prize giving, in the design of the club: certificates, labels for medals, the list for an engraver."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom import serialization
from carrom.printing.certificates import USUAL, Certificate, Design, Medal
from carrom.printing.listing import Listing, Part
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.prizes import Prize, read_prizes
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import announced, contests, labels, printouts
from carrom_web.competitions.events.models import Category, ClubDesign, ClubLogo, Event
from carrom_web.competitions.events.sponsors import picture_svg

PLACED = 3  # places with a certificate, and with a medal where the prizes say nothing
MOST_MEDALS = 16  # of one category: the places of a long list of prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """One trophy or medal: of what, for which place or award, for whom as far as it is known, and what it is."""

    category: str
    place: int
    award: str
    name: str
    what: str
    copies: int = 1  # one for each player of a pair or team

    @property
    def title(self) -> str:
        """The place or award in words."""
        return self.award or announced.place_title(self.place)


def design_of(club_id: int) -> Design:
    """Return the design of a club; the usual one until it stores its own."""
    row = ClubDesign.objects.filter(club=club_id).first()
    return serialization.read(Design, row.design) if row is not None else USUAL


def logo_of(club_id: int) -> str:
    """Return the logo of a club as SVG; "" without one."""
    row = ClubLogo.objects.filter(club=club_id).first()
    return picture_svg(bytes(row.content), "image/png", row.width, row.height) if row is not None else ""


def look_of(event: Event) -> dict[str, Any]:
    """Return the club's design and logo, as the functions that set a print take them."""
    return {"design": design_of(event.club_id), "logo": logo_of(event.club_id)}


def certificates(category: Category, terms: EventTerms, *, most: int = PLACED) -> list[Certificate]:
    """Certificates of the first places of a category that is over; empty before."""
    shown = contests.shown(category)
    if shown is None or not shown.is_over:
        return []
    own = terms.category(category.key)
    count = len(shown.contest.entrants)
    return [
        _certificate(
            announced.place_title(row.place),
            shown.name(row.key),
            own.title,
            ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count},
            terms,
        )
        for row in shown.standings
        if row.place <= most
    ]


def sample(terms: EventTerms | None) -> Certificate:
    """Return a certificate with an example's values, to look at a design; of an event of the club, if it has one."""
    place, name, category = announced.place_title(1), _("Asha Example"), _("Singles")
    if terms is None:
        event, when = _("Spring Open"), _("the day, the venue")
        values = {"name": name, "place": place, "category": category, "event": event, "day": when, "venue": when}
        return Certificate(heading=place, name=name, lines=(category,), event=event, when=when, values=values)
    return _certificate(place, name, terms.categories[0].title, "", terms)


def _certificate(place: str, name: str, category: str, count: str, terms: EventTerms) -> Certificate:
    day = formats.date_format(terms.days[-1].date, "DATE_FORMAT")
    return Certificate(
        heading=place,
        name=name,
        lines=tuple(filter(None, (category, count))),
        event=terms.title,
        when=f"{day}, {terms.venue.name}",
        signers=(labels.role_label(Role.ORGANISER), labels.role_label(Role.CHIEF_REFEREE)),
        values={
            "name": name,
            "place": place,
            "category": category,
            "event": terms.title,
            "day": day,
            "venue": terms.venue.name,
        },
    )


def awarded(event: Event, terms: EventTerms) -> list[Awarded]:
    """Return all trophies and medals: by the prizes of each category, else its first places; then the event's awards.

    Names are there once a category is over; who wins a special award the organiser knows.
    """
    rows = {row.key: row for row in event.categories.filter(state=Category.State.OPEN)}
    found = [one for own in terms.categories if own.key in rows for one in _of_category(own, rows[own.key])]
    awards = read_prizes(terms.awards, has_places=False)
    return found + [Awarded(category="", place=0, award=one.award, name="", what=one.what) for one in awards]


def _of_category(own: CategoryTerms, row: Category) -> Iterator[Awarded]:
    shown = contests.shown(row)
    names: dict[int, list[str]] = {}
    if shown is not None and shown.is_over:
        for one in shown.standings:
            names.setdefault(one.place, []).append(shown.name(one.key))
    prizes = read_prizes(own.prizes) or tuple(Prize(what="", first=place, last=place) for place in range(1, PLACED + 1))
    for prize in prizes:
        if prize.award:
            yield Awarded(category=own.title, place=0, award=prize.award, name="", what=prize.what)
            continue
        winners = [(place, name) for place in range(prize.first, prize.last + 1) for name in names.get(place, [])] or [
            (place, "") for place in range(prize.first, prize.last + 1)
        ]
        for place, name in winners[:MOST_MEDALS]:
            yield Awarded(
                category=own.title, place=place, award="", name=name, what=prize.what, copies=max(1, own.size)
            )


def engraving_rows(event: Event, terms: EventTerms) -> list[tuple[str, ...]]:
    """Return the rows of the list for an engraver, the first its heads."""
    day = terms.days[-1].date.isoformat()
    heads = ("event", "day", "category", "place", "name", "prize", "copies")
    rows = [
        (terms.title, day, one.category, one.title, one.name, one.what, str(one.copies))
        for one in awarded(event, terms)
    ]
    return [heads, *rows]


def engraving_printout(event: Event, terms: EventTerms, link: str) -> Listing:
    """Print the list for an engraver: a table for each category, with a box for what is done."""
    by_category: dict[str, list[Awarded]] = {}
    for one in awarded(event, terms):
        by_category.setdefault(one.category, []).append(one)
    parts = [
        Part(
            heading=title or _("Special awards"),
            columns=(_("Place"), _("Name"), _("Prize"), _("Copies"), _("Done")),
            rows=[(one.title, one.name or "……………………", one.what, str(one.copies), "☐") for one in found],
            wide=(1, 2),
            numbers=(3,),
        )
        for title, found in by_category.items()
    ]
    title = f"{terms.title}: {_('For the engraver')}"
    return Listing(title=title, lines=printouts.lines_of(terms), parts=parts, link=link, lang=printouts.lang())


def medals(event: Event, terms: EventTerms) -> list[Medal]:
    """Return the labels: the place as a number, or the name of an award."""
    day = formats.date_format(terms.days[-1].date, "DATE_FORMAT")
    return [
        Medal(
            place=str(one.place) if one.place else one.award,
            title=one.category or one.what,
            event=terms.title,
            when=day,
        )
        for one in awarded(event, terms)
        for _copy in range(one.copies)
    ]
