"""Knock-out: who loses is out. Any number of entrants, byes to the best seeds, a match for third place if wanted."""

from collections.abc import Sequence

from carrom.equipment.arrangement import Rng
from carrom.tournament.bracket_resolution import Meeting, meetings
from carrom.tournament.brackets import (
    LINE_UP_OPTIONS,
    first_round,
    line_up,
    out_in,
    rows_by_reach,
    winners_meet,
)
from carrom.tournament.contest import Contest
from carrom.tournament.fixtures import Fixture, LoserOf, PairingReason, why
from carrom.tournament.format import NothingToDrawError
from carrom.tournament.options import Option, Options, yes
from carrom.tournament.ranking import Row

THIRD_PLACE = "third-place"
OPTIONS: Options = {
    "third_place": Option(default=False, says="the losers of the semi-finals play for third place"),
    **LINE_UP_OPTIONS,
}


class Knockout:
    """One bracket, drawn whole at once."""

    slug = "knockout"
    options = OPTIONS
    takes_late_entries = False

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The whole bracket. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("bracket")
        rounds = [first_round(line_up(contest, OPTIONS, rng))]
        while len(rounds[-1]) > 1:
            rounds.append(winners_meet(rounds[-1], len(rounds) + 1))
        fixtures = [fixture for one in rounds for fixture in one]
        if yes(contest, OPTIONS, "third_place") and len(rounds) > 1:
            fixtures.insert(-1, third_place(rounds[-2], len(rounds)))
        return tuple(fixtures)

    def meetings(self, contest: Contest) -> tuple[Meeting, ...]:
        """The bracket as far as it is known."""
        return meetings(contest)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Places by the round reached; the losers of a round share theirs."""
        met = self.meetings(contest)
        return rows_by_reach(contest, met, reach_of(contest, met))

    def why_these(self, contest: Contest, fixture_id: str) -> tuple[PairingReason, ...]:
        """The reasons kept with the fixture."""
        return contest.fixture(fixture_id).why

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """Never: somebody must go on."""
        return False

    def ranks_by_results(self, contest: Contest, fixture: Fixture) -> bool:
        """Never: places follow from who has won."""
        return False

    def is_over(self, contest: Contest) -> bool:
        """Whether the last match is decided."""
        return bool(contest.draws) and all(one.is_settled for one in self.meetings(contest))


def third_place(semi_finals: tuple[Fixture, ...], round_number: int, *, prefix: str = "", group: str = "") -> Fixture:
    """The match of those who lost the semi-finals."""
    first, second = semi_finals
    return Fixture(
        id=f"{prefix}{round_number}.2",
        round=round_number,
        place=2,
        a=LoserOf(first.id),
        b=LoserOf(second.id),
        stage=THIRD_PLACE,
        group=group,
        why=(why("losers-meet", first=first.id, second=second.id),),
    )


def reach_of(contest: Contest, met: Sequence[Meeting]) -> dict[str, tuple[int, str]]:
    """How far everyone came: the round he went out in, counted double, so that third place fits between."""
    last = max((one.fixture.round for one in met), default=0)
    drawn = {key for one in met for key in one.keys}
    reach = {one.key: (2 * last + 2, "in") if one.key in drawn or not met else (0, "") for one in contest.entrants}
    for meeting in met:
        if meeting.fixture.stage == THIRD_PLACE:
            continue
        for key in out_in(meeting):
            reach[key] = (2 * meeting.fixture.round, f"round-{meeting.fixture.round}")
        if meeting.fixture.round == last and meeting.winner:
            reach[meeting.winner] = (2 * last + 2, "winner")
    for meeting in met:
        if meeting.fixture.stage == THIRD_PLACE and meeting.winner:
            reach[meeting.winner] = (2 * last - 1, THIRD_PLACE)
    return reach


FORMAT = Knockout()
