"""Play-offs made from the final table: a knock-out, crosswise between pools, or a step-ladder."""

from collections.abc import Sequence
from dataclasses import replace

from carrom.errors import NotAllowedError
from carrom.league.match_series import leg_name, legs_at_most
from carrom.league.match_table import PoolTable
from carrom.league.match_terms import PlayOffTerms
from carrom.tournament.brackets import LineUp, apart, first_round, seed_order, size_for, winners_meet
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import BYE, Fixture, Known, Slot, WinnerOf, numbered, why
from carrom.tournament.formats.knockout import third_place

PREFIX = "P"
STEP_LADDER = "step-ladder"


class PlayOffsError(NotAllowedError):
    """Play-offs that cannot be made now."""

    code = "no-play-offs"


def qualified(terms: PlayOffTerms, tables: Sequence[PoolTable]) -> tuple[tuple[str, str, int], ...]:
    """Return who goes on, the best first, each with pool and place: the firsts of all pools, then the seconds, ...

    Raises:
        PlayOffsError: the season is not over, a place of these is not decided, or there are too few.
    """
    if any(not table.is_final for table in tables):
        raise PlayOffsError("not-over")
    found: list[tuple[str, str, int]] = []
    for place in range(1, terms.places + 1):
        for table in tables:
            if place > len(table.rows):
                continue
            row = table.rows[place - 1].row
            if row.level > 1:
                raise PlayOffsError("level", first=row.place, last=row.place + row.level - 1)
            found.append((row.key, table.pool, place))
    if len(found) < 2:
        raise PlayOffsError("too-few")
    return tuple(found)


def playoff_fixtures(terms: PlayOffTerms, who: Sequence[tuple[str, str, int]]) -> tuple[Fixture, ...]:
    """The fixtures of the play-offs for those who are `qualified`; side A is the better placed where both are known."""
    return _step_ladder(who) if terms.kind == "step-ladder" else _bracket(terms, who)


def leg_by_leg(terms: PlayOffTerms, fixtures: Sequence[Fixture]) -> tuple[Fixture, ...]:
    """The groups that need a day: the fixtures, or all legs that each pairing may take, a match day for each."""
    count = legs_at_most(terms)
    if terms.series == "single":
        return tuple(fixtures)
    return tuple(
        replace(one, id=leg_name(one.id, number), round=(one.round - 1) * count + number, a=BYE)
        for number in range(1, count + 1)
        for one in fixtures
    )


def seeded(entrants: Sequence[Entrant], who: Sequence[tuple[str, str, int]]) -> tuple[Entrant, ...]:
    """The entrants of the play-offs, their seeds by the table."""
    known = {one.key: one for one in entrants}
    return tuple(replace(known[key], seed=number, joined=1, left=None) for number, (key, _, _) in enumerate(who, 1))


def _bracket(terms: PlayOffTerms, who: Sequence[tuple[str, str, int]]) -> tuple[Fixture, ...]:
    """First against last, so that pools cross; those of one pool are then exchanged within their place if they meet."""
    position_of = {rank: position for position, rank in enumerate(seed_order(size_for(len(who))))}
    held: list[tuple[str, str, int] | None] = [None] * size_for(len(who))
    for rank, one in enumerate(who, 1):
        held[position_of[rank]] = one
    if any(pool for _, pool, _ in who):
        tiers = [
            [position for position, one in enumerate(held) if one is not None and one[2] == place]
            for place in sorted({place for _, _, place in who})[1:]
        ]
        at = apart([one[1] if one else "" for one in held], tiers, len(held))
        held = [held[position] for position in at]
    slots: list[Slot] = [Known(one[0]) if one else BYE for one in held]
    whys = [
        (why("place-in-group", place=one[2], group=one[1]),) if one and one[1] else
        (why("seed-placed", entrant=one[0], seed=one[2]),) if one else ()
        for one in held
    ]  # fmt: skip
    rounds = [first_round(LineUp(tuple(slots), tuple(whys)), prefix=PREFIX)]
    while len(rounds[-1]) > 1:
        rounds.append(winners_meet(rounds[-1], len(rounds) + 1, prefix=PREFIX))
    fixtures = [fixture for one in rounds for fixture in one]
    if terms.third_place and len(rounds) > 1:
        fixtures.insert(-1, third_place((rounds[-2][0], rounds[-2][1]), len(rounds), prefix=PREFIX))
    return numbered(fixtures)


def _step_ladder(who: Sequence[tuple[str, str, int]]) -> tuple[Fixture, ...]:
    """The last two meet; the winner meets the one above, up to the first."""
    fixtures: list[Fixture] = []
    for number, above in enumerate(reversed(who[:-1]), 1):
        below: Slot = WinnerOf(fixtures[-1].id) if fixtures else Known(who[-1][0])
        fixtures.append(
            Fixture(
                id=f"{PREFIX}{number}.1",
                round=number,
                place=1,
                a=Known(above[0]),
                b=below,
                stage=STEP_LADDER,
                why=(why("seed-placed", entrant=above[0], seed=above[2]),),
            )
        )
    return tuple(fixtures)
