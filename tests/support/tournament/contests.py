"""Contests for tests: entrants made up, results by chance or by strength."""

import random
from collections.abc import Callable, Iterable

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.results import Result

Decide = Callable[[Meeting], Side]


def entrants(count: int, *, clubs: int = 0, seeds: int = 0) -> list[Entrant]:
    """p000, p001, ...: the first ones seeded, in clubs by turns."""
    return [
        Entrant(
            key=f"p{number:03}",
            seed=number + 1 if number < seeds else None,
            club=f"club {number % clubs}" if clubs else "",
        )
        for number in range(count)
    ]


def drawn_contest(slug: str, who: Iterable[Entrant], seed: int = 1, **options: bool | int | str) -> Contest:
    """A contest after its first draw."""
    contest = Contest(format=slug, entrants=tuple(who), options=options)
    return contest.with_drawn(Drawn(formats.find(slug).draw(contest, random.Random(seed))))


def result(meeting: Meeting, winner: Side | None, points: tuple[int, int] = (25, 10)) -> Result:
    """A result of a meeting: the winner has the first number of points."""
    assert meeting.a and meeting.b
    tally = Tally(*points) if winner is not Side.B else Tally(points[1], points[0])
    boards = Tally(5, 2) if winner is Side.A else Tally(2, 5)
    return Result(fixture=meeting.fixture.id, a=meeting.a, b=meeting.b, winner=winner, points=tally, boards=boards)


def by_key(meeting: Meeting) -> Side:
    """The one whose key comes first wins: p000 is the best."""
    return Side.A if (meeting.a or "") < (meeting.b or "") else Side.B


def by_chance(seed: int) -> Decide:
    """Either wins."""
    rng = random.Random(seed)
    return lambda meeting: rng.choice([Side.A, Side.B])


def played_contest(contest: Contest, decide: Decide = by_key, seed: int = 1) -> Contest:
    """A contest played to its end."""
    form, rng = formats.find(contest.format), random.Random(seed)
    while not form.is_over(contest):
        ready = [one for one in form.meetings(contest) if one.state is State.READY]
        for one in ready:
            contest = contest.with_result(result(one, decide(one), (25, 3 + len(contest.results) % 20)))
        if not ready:
            contest = contest.with_drawn(Drawn(form.draw(contest, rng)))
    return contest


def decided_meetings(contest: Contest) -> list[Meeting]:
    """Meetings that were played."""
    return [one for one in formats.find(contest.format).meetings(contest) if one.state is State.DECIDED]
