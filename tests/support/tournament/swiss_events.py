"""Swiss events to play through: entrants of any strength, results by the random generator."""

import random
from dataclasses import replace

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.contest import Contest, Drawn, Value
from carrom.tournament.entries import Entrant
from carrom.tournament.formats.swiss import FORMAT
from carrom.tournament.results import Result
from carrom.tournament.rng import RecordingRng


def entrants(count: int, rng: random.Random) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(
            key=f"p{number:03}",
            rating=rng.randrange(1000, 2000) if number % 3 else None,
            country=rng.choice(("AAA", "BBB", "CCC", "DDD", "")),
            club=rng.choice(("", "north", "south", "east", "west")),
        )
        for number in range(count)
    )


def result(meeting: Meeting, rng: random.Random) -> Result:
    """25 to fewer, now and then a tie, a walk-over, or nobody there."""
    assert meeting.a and meeting.b
    loser = rng.randrange(25)
    chance = rng.random()
    ending = {"fixture": meeting.fixture.id, "a": meeting.a, "b": meeting.b}
    if chance < 0.02:
        return Result(**ending, winner=None, how="no-show", both_lose=True)
    if chance < 0.05:
        return Result(**ending, winner=Side.B, how="walk-over")
    if chance < 0.15:
        return Result(**ending, winner=None, points=Tally(loser, loser))
    if chance < 0.6:
        return Result(**ending, winner=Side.A, points=Tally(25, loser))
    return Result(**ending, winner=Side.B, points=Tally(loser, 25))


def next_round(contest: Contest, rng: random.Random) -> Contest:
    recording = RecordingRng(rng)
    fixtures = FORMAT.draw(contest, recording)
    return contest.with_drawn(Drawn(fixtures, recording.given))


def played_round(contest: Contest, rng: random.Random) -> Contest:
    """With a result for all that can be played."""
    ready = [one for one in FORMAT.meetings(contest) if one.state is State.READY]
    return replace(contest, results=(*contest.results, *(result(one, rng) for one in ready)))


def swiss_event(count: int, rounds: int, seed: int, drawn: int | None = None, **options: Value) -> Contest:
    """An event of so many entrants of which `drawn` rounds (all, if not said) are drawn and played."""
    rng = random.Random(seed)
    contest = Contest(format="swiss", entrants=entrants(count, rng), options={"rounds": rounds, **options})
    for _ in range(rounds if drawn is None else drawn):
        contest = played_round(next_round(contest, rng), rng)
    return contest
