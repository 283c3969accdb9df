"""Seeds of a draw from what higher apps know of people's strength, such as rating lists.

Those apps answer the hooks `seed_sources` and `seed_strengths`. Of a pair both are rated, or the pair is not; a team
has the mean of its rated players. Who is not rated is not seeded, and comes after all who are.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.entries import Entrant
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Entry
from carrom_web.core.hooks import Candidate, registry


class UnknownSeedsError(UnreadableError):
    """Seeds from a list that is not there."""

    code = "unknown-seeds"


def choices(club_id: int) -> list[tuple[str, str]]:
    """Return the sources of seeds for a club, with titles."""
    return [one for found in registry.hook.seed_sources(club_id=club_id) for one in found]


def title_of(club_id: int, source: str) -> str:
    """Return the title of a source. Raises UnknownSeedsError: the club cannot take it."""
    found = dict(choices(club_id)).get(source)
    if found is None:
        raise UnknownSeedsError()
    return found


def strengths(club_id: int, source: str, people: Sequence[Candidate]) -> Mapping[str, float]:
    """The strength of everybody whom a source knows, by their key. Raises UnknownSeedsError."""
    title_of(club_id, source)
    found: Mapping[str, float] = registry.hook.seed_strengths(source=source, people=people)
    return found


def candidates(entries: Sequence[Entry]) -> list[Candidate]:
    """Return the players of these entries for a question to a source."""
    return [
        Candidate(
            f"{entry.key} {member.pk}",
            member.person.root_id,
            member.name,
            entry.form.guest_id if member.position == 0 and not entry.team else None,
        )
        for entry in entries
        for member in entry.players
    ]


def mean_strengths(entries: Sequence[Entry], known: Mapping[str, float]) -> dict[str, float]:
    """The strength of each entry that a source knows; `known` has that of its people, by the keys of `candidates`."""
    found = {}
    for entry in entries:
        mine = [known.get(f"{entry.key} {member.pk}") for member in entry.players]
        rated = [one for one in mine if one is not None]
        if rated and (entry.team or len(rated) == len(mine)):
            found[entry.key] = sum(rated) / len(rated)
    return found


def source_of(category: Category) -> str:
    """Return the title of the list from which the draw's seeds were taken last; "" without."""
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
