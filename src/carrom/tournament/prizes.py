"""Prizes of an event besides money, and its sponsors: plain values, written as lines of text.

A prize stands on each line: `1: Trophy and board`, `3-4: Medal`, or a special award, `Best white slam: Wrist watch`.
A sponsor stands on each line, with what is said of them and their website if they have one:
`Café Rio; coffee for all players; https://example.org`.
"""

import re
from dataclasses import dataclass

from carrom.errors import ImpossibleError

MOST_PRIZES = 24
MOST_SPONSORS = 12
LAST_PLACE = 500
LONGEST_AWARD = 60
LONGEST_PRIZE = 160
LONGEST_NAME = 60
LONGEST_LINE = 120
LONGEST_LINK = 200
_PLACES = re.compile(r"(\d{1,4})(?:\s*[-\u2013]\s*(\d{1,4}))?")
_LINK = re.compile(r"https?://[^\s/]+\S*")


class PrizeError(ImpossibleError):
    """A line that names no prize."""

    code = "event-prize"


class SponsorError(ImpossibleError):
    """A line that names no sponsor."""

    code = "event-sponsor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """The prize of the places from `first` to `last`, or of who wins the award of this name (places are 0 then)."""

    what: str
    first: int = 0
    last: int = 0
    award: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sponsor:
    """A sponsor of an event; `line` and `link` may be empty."""

    name: str
    line: str = ""
    link: str = ""


def read_prizes(text: str, *, has_places: bool = True) -> tuple[Prize, ...]:
    """Return the prizes of some lines: places in their order, then the special awards.

    Raises:
        PrizeError: the first fault. Without `has_places` a place is one: special awards of a whole event have none.
    """
    prizes = [_prize(line) for line in _lines(text)]
    if len(prizes) > MOST_PRIZES:
        raise PrizeError("too-many", most=MOST_PRIZES, count=len(prizes))
    taken = 0
    placed = sorted((one for one in prizes if not one.award), key=lambda one: one.first)
    for one in placed:
        if not has_places:
            raise PrizeError("no-places", what=one.what)
        if one.first <= taken:
            raise PrizeError("place-twice", place=one.first)
        taken = one.last
    awards = [one for one in prizes if one.award]
    names = [one.award.casefold() for one in awards]
    for one in awards:
        if names.count(one.award.casefold()) > 1:
            raise PrizeError("award-twice", award=one.award)
    return (*placed, *awards)


def read_sponsors(text: str) -> tuple[Sponsor, ...]:
    """Return the sponsors of some lines, in their order. Raises SponsorError: the first fault."""
    sponsors = [_sponsor(line) for line in _lines(text)]
    if len(sponsors) > MOST_SPONSORS:
        raise SponsorError("too-many", most=MOST_SPONSORS, count=len(sponsors))
    names = [one.name.casefold() for one in sponsors]
    for one in sponsors:
        if names.count(one.name.casefold()) > 1:
            raise SponsorError("twice", name=one.name)
    return tuple(sponsors)


def _prize(line: str) -> Prize:
    label, colon, what = (part.strip() for part in line.partition(":"))
    if not colon or not label or not what:
        raise PrizeError("unreadable", line=line)
    if len(what) > LONGEST_PRIZE or len(label) > LONGEST_AWARD:
        raise PrizeError("long", line=line, most=LONGEST_PRIZE, most_award=LONGEST_AWARD)
    places = _PLACES.fullmatch(label)
    if places is None:
        return Prize(what=what, award=label)
    first = int(places[1])
    last = int(places[2] or first)
    if not 1 <= first <= last <= LAST_PLACE:
        raise PrizeError("places", line=line, most=LAST_PLACE)
    return Prize(what=what, first=first, last=last)


def _sponsor(line: str) -> Sponsor:
    name, *more = (part.strip() for part in line.split(";"))
    links = [part for part in more if _LINK.fullmatch(part)]
    says = [part for part in more if part and part not in links]
    if not name or len(links) > 1 or _LINK.fullmatch(name):
        raise SponsorError("unreadable", line=line)
    made = Sponsor(name=name, line="; ".join(says), link="".join(links))
    if len(made.name) > LONGEST_NAME or len(made.line) > LONGEST_LINE or len(made.link) > LONGEST_LINK:
        raise SponsorError("long", line=line, most=LONGEST_NAME, most_line=LONGEST_LINE, most_link=LONGEST_LINK)
    return made


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
