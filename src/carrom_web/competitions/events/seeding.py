"""Seeds of a draw from what higher apps know of people's strength, such as rating lists.

Those apps answer the hooks `seed_sources` and `seed_strengths`. Of a pair both are rated, or the pair is not; a team
has the mean of its rated players. Who is not rated is not seeded, and comes after all who are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.entries import Entrant
from carrom.tournament.registration import EntryStatus
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Entry
from carrom_web.core.hooks import Candidate, registry

TYPED = "typed"
"""Where seeds come from that are given one by one."""


class UnknownSeedsError(UnreadableError):
    """Seeds from a list that is not there."""

    code = "unknown-seeds"


class BadSeedsError(UnreadableError):
    """Seeds that were typed and cannot be; the message names whom they are about."""

    code = "bad-seeds"


def choices(club_id: int) -> list[tuple[str, str]]:
    """Where a club may take seeds from, with titles."""
    return [one for found in registry.hook.seed_sources(club_id=club_id) for one in found]


def title_of(club_id: int, source: str) -> str:
    """What a source is called. Raises UnknownSeedsError: the club cannot take it."""
    found = dict(choices(club_id)).get(source)
    if found is None:
        raise UnknownSeedsError()
    return found


def strengths(club_id: int, source: str, people: Sequence[Candidate]) -> Mapping[str, float]:
    """The strength of everybody whom a source knows, by their key. Raises UnknownSeedsError."""
    title_of(club_id, source)
    found: Mapping[str, float] = registry.hook.seed_strengths(source=source, people=people)
    return found


def strengths_of_entries(category: Category, source: str) -> dict[str, float]:
    """The strength of the confirmed entries of a category by their keys. Raises UnknownSeedsError."""
    entries = list(
        Entry.objects.filter(category=category, standing=EntryStatus.CONFIRMED)
        .select_related("form")
        .prefetch_related("members")
    )
    people = [
        Candidate(
            f"{entry.key} {member.pk}",
            member.identity,
            member.name,
            entry.form.guest_id if member.position == 0 and not entry.team else None,
        )
        for entry in entries
        for member in entry.players
    ]
    known = strengths(category.event.club_id, source, people)
    found = {}
    for entry in entries:
        mine = [known.get(f"{entry.key} {member.pk}") for member in entry.players]
        rated = [one for one in mine if one is not None]
        if rated and (entry.team or len(rated) == len(mine)):
            found[entry.key] = sum(rated) / len(rated)
    return found


def seeded(entrants: Sequence[Entrant], strengths: Mapping[str, float]) -> list[Entrant]:
    """The entrants with seeds from 1 in the order of their strength."""
    order = sorted(strengths, key=lambda key: (-strengths[key], key))
    seeds = {key: number for number, key in enumerate(order, 1)}
    return [
        replace(one, seed=seeds[one.key], rating=round(strengths[one.key], 1)) if one.key in seeds else one
        for one in entrants
    ]


def read_typed(typed: Mapping[str, str], names: Mapping[str, str]) -> dict[str, int]:
    """The seeds that were typed, by the keys of entries; `names` are those of the entries that will be drawn.

    Raises:
        BadSeedsError: one is no number from 1 to the number of entries, or stands twice.
    """
    seeds: dict[str, int] = {}
    holders: dict[int, str] = {}
    for key, name in names.items():
        text = typed.get(key, "").strip()
        if not text:
            continue
        if not (text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= len(names)):
            raise BadSeedsError("not-a-seed", name=name, most=len(names), text=text[:20])
        if int(text) in holders:
            raise BadSeedsError("same-seed", one=holders[int(text)], other=name, seed=int(text))
        seeds[key], holders[int(text)] = int(text), name
    return seeds


def with_seeds(entrants: Sequence[Entrant], seeds: Mapping[str, int]) -> list[Entrant]:
    """The entrants with these seeds, closed up from 1 where numbers were left out."""
    numbers = {key: number for number, key in enumerate(sorted(seeds, key=lambda key: seeds[key]), 1)}
    return [replace(one, seed=numbers.get(one.key)) for one in entrants]


def source_of(category: Category) -> str:
    """What the list is called that the draw's seeds were taken from last; "" without."""
    drawn = category.event.audit_entries.filter(kind=AuditKind.DRAWN, detail__category=category.key)
    last = drawn.exclude(detail__seeds=None).order_by("-pk").first()
    return str(last.detail["seeds"]) if last else ""


def why_seeded(entrants: Mapping[str, Entrant], meeting: Meeting, names: Mapping[str, str], source: str) -> list[str]:
    """A sentence for each side of a fixture about its seed and where that comes from; none where nobody is seeded."""
    if not source or all(one.seed is None for one in entrants.values()):
        return []
    said = []
    for key in meeting.keys:
        one = entrants.get(key)
        about: dict[str, object] = {"name": names.get(key, key), "source": source}
        if one is not None and one.seed is not None and one.rating is not None:
            about |= {"seed": one.seed, "rating": round(one.rating)}
            said.append(_("%(name)s: seed %(seed)s, %(rating)s in %(source)s") % about)
        elif one is not None:
            said.append(_("%(name)s: not in %(source)s, so after all who are") % about)
    return said
