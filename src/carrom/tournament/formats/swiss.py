"""Swiss: everybody plays in every round, against a new opponent with a similar score.

Each round is the cheapest of all legal ones (`swiss_costs` has the criteria, `swiss_matching` finds it), or SoL's by
name. Nobody meets anybody twice, nobody has a second bye; where no such round is left the draw says so and draws
nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from carrom.equipment.arrangement import Rng
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.bracket_resolution import Meeting, meetings
from carrom.tournament.contest import Contest, whole, word
from carrom.tournament.entries import by_key
from carrom.tournament.fixtures import BYE, Fixture, Known, PairingReason, known_keys, why
from carrom.tournament.format import CannotPairError, Format, NothingToDrawError, TooFewError
from carrom.tournament.formats.swiss_costs import Aims, Field, Within, field_of, priced
from carrom.tournament.formats.swiss_history import (
    History,
    history_of,
    lent,
    numbered,
    table_with_missed,
)
from carrom.tournament.formats.swiss_matching import Round, can_go_on, cheapest_round, pair, rounds_from_cheapest, stuck
from carrom.tournament.formats.swiss_methods import METHODS, as_many_as_possible, first_fit
from carrom.tournament.formats.swiss_reasons import REASONS
from carrom.tournament.ranking import Row, ranked
from carrom.tournament.table import Table

OPTIONS: Settings = {
    "rounds": Setting(
        default=7,
        least=1,
        most=99,
        label=_("Rounds"),
        says=_("how many rounds are played, as long as there are new opponents"),
    ),
    "method": Setting(
        default="best",
        choices={
            "best": _("the best of all pairings"),
            **{name: f"{name} (SoL)" for name in METHODS},
            "all": _("all matches that are still possible"),
        },
        label=_("Method"),
        says=_(
            "how a round is paired: the best of all pairings, SoL's methods by name, or all matches "
            "that are still possible"
        ),
    ),
    "within": Setting(
        default="slide",
        choices={
            "slide": _("first meets the middle (slide)"),
            "fold": _("first meets the last (fold)"),
            "adjacent": _("first meets the second"),
        },
        label=_("Pairing of level players"),
        says=_("whom the first of the level players meets: the first of the lower half, the last, or the second"),
    ),
    "last_round": Setting(
        default="as-before",
        choices={"as-before": _("like the rounds before"), "adjacent": _("neighbours in the standings")},
        label=_("Last round"),
        says=_("the last round like the rounds before it, or neighbours in the standings against each other"),
    ),
    "first_round": Setting(
        default="strength",
        choices={"strength": _("by strength"), "lots": _("by lot")},
        label=_("First round"),
        says=_("the first round by seeds and ratings, or by lot"),
    ),
    "country_rounds": Setting(
        default=0,
        least=0,
        most=99,
        label=_("Rounds with compatriots apart"),
        says=_("rounds in which compatriots with the same points are kept apart"),
    ),
    "club_rounds": Setting(
        default=0,
        least=0,
        most=99,
        label=_("Rounds with club mates apart"),
        says=_("rounds in which club mates with the same points are kept apart"),
    ),
    "top_rounds": Setting(
        default=0,
        least=0,
        most=99,
        label=_("Rounds with the best apart"),
        says=_("rounds after which strength comes before net points: the best meet later"),
    ),
    "accelerated_rounds": Setting(
        default=0,
        least=0,
        most=99,
        label=_("Accelerated rounds"),
        says=_("rounds in which the stronger half is drawn as if it had one more win"),
    ),
    "late_points": Setting(
        default=0,
        least=0,
        most=9,
        label=_("Points for a missed round"),
        says=_("points for each round that a late entrant missed"),
    ),
    "breaks": Setting(
        default="toss",
        choices={"toss": _("by the toss"), "balanced": _("equally often")},
        label=_("Who breaks"),
        says=_("who breaks: by the toss, or everyone equally often"),
    ),
    "boards": Setting(
        default=0,
        least=0,
        most=999,
        label=_("Boards for a round"),
        says=_("boards over which a round is spread; 0: called as boards become free"),
    ),
}
PATIENCE = 300  # rounds looked at, so that the rounds after it can still be drawn


class NoRoundLeftError(CannotPairError):
    """No further round exists in which everybody plays somebody new.

    `left_out` are those of whom somebody would be left over, `only` the opponents whom they could still meet apart from
    each other; a bye is in neither.
    """

    code = "no-round-left"

    def __init__(
        self, reason: str, /, *, left_out: tuple[str, ...] = (), only: tuple[str, ...] = (), **parameters: object
    ) -> None:
        """Say why, and of whom."""
        super().__init__(reason, left_out=left_out, only=only, **parameters)
        self.left_out = left_out
        self.only = only


@dataclass(frozen=True, slots=True)
class SwissState:
    """How a contest stands before a round: who plays it, in order, and what is known of them."""

    round: int
    field: Field
    history: History
    numbers: tuple[str, ...]


class Swiss(Format):
    """A number of rounds for everybody."""

    title = _("Swiss")
    says = _("everyone plays in every round, against a new opponent with a similar score")
    options = OPTIONS
    reasons = REASONS
    takes_late_entries = True
    uses_tie_breaks = True

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The next round.

        Raises:
            NothingToDrawError: all rounds are drawn, or a match of the last one is not decided.
            TooFewError: fewer than two play.
            NoRoundLeftError: everybody has met too many others; with `method` "all" what is left can be played.
        """
        if contest.rounds and contest.rounds >= rounds_of(contest):
            raise NothingToDrawError("all-rounds", rounds=contest.rounds)
        met = meetings(contest)
        waiting = [one.fixture.id for one in met if not one.is_settled]
        if waiting:
            raise NothingToDrawError("open-fixture", fixture=waiting[0])
        standing = state_before(contest, rng, met)
        if len(standing.field.contenders) < 2:
            raise TooFewError("swiss")
        found, reason = choose(contest, standing)
        return fixtures_of(contest, standing, found, reason)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Everyone by the regulation."""
        return ranked(table(contest))

    def why_these(self, contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
        """The reasons stored with a fixture, what it cost, and why it was nobody else. Raises UnknownFixtureError."""
        from carrom.tournament.formats.swiss_why import why_these  # it works the round out again, by this module

        return why_these(contest, fixture_id)

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """A Swiss match may be tied."""
        return True

    def is_over(self, contest: Contest) -> bool:
        """Whether the last round is drawn and decided."""
        all_drawn = contest.rounds >= rounds_of(contest)
        return all_drawn and all(one.is_settled for one in meetings(contest))


def rounds_of(contest: Contest) -> int:
    """How many rounds there are: as many as wished, at most until everybody has met everybody."""
    count = len(contest.entrants)
    return min(whole(contest, OPTIONS, "rounds"), count - 1 + count % 2)


def table(contest: Contest, met: Sequence[Meeting] | None = None) -> Table:
    """The table of a contest, with what late entries have for the rounds that they missed."""
    return table_with_missed(contest, met or meetings(contest), whole(contest, OPTIONS, "late_points"))


def state_before(contest: Contest, rng: Rng | None = None, met: Sequence[Meeting] | None = None) -> SwissState:
    """How the contest stands before its next round; `rng` draw the lots of the first one, `met` are its meetings."""
    number = contest.rounds + 1
    now = table(contest, met)
    by_strength = word(contest, OPTIONS, "first_round") == "strength"
    numbers = numbered(contest, by_strength=by_strength, rng=rng if number == 1 else None)
    head_start = _head_start(contest, numbers)
    history = history_of(contest, now, head_start)
    entrants = by_key(contest.entrants)
    playing = [key for key in _in_order(contest, now, numbers) if entrants[key].plays_in(number)]
    contenders = [history.contender(entrants[key], now.points(key) + lent(head_start, key, number)) for key in playing]
    return SwissState(number, field_of(contenders, _aims(contest, number)), history, numbers)


def _in_order(contest: Contest, now: Table, numbers: tuple[str, ...]) -> list[str]:
    """Everyone in the order that the draw goes by: the standings, strength earlier while the best are delayed."""
    rows = ranked(now)
    number = {key: index for index, key in enumerate(numbers)}
    if contest.rounds > whole(contest, OPTIONS, "top_rounds") or contest.rounds == 0:
        return [row.key for row in sorted(rows, key=lambda row: (row.place, number[row.key]))]
    entrants = by_key(contest.entrants)
    before = [name for name in contest.regulation.order if name == "points" or name.startswith("buchholz")]

    def with_strength(row: Row) -> tuple[int | float, ...]:
        one = entrants[row.key]
        sums = [-(row.value(name) or 0) for name in before]
        return (*sums, one.seed is None, one.seed or 0, -(one.rating or 0.0), row.place, number[row.key])

    return [row.key for row in sorted(rows, key=with_strength)]


def _head_start(contest: Contest, numbers: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Points that an accelerated draw lends to the stronger half of those who began, round by round."""
    rounds = whole(contest, OPTIONS, "accelerated_rounds")
    late = {one.key for one in contest.entrants if one.joined > 1}
    began = [key for key in numbers if key not in late]
    return {key: (contest.regulation.win,) * rounds for key in began[: len(began) // 2]} if rounds else {}


def _aims(contest: Contest, number: int) -> Aims:
    last = number == rounds_of(contest)
    within = word(contest, OPTIONS, "last_round") if last else "as-before"
    return Aims(
        within=cast(Within, within if within == "adjacent" else word(contest, OPTIONS, "within")),
        countries_apart=number <= whole(contest, OPTIONS, "country_rounds"),
        clubs_apart=number <= whole(contest, OPTIONS, "club_rounds"),
        balance_breaks=word(contest, OPTIONS, "breaks") == "balanced",
    )


def choose(contest: Contest, standing: SwissState) -> tuple[Round, tuple[PairingReason, ...]]:
    """The pairs of the next round, by their numbers in the field, and what holds for all of them.

    Raises:
        NoRoundLeftError: there is none.
    """
    field = standing.field
    method = word(contest, OPTIONS, "method")
    if method == "all":
        some = as_many_as_possible(field)
        if not any(other != field.bye for _, other in some):
            raise NoRoundLeftError("everyone-met")
        return some, (why("swiss-method", method=method),)
    if method in METHODS:
        found = first_fit(field, METHODS[method])
        if found is None:
            raise no_round_left(field)
        return found, (why("swiss-method", method=method),)
    left = rounds_of(contest) - standing.round
    found, passed = open_ended(field, left)
    if found is None:
        raise no_round_left(field)
    return found, (why("swiss-kept-open", rounds=left, passed=passed),) if passed else ()


def open_ended(field: Field, rounds_left: int) -> tuple[Round | None, int]:
    """The cheapest round after which the others can still be drawn, and how many cheaper ones were passed over.

    Where that cannot be had, the cheapest of all. Byes count as opponents: nobody has a second one.
    """
    offered = priced(field)
    best = None
    if rounds_left and field.always_open(rounds_left + 1):
        return cheapest_round(field.count, offered.costs), 0
    for passed, found in enumerate(rounds_from_cheapest(field.count, offered.costs)):
        best = best or found
        if passed == PATIENCE:
            break
        left = offered.costs.keys() - set(found)
        if can_go_on(field.count, left, _possible(field, left, rounds_left)) is not False:
            return found, passed
    return best, 0


def _possible(field: Field, left: "set[tuple[int, int]]", rounds_left: int) -> int:
    """How many further rounds could be drawn at most: nobody has more of them than opponents left."""
    degree = [0] * field.count
    for one, other in left:
        degree[one] += 1
        degree[other] += 1
    return min(rounds_left, *degree)


def no_round_left(field: Field) -> NoRoundLeftError:
    """The refusal, with those who have nobody left to play."""
    left_out, only = stuck(field.count, field.open_pairs())

    def keys(numbers: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(field.contenders[one].key for one in numbers if one != field.bye)

    if not only:
        return NoRoundLeftError("left-over", left_out=keys(left_out))
    reason = "left-over-outside" if field.bye not in only else "left-over-or-bye" if keys(only) else "left-over-bye"
    return NoRoundLeftError(reason, left_out=keys(left_out), only=keys(only))


def fixtures_of(
    contest: Contest, standing: SwissState, found: Round, reason: tuple[PairingReason, ...]
) -> tuple[Fixture, ...]:
    """The fixtures of a round, those with the most points first, the bye last."""
    field = standing.field
    met = sorted(pair(*both) for both in found)
    playing = [both for both in met if both[1] != field.bye]
    boards = _boards(contest, field, playing)
    fixtures = []
    for place, both in enumerate([*playing, *(both for both in met if both[1] == field.bye)], 1):
        first, second = _sides(contest, standing, both, place)
        fixtures.append(
            Fixture(
                id=f"{standing.round}.{place}",
                round=standing.round,
                place=place,
                a=Known(field.contenders[first].key),
                b=BYE if second == field.bye else Known(field.contenders[second].key),
                board=boards.get(both),
                why=(*reasons(contest, standing, both), *reason),
            )
        )
    return tuple(fixtures)


def _sides(contest: Contest, standing: SwissState, both: tuple[int, int], place: int) -> tuple[int, int]:
    """Order the two sides: first who is ranked higher, or, where breaks are balanced, who broke less often so far."""
    first, second = both
    if second == standing.field.bye or word(contest, OPTIONS, "breaks") == "toss":
        return both
    history, players = standing.history, standing.field.contenders

    def waits(one: int) -> tuple[int, bool]:
        return players[one].breaks, history.broke_last.get(players[one].key, False)

    if waits(first) == waits(second):
        return both if place % 2 else (second, first)
    return both if waits(first) < waits(second) else (second, first)


def _boards(contest: Contest, field: Field, playing: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """A board for each match, from the top of the standings: the free one on which the two have sat least."""
    free = list(range(1, whole(contest, OPTIONS, "boards") + 1))
    sat = Counter(
        (key, fixture.board) for fixture in contest.fixtures for key in known_keys(fixture) if fixture.board is not None
    )
    chosen = {}
    for both in playing[: len(free)]:
        first, second = (field.contenders[one].key for one in both)
        used = {board: sat[first, board] + sat[second, board] for board in free}
        chosen[both] = min(free, key=lambda board: (used[board], board))
        free.remove(chosen[both])
    return chosen


def reasons(contest: Contest, standing: SwissState, both: tuple[int, int]) -> tuple[PairingReason, ...]:
    """Why these two: their points and places, and what it cost that they meet."""
    field, (one, other) = standing.field, both
    first = field.contenders[one]
    reasons = []
    if standing.round == 1:
        numbers = {key: number for number, key in enumerate(standing.numbers, 1)}
        by = word(contest, OPTIONS, "first_round")
        reasons.append(why("swiss-number", by=by, a=numbers[first.key]))
        if other != field.bye:
            reasons[-1] = why("swiss-numbers", by=by, a=numbers[first.key], b=numbers[field.contenders[other].key])
    if other == field.bye:
        reasons.append(why("swiss-bye", points=first.points, below=len(field.contenders) - 1 - one))
        return tuple(reasons)
    second = field.contenders[other]
    if first.points == second.points:
        places = {"a": field.place[one] + 1, "b": field.place[other] + 1, "of": field.size[one]}
        reasons.append(why("swiss-level", points=first.points, **places))
    else:
        reasons.append(why("swiss-float", a=first.points, b=second.points))
    return tuple(reasons)


FORMAT = Swiss()
