"""Knock-out: the loser is out. Any number of entrants, byes to the best seeds, a match for third place if wanted."""

from collections.abc import Mapping, Sequence

from carrom.equipment.arrangement import Rng
from carrom.messages import Message
from carrom.messages import gettext_noop as _
from carrom.settings import Settings
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.brackets import (
    LINE_UP_OPTIONS,
    REASONS,
    THIRD_PLACE_OPTION,
    first_round,
    line_up,
    out_in,
    rows_by_reach,
    winners_meet,
)
from carrom.tournament.contest import Contest, yes
from carrom.tournament.fixtures import Fixture, LoserOf, why
from carrom.tournament.format import Format, Layout, NothingToDrawError
from carrom.tournament.ranking import Row

THIRD_PLACE = "third-place"
STAGES: Mapping[str, Message] = {THIRD_PLACE: _("Third place")}
OPTIONS: Settings = {"third_place": THIRD_PLACE_OPTION, **LINE_UP_OPTIONS}


class Knockout(Format):
    """One bracket, drawn whole at once."""

    title = _("Knock-out")
    says = _("losers are out; byes go to the best")
    options = OPTIONS
    reasons = REASONS
    stages = STAGES
    layouts = (Layout.BRACKET,)

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

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Places by the round reached; the losers of a round share theirs."""
        met = self.meetings(contest)
        return rows_by_reach(contest, met, reach_of(contest, met))


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
    """How far everyone came: the round they went out in, counted double, so that third place fits between."""
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
