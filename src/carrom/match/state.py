"""The state of a match without coordinates, as a fold over its entries.

`follow` applies what an entry stores and never judges. Reads laws' types; never touches positions.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from carrom.errors import ImpossibleError
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.match.awaiting import Awaiting, Decision
from carrom.match.entries import Entry, Head, Player
from carrom.match.requests import Declare, MakeStroke, Offer, OfferKind, Penalise, Reply, StandIn, StateFacts
from carrom.match.rules import LAWS_TAG, ruleset_from
from carrom.match.snapshot import BoardResult, GameResult, MatchResult, MatchSnapshot, Seated, Tally
from carrom.terms import Seat, Side


class BrokenRecordError(ImpossibleError):
    """Entries that cannot follow one another."""

    code = "broken-record"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOffer:
    """An offer that stands: its entry's number, what, by whom; of a "fact" what is claimed, of a "stand_in" who."""

    number: int
    what: OfferKind
    seat: Seat
    side: Side
    claim: Declare | None = None
    stand_in: StandIn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match as it stands; `version` is the number of its last entry."""

    head: Head
    version: int
    standing: MatchSnapshot
    boards: tuple[BoardResult, ...] = ()
    games: tuple[GameResult, ...] = ()
    result: MatchResult | None = None
    offers: tuple[OpenOffer, ...] = ()
    struck: tuple[int, ...] = ()  # numbers of entries that do not count any more, ascending
    declared: tuple[int, ...] = ()  # entries since the last stroke that can be withdrawn: facts, penalties

    @property
    def ruleset(self) -> Ruleset:
        """The laws of this match, with its changed values."""
        return ruleset_of(self.head)

    @property
    def awaiting(self) -> Awaiting:
        """The one decision that the match waits for."""
        return self.standing.awaiting

    @property
    def board(self) -> BoardState | None:
        """The board in play; None before it is set up."""
        return self.standing.board

    @property
    def score(self) -> Tally:
        """Points of the game in play, before the board in play."""
        return self.standing.score

    @property
    def games_won(self) -> Tally:
        """Games won by each side."""
        won = Tally()
        for game in self.games:
            if game.winner is not None:
                won = won.plus(game.winner, 1)
        return won

    @property
    def phase(self) -> str:
        """`toss` until the first board is set up, then `playing`, in the end `over`."""
        if self.awaiting.kind is Decision.OVER:
            return "over"
        return "toss" if self.board is None and not self.boards else "playing"

    @property
    def seats(self) -> tuple[Seated, ...]:
        """The present seats."""
        return self.standing.seats

    def side_at(self, seat: Seat) -> Side:
        """The side that sits there. Raises KeyError: nobody does."""
        for seated in self.standing.seats:
            if seated.seat is seat:
                return seated.side
        raise KeyError(seat)

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side's players, the first player first."""
        return tuple(s.seat for s in sorted(self.standing.seats, key=lambda s: s.player) if s.side is side)

    def player_at(self, seat: Seat) -> Player:
        """Return the player at a seat. Raises KeyError: nobody does."""
        for seated in self.standing.seats:
            if seated.seat is seat:
                return self.players_of(seated.side)[seated.player]
        raise KeyError(seat)

    def players_of(self, side: Side) -> tuple[Player, ...]:
        """The players of a side in order, those who play in place of others among them."""
        players = [player for player in self.head.players if player.side is side]
        for stand_in in self.standing.substitutes:
            if stand_in.side is side:
                kind: Literal["person", "computer"] = "computer" if stand_in.level else "person"
                players[stand_in.player] = Player(side=side, name=stand_in.name, kind=kind, level=stand_in.level)
        return tuple(players)


@lru_cache(maxsize=256)
def ruleset_of(head: Head) -> Ruleset:
    """The ruleset that a head describes: the defaults, the head's values, the citations of its document."""
    title = dict(head.tags).get(LAWS_TAG, "")
    return ruleset_from(head.ruleset, head.edition, head.values, title, head.base)


def follow(state: MatchState | None, entry: Entry) -> MatchState:
    """The state after an entry; None is the state before the head.

    Raises:
        BrokenRecordError: the entry's number does not follow, or it names what is not there.
    """
    if state is None:
        if not isinstance(entry.asked, Head) or entry.number != 0:
            raise BrokenRecordError("first-entry", number=entry.number)
        return MatchState(head=entry.asked, version=0, standing=entry.followed.standing)
    if isinstance(entry.asked, Head) or entry.number != state.version + 1:
        raise BrokenRecordError("gap", number=entry.number, previous=state.version)
    return applied(state, entry)


def applied(state: MatchState, entry: Entry) -> MatchState:
    """The state after an entry whose number nobody asks: one that holds in place of a struck one has an old number."""
    followed = entry.followed
    boards, games = state.boards, state.games
    if followed.boards_remaining is not None:
        boards = boards[: followed.boards_remaining]
    if followed.games_remaining is not None:
        games = games[: followed.games_remaining]
    return replace(
        state,
        version=entry.number,
        standing=followed.standing,
        boards=boards + followed.board_results,
        games=games + followed.game_results,
        result=followed.match_result,
        offers=_offers(state, entry),
        struck=tuple(sorted({*state.struck, *followed.struck_out})),
        declared=_declared(state, entry),
    )


def _declared(state: MatchState, entry: Entry) -> tuple[int, ...]:
    """Return the declarations and decisions since the last stroke that still hold; one judged again is the last."""
    asked, followed = entry.asked, entry.followed
    is_new = isinstance(asked, Penalise) or (isinstance(asked, Declare | Reply) and followed.ruling is not None)
    if followed.facts is not None and not (is_new and not followed.facts.made):
        return (entry.number,) if is_new else ()
    left = tuple(number for number in state.declared if number not in followed.struck_out)
    return (*left, entry.number) if is_new else left


def _offers(state: MatchState, entry: Entry) -> tuple[OpenOffer, ...]:
    """The offers that stand: until they are answered or the next stroke is made; none once a stroke is struck out."""
    asked = entry.asked
    if entry.followed.struck_out or entry.followed.board_results or isinstance(asked, MakeStroke | StateFacts):
        return ()
    if isinstance(asked, Offer):
        seat = Seat(entry.author)
        return (*state.offers, OpenOffer(number=entry.number, what=asked.what, seat=seat, side=state.side_at(seat)))
    if isinstance(asked, Declare) and entry.followed.ruling is None:
        seat = Seat(entry.author)
        claimed = OpenOffer(number=entry.number, what="fact", seat=seat, side=state.side_at(seat), claim=asked)
        return (*state.offers, claimed)
    if isinstance(asked, StandIn) and not asked.agreed:
        seat = Seat(entry.author)
        offered = OpenOffer(number=entry.number, what="stand_in", seat=seat, side=state.side_at(seat), stand_in=asked)
        return (*state.offers, offered)
    if isinstance(asked, StandIn):
        return tuple(offer for offer in state.offers if offer.what != "stand_in")
    if isinstance(asked, Reply):
        return tuple(offer for offer in state.offers if offer.number != asked.offer)
    return state.offers
