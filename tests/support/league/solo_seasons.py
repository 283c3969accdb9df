"""A season as it is lived: random plain tuples, the library's season made of them, and a reckoning by hand.

The reckoning reads the tuples alone and shares nothing with the library: fractions, rounding by whole numbers.
"""

import random
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from carrom.league.solo_season import AcceptLate, ExcuseWeek, Player, Proof, RefuseSet, Season, SetResult, corrected
from carrom.league.solo_terms import Division, SeasonTerms, weekly

FIRST = date(2026, 1, 5)
WEEKS, PLAYERS, SETS, BEST_OF_WEEK, BEST_OF_SEASON, CAP = 12, 60, 3, 2, 20, 45
AFTER = "2026-06-01"
EQUIPMENT = {"equipment_declared": True, "colours_differ": True, "powder_kind": "boric acid"}
DIVISIONS = (
    Division(key="gold", title="Gold", size=20, down=3),
    Division(key="silver", title="Silver", size=20, up=3, down=3),
    Division(key="bronze", title="Bronze", size=20, up=3),
)


class Played(NamedTuple):
    """A set as it happened. `days_late` after its week's end, `fate`: "" or what the organiser decided."""

    key: str
    player: str
    week: int
    day: date
    strokes: tuple[int, ...]
    days_late: int
    is_seen: bool
    fate: str
    first_reported: tuple[int, ...]  # what was handed in before it was corrected


def players() -> dict[str, str]:
    """Key and division of each."""
    return {f"p{number:02}": DIVISIONS[number % 3].key for number in range(PLAYERS)}


def lived(seed: int) -> tuple[list[Played], list[tuple[str, int]]]:
    """Every set of a season, and who was excused from which week."""
    rng = random.Random(seed)
    sets, excused = [], []
    for player in players():
        skill = rng.uniform(22, 33)
        for week in range(1, WEEKS + 1):
            if rng.random() < 0.03:
                excused.append((player, week))
                continue
            for _ in range(rng.choices((0, 1, 2, 3), (1, 3, 8, 4))[0]):
                strokes = tuple(min(CAP, max(17, round(rng.gauss(skill, 5)))) for _ in range(5))
                reported = strokes
                if rng.random() < 0.05:
                    reported = (*strokes[:4], min(CAP, strokes[4] + 3))
                late = rng.choice((1, 3, 9)) if rng.random() < 0.1 else 0
                fate = ("accepted" if rng.random() < 0.5 else "") if late else "refused" * (rng.random() < 0.03)
                day = FIRST + timedelta(days=7 * (week - 1) + rng.randrange(7))
                seen = rng.random() < 0.95
                sets.append(Played(f"s{len(sets):04}", player, week, day, strokes, late, seen, fate, reported))
    return sets, excused


def terms(**changed: object) -> SeasonTerms:
    last = (FIRST + timedelta(days=7 * WEEKS - 1)).isoformat()
    given: dict[str, object] = {
        "title": "Winter",
        "first_day": FIRST.isoformat(),
        "last_day": last,
        "weeks": weekly(FIRST.isoformat(), last),
        "divisions": DIVISIONS,
        "sets_per_week": SETS,
        "counted_per_week": BEST_OF_WEEK,
        "counted": BEST_OF_SEASON,
        "missing": "cap",
        "late": "organiser",
        "time_zone": "Europe/London",
    }
    return SeasonTerms(**{**given, **changed})  # type: ignore[arg-type]


def season_of(sets: Iterable[Played], excused: Iterable[tuple[str, int]], **changed: object) -> Season:
    """The same as the library holds it."""
    results, decisions = [], []
    for one in sets:
        results.append(as_result(one))
        if one.fate == "accepted":
            decisions.append(AcceptLate(set=one.key, at="2026-05-01", by="Ann", why="was ill"))
        elif one.fate == "refused":
            decisions.append(RefuseSet(set=one.key, at="2026-05-01", by="Ann", why="not on a board that conforms"))
    decisions += [ExcuseWeek(player=player, week=week, by="Ann") for player, week in excused]
    return Season(
        terms=terms(**changed),
        players=tuple(
            Player(key=key, name=f"Player {key}", division=division, equipment=EQUIPMENT)
            for key, division in players().items()
        ),
        sets=tuple(results),
        decisions=tuple(decisions),
    )


def as_result(one: Played) -> SetResult:
    """One set as it is handed in, and corrected where it was reported wrongly."""
    end = FIRST + timedelta(days=7 * one.week - 1)
    handed_in = (end + timedelta(days=one.days_late) if one.days_late else one.day).isoformat() + "T21:00:00Z"
    reported = SetResult(
        key=one.key,
        player=one.player,
        day=one.day.isoformat(),
        strokes=one.first_reported,
        handed_in=handed_in,
        proofs=(Proof(kind="witness", by="W"),) if one.is_seen else (),
        few_confirmed=min(one.strokes) < 19,
    )
    if one.first_reported == one.strokes:
        return reported
    return corrected(reported, strokes=one.strokes, at="2026-05-02", by="Ann", why="misread")


def written(value: Fraction) -> str:
    """Two decimals, halves up, by whole numbers."""
    hundredths = (2 * 100 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def reckoned(sets: list[Played], excused: list[tuple[str, int]]) -> dict[str, Fraction]:
    """Each player's average under the usual terms of this file: best two of a week, best twenty of all, missing 45s."""
    found = {}
    for player in players():
        totals = []
        for week in range(1, WEEKS + 1):
            good = sorted(
                sum(one.strokes)
                for one in sets
                if (one.player, one.week) == (player, week)
                and one.is_seen
                and one.fate != "refused"
                and (one.days_late == 0 or one.fate == "accepted")
            )[:BEST_OF_WEEK]
            if (player, week) not in excused:
                good += [5 * CAP] * (BEST_OF_WEEK - len(good))
            totals += good
        best = sorted(totals)[:BEST_OF_SEASON]
        found[player] = Fraction(sum(best), 5 * len(best))
    return found
