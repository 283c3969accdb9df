"""Another day for a fixture: one side asks, the other agrees in time; what stands against a day, as codes."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from carrom.errors import NotAllowedError
from carrom.league.match_fixtures import Slot, full_venues
from carrom.tournament.bracket_resolution import State

if TYPE_CHECKING:
    from carrom.league.match_commands import League

Against = Literal["plays-already", "venue-full", "before-first-day", "after-last-day", "too-far", "no-day"]


class DayRefusedError(NotAllowedError):
    """A day or venue on which a fixture cannot be played; `why` tells which of `Against`."""

    code = "day-refused"

    def __init__(self, why: Against, says: str) -> None:
        super().__init__(says)
        self.why = why


class ProposalError(NotAllowedError):
    """A proposal that is not open, or not for whoever asks."""

    code = "no-proposal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Another day, asked for by one side; the other answers until `answer_by` (an ISO moment)."""

    by: str
    slot: Slot
    answer_by: str
    reason: str = ""

    def is_open(self, at: str) -> bool:
        """Whether it can still be answered at a moment; ISO texts of one zone compare as they are."""
        return not at or at <= self.answer_by


def against(league: "League", slot: Slot) -> tuple[tuple[Against, str], ...]:
    """What stands against a day for a fixture, each with a sentence: empty where nothing does.

    Raises:
        UnknownFixtureError: there is no such fixture.
    """
    meeting = league.meeting(slot.fixture)
    terms = league.terms
    try:
        day = date.fromisoformat(slot.day)
    except ValueError:
        return (("no-day", f"{slot.day!r} is no day; write it as 2026-10-31."),)
    found: list[tuple[Against, str]] = []
    if slot.day < terms.first_day:
        found.append(("before-first-day", f"The league begins on {terms.first_day}."))
    if terms.last_day and slot.day > terms.last_day:
        found.append(("after-last-day", f"The league ends on {terms.last_day}."))
    planned = league.planned.get(slot.fixture)
    if planned is not None and abs((day - date.fromisoformat(planned.day)).days) > terms.move_days:
        found.append(("too-far", f"A match is moved by {terms.move_days} days at most, from {planned.day}."))
    for other in league.meetings:
        same_day = (there := league.slots.get(other.fixture.id)) is not None and there.day == slot.day
        if other.fixture.id != slot.fixture and same_day and set(other.keys) & set(meeting.keys):
            found.append(("plays-already", f"One of the two plays {other.fixture.id} on that day."))
    slots = {**league.slots, slot.fixture: slot}
    for full in full_venues(tuple(slots.values()), league.grounds):
        if (full.day, full.venue) == (slot.day, slot.venue):
            room = f"{full.venue} has room for {full.most} on that day, {full.matches} would be there."
            found.append(("venue-full", room))
    return tuple(found)


def check_proposal(league: "League", proposal: Proposal, *, at: str) -> None:
    """Pass if this may be asked for. Raises ProposalError, DayRefusedError."""
    meeting = league.meeting(proposal.slot.fixture)
    if proposal.by not in meeting.keys:
        raise ProposalError("Only the two sides of a match ask for another day.")
    if meeting.state is not State.READY:
        raise ProposalError("This match is played, or its sides are not known yet.")
    standing = league.proposals.get(proposal.slot.fixture)
    if standing is not None and standing.by != proposal.by and standing.is_open(at):
        raise ProposalError("The other side has asked for another day: answer that first.")
    if proposal.slot == league.slots.get(proposal.slot.fixture):
        raise ProposalError("It is planned for that day already.")
    for why, says in against(league, proposal.slot):
        raise DayRefusedError(why, says)


def check_answer(league: "League", fixture: str, by: str, *, at: str) -> None:
    """Pass if this side may answer now. Raises ProposalError, DayRefusedError: the day went to another match since."""
    proposal = league.proposals.get(fixture)
    meeting = league.meeting(fixture)
    if proposal is None or by not in meeting.keys:
        raise ProposalError("Nobody asks for another day for this match.")
    if by == proposal.by:
        return
    if not proposal.is_open(at):
        raise ProposalError("The time to answer is over. The organiser decides.")
    for why, says in against(league, proposal.slot):
        raise DayRefusedError(why, says)
