"""Whole contests as they were reviewed: `tests/golden/tournament/<format>.txt` has who meets whom, why, and places.

Each format is played by chance to its end with its usual options, and once more with each other value of each of them.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from carrom.match.rules import shipped
from carrom.settings import Setting
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Fixture, PlaceOf, Slot
from carrom.tournament.format import find, slugs
from carrom.tournament.formats.ladder import challenge, may_challenge
from carrom.tournament.ranking import Row
from carrom.tournament.regulation import Regulation
from carrom.tournament.rehearsal import rehearse
from carrom.tournament.sol_export import book_of
from carrom.tournament.sol_file import write_sol
from carrom.tournament.tie_breaks import TIE_BREAKS
from tests.support.tournament.contests import played_contest
from tests.support.tournament.sol import SOL_TERMS, sol_persons

KAGW = shipped()["kagw"]
Golden = Callable[[str, str], None]


def contest(slug: str, count: int, **options: bool | int | str) -> Contest:
    """Entrants of three clubs and two countries, of whom three are seeded and all but two rated."""
    who = [
        Entrant(
            key=f"p{n:02}",
            seed=n + 1 if n < 3 else None,
            rating=1500.0 + 60 * (n * 5 % count) if n % 6 else None,
            club="xyz"[n % 3],
            country=("IN", "DE")[n % 5 == 0],
        )
        for n in range(count)
    ]
    usual = {"rounds": 4} if "rounds" in find(slug).options else {}
    return Contest(format=slug, entrants=tuple(who), options={**usual, **options})


def others(setting: Setting) -> Iterator[bool | int | str]:
    """Values of an option that are not its default."""
    if setting.choices:
        yield from (choice for choice in setting.choices if choice != setting.default)
    elif isinstance(setting.default, bool):
        yield not setting.default
    elif isinstance(setting.default, int):
        yield from {setting.default + 1, max(int(setting.least or 0), setting.default - 1)} - {setting.default}


def side(slot: Slot) -> str:
    """What fills a side, in a word."""
    if isinstance(slot, PlaceOf):
        return f"{slot.place}.of-{slot.group}"
    return str(getattr(slot, "key", f"{slot.kind}-{getattr(slot, 'fixture', '')}"))


def fixture_line(fixture: Fixture) -> str:
    """A fixture with why the two meet."""
    where = "/".join(filter(None, (fixture.stage, fixture.group)))
    board = f" board {fixture.board}" if fixture.board else ""
    only = f" if b wins {fixture.only_if_b_wins}" if fixture.only_if_b_wins else ""
    why = "; ".join(
        f"{one.code} {' '.join(f'{name}={value}' for name, value in one.about)}".strip() for one in fixture.why
    )
    sides = f"{side(fixture.a)} - {side(fixture.b)}"
    return f"{fixture.id} {fixture.round}.{fixture.place} {where}{board}{only} {sides} [{why}]"


def result_line(met: Meeting) -> str:
    """How it ended."""
    one = met.result
    if one is None:
        return f"{met.fixture.id} {met.a} - {met.b} {met.state}"
    winner = {Side.A: one.a, Side.B: one.b, None: "both lose" if one.both_lose else "nobody"}[one.winner]
    tallies = " ".join(f"{pair.a}:{pair.b}" for pair in (one.points, one.games, one.boards, one.queens, one.slams))
    return f"{met.fixture.id} {one.a} - {one.b} {one.how}, {winner}, {tallies}"


def row_line(row: Row) -> str:
    """A line of the standings."""
    values = " ".join(f"{name}={value}" for name, value in row.values)
    counts = f"{row.played}/{row.won}/{row.tied}/{row.lost}/{row.byes}"
    return f"{row.place} {row.key} {counts} {values} {row.apart_by} {row.reached}".strip()


def lines(ended: Contest) -> Iterator[str]:
    """Fixtures, results, standings."""
    form = find(ended.format)
    yield from map(fixture_line, ended.fixtures)
    yield from map(result_line, form.meetings(ended))
    yield from map(row_line, form.standings(ended))


@pytest.mark.parametrize("slug", slugs())
def test_a_contest_by_chance_goes_as_it_was_reviewed(slug: str, golden: Golden):
    found = [
        line
        for count in (11, 16)
        for line in (f"# {count}", *lines(rehearse(contest(slug, count), random.Random(2), KAGW, absent=0.05)), "")
    ]
    for name, setting in find(slug).options.items():
        for value in others(setting):
            if (name, value) != ("rounds", 0):  # without an end
                count = 13 if slug == "swiss" else 9
                ended = rehearse(contest(slug, count, **{name: value}), random.Random(3), KAGW)
                found += [f"# {name}: {value}", *lines(ended), ""]

    golden(f"tournament/{slug}.txt", "\n".join(found))


@pytest.mark.parametrize("slug", ["swiss", "round-robin"])
def test_every_tie_break_ranks_as_it_was_reviewed(slug: str, golden: Golden):
    ended = rehearse(contest(slug, 9), random.Random(4), KAGW, absent=0.1)
    ended = replace(ended, lots=tuple(sorted(one.key for one in ended.entrants)[::-1]))
    gone = tuple(replace(one, left=3) if one.key in ("p02", "p05") else one for one in ended.entrants)
    found = []
    for name in TIE_BREAKS:
        ranked_by = replace(ended, regulation=Regulation(order=(name,)))
        found += [f"# {name}", *map(row_line, find(slug).standings(ranked_by)), ""]
    for withdrawn in get_args(get_type_hints(Regulation)["withdrawn"]):
        ranked_by = replace(ended, entrants=gone, regulation=Regulation(win=3, no_show=-1, withdrawn=withdrawn))
        found += [f"# withdrawn: {withdrawn}", *map(row_line, find(slug).standings(ranked_by)), ""]

    golden(f"tournament/tie-breaks-{slug}.txt", "\n".join(found))


def test_a_challenge_says_which_rung_it_is_for(golden: Golden):
    ended = rehearse(contest("ladder", 9), random.Random(5), KAGW)
    now = replace(ended, options={"reach": 2, "again_after": 0})
    made = [challenge(now, by=one.key, to=to) for one in now.entrants for to in may_challenge(now, one.key)]

    golden("tournament/challenges.txt", "\n".join(map(fixture_line, made)) + "\n")


@pytest.mark.parametrize("slug", ["swiss", "knockout"])
def test_an_event_for_sol_is_written_as_it_was_reviewed(slug: str, golden: Golden):
    ended = played_contest(contest(slug, 9))
    exported = book_of(ended, SOL_TERMS, sol_persons(ended))

    text = write_sol(exported.book).decode()
    golden(
        f"tournament/sol-{slug}.txt", "\n".join([text, *(f"{one.code} {one.fixture}" for one in exported.notes)]) + "\n"
    )
