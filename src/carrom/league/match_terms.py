"""What a match league announces: who plays whom how often and when, what a match is worth, what follows the table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from carrom.errors import CarromError
from carrom.match.rules import LENGTHS, shipped
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.regulation import A_GAME, USUAL, Regulation
from carrom.tournament.results import Outcome, Result
from carrom.tournament.table import Encounter
from carrom.tournament.teams import TieTerms
from carrom.tournament.tie_breaks import TIE_BREAKS

Kind = Literal["players", "pairs", "teams"]
PERSONS: Mapping[Kind, tuple[int, int]] = {"players": (1, 1), "pairs": (2, 2), "teams": (2, 30)}
MOST_POOLS = 8
MOST_ENTRANTS = 64
WEEKDAYS = 7


class MatchLeagueError(CarromError):
    """A league that could not be played so; `field` names what is wrong."""

    code = "bad-match-league"

    def __init__(self, reason: str, /, *, field: str, **parameters: object) -> None:
        """Say what is wrong, and in which field."""
        super().__init__(reason, **parameters)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Points of the table beside those for a win: each for what happened in one match that was played.

    "lost_by": to whoever loses by at most `limit` match points; "won_by": to whoever wins by at least so many;
    "each_game": for each game won, where teams play for each match of the tie.
    """

    kind: Literal["lost_by", "won_by", "each_game"]
    points: int = 1
    limit: int = 0

    def of(self, encounter: Encounter) -> int:
        """What it gives for one encounter."""
        if not encounter.is_played or encounter.outcome is Outcome.BYE:
            return 0
        ahead = encounter.own.points - encounter.other.points
        if self.kind == "each_game":
            return self.points * encounter.own.games
        if self.kind == "lost_by":
            return self.points if encounter.outcome is Outcome.LOST and -ahead <= self.limit else 0
        return self.points if encounter.outcome is Outcome.WON and ahead >= self.limit else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffTerms:
    """What follows the final table.

    "knockout": the first `places` of the table in a bracket, first against last; with pools so many of each, crosswise:
    the first of one meets the last that qualified of another. "step-ladder": the last two of them meet, the winner
    meets the one above, and so on up to the first.

    A pairing is one match, the best of `best_of`, or one match at home and one away: these count together in the order
    of the league's table, and where they are level there is a deciding match (one board; teams: one more tie), lots, or
    the better placed goes on.
    """

    kind: Literal["knockout", "step-ladder"] = "knockout"
    places: int = 4
    third_place: bool = False
    series: Literal["single", "best-of", "two-legs"] = "single"
    best_of: int = 3
    level: Literal["decider", "lots", "seed"] = "decider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where an entrant is at home: `matches` may be played there on one day, on the weekday from 0 (Monday), if any."""

    venue: str = ""
    matches: int = 1
    weekday: int | None = None
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLeagueTerms:
    """All that a match league announces. Days are ISO dates, times "19:30", both by the clocks of `time_zone`.

    `legs` is how often everybody meets everybody; where it is not `home_and_away`, all play at one venue with room for
    `at_once` matches (0: as many as there are). Match days lie `every_days` apart; one that falls on a free day is left
    out. A new date is asked for by one side and agreed by the other within `answer_days`, at most `move_days` from the
    match day. A typed result counts when the other side confirms it. With `handicap_every` the weaker side has one
    point more in each game for so much difference of rating, at most `handicap_most`.
    """

    title: str
    kind: Kind = "teams"
    ruleset: str = "icf"
    length: str = "match"
    tie: TieTerms | None = None
    legs: int = 2
    home_and_away: bool = True
    pools: int = 1
    into_pools: Literal["pots", "snake"] = "snake"
    at_once: int = 0
    first_day: str = ""
    every_days: int = 7
    free_days: tuple[str, ...] = ()
    time: str = ""
    last_day: str = ""
    time_zone: str = "UTC"
    entries_until: str = ""
    least: int = 2
    most: int = 20
    ties: bool = True
    answer_days: int = 3
    move_days: int = 28
    regulation: Regulation = USUAL
    bonus: tuple[Bonus, ...] = ()
    playoffs: PlayOffTerms | None = None
    handicap_every: int = 0
    handicap_most: int = 10
    members_most: int = 8
    notes: str = ""

    @property
    def zone(self) -> ZoneInfo:
        """The clocks of the league."""
        return ZoneInfo(self.time_zone)

    @property
    def persons(self) -> tuple[int, int]:
        """How many persons an entrant has, at least and at most."""
        least, most = PERSONS[self.kind]
        return least, min(most, self.members_most) if self.kind == "teams" else most


def faults_of(terms: MatchLeagueTerms) -> tuple[MatchLeagueError, ...]:
    """All that is wrong with the terms, each with its field."""
    found: list[MatchLeagueError] = []

    def fault(field: str, reason: str, **parameters: object) -> None:
        found.append(MatchLeagueError(reason, field=field, **parameters))

    if not terms.title.strip():
        fault("title", "no-title")
    if terms.length not in LENGTHS:
        fault("length", "unknown-length", length=terms.length, lengths=list(LENGTHS))
    if terms.time_zone not in available_timezones():
        fault("time_zone", "time-zone")
    if (terms.kind == "teams") is (terms.tie is None):
        fault("kind", "ties")
    for name, least, most in (
        ("legs", 1, 4), ("pools", 1, MOST_POOLS), ("every_days", 1, 366), ("least", 2, MOST_ENTRANTS),
        ("most", 2, MOST_ENTRANTS), ("answer_days", 1, 60), ("move_days", 0, 366), ("at_once", 0, MOST_ENTRANTS),
        ("members_most", 2, 30), ("handicap_every", 0, 100_000), ("handicap_most", 1, 24),
    ):  # fmt: skip
        if not least <= getattr(terms, name) <= most:
            fault(name, "number", least=least, most=most)
    if terms.most < terms.least:
        fault("most", "most-below-least", least=terms.least)
    if terms.least < 2 * terms.pools:
        fault("pools", "pools", pools=terms.pools, needed=2 * terms.pools)
    if terms.tie is not None and terms.members_most < _needed(terms.tie):
        fault("members_most", "small-teams", needed=_needed(terms.tie))
    days = {name: _day(getattr(terms, name)) for name in ("first_day", "last_day", "entries_until")}
    if days["first_day"] is None:
        fault("first_day", "no-first-day")
    for name in ("last_day", "entries_until"):
        if getattr(terms, name) and days[name] is None:
            fault(name, "not-a-day")
    if any(_day(text) is None for text in terms.free_days):
        fault("free_days", "free-days")
    first, last, until = days["first_day"], days["last_day"], days["entries_until"]
    if first and last and last < first:
        fault("last_day", "ends-first")
    if first and until and until > first:
        fault("entries_until", "late-entries")
    for name in terms.regulation.order:
        if name not in TIE_BREAKS:
            fault("order", "unknown-tie-break", name=name, tie_breaks=list(TIE_BREAKS))
    if terms.regulation.order[:1] != ("points",):
        fault("order", "points-first")
    found += _playoff_faults(terms)
    return tuple(found)


def _playoff_faults(terms: MatchLeagueTerms) -> list[MatchLeagueError]:
    playoffs = terms.playoffs
    if playoffs is None:
        return []
    found = []
    if not 2 <= playoffs.places * (terms.pools if playoffs.kind == "knockout" else 1) <= terms.most:
        found.append(MatchLeagueError("places", field="places"))
    if playoffs.kind == "step-ladder" and terms.pools > 1:
        found.append(MatchLeagueError("ladder-with-pools", field="playoffs"))
    if playoffs.series == "best-of" and playoffs.best_of not in (3, 5, 7):
        found.append(MatchLeagueError("best-of", field="best_of"))
    return found


def check_terms(terms: MatchLeagueTerms) -> None:
    """Pass if a league can be played so. Raises MatchLeagueError: the first that is wrong."""
    for fault in faults_of(terms):
        raise fault


def as_counted(terms: MatchLeagueTerms) -> Regulation:
    """The regulation of the table, with what a match counts there that nobody played."""
    if terms.tie is not None:
        return terms.regulation.of_ties(terms.tie)
    laws = replace(terms.regulation, walk_over_score=A_GAME)
    return laws.of_games(
        int(str(LENGTHS[terms.length].get("match_wins_needed", shipped()[terms.ruleset].match_wins_needed)))
    )


def for_playoffs(tie: TieTerms | None) -> TieTerms | None:
    """What a tie of the play-offs is made of: somebody must go on, so points decide what matches leave level."""
    return replace(tie, level="points") if tie is not None and tie.level == "tied" else tie


def handicap(terms: MatchLeagueTerms, a: float | None, b: float | None) -> Tally:
    """The points that each side has in advance in every game; none where a rating is missing."""
    if not terms.handicap_every or a is None or b is None:
        return Tally()
    points = min(terms.handicap_most, int(abs(a - b) // terms.handicap_every))
    return Tally(0, points) if a > b else Tally(points, 0)


def with_handicap(result: Result, given: Tally) -> Result:
    """The result of a match with points given in advance, which its boards do not have.

    They are added to every game; who has more then has won it. The match goes to whoever won more games, then to
    whoever has more points. A match that was not played, conceded or awarded stays as it is.
    """
    if given == Tally() or result.how not in ("played", "time"):
        return result
    return _settled(result, [Tally(one.a + given.a, one.b + given.b) for one in result.scores])


def without_handicap(result: Result, given: Tally) -> Result:
    """The result as it was on the board: `with_handicap` undone, as ratings want it."""
    if given == Tally() or result.how not in ("played", "time"):
        return result
    return _settled(result, [Tally(one.a - given.a, one.b - given.b) for one in result.scores])


def _settled(result: Result, scores: list[Tally]) -> Result:
    """The result with these scores of its games: who won more of them, then who has more points, has won."""
    games = Tally(sum(one.a > one.b for one in scores), sum(one.b > one.a for one in scores))
    points = Tally(sum(one.a for one in scores), sum(one.b for one in scores))
    ahead = (games.a - games.b) or (points.a - points.b)
    winner = None if not ahead else Side.A if ahead > 0 else Side.B
    return replace(result, scores=tuple(scores), games=games, points=points, winner=winner, decided_by="")


def _needed(tie: TieTerms) -> int:
    singles, doubles = tie.order.count("S"), 2 * tie.order.count("D")
    return max(singles, doubles) if tie.twice else singles + doubles


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
