"""The sources of rated results: categories of events, single matches, and higher apps such as leagues.

Those apps answer the hooks `rating_sources`, `rated_results` and `rated_version`. Only what was played counts: no
walk-over, nobody who was sent away, no computer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from carrom.tournament.category import Kind as EntryKind
from carrom_web.clubs.models import Club
from carrom_web.clubs.models import Member as ClubMember
from carrom_web.competitions.events.models import Category
from carrom_web.competitions.events.played_matches import group_under, matches_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.hooks import PlayedMatch, registry
from carrom_web.matches.results import match_of_people


def choices(club: Club) -> list[tuple[str, str]]:
    """Return the sources that a club can mark, with titles, the latest first: categories, then other apps'."""
    found = []
    for event in club.events.filter(state="open").prefetch_related("categories").order_by("-first_day", "-pk"):
        terms = terms_of(event)
        titles = {one.key: one for one in terms.categories}
        found += [
            (f"category:{row.pk}", f"{terms.title}: {titles[row.key].title}")
            for row in event.categories.all()
            if row.key in titles and titles[row.key].kind is not EntryKind.SOLO
        ]
    return found + [one for sources in registry.hook.rating_sources(club_id=club.pk) for one in sources]


def titles_of(club: Club, sources: Sequence[str], from_files: Mapping[str, str]) -> dict[str, str]:
    """Return the titles of sources, those of files by the titles that they brought; the club's events are read once."""
    known = (dict(choices(club)) | dict(from_files)) if sources else {}
    return {one: _match_title(one) if one.startswith("match:") else known.get(one, one) for one in sources}


def _match_title(source: str) -> str:
    return _("Match %(key)s") % {"key": source.removeprefix("match:")[:8]}


def results_of(club: Club, source: str) -> list[PlayedMatch]:
    """All results of a source that count, as they stand now; none if the source is gone."""
    prefix, _colon, name = source.partition(":")
    if prefix == "category":
        category = Category.objects.select_related("event").filter(pk=int(name), event__club=club).first()
        return [] if category is None else [one for one in matches_of(category) if one.group]
    if prefix == "match":
        return list(_of_match(club, UUID(name)))
    found: list[PlayedMatch] | None = registry.hook.rated_results(source=source)
    return found or []


def version_of(source: str) -> int:
    """The version of what another app tells; -1: nobody tells it any more."""
    found: int | None = registry.hook.rated_version(source=source)
    return -1 if found is None else found


def _of_match(club: Club, match_id: UUID) -> Iterable[PlayedMatch]:
    """A single match on the site: rated if all its players are people who belong to the club."""
    found = match_of_people(match_id)
    if found is None:
        return
    match, ruleset = found
    guests = {one.guest for one in (*match.a, *match.b) if one.guest is not None}
    belong = ClubMember.objects.filter(club=club, guest_id__in=guests).values("guest_id").distinct().count()
    group = group_under(ruleset, len(match.a))
    if group and belong == len(guests) == len(match.a) + len(match.b):
        yield replace(match, group=group)
