"""Rescheduling a fixture: one side asks, the other agrees in time; objections to a day as codes."""

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

    @property
    def why(self) -> Against:
        """The reason."""
        why: Against = self.args[0]
        return why


class ProposalError(NotAllowedError):
    """A proposal that is not open, or not for this person to answer."""

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


def against(league: "League", slot: Slot) -> tuple[DayRefusedError, ...]:
    """Return the objections to a day for a fixture; empty without any.

    Raises:
        UnknownFixtureError: there is no such fixture.
    """
    meeting = league.meeting(slot.fixture)
    terms = league.terms
    try:
        day = date.fromisoformat(slot.day)
    except ValueError:
        return (DayRefusedError("no-day", text=slot.day),)
    found: list[DayRefusedError] = []
    if slot.day < terms.first_day:
        found.append(DayRefusedError("before-first-day", day=date.fromisoformat(terms.first_day)))
    if terms.last_day and slot.day > terms.last_day:
        found.append(DayRefusedError("after-last-day", day=date.fromisoformat(terms.last_day)))
    planned = league.planned.get(slot.fixture)
    if planned is not None and abs((day - (before := date.fromisoformat(planned.day))).days) > terms.move_days:
        found.append(DayRefusedError("too-far", days=terms.move_days, planned=before))
    for other in league.meetings:
        same_day = (there := league.slots.get(other.fixture.id)) is not None and there.day == slot.day
        if other.fixture.id != slot.fixture and same_day and set(other.keys) & set(meeting.keys):
            found.append(DayRefusedError("plays-already", fixture=other.fixture.id))
    slots = {**league.slots, slot.fixture: slot}
    for full in full_venues(tuple(slots.values()), league.grounds):
        if (full.day, full.venue) == (slot.day, slot.venue):
            found.append(DayRefusedError("venue-full", venue=full.venue, most=full.most, matches=full.matches))
    return tuple(found)


def check_proposal(league: "League", proposal: Proposal, *, at: str) -> None:
    """Pass if this may be asked for. Raises ProposalError, DayRefusedError."""
    meeting = league.meeting(proposal.slot.fixture)
    if proposal.by not in meeting.keys:
        raise ProposalError("not-their-match")
    if meeting.state is not State.READY:
        raise ProposalError("not-open")
    standing = league.proposals.get(proposal.slot.fixture)
    if standing is not None and standing.by != proposal.by and standing.is_open(at):
        raise ProposalError("other-side-asked")
    if proposal.slot == league.slots.get(proposal.slot.fixture):
        raise ProposalError("same-day")
    for refused in against(league, proposal.slot):
        raise refused


def check_answer(league: "League", fixture: str, by: str, *, at: str) -> None:
    """Pass if this side may answer now. Raises ProposalError, DayRefusedError: the day went to another match since."""
    proposal = league.proposals.get(fixture)
    meeting = league.meeting(fixture)
    if proposal is None or by not in meeting.keys:
        raise ProposalError("nothing-asked")
    if by == proposal.by:
        return
    if not proposal.is_open(at):
        raise ProposalError("too-late")
    for refused in against(league, proposal.slot):
        raise refused
