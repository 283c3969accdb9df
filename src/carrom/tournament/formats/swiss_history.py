"""The parts of a contest that a Swiss round depends on: numbers, points, earlier opponents, byes, floats, breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carrom.equipment.arrangement import Rng
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Bye, known_keys
from carrom.tournament.formats.swiss_costs import Contender
from carrom.tournament.results import Outcome
from carrom.tournament.rng import RepeatingRng, RngSpentError, shuffled
from carrom.tournament.table import Encounter, Table, table_of


def numbered(contest: Contest, *, by_strength: bool, rng: Rng | None = None) -> tuple[str, ...]:
    """All entrants by the numbers they play under, which decide where nothing else does.

    Lots, and above them seeds and ratings where strength counts. Lots are drawn with the first round; later they are
    read from that draw's random numbers. Late entries come after those who were there, by strength and key.
    """
    first = [fixture for fixture in contest.fixtures if fixture.round == 1]
    members = (
        {key for fixture in first for key in known_keys(fixture)}
        if first
        else {one.key for one in contest.entrants if one.plays_in(1)}
    )
    order = sorted(members)
    if rng is not None:
        order = shuffled(order, rng)
    elif contest.draws:
        try:
            order = shuffled(order, RepeatingRng(contest.draws[0].numbers))
        except RngSpentError:  # drawn by hand
            order = sorted(members)
    lot = {key: number for number, key in enumerate(order)}

    def rank(one: Entrant) -> tuple[bool, bool, int, bool, float, int, str]:
        late = one.key not in lot
        strength = (one.seed is None, one.seed or 0, one.rating is None, -(one.rating or 0.0))
        return (late, *(strength if by_strength or late else (True, 0, True, 0.0)), lot.get(one.key, 0), one.key)

    return tuple(one.key for one in sorted(contest.entrants, key=rank))


def table_with_missed(contest: Contest, met: Sequence[Meeting], late_points: int) -> Table:
    """The table, in which late entries have a bye of `late_points` for each round they missed."""
    table = table_of(contest, met)
    if not late_points:
        return table
    encounters = dict(table.encounters)
    for one in contest.entrants:
        missed = tuple(
            Encounter(round=number, fixture="", opponent=None, outcome=Outcome.BYE, worth=late_points, is_played=False)
            for number in range(1, min(one.joined - 1, contest.rounds) + 1)
        )
        encounters[one.key] = (*missed, *encounters[one.key])
    return replace(table, encounters=encounters)


@dataclass(frozen=True, slots=True)
class History:
    """Everyone's rounds so far, by key."""

    met: Mapping[str, frozenset[str]]
    had_bye: frozenset[str]
    floats: Mapping[str, tuple[int, int]]
    breaks: Mapping[str, int]  # times named first less times named second
    broke_last: Mapping[str, bool]

    def contender(self, entrant: Entrant, points: int) -> Contender:
        """The entrant as the draw sees them."""
        key = entrant.key
        return Contender(
            key=key,
            points=points,
            met=self.met[key],
            had_bye=key in self.had_bye,
            floats=self.floats[key],
            breaks=self.breaks[key],
            club=entrant.club,
            country=entrant.country,
        )


def history_of(contest: Contest, table: Table, head_start: Mapping[str, Sequence[int]]) -> History:
    """Return everyone's history by the fixtures drawn so far.

    `head_start[key][r - 1]` are points that an accelerated draw lent them in round r.
    """
    keys = [one.key for one in contest.entrants]
    met: dict[str, set[str]] = {key: set() for key in keys}
    had_bye = {key for key in keys if any(one.fixture == "" for one in table.encounters[key])}
    breaks = dict.fromkeys(keys, 0)
    broke_last: dict[str, bool] = {}
    last = contest.rounds
    floats = {key: [0, 0] for key in keys}
    for fixture in contest.fixtures:
        pair = known_keys(fixture)
        if len(pair) < 2:
            if isinstance(fixture.a, Bye) or isinstance(fixture.b, Bye):
                had_bye.update(pair)
            continue
        for key, other, side in ((pair[0], pair[1], Side.A), (pair[1], pair[0], Side.B)):
            met[key].add(other)
            breaks[key] += 1 if side is Side.A else -1
            broke_last[key] = side is Side.A
            if fixture.round > last - 2:
                own, theirs = (
                    _points_before(table, one, fixture.round) + lent(head_start, one, fixture.round)
                    for one in (key, other)
                )
                floats[key][last - fixture.round] = (own > theirs) - (own < theirs)
    return History(
        met={key: frozenset(others) for key, others in met.items()},
        had_bye=frozenset(had_bye),
        floats={key: (latest, before) for key, (latest, before) in floats.items()},
        breaks=breaks,
        broke_last=broke_last,
    )


def _points_before(table: Table, key: str, round_number: int) -> int:
    return sum(one.worth for one in table.encounters[key] if one.round < round_number)


def lent(head_start: Mapping[str, Sequence[int]], key: str, round_number: int) -> int:
    """The points that an accelerated draw lends them in that round."""
    points = head_start.get(key, ())
    return points[round_number - 1] if round_number <= len(points) else 0
