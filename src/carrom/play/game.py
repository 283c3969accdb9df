"""A match to play, as in the README. `Match` has a record and answers its decisions.

A thin, mutable cover over pure parts: `handlers.start`, `handlers.answer`, `domain.domain`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Self

from carrom.equipment.arrangement import Rng
from carrom.equipment.position import Position
from carrom.laws import judge as laws
from carrom.laws.board_state import BoardState, opening_board
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Ruling
from carrom.laws.values import with_values
from carrom.match import entries, requests
from carrom.match.awaiting import Awaiting, Decision
from carrom.match.entries import Clocks, Entry, Head, Player
from carrom.match.requests import Request
from carrom.match.rules import LAWS_TAG, LENGTHS, shipped, stored_base, stored_values
from carrom.play.domain import Domain, domain
from carrom.play.errors import BadHeadError
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.handlers import answer, start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.play.state import PlayState, follow
from carrom.play.surfaces import chosen_surface, stored_surface
from carrom.terms import Piece, Queen, Seat, Side, Stroke

if TYPE_CHECKING:
    from carrom.physics.motion import Motion
    from carrom.physics.surface import Surface


def new_head(
    ruleset: str | Ruleset = "icf",
    *,
    players: Sequence[str | Player] = ("A", "B"),
    length: str = "match",
    options: Mapping[str, object] | None = None,
    breaks: Literal["toss"] | Side = "toss",
    surface: "str | Surface" = "tournament",
    seed: int | None = None,
    take_back: Literal["never", "agreed", "own", "last"] = "agreed",
    clocks: bool = False,
    asks_claims: bool = False,
    positions: bool = True,
    tags: Mapping[str, str] | None = None,
) -> Head:
    """The head of a match: a ruleset (by its slug, if it ships), its changed values, a length, who plays.

    Lengths (`match.lengths`): "board", "game", "match", "best_of_3" and "best_of_5" boards, "eight_boards".
    `surface`: a name, or values of one's own. `clocks`: those of the ruleset run.

    Names alone are persons; of four the first and third are partners (they sit opposite each other).

    Raises:
        BadHeadError: no such ruleset or length. RulesetValueError, SurfaceError: no such value.
    """
    if isinstance(ruleset, str) and ruleset not in shipped():
        raise BadHeadError("no-ruleset", name=ruleset, rulesets=sorted(shipped()))
    document = shipped()[ruleset] if isinstance(ruleset, str) else ruleset
    named = {} if document.slug in shipped() else {LAWS_TAG: document.title}
    if length not in LENGTHS:
        raise BadHeadError("no-length", name=length, lengths=tuple(LENGTHS))
    rules = with_values(document, {**LENGTHS[length], **(options or {})})
    seated = tuple(
        player if isinstance(player, Player) else Player(side=tuple(Side)[index % 2], name=player)
        for index, player in enumerate(players)
    )
    name, held = chosen_surface(surface)
    men = len(seated)
    if men not in (1, 2, 4):
        raise BadHeadError("players", count=men)
    return Head(
        ruleset=document.slug,
        edition=rules.edition,
        values=stored_values(rules),
        base=stored_base(document),
        players=seated,
        men=men,  # type: ignore[arg-type]  # 1, 2 or 4, asked above
        breaks=breaks,
        seed=seed,
        surface=name,
        surface_values=stored_surface(held),
        take_back=take_back,
        clocks=Clocks(stroke=rules.stroke_seconds, placing=rules.placing_seconds) if clocks else Clocks(),
        asks_claims=asks_claims,
        positions=positions,
        tags=tuple(sorted({**named, **(tags or {})}.items())),
    )


class Match:
    """A match in progress: its record, and the state after it.

    The awaited seat answers; `author` names somebody else ("north", "umpire") where it matters.
    """

    def __init__(self, record: Record, *, rng: Rng | None = None) -> None:
        """Go on with a record; chance comes from its seed unless `rng` are given.

        Raises:
            BrokenRecordError: entries that do not follow one another.
        """
        self._entries = list(record.entries)
        self._state = record.state
        self._rng = rng

    @classmethod
    def new(
        cls,
        ruleset: str | Ruleset = "icf",
        *,
        players: Sequence[str | Player] = ("A", "B"),
        length: str = "match",
        options: Mapping[str, object] | None = None,
        breaks: Literal["toss"] | Side = "toss",
        seed: int = 0,
        surface: "str | Surface" = "tournament",
        take_back: Literal["never", "agreed", "own", "last"] = "agreed",
        clocks: bool = False,
    ) -> Self:
        """A new match; see `new_head` for what can be chosen. The same seed and answers give the same match."""
        head = new_head(
            ruleset,
            players=players,
            length=length,
            options=options,
            breaks=breaks,
            surface=surface,
            seed=seed,
            take_back=take_back,
            clocks=clocks,
        )
        return cls(Record((start(head, SeededRng(seed)),)))

    @property
    def state(self) -> PlayState:
        """The match, the position, the pieces in hand."""
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record's entries so far."""
        return tuple(self._entries)

    @property
    def record(self) -> Record:
        """The record so far."""
        return Record(self.entries)

    @property
    def awaiting(self) -> Awaiting:
        """The one decision that the match waits for."""
        return self._state.match.awaiting

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.awaiting.kind is Decision.OVER

    @property
    def domain(self) -> Domain:
        """The possible answers."""
        return domain(self._state)

    def answer(self, request: Request, *, author: str | None = None, time: str = "") -> "Motion | None":
        """Answer the match; the motion, if a stroke was simulated.

        Raises:
            CarromError: refused, nothing has changed.
        """
        who = author or (self.awaiting.seats[0].value if self.awaiting.seats else entries.UMPIRE)
        number = len(self._entries)
        entry, motion = answer(
            self._state,
            request,
            author=who,
            request_id=f"{number}",
            time=time,
            rng=self._rng or SeededRng(self.record.head.seed or 0, number),
            entries=self._entries,
        )
        self._state = follow(self._state, entry)
        self._entries.append(entry)
        return motion

    def play_stroke(self, offset: float, angle: float, speed: float) -> "Motion":
        """Answer with a stroke: metres to the right, radians to the left of straight ahead, metres a second."""
        motion = self.answer(requests.MakeStroke(Stroke(offset, angle, speed)))
        assert motion is not None  # noqa: S101  # every answer but a stroke has none
        return motion


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PlayedStroke:
    """One stroke by itself: how all moved, what happened, what the laws say."""

    motion: "Motion"
    facts: StrokeFacts
    ruling: Ruling


def play_stroke(
    position: Position,
    stroke: Stroke,
    *,
    seat: Seat = Seat.SOUTH,
    board: BoardState | None = None,
    ruleset: Ruleset | None = None,
    surface: "Surface | None" = None,
) -> PlayedStroke:
    """Simulate a stroke on a position and judge it; no match is needed.

    Without `board` it is taken that the opening break has been made, that the pieces not on the surface are down (the
    queen covered by the one who strikes), that nothing is owed, and that the one who strikes has white.

    Raises:
        CarromError: a position, stroke or board that cannot be.
    """
    from carrom.physics.simulate import simulate
    from carrom.physics.surface import TOURNAMENT

    motion = simulate(position, stroke, seat, surface or TOURNAMENT)
    facts = facts_from_motion(motion, position, stroke, seat)
    judged = laws.judge(board or board_of(position, seat), facts, ruleset or shipped()["icf"])
    return PlayedStroke(motion=motion, facts=facts, ruling=judged)


def board_of(position: Position, seat: Seat = Seat.SOUTH) -> BoardState:
    """The board that a position shows by itself, with side A at `seat` to play white after the break."""
    up = {kind: len(position.of(kind)) for kind in (Piece.WHITE, Piece.BLACK, Piece.QUEEN)}
    return replace(
        opening_board(to_play=Side.A, seat=seat),
        white_up=up[Piece.WHITE],
        black_up=up[Piece.BLACK],
        queen=Queen.ON_BOARD if up[Piece.QUEEN] else Queen.COVERED,
        queen_side=None if up[Piece.QUEEN] else Side.A,
        earned=(up[Piece.WHITE] < 9, up[Piece.BLACK] < 9),
        broken=True,
    )
