"""Double elimination: two losses and you are out.

The unbeaten meet in the winners' bracket, the once beaten in the losers'; the last of each meet in the final.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from carrom.equipment.arrangement import Rng
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.brackets import (
    LINE_UP_OPTIONS,
    REASONS,
    first_round,
    line_up,
    out_in,
    rows_by_reach,
    winners_meet,
)
from carrom.tournament.contest import Contest, yes
from carrom.tournament.fixtures import Fixture, LoserOf, PairingReason, Slot, WinnerOf, numbered, why
from carrom.tournament.format import Format, Layout, NothingToDrawError
from carrom.tournament.ranking import Row

WINNERS, LOSERS, FINAL, SECOND_FINAL = "winners", "losers", "final", "second-final"
OPTIONS: Settings = {
    "second_final": Setting(
        default=True,
        label=_("Second final"),
        says=_("if the unbeaten finalist loses, a second final decides, so that everyone loses twice"),
    ),
    **LINE_UP_OPTIONS,
}


class DoubleElimination(Format):
    """Two brackets and a final, drawn whole at once."""

    title = _("Double elimination")
    says = _("players who lose twice are out; the last unbeaten one meets the last one with a single loss")
    options = OPTIONS
    reasons = MappingProxyType(
        {
            **REASONS,
            "comes-down": _("the loser of %(first)s comes down to the winner of %(second)s"),
            "unbeaten-meets-once-beaten": _("the unbeaten finalist meets the one who lost once"),
            "both-once-beaten": _("both have lost once: this match decides"),
        }
    )
    stages = MappingProxyType(
        {
            WINNERS: _("Winners' side, round %(round)s"),
            LOSERS: _("Losers' side, round %(round)s"),
            FINAL: _("Final"),
            SECOND_FINAL: _("Second final"),
        }
    )
    layouts = (Layout.BRACKET,)

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """Both brackets and the final. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("brackets")
        winners = [first_round(line_up(contest, OPTIONS, rng), stage=WINNERS, prefix="W")]
        while len(winners[-1]) > 1:
            winners.append(winners_meet(winners[-1], len(winners) + 1, stage=WINNERS, prefix="W"))
        # the losers of round n come in at round 2n - 1, so round n itself is played with the one before
        timed = [
            tuple(replace(one, round=max(1, 2 * number)) for one in fixtures) for number, fixtures in enumerate(winners)
        ]
        losers = _losers(winners)
        last = 2 * len(winners)
        finals = _finals(winners[-1][0], losers, last, second=yes(contest, OPTIONS, "second_final"))
        return numbered(one for fixtures in (*timed, *losers, finals) for one in fixtures)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Places by the round in which the second match was lost."""
        met = self.meetings(contest)
        return rows_by_reach(contest, met, _reach(contest, met))


def _losers(winners: Sequence[Sequence[Fixture]]) -> list[tuple[Fixture, ...]]:
    """The losers' bracket: its winners meet, then those who come down meet the winners of that, and so on."""
    if len(winners) == 1:
        return []
    rounds: list[tuple[Fixture, ...]] = []
    came_down = [LoserOf(one.id) for one in winners[0]]
    rounds.append(_round(1, [(came_down[2 * i], came_down[2 * i + 1]) for i in range(len(came_down) // 2)]))
    # which matches of the first round those at each place can come from
    from_first = [frozenset((2 * i, 2 * i + 1)) for i in range(len(came_down) // 2)]
    for number, above in enumerate(winners[1:], 1):
        span = len(winners[0]) // len(above)
        order = _order(from_first, span)
        pairs: list[tuple[Slot, Slot]] = [
            (LoserOf(above[order[place]].id), WinnerOf(one.id)) for place, one in enumerate(rounds[-1])
        ]
        rounds.append(_round(2 * number, pairs))
        from_first = [
            held | frozenset(range(order[place] * span, (order[place] + 1) * span))
            for place, held in enumerate(from_first)
        ]
        if len(above) > 1:
            rounds.append(_winners_meet(rounds[-1], 2 * number + 1))
            from_first = [from_first[2 * i] | from_first[2 * i + 1] for i in range(len(from_first) // 2)]
    return rounds


def _winners_meet(above: Sequence[Fixture], number: int) -> tuple[Fixture, ...]:
    """Neighbours' winners in the losers' bracket."""
    return _round(number, [(WinnerOf(above[2 * i].id), WinnerOf(above[2 * i + 1].id)) for i in range(len(above) // 2)])


def _order(from_first: Sequence[frozenset[int]], span: int) -> list[int]:
    """Order the losers who come down: in one of four usual orders, the one with the fewest early rematches."""
    count = len(from_first)
    half = count // 2
    straight = list(range(count))
    turned = straight[::-1]
    orders = (turned, straight[half:] + straight[:half], turned[half:] + turned[:half], straight)

    def met_before(order: Sequence[int]) -> int:
        return sum(
            len(held & set(range(order[place] * span, (order[place] + 1) * span)))
            for place, held in enumerate(from_first)
        )

    return min(orders, key=met_before)


def _round(number: int, pairs: Sequence[tuple[Slot, Slot]]) -> tuple[Fixture, ...]:
    return tuple(
        Fixture(id=f"L{number}.{place}", round=number + 1, place=place, a=a, b=b, stage=LOSERS, why=(_why_below(a, b),))
        for place, (a, b) in enumerate(pairs, 1)
    )


def _finals(top: Fixture, losers: Sequence[Sequence[Fixture]], last: int, *, second: bool) -> tuple[Fixture, ...]:
    below: Slot = WinnerOf(losers[-1][0].id) if losers else LoserOf(top.id)
    final = Fixture(
        id="F1", round=last, place=1, a=WinnerOf(top.id), b=below, stage=FINAL, why=(why("unbeaten-meets-once-beaten"),)
    )
    if not second:
        return (final,)
    again = Fixture(
        id="F2",
        round=last + 1,
        place=1,
        a=LoserOf(final.id),
        b=WinnerOf(final.id),
        stage=SECOND_FINAL,
        only_if_b_wins=final.id,
        why=(why("both-once-beaten"),),
    )
    return (final, again)


def _why_below(a: Slot, b: Slot) -> PairingReason:
    first, second = (slot.fixture for slot in (a, b) if isinstance(slot, WinnerOf | LoserOf))
    if isinstance(a, LoserOf) and isinstance(b, WinnerOf):
        return why("comes-down", first=first, second=second)
    return why("losers-meet" if isinstance(a, LoserOf) else "winners-meet", first=first, second=second)


def _reach(contest: Contest, met: Sequence[Meeting]) -> dict[str, tuple[int, str]]:
    """How far everyone came: the round of the second loss."""
    last = max((one.fixture.round for one in met), default=0)
    drawn = {key for one in met for key in one.keys}
    reach = {one.key: (last + 2, "in") if one.key in drawn or not met else (0, "") for one in contest.entrants}
    ends = {one.fixture.stage: one for one in met}
    for meeting in met:
        if meeting.fixture.stage == LOSERS or (meeting.result is not None and meeting.result.both_lose):
            reach |= {key: (meeting.fixture.round, f"round-{meeting.fixture.round}") for key in out_in(meeting)}
    final, again = ends.get(FINAL), ends.get(SECOND_FINAL)
    if final is not None and final.winner and (again is None or again.is_settled):
        winner = again.winner if again is not None and again.winner else final.winner
        reach |= {key: (last, FINAL) for key in final.keys if key != winner}
        reach[winner] = (last + 2, "winner")
    return reach


FORMAT = DoubleElimination()
