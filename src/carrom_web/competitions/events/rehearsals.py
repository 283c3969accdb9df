"""A rehearsal of an event: its categories with random results, and whether everything fits boards and hours.

Works on what was read before and touches no row. It goes step by step, so that anyone who waits can stop it.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from carrom.errors import CarromError
from carrom.laws.ruleset import Ruleset
from carrom.tournament import format as formats
from carrom.tournament import record as records
from carrom.tournament.category import CategoryTerms
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant
from carrom.tournament.event import EventTerms
from carrom.tournament.order_of_play import Plan
from carrom.tournament.rehearsal import matches_rehearsed, rehearsing
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.live_schedule import plan_of
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.services import draws

MOST_ENTRIES = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """A category that will be, or was, played to its end. `fault` says why it could not be."""

    terms: CategoryTerms
    laws: Ruleset
    contest: Contest
    settled: frozenset[str]  # fixtures that were settled before
    names: Mapping[str, str]
    fault: CarromError | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """How far a rehearsal is: of the category `title` this draw is made, or played; empty title: times are reckoned."""

    title: str
    draws: int
    is_played: bool


@dataclass(slots=True)
class Rehearsal:
    """A rehearsal, before it or done."""

    categories: list[Rehearsed]
    plan: Plan | None = None
    seed: int = 0
    steps: list[Step] = field(default_factory=list)


def prepared(event: Event, terms: EventTerms, entries: Mapping[str, int]) -> list[Rehearsed]:
    """The categories as they stand; those not drawn yet with as many entries as asked, invented ones at the end."""
    rows = {row.key: row for row in event.categories.filter(state=Category.State.OPEN)}
    return [_prepared(rows[one.key], terms, one, entries.get(one.key)) for one in terms.categories if one.key in rows]


def _prepared(row: Category, terms: EventTerms, own: CategoryTerms, asked: int | None) -> Rehearsed:
    shown = contests.shown(row)
    laws = contests.ruleset_of(terms, own)
    if shown is not None and shown.contest.draws:
        settled = frozenset(one.fixture.id for one in shown.meetings if one.is_settled)
        return Rehearsed(terms=own, laws=laws, contest=shown.contest, settled=settled, names=shown.names)
    contest = records.contest_of(draws.initial_record(terms, row, ""))
    entries = row.entries.prefetch_related("members")
    names = {
        entry.key: entry.team or " & ".join(selectors.shown_name(member) for member in entry.members.all())
        for entry in entries
    }
    if asked is not None:
        entrants = contest.entrants[:asked]
        made = [_invented(own, number) for number in range(len(entrants) + 1, min(asked, MOST_ENTRIES) + 1)]
        names = names | {one.key: f"№ {one.key.rpartition(' ')[2]}" for one in made}
        contest = replace(contest, entrants=(*entrants, *made))
    return Rehearsed(terms=own, laws=laws, contest=contest, settled=frozenset(), names=names)


def _invented(own: CategoryTerms, number: int) -> Entrant:
    players = tuple(f"rehearsal {own.key} {number} {nth}" for nth in range(max(own.size, 1)))
    return Entrant(key=f"rehearsal {number}", players=players)


def rehearse(rehearsal: Rehearsal, terms: EventTerms, *, absent: float = 0.0) -> Iterator[Step]:
    """Play it, step by step; after the last step it is whole.

    Within one category all is by its own random numbers, so that one more entry in another changes nothing here.
    """
    for index, one in enumerate(rehearsal.categories):
        rng = random.Random(f"{rehearsal.seed} {one.terms.key}")  # noqa: S311  # a rehearsal, to be had again
        try:
            for contest in rehearsing(one.contest, rng, one.laws, absent=absent):
                one = replace(one, contest=contest)
                met = formats.find(contest.format).meetings(contest)
                yield Step(one.terms.title, len(contest.draws), all(each.is_settled for each in met))
        except CarromError as error:
            one = replace(one, fault=error)
        rehearsal.categories[index] = one
    yield Step("", 0, is_played=False)
    matches = [
        match
        for one in rehearsal.categories
        for match in matches_rehearsed(
            one.terms.key,
            one.contest,
            formats.find(one.contest.format).meetings(one.contest),
            minutes=one.terms.match.expected_minutes,
            settled=one.settled,
        )
    ]
    rehearsal.plan = plan_of(matches, terms, [])
