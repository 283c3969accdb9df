"""An event's announcement besides its terms of entry: prizes, a map of its venue, its programme day by day."""

from datetime import time
from typing import Any
from urllib.parse import urlencode

from django.utils import formats
from django.utils.translation import gettext as _

from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms, Venue
from carrom.tournament.play_days import Day
from carrom.tournament.prizes import Prize, read_prizes
from carrom.tournament.programme import read_items
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import labels
from carrom_web.competitions.events.models import Event

MAP = "https://www.openstreetmap.org/search"
OFFICIALS = (Role.TECHNICAL_DIRECTOR, Role.CHIEF_REFEREE, Role.ASSISTANT_CHIEF_REFEREE, Role.UMPIRE, Role.REGISTRAR)
PLACED = 3  # places that have a name of their own


def map_link(venue: Venue) -> str:
    """Return the address of a map of a venue: the organiser's own, else of its postal address; "" without either."""
    if venue.map_link or not venue.address:
        return venue.map_link
    return f"{MAP}?{urlencode({'query': venue.address})}"


def place_title(place: int) -> str:
    """Return the name of a place: "First place", "Place 4"."""
    headings = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    return headings.get(place) or _("Place %(place)s") % {"place": place}


def prize_label(prize: Prize) -> str:
    """Return who gets a prize: a place, several, or the winner of an award by its name."""
    if prize.award:
        return prize.award
    if prize.first == prize.last:
        return place_title(prize.first)
    return _("Places %(first)s to %(last)s") % {"first": prize.first, "last": prize.last}


def prize_rows(terms: EventTerms) -> list[dict[str, Any]]:
    """Return the prizes as parts of a page: {title, rows: [(who, what)]}, of the categories, then of the event."""
    parts = [
        {"title": one.title, "rows": [(prize_label(prize), prize.what) for prize in read_prizes(one.prizes)]}
        for one in terms.categories
    ]
    own = [(prize_label(prize), prize.what) for prize in read_prizes(terms.awards, has_places=False)]
    parts.append({"title": _("Special awards"), "rows": own})
    return [part for part in parts if part["rows"]]


def officials_of(event: Event) -> list[dict[str, Any]]:
    """Return the officials by their posts: {role, names}."""
    people = clubs.people(event.club)
    return [
        {"role": labels.role_label(role), "names": names}
        for role in OFFICIALS
        if (names := [person.name for person in people if role in person.roles and person.name])
    ]


def day_rows(terms: EventTerms) -> list[dict[str, Any]]:
    """Return the programme day by day: {title, rows: [(time, what)]}: hours of play, breaks, the organiser's own."""
    items = read_items(terms.programme, [day.date for day in terms.days])
    found = []
    for day in terms.days:
        rows = [*_hours(day)]
        rows += [(one.begins, one.ends, one.title) for one in day.breaks]
        rows += [(one.begins, one.ends, one.title) for one in items if one.day in (None, day.date)]
        rows.sort(key=lambda row: day.local(row[0]))
        found.append(
            {
                "title": f"{formats.date_format(day.date, 'l')}, {formats.date_format(day.date, 'DATE_FORMAT')}",
                "rows": [(_span(begins, ends), title) for begins, ends, title in rows],
            }
        )
    return found


def category_parts(terms: EventTerms, category: CategoryTerms) -> list[str]:
    """Return who plays a category and how, in plain words, a sentence each."""
    how = labels.how_played(category, terms.ruleset)
    fee = labels.money(category.fee, terms.currency) if category.fee else ""
    return [part for part in (labels.who_may(category), how, fee) if part]


def _hours(day: Day) -> list[tuple[time, time | None, str]]:
    return [(day.opens, None, _("Play begins")), (day.closes, None, _("Play ends"))]


def _span(begins: time, ends: time | None) -> str:
    shown = formats.time_format(begins, "H:i")
    return f"{shown}–{formats.time_format(ends, 'H:i')}" if ends else shown
