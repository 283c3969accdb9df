"""Draws, fixtures and standings as English text."""

from collections.abc import Mapping
from types import MappingProxyType

from carrom import messages
from carrom.tournament.bracket_resolution import NOBODY, Meeting, State
from carrom.tournament.fixtures import Bye, Fixture, Known, LoserOf, PairingReason, PlaceOf, Slot, WinnerOf
from carrom.tournament.format import Format
from carrom.tournament.order_of_play import Plan
from carrom.tournament.ranking import Row
from carrom.tournament.results import Result

UNFIT: Mapping[str, str] = MappingProxyType(
    {
        "longer-than-hours": "no hours are as long as a match",
        "no-time-left": "boards or players are busy until the end",
        "waits-for": "a match before it does not fit",
    }
)


def render_reason(format_: Format, reason: PairingReason) -> str:
    """A reason as a sentence without its full stop, in the words of the format that gave it."""
    return messages.fill(format_.reasons[reason.code], dict(reason.about))


def render_slot(slot: Slot, key: str | None = None) -> str:
    """The name on a side, or the fixture that decides it."""
    if key:
        return key
    match slot:
        case _ if key == NOBODY:
            return "nobody"
        case Known(name):
            return name
        case Bye():
            return "nobody"
        case WinnerOf(fixture):
            return f"winner of {fixture}"
        case LoserOf(fixture):
            return f"loser of {fixture}"
        case PlaceOf(group, place):
            return f"place {place} of group {group}"


def render_fixture(meeting: Meeting) -> str:
    """A fixture in a line: its sides and how it stands."""
    fixture = meeting.fixture
    a, b = render_slot(fixture.a, meeting.a), render_slot(fixture.b, meeting.b)
    if meeting.state is State.BYE:
        return f"{meeting.winner} has a bye"
    if meeting.state is State.EMPTY:
        return "nobody plays"
    line = f"{a} - {b}"
    if meeting.state is State.NOT_NEEDED:
        return f"{line}   not needed"
    if meeting.result is not None:
        line += f"   {render_result(meeting.result)}"
    elif fixture.only_if_b_wins:
        line += f"   only if {fixture.only_if_b_wins} makes it needed"
    return line


def render_result(result: Result) -> str:
    """A result: the score of its games, or how it was decided."""
    if result.both_lose:
        return f"nobody ({result.how})"
    scores = [f"{score.a}-{score.b}" for score in result.scores or (result.points,)]
    score = " ".join(scores) if result.is_played else result.how
    winner = (result.a if result.winner == "a" else result.b) if result.winner else "tied"
    return f"{score} ({winner})" if result.is_played and result.how == "played" else f"{score} ({winner}, {result.how})"


def render_round(fixture: Fixture) -> str:
    """The title of a round, with its part of the contest."""
    part = f", group {fixture.group}" if fixture.stage == "group" else f", {fixture.stage}" if fixture.stage else ""
    return f"Round {fixture.round}{part}"


def render_plan(plan: Plan, sides: Mapping[str, str]) -> list[str]:
    """An order of play in lines: when, where and who, what does not fit and why; `sides` by the fixtures' ids."""

    def score(key: str) -> str:
        fixture = key.partition(" ")[2]
        return f"{fixture}  {sides[fixture.partition('/')[0]]}"

    lines = ["Order of play"]
    lines += [f"  {_clock_time(one.start)}  board {one.board}  {score(one.key)}" for one in plan.planned]
    lines += [f"  does not fit  {score(one.key)}: {UNFIT[one.why]}" for one in plan.unfit]
    if plan.unfit:
        number = len(plan.unfit) + len(plan.planned)
        enough = f"{plan.boards_needed} boards would be" if plan.boards_needed else "no number of boards is"
        lines.append(f"{len(plan.unfit)} of {number} do not fit; the last would end at {_clock_time(plan.ends)}")
        lines.append(f"{enough} enough")
    return lines


def _clock_time(time: str) -> str:
    return time[:16].replace("T", " ")


def render_row(row: Row) -> str:
    """A row of standings: place, who, and what speaks for them."""
    place = f"{row.place}" if row.level == 1 else f"{row.place}="
    record = f"{row.won} won, {row.tied} tied, {row.lost} lost" if row.tied else f"{row.won} won, {row.lost} lost"
    values = "  ".join(f"{name} {number:g}" for name, number in row.values if name not in ("head_to_head", "lots"))
    return (
        f"{place:>4}  {row.key}  {record}"
        + (f"  {values}" if values else "")
        + (f"  {row.reached}" if row.reached else "")
    )
