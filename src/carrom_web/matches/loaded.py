"""A loaded match, and an entry as it is shown: values that need no database."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from carrom.match.entries import Entry
from carrom.match.requests import Amend
from carrom.match.state import MatchState
from carrom.play.state import PlayState
from carrom.terms import Seat, Side

AID_TAG, COIN_LINE = "aid", "coin line"  # the tag of a head with an aid that both sides have


@dataclass(frozen=True, slots=True)
class Player:
    """The nth player of a side: a guest's id, or a computer's level.

    `left_at`: since when the others wait for a guest who has left; `left_by`: for whom a computer plays on.
    """

    side: str
    player: int
    guest: UUID | None
    level: str
    left_at: datetime | None = None
    left_by: UUID | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it stands: its state, and who plays."""

    match_id: UUID
    state: PlayState
    players: tuple[Player, ...]
    deadline: datetime | None = None
    lapses: int = 0
    days: int | None = None  # for each answer, in a match by correspondence
    rests_until: datetime | None = None  # days off of who is awaited: `deadline` counts from then on

    @property
    def draws_coin_line(self) -> bool:
        """Whether the players agreed on the aid that shows where the first coin would go."""
        return dict(self.state.match.head.tags).get(AID_TAG) == COIN_LINE

    def is_scored_by(self, guest_id: UUID | None) -> bool:
        """Whether a guest plays every seat of a match of two sides: then they also speak as its umpire."""
        return (
            guest_id is not None and len(self.players) > 1 and all(player.guest == guest_id for player in self.players)
        )

    def seats_of(self, guest_id: UUID | None) -> tuple[Seat, ...]:
        """Return the seats of a guest's players; empty for one who watches."""
        if guest_id is None:
            return ()
        mine = {(p.side, p.player) for p in self.players if p.guest == guest_id}
        return tuple(s.seat for s in self.state.match.seats if (s.side.value, s.player) in mine)

    def players_of(self, guest_id: UUID | None) -> tuple[tuple[str, int], ...]:
        """Whom a guest plays, as side and number: sides change seats during a match, players do not change sides."""
        return tuple((p.side, p.player) for p in self.players if guest_id and p.guest == guest_id)

    def left_by(self, guest_id: UUID | None) -> tuple[tuple[str, int], ...]:
        """For whom of a guest's players a computer plays on, as side and number: they may come back."""
        return tuple((p.side, p.player) for p in self.players if guest_id and p.left_by == guest_id)

    def sides_of(self, guest_id: UUID | None) -> tuple[Side, ...]:
        """The sides that a guest plays for."""
        return tuple(sorted({Side(p.side) for p in self.players if guest_id and p.guest == guest_id}))

    def computers(self) -> dict[Seat, str]:
        """Return the seats of computers with their levels."""
        levels = {(p.side, p.player): p.level for p in self.players if p.level}
        return {
            s.seat: levels[s.side.value, s.player] for s in self.state.match.seats if (s.side.value, s.player) in levels
        }


@dataclass(frozen=True, slots=True)
class Drawn:
    """An entry, the match before it, and the motion to draw if it was a stroke."""

    entry: Entry
    before: MatchState
    motion: bytes | None


def judged_after(entry: Entry) -> int | None:
    """Return the number of the entry that left the board which this one judged again; None: the board in play."""
    followed = entry.followed
    judges = followed.facts is not None or isinstance(entry.asked, Amend)
    return min(followed.struck_out) - 1 if followed.struck_out and judges else None


def held_before(entry: Entry) -> Entry | None:
    """Return the entry, held inside this one, that left the board which it judged; None: it is in the record."""
    held = entry.followed.instead
    if isinstance(entry.asked, Amend):
        number = entry.asked.number
        held = held[: next((i for i, each in enumerate(held) if each.number == number), 0)]
    return held[-1] if held else None


def with_board_of(match: MatchState, entry: Entry) -> MatchState:
    """Give a match with the board that an entry left, everybody sitting where they sat then."""
    then = entry.followed.standing
    return replace(match, standing=replace(match.standing, board=then.board, seats=then.seats))
