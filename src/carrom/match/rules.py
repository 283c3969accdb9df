"""The ruleset of a match, read from its head and written to it, and the length of a match as ruleset values.

A head holds every value that differs from the defaults, so an edition that is no longer shipped still reads.
"""

import typing
from collections.abc import Mapping
from types import MappingProxyType

from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import RulesetValueError, differing_values, parameters, with_values, written

Value = bool | int | float | str | None | tuple[str, ...] | tuple[tuple[str, str], ...]
BASE = "icf"
LAWS_TAG = "laws"  # the tag of a head that keeps the title of a ruleset which does not ship
Values = tuple[tuple[str, Value], ...]


def shipped() -> Mapping[str, Ruleset]:
    """Every ruleset that lies in `carrom.laws.rulesets`, by its slug."""
    return RULESETS


def stored_values(ruleset: Ruleset) -> Values:
    """Every value that differs from the defaults, ordered by name, as values that can be hashed."""
    stored: list[tuple[str, Value]] = []
    for name, held in sorted(differing_values(ruleset).items()):
        if isinstance(held, Mapping):
            stored.append((name, tuple(sorted(held.items()))))
        elif isinstance(held, list):
            stored.append((name, tuple(map(str, held))))  # numbers too: the hint of a value tells them apart
        else:
            stored.append((name, typing.cast(Value, held)))
    return tuple(stored)


EARLIER: Mapping[tuple[str, int], Values] = MappingProxyType({})
"""The values of editions that do not ship any more, by slug and edition. A ruleset whose values change gets a new
edition, and its old values stay here: match files name an edition and what differs from it."""


def values_of_edition(slug: str, edition: int) -> Values | None:
    """The values of an edition of an included ruleset, as `stored_values`; None: it is not known."""
    document = shipped().get(slug)
    if document is not None and document.edition == edition:
        return stored_values(document)
    return EARLIER.get((slug, edition))


def stored_base(ruleset: Ruleset) -> str:
    """The ruleset on which a ruleset of a club is based; "" for an included one."""
    return "" if ruleset.slug in shipped() else ruleset.inherits or BASE


def ruleset_from(slug: str, edition: int, values: Values, title: str = "", base: str = "") -> Ruleset:
    """The ruleset that a head names: the defaults with the head's values; title and citations of its document.

    A document that does not ship, such as a club's own, has the citations and readings of its `base`.

    Raises:
        RulesetValueError: a value that no ruleset has, or that it cannot have; a base that does not ship.
    """
    document = shipped().get(slug)
    base = base or BASE
    if base not in shipped():
        raise RulesetValueError("not-possible", name="base", given=written(base), choices=sorted(shipped()))
    cited = document or shipped()[base]
    plain = Ruleset(
        slug=slug,
        edition=edition,
        title=document.title if document else title or slug,
        inherits=cited.inherits if document else base,
        citations=cited.citations,
        fact_citations=cited.fact_citations,
        conditions=cited.conditions,
    )
    tables = {name for name, hint in parameters().items() if typing.get_origin(hint) is Mapping}
    numbers = {name for name, hint in parameters().items() if hint == tuple[int, ...]}
    given: dict[str, object] = {}
    for name, held in values:
        if name in tables:
            given[name] = dict(typing.cast(tuple[tuple[str, str], ...], held))
        elif name in numbers and isinstance(held, tuple):
            given[name] = [int(one) if isinstance(one, str) and one.isdecimal() else one for one in held]
        else:
            given[name] = held
    return with_values(plain, given)


LENGTHS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "board": MappingProxyType({"board_limit": 1, "match_wins_needed": 1, "boards_per_set": 1}),
        "game": MappingProxyType({"match_wins_needed": 1}),
        "match": MappingProxyType({}),
        "best_of_3": MappingProxyType({"board_limit": 1, "game_target": None, "match_wins_needed": 2}),
        "best_of_5": MappingProxyType({"board_limit": 1, "game_target": None, "match_wins_needed": 3}),
        "eight_boards": MappingProxyType(
            {"board_limit": 8, "game_target": 25, "limit_winner": "board_wins", "match_wins_needed": 1}
        ),
    }
)
"""One board (solo: a set of one); one game (ICF: to 25 points or 8 boards); the match that the ruleset asks
(ICF: best of three games); the most of 3 or 5 boards (C-061); 25 points or the most wins in 8 boards (C-060)."""
