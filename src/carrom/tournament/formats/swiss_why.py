"""Why these two meet: the cost of the pair, better opponents, and why they were not possible.

Everything is worked out again from the contest as it stood before the round, with the results as they are now.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from carrom.tournament.contest import Contest, as_of, word
from carrom.tournament.fixtures import Fixture, PairingReason, known_keys, why
from carrom.tournament.formats.swiss import OPTIONS, state_before
from carrom.tournament.formats.swiss_costs import Field, Priced, priced
from carrom.tournament.formats.swiss_matching import Pair, cheapest_round_with, pair
from carrom.tournament.formats.swiss_methods import METHODS, Passed, first_fit
from carrom.tournament.rng import RepeatingRng, RngSpentError

BYE = "bye"
MOST = 5  # others that are listed


def why_these(contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
    """The reasons for a fixture of a Swiss contest: those stored with it, its costs, and the others whom it was not.

    `swiss-since-changed`: entrants or results were changed after the draw, so that the reasons are incomplete.

    Raises:
        UnknownFixtureError: there is no such fixture.
    """
    fixture = contest.fixture(fixture_id)
    try:
        field = _field_before(contest, fixture.round)
    except RngSpentError:
        return (*fixture.why, why("swiss-since-changed"))
    number = {contender.key: index for index, contender in enumerate(field.contenders)}
    drawn = [one for one in contest.fixtures if one.round == fixture.round]
    if any(not known_keys(one) or not set(known_keys(one)) <= number.keys() for one in drawn):
        return (*fixture.why, why("swiss-since-changed"))
    met = [_pair_of(one, number, field) for one in drawn]
    both = _pair_of(fixture, number, field)
    method = word(contest, OPTIONS, "method")
    if method in METHODS:
        passed: list[Passed] = []
        first_fit(field, METHODS[method], passed)
        reasons = [_passed(contest, field, one) for one in passed if one.first == both[0]]
        return (*fixture.why, *reasons[:MOST])
    offered = _priced(field)
    if any(one not in offered.costs for one in met):
        return (*fixture.why, why("swiss-since-changed"))
    costs = [why(f"swiss-cost-{code}", amount=amount) for code, amount in offered.cost(*both).items() if amount]
    return (*fixture.why, *costs, *_rather(contest, offered, both, met))


def _field_before(contest: Contest, number: int) -> Field:
    """The field of a round as it stood before it was drawn. Raises RngSpentError."""
    before = as_of(contest, number - 1)
    drawn = {one.id for one in before.fixtures}
    before = replace(before, results=tuple(one for one in before.results if one.fixture in drawn))
    lots = contest.draws[0].numbers if number == 1 else ()
    for known, found in tuple(_FIELDS):
        if known == (before, lots):  # quickly compared while the round goes on: they share fixtures and results
            return found
    found = state_before(before, RepeatingRng(lots) if number == 1 else None).field
    _FIELDS.append(((before, lots), found))
    return found


def _priced(field: Field) -> Priced:
    for known, found in tuple(_PRICED):
        if known is field:
            return found
    found = priced(field)
    _PRICED.append((field, found))
    return found


_FIELDS: deque[tuple[tuple[Contest, tuple[float, ...]], Field]] = deque(maxlen=4)
_PRICED: deque[tuple[Field, Priced]] = deque(maxlen=4)
"""Of the rounds that were asked for last: while one is played, everybody asks why they meet whom they meet."""


def _pair_of(fixture: Fixture, number: dict[str, int], field: Field) -> Pair:
    numbers = [number[key] for key in known_keys(fixture)]
    return pair(numbers[0], numbers[1] if len(numbers) > 1 else field.count - 1)


def _rather(contest: Contest, offered: Priced, both: Pair, met: list[Pair]) -> Iterable[PairingReason]:
    """Whom the first of the two had better met, or who had better had the bye, and what stood against it."""
    field, levels = offered.field, offered.levels
    own = levels.pack(offered.cost(*both).values())
    total = sum(offered.costs[one] for one in met)
    first, second = both
    players = range(len(field.contenders))
    others = [(one, second) if second == field.bye else pair(first, one) for one in players if one != first]
    costs = {
        other: offered.costs[other] if other in offered.costs else levels.pack(offered.cost(*other).values())
        for other in others
    }
    for other in sorted((one for one in others if costs[one] < own), key=lambda one: (costs[one], one))[:MOST]:
        passed = Passed(first, other[0] if other[1] == first else other[1], "met")
        if other[1] == field.bye:
            passed = Passed(other[0], other[1], "met")
        if not field.may_meet(*other):
            yield _passed(contest, field, passed)
            continue
        instead = cheapest_round_with(field.count, offered.costs, other)
        if instead is None:
            yield _passed(contest, field, passed._replace(why="rest"))
            continue
        code, more = _first_difference(offered, sum(offered.costs[one] for one in instead), total)
        names = {"a": field.contenders[passed.first].key, "b": _key(field, passed.other)}
        if more > 0:
            yield why(f"swiss-dearer-{code}", **names, by=more)
        else:
            yield why("swiss-equal" if not more else "swiss-spoils-later-rounds", **names)


def _first_difference(offered: Priced, instead: int, total: int) -> tuple[str, int]:
    codes = [criterion.code for criterion in offered.criteria]
    for code, one, other in zip(codes, offered.levels.unpack(instead), offered.levels.unpack(total), strict=True):
        if one != other:
            return code, one - other
    return "", 0


def _passed(contest: Contest, field: Field, passed: Passed) -> PairingReason:
    first, other = field.contenders[passed.first].key, _key(field, passed.other)
    if passed.why == "rest":
        return why("swiss-leaves-others-out", a=first, b=other)
    if other == BYE:
        return why("swiss-had-bye", a=first)
    rounds = [one.round for one in contest.fixtures if set(known_keys(one)) == {first, other}]
    return why("swiss-met-before", a=first, b=other, round=min(rounds))


def _key(field: Field, number: int) -> str:
    return BYE if number == field.bye else field.contenders[number].key
