"""Match leagues for tests: entrants made up, seasons played by chance."""

import random
from dataclasses import replace
from typing import Any

from carrom.league import match_record as records
from carrom.league.match_commands import Join, Within
from carrom.league.match_record import LeagueRecord
from carrom.league.match_terms import Ground, MatchLeagueTerms
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.commands import Tell
from carrom.tournament.entries import Entrant
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result

PLAYERS = MatchLeagueTerms(
    title="League", kind="players", first_day="2026-09-07", most=24, regulation=Regulation(win=2)
)


def entrants(count: int, *, clubs: int = 0) -> list[Entrant]:
    """t00, t01, ...: the first is the best by rating."""
    return [Entrant(key=f"t{n:02}", rating=2000.0 - n, club=f"club {n % clubs}" if clubs else "") for n in range(count)]


def joined_league(
    count: int, terms: MatchLeagueTerms = PLAYERS, grounds: dict[str, Ground] | None = None
) -> LeagueRecord:
    """A league that so many have joined."""
    record = LeagueRecord(terms=terms)
    for one in entrants(count):
        record = records.apply(record, Join(one, (grounds or {}).get(one.key, Ground())))
    return record


def drawn_league(count: int, seed: int = 1, grounds: dict[str, Ground] | None = None, **changes: Any) -> LeagueRecord:
    """A league with its fixtures."""
    terms = replace(PLAYERS, least=2, **changes)
    return records.draw(joined_league(count, terms, grounds), random.Random(seed), at="2026-09-01T10:00:00+00:00")


def result(meeting: Meeting, points: tuple[int, int]) -> Result:
    """A match of one game."""
    assert meeting.a and meeting.b
    ahead = points[0] - points[1]
    winner = None if not ahead else Side.A if ahead > 0 else Side.B
    games = Tally(int(ahead > 0), int(ahead < 0))
    tally = Tally(*points)
    return Result(
        fixture=meeting.fixture.id, a=meeting.a, b=meeting.b, winner=winner, points=tally, games=games, scores=(tally,)
    )


def played_round(record: LeagueRecord, seed: int = 3, only: int | None = None) -> LeagueRecord:
    """The record with results for all fixtures that can be played now, or the first few; the better often wins."""
    rng = random.Random(seed)
    ready = [one for one in records.league_of(record).meetings if one.state is State.READY]
    for one in ready[:only]:
        better_is_a = (one.a or "") < (one.b or "")
        high, low = 25, rng.randrange(25)
        first = better_is_a if rng.random() < 0.8 else not better_is_a
        stage = records.league_of(record).stage_of(one.fixture.id)
        reported = Tell(result(one, (high, low) if first else (low, high)))
        record = records.apply(record, Within(stage, reported))
    return record
