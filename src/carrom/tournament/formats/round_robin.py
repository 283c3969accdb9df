"""Round robin: everybody meets everybody, once or twice."""

from collections.abc import Mapping, Sequence

from carrom.equipment.arrangement import Rng
from carrom.tournament.bracket_resolution import Meeting, meetings
from carrom.tournament.circle import circle, fit, legs
from carrom.tournament.contest import Contest
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import Fixture, Known, PairingReason, why
from carrom.tournament.format import NothingToDrawError, TooFewError
from carrom.tournament.options import Option, Options, whole, word, yes
from carrom.tournament.ranking import Row, ranked
from carrom.tournament.rng import shuffled
from carrom.tournament.table import table_of

ROUND_ROBIN_OPTIONS: Mapping[str, Option] = {
    "legs": Option(default=1, least=1, most=4, says="how often everybody meets everybody"),
    "boards": Option(default=0, least=0, says="most matches in a round; 0: as many as there are pairs"),
    "ties": Option(default=True, says="a match may end tied"),
}
OPTIONS: Options = {
    **ROUND_ROBIN_OPTIONS,
    "numbers": Option(
        default="lots", choices=("lots", "strength"), says="who gets which number: by lot, or the best first"
    ),
}


class RoundRobin:
    """All rounds, drawn at once; ranked by the regulation."""

    slug = "round-robin"
    options = OPTIONS
    takes_late_entries = False

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """All rounds. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("rounds")
        entrants = [one for one in contest.entrants if one.plays_in(1)]
        if len(entrants) < 2:
            raise TooFewError("round-robin")
        by_lot = word(contest, OPTIONS, "numbers") == "lots"
        order = shuffled(entrants, rng) if by_lot else by_strength(entrants)
        return everybody_meets(contest, OPTIONS, order)

    def meetings(self, contest: Contest) -> tuple[Meeting, ...]:
        """All matches."""
        return meetings(contest)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Places by the regulation."""
        return ranked(table_of(contest, self.meetings(contest)))

    def why_these(self, contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
        """The reasons kept with the fixture."""
        return contest.fixture(fixture_id).why

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """As the organiser has set it."""
        return yes(contest, OPTIONS, "ties")

    def ranks_by_results(self, contest: Contest, fixture: Fixture) -> bool:
        """Always: everybody is ranked by all results."""
        return True

    def is_over(self, contest: Contest) -> bool:
        """Whether all matches are decided."""
        return bool(contest.draws) and all(one.is_settled for one in self.meetings(contest))


def everybody_meets(
    contest: Contest, options: Options, order: Sequence[Entrant], *, stage: str = "", group: str = "", prefix: str = ""
) -> tuple[Fixture, ...]:
    """The fixtures of all rounds for entrants in the order of their numbers."""
    rounds = legs(circle(len(order)), whole(contest, options, "legs"))
    boards = whole(contest, options, "boards")
    if boards:
        rounds = fit(rounds, boards)
    return tuple(
        Fixture(
            id=f"{prefix}{number}.{place}",
            round=number,
            place=place,
            a=Known(order[a].key),
            b=Known(order[b].key),
            stage=stage,
            group=group,
            why=(why("everybody-meets", number_a=a + 1, number_b=b + 1, of=len(order)),),
        )
        for number, pairs in enumerate(rounds, 1)
        for place, (a, b) in enumerate(pairs, 1)
    )


FORMAT = RoundRobin()
