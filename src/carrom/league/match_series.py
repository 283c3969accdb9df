"""Play-off pairings of several matches: best of n, or a match at home and one away.

The legs of a pairing are fixtures of a contest of their own. They follow from the state of the pairing, never from an
act: a correction of one leg updates the others, the pairing's result and the rounds after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carrom.league.match_terms import MatchLeagueTerms, PlayOffTerms, as_counted, for_playoffs
from carrom.match.snapshot import NO_POINTS, Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, meetings
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Fixture, Known, why
from carrom.tournament.ranking import ranked
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.table import numbers_of, table_of

LEG = "leg"
DECIDER = "decider"
MOST_LEGS = 15  # both may lose a leg, which then brings nobody on


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesStand:
    """How a pairing stands.

    `legs` are those that were played or are to be played by now; `won` counts the legs, `points` all their points (a
    leg that nobody played has those of the table), both with the better placed first as in `keys`. `by` says what
    decided: "legs" won, a tie-break of the league, "decider", "lots", "seed", or "reported" where the whole was
    reported at once. `needs_lots`: level in everything, and lots decide.
    """

    fixture: str
    keys: tuple[str, str]
    legs: tuple[Fixture, ...] = ()
    won: Tally = NO_POINTS
    points: Tally = NO_POINTS
    result: Result | None = None
    by: str = ""
    needs_lots: bool = False


def is_series(terms: MatchLeagueTerms) -> bool:
    """Whether pairings of the play-offs are more than one match."""
    return terms.playoffs.are_planned and terms.playoffs.series != "single"


def leg_name(pairing: str, number: int) -> str:
    """How a leg is called: "P1.2-1" is the first of the pairing P1.2."""
    return f"{pairing}-{number}"


def legs_at_most(terms: PlayOffTerms) -> int:
    """How many match days a round of pairings takes."""
    if terms.series == "best-of":
        return terms.best_of
    return 1 if terms.series == "single" else 3 if terms.level == "decider" else 2


def legs_contest(terms: MatchLeagueTerms, entrants: Sequence[Entrant]) -> Contest:
    """The contest of all legs before any is made: a leg of two may end level where the league lets matches do so."""
    two = terms.playoffs.series == "two-legs"
    return Contest(
        format="round-robin" if two else "knockout",
        entrants=tuple(entrants),
        options={"ties": terms.ties} if two else {},
        regulation=terms.regulation,
        tie=terms.tie_terms if two else for_playoffs(terms.tie_terms),
    )


def needs_winner(terms: MatchLeagueTerms, leg: Fixture) -> bool:
    """Whether somebody must win this leg."""
    return leg.stage == DECIDER or terms.playoffs.series == "best-of"


def grown(
    terms: MatchLeagueTerms, bracket: Contest, reported: tuple[Result, ...], legs: Contest
) -> tuple[Contest, Contest, dict[str, SeriesStand]]:
    """The bracket with what its legs decide, the legs with all that are due, and how each pairing stands.

    `reported` are results of whole pairings, for example when a team does not come; they take precedence over the legs.
    """
    bracket = replace(bracket, results=reported)
    seeds = {one.key: one.seed or 0 for one in bracket.entrants}
    stands: dict[str, SeriesStand] = {}
    for fixture in tuple(bracket.fixtures):  # feeders come first
        pairing = next(one for one in meetings(bracket) if one.fixture.id == fixture.id)
        if not pairing.a or not pairing.b or pairing.a == pairing.b:
            continue
        stand = _stand(terms, pairing, legs, seeds, bracket.lots)
        stands[fixture.id] = stand
        if pairing.result is None and stand.result is not None:
            bracket = replace(bracket, results=(*bracket.results, stand.result))
    fixtures = tuple(leg for stand in stands.values() for leg in stand.legs)
    return bracket, replace(legs, draws=(Drawn(fixtures),) if fixtures else ()), stands


def _stand(
    terms: MatchLeagueTerms, pairing: Meeting, legs: Contest, seeds: Mapping[str, int], lots: Sequence[str]
) -> SeriesStand:
    playoffs = terms.playoffs
    keys = tuple(sorted((pairing.a or "", pairing.b or ""), key=lambda key: (seeds.get(key, 0), key)))
    two = playoffs.series == "two-legs"
    candidates = [_leg(pairing, keys, number, two=two) for number in range(1, (3 if two else MOST_LEGS) + 1)]
    ends = _ends(legs, candidates)
    if two:  # of teams that are level after the deciding tie, points decide
        ends |= _ends(replace(legs, tie=for_playoffs(terms.tie_terms)), candidates[2:])
    reported = [leg for leg in candidates if ends[leg.id] is not None]
    stand = SeriesStand(fixture=pairing.fixture.id, keys=(keys[0], keys[1]))
    regulation = as_counted(terms)
    if pairing.result is not None:
        return _counted(replace(stand, legs=tuple(reported), result=pairing.result, by="reported"), ends, regulation)
    if two:
        return _two_legs(regulation, playoffs, stand, candidates, ends, legs, lots)
    return _best_of(playoffs, stand, candidates, ends, regulation)


def _ends(legs: Contest, fixtures: Sequence[Fixture]) -> dict[str, Result | None]:
    return {one.fixture.id: one.result for one in meetings(replace(legs, draws=(Drawn(tuple(fixtures)),)))}


def _leg(pairing: Meeting, keys: Sequence[str], number: int, *, two: bool) -> Fixture:
    """A leg: the better placed is at home in the second of two, or in the first, third ... of a best of n."""
    better_is_home = number != 1 if two else number % 2 == 1
    home, away = keys if better_is_home else (keys[1], keys[0])
    return Fixture(
        id=leg_name(pairing.fixture.id, number),
        round=pairing.fixture.round,
        place=10 * pairing.fixture.place + number,
        a=Known(home),
        b=Known(away),
        stage=DECIDER if two and number > 2 else LEG,
        why=(why("leg-of-pairing", pairing=pairing.fixture.id, number=number),),
    )


def _counted(stand: SeriesStand, ends: Mapping[str, Result | None], regulation: Regulation) -> SeriesStand:
    """With the legs won and the points of all legs that are known, counted as in the table."""
    won, points = NO_POINTS, NO_POINTS
    for result in ends.values():
        if result is None:
            continue
        mine = result if result.a == stand.keys[0] else result.turned()
        a, b = (numbers_of(mine, side, regulation).points for side in Side)
        points = Tally(points.a + a, points.b + b)
        won = won.plus(mine.winner, 1) if mine.winner else won
    return replace(stand, won=won, points=points)


def _best_of(
    playoffs: PlayOffTerms,
    stand: SeriesStand,
    candidates: Sequence[Fixture],
    ends: Mapping[str, Result | None],
    regulation: Regulation,
) -> SeriesStand:
    needed = playoffs.best_of // 2 + 1
    played: list[Fixture] = []
    for leg in candidates:
        if ends[leg.id] is None:
            continue
        played.append(leg)
        stand = _counted(stand, {one.id: ends[one.id] for one in played}, regulation)
        if max(stand.won) == needed:
            return _decided(replace(stand, legs=tuple(played)), stand.keys[stand.won.b == needed], "legs", ends)
    coming = [leg for leg in candidates if ends[leg.id] is None][: needed - max(stand.won)]
    return replace(stand, legs=tuple(sorted((*played, *coming), key=lambda leg: leg.place)))


def _two_legs(
    regulation: Regulation,
    playoffs: PlayOffTerms,
    stand: SeriesStand,
    candidates: Sequence[Fixture],
    ends: Mapping[str, Result | None],
    legs: Contest,
    lots: Sequence[str],
) -> SeriesStand:
    """Both legs together by the order of the league's table, lots apart; then as the terms say."""
    two, decider = tuple(candidates[:2]), candidates[2]
    stand = _counted(replace(stand, legs=two), {leg.id: ends[leg.id] for leg in two}, regulation)
    if any(ends[leg.id] is None for leg in two):
        return stand
    order = tuple(name for name in regulation.order if name != "lots")
    small = replace(legs, draws=(Drawn(two),), regulation=replace(regulation, order=order))
    first, second = ranked(table_of(small, meetings(small), stand.keys))
    if first.level == 1:
        return _decided(stand, first.key, second.apart_by, ends)
    if playoffs.level == "seed":
        return _decided(stand, stand.keys[0], "seed", ends)
    if playoffs.level == "lots":
        drawn = [key for key in lots if key in stand.keys]
        return _decided(stand, drawn[0], "lots", ends) if len(drawn) > 1 else replace(stand, needs_lots=True)
    stand = replace(stand, legs=(*two, decider))
    last = ends[decider.id]
    if last is None or last.winner is None:
        return stand
    return _decided(stand, last.a if last.winner is Side.A else last.b, "decider", ends)


def _decided(stand: SeriesStand, winner: str, by: str, ends: Mapping[str, Result | None]) -> SeriesStand:
    """With its result: legs won as games where legs decide, all points where both legs count together."""
    reported = [result for leg in stand.legs if (result := ends[leg.id]) is not None]
    is_played = any(one.is_played for one in reported)
    a, b = stand.keys
    mine = [one if one.a == a else one.turned() for one in reported]
    return replace(
        stand,
        by=by,
        result=Result(
            fixture=stand.fixture,
            a=a,
            b=b,
            winner=Side.A if winner == a else Side.B,
            how="played" if is_played else "walk-over",
            points=stand.points,
            games=stand.won,
            scores=tuple(one.points for one in mine) if by == "legs" and is_played else (),
        ),
    )
