"""Ties of teams: several singles and doubles, line-ups that stay closed until both are in, points for the tie."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from carrom.errors import NotAllowedError
from carrom.match.snapshot import NO_POINTS, Tally
from carrom.messages import gettext_noop as _
from carrom.settings import setting
from carrom.terms import Side
from carrom.tournament.entries import Entrant
from carrom.tournament.results import Result, ResultError

Kind = Literal["single", "double"]
LONGEST_TIE = 20


class LineUpError(NotAllowedError):
    """A line-up that cannot play, or is not shown yet; `number` is the match, `person` the player concerned."""

    code = "bad-line-up"

    def __init__(self, reason: str, /, *, number: int = 0, person: str = "", **parameters: object) -> None:
        """Say what is wrong, and where."""
        super().__init__(reason, number=number, person=person, **parameters)
        self.number = number
        self.person = person


@dataclass(frozen=True, slots=True, kw_only=True)
class TieTerms:
    """The matches of a tie.

    `order` is the order of its matches: S a single, D a double. `worth` are the points for each. `twice`: a player may
    be in a single and in a double. `level` tells what decides when both have as many points: the tie is tied, or the
    points of all its matches decide, or the first match does.
    """

    order: str = setting(
        "SSSSDD",
        longest=LONGEST_TIE,
        pattern="[SD]+",
        example="SSD",
        label=_("Matches of a tie"),
        says=_("S for singles, D for doubles, in their order"),
        group="team",
        shown_as="%(value)s",
    )
    single_points: int = setting(1, least=0, most=99, label=_("Points for a singles match"), group="team")
    double_points: int = setting(1, least=0, most=99, label=_("Points for a doubles match"), group="team")
    twice: bool = setting(True, label=_("A player may play singles and doubles"), group="team")
    level: Literal["tied", "points", "first_match"] = setting(
        "points",
        label=_("If a tie is level"),
        choices={
            "points": _("the points of all its matches decide"),
            "first_match": _("its first match decides"),
            "tied": _("it is tied"),
        },
        group="team",
    )

    def __post_init__(self) -> None:
        """Check the matches, which everything else is made of. Raises LineUpError."""
        if not self.order or set(self.order) - {"S", "D"}:
            raise LineUpError("order", order=self.order)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The matches of a tie, in their order."""
        return tuple("single" if letter == "S" else "double" for letter in self.order)

    @property
    def players(self) -> int:
        """How many players a team needs for all the matches."""
        singles, doubles = self.order.count("S"), 2 * self.order.count("D")
        return max(singles, doubles) if self.twice else singles + doubles

    @property
    def may_be_level(self) -> bool:
        """Whether both sides can have as many points although every match has a winner."""
        return any(total.a == total.b for total in totals(self))

    def worth(self, number: int) -> int:
        """The points for a match by its number, from 1."""
        return self.single_points if self.kinds[number - 1] == "single" else self.double_points


@dataclass(frozen=True, slots=True)
class LineUp:
    """The players of a team in the matches of a tie: one or two persons each, in the order of the matches."""

    matches: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TieMatch:
    """One match of a tie: its number from 1, and who plays it."""

    number: int
    kind: Kind
    a: tuple[str, ...]
    b: tuple[str, ...]


def check_line_up(terms: TieTerms, team: Entrant, line_up: LineUp) -> None:
    """Check a line-up: the right numbers, only the team's own, nobody in two singles or two doubles.

    Raises:
        LineUpError: what is wrong.
    """
    if len(line_up.matches) != len(terms.order):
        raise LineUpError("matches", count=len(terms.order), given=len(line_up.matches))
    seen: dict[str, list[Kind]] = {}
    for number, (kind, persons) in enumerate(zip(terms.kinds, line_up.matches, strict=True), 1):
        if len(persons) != (1 if kind == "single" else 2) or len(set(persons)) != len(persons):
            raise LineUpError("single" if kind == "single" else "double", number=number)
        for person in persons:
            if person not in team.persons:
                raise LineUpError("not-a-member", number=number, person=person, team=team.key)
            before = seen.setdefault(person, [])
            if kind in before or (before and not terms.twice):
                raise LineUpError("plays-twice", number=number, person=person)
            before.append(kind)


def tie_matches(terms: TieTerms, a: LineUp | None, b: LineUp | None) -> tuple[TieMatch, ...]:
    """The matches of a tie. Raises LineUpError: a line-up is still missing; until both are in, neither is shown."""
    if a is None or b is None:
        raise LineUpError("closed")
    return tuple(
        TieMatch(number, kind, first, second)
        for number, (kind, first, second) in enumerate(zip(terms.kinds, a.matches, b.matches, strict=True), 1)
    )


def match_name(fixture: str, number: int) -> str:
    """How a match of a tie is named where boards are called: "1.2/3" is the third of fixture 1.2."""
    return f"{fixture}/{number}"


def fixture_and_number(name: str) -> tuple[str, int]:
    """The fixture of a name that `match_name` gave, and the match's number; 0 where the fixture itself is named."""
    fixture, _, number = name.partition("/")
    return fixture, int(number) if number.isdecimal() and len(number) < 4 else 0


def tie_score(terms: TieTerms, matches: Mapping[int, Result]) -> Tally:
    """The points of a tie so far, from the results of its matches, by their numbers."""
    score = NO_POINTS
    for number, one in matches.items():
        if one.winner is not None:
            score = score.plus(one.winner, terms.worth(number))
    return score


class TieTotal(NamedTuple):
    """A possible final score of a tie: the points of each side, and how many matches each has won."""

    a: int
    b: int
    won: Tally


def totals(terms: TieTerms) -> tuple[TieTotal, ...]:
    """All totals of a tie whose every match has a winner, the best of the first side first."""
    singles, doubles = terms.order.count("S"), terms.order.count("D")
    found = {
        TieTotal(
            terms.single_points * single + terms.double_points * double,
            terms.single_points * (singles - single) + terms.double_points * (doubles - double),
            Tally(single + double, singles + doubles - single - double),
        )
        for single in range(singles + 1)
        for double in range(doubles + 1)
    }
    return tuple(sorted(found, key=lambda one: (one.a - one.b, one.won), reverse=True))


def result_of_total(
    fixture: str, a: str, b: str, terms: TieTerms, points: Tally, won: Tally, ahead: Side | None = None
) -> Result:
    """The result of a tie of which only the total is known; `ahead`: who has won where it is level.

    Raises:
        ResultError: a tie of these terms cannot end so, or it is level and must have a winner.
    """
    if TieTotal(points.a, points.b, won) not in totals(terms):
        raise ResultError("tie-total", fixture=fixture, a=points.a, b=points.b)
    winner = _leader(points)
    if winner is None and terms.level != "tied":
        if ahead is None:
            raise ResultError("tie-total-level", fixture=fixture, a=points.a, b=points.b)
        winner = ahead
    return Result(fixture=fixture, a=a, b=b, winner=winner, points=points, games=won, detail="games")


def tie_result(fixture: str, a: str, b: str, terms: TieTerms, matches: Mapping[int, Result]) -> Result:
    """The result of a tie from its matches by their numbers, team `a` being side A in each.

    Its `points` are those of the tie, its `games` the matches won, its `scores` the points match by match.

    Raises:
        ResultError: a match is missing, or there is one too many.
    """
    missing = [number for number in range(1, len(terms.order) + 1) if number not in matches]
    if missing:
        raise ResultError("tie-match-missing", fixture=fixture, number=missing[0])
    if len(matches) != len(terms.order):
        raise ResultError("tie-match-too-many", fixture=fixture, number=max(matches))
    ordered = [matches[number] for number in sorted(matches)]
    points = tie_score(terms, matches)
    total = _sum([one.points for one in ordered])
    winner = _leader(points)
    if winner is None and terms.level == "points":
        winner = _leader(total)
    elif winner is None and terms.level == "first_match":
        winner = ordered[0].winner
    return Result(
        fixture=fixture,
        a=a,
        b=b,
        winner=winner,
        points=points,
        games=Tally(*(sum(one.winner is side for one in ordered) for side in Side)),
        boards=_sum([one.boards for one in ordered]),
        queens=_sum([one.queens for one in ordered]),
        slams=_sum([one.slams for one in ordered]),
        scores=tuple(one.points for one in ordered),
    )


def _sum(tallies: list[Tally]) -> Tally:
    total = NO_POINTS
    for tally in tallies:
        total = Tally(total.a + tally.a, total.b + tally.b)
    return total


def _leader(tally: Tally) -> Side | None:
    if tally.a == tally.b:
        return None
    return Side.A if tally.a > tally.b else Side.B
