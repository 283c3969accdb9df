"""Answering a match: from a request to the entry that is stored. Pure; nothing is stored here.

Reads laws, physics and the score; asks the random generator that are passed in, never a clock. Entries that strike
out others are
made in `carrom.play.reverting`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from carrom.equipment.arrangement import Rng, opening
from carrom.laws import judge as laws
from carrom.laws.board_state import may_forgo, with_dues_down
from carrom.laws.placement import rack_aim
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason
from carrom.match import entries, progression, requests, score, sides
from carrom.match.awaiting import Decision
from carrom.match.entries import Effects, Entry, Head
from carrom.match.progression import Course, claim_of
from carrom.match.requests import Request
from carrom.match.state import ruleset_of
from carrom.messages import Phrase
from carrom.play import (
    absences,
    beginning,
    corrections,
    invariants,
    officials,
    officiating,
    pre_break,
    reverting,
    score_sheet,
    second_sheet,
    strokes,
    waivers,
)
from carrom.play.context import Context, Result, Simulate
from carrom.play.errors import (
    BadHeadError,
    CannotForgoError,
    MatchOverError,
    NotAnOptionError,
    NotAwaitedError,
    OfferForbiddenError,
    OutOfTurnError,
    UnknownOfferError,
    UnknownRequestError,
    WrongPieceError,
)
from carrom.play.places import check_place
from carrom.play.settlement import Settled, make_room
from carrom.play.state import PlayState, follow
from carrom.play.surfaces import surface_of
from carrom.terms import Seat, Side

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

STRIKES_OUT = reverting.KINDS | {"forgo", "appeal"}  # kinds of requests that need `entries`


def start(
    head: Head,
    rng: Rng,
    *,
    request_id: str = "start",
    author: str = entries.UMPIRE,
    time: str = "",
    by: str = "",
    role: str = "",
) -> Entry:
    """Entry 0 of a match: `follow(None, entry)` is its first state.

    Raises:
        BadHeadError: players or seats that cannot be played with.
        CarromError: a value of the ruleset or the surface that cannot be.
    """
    _check_head(head)
    first = progression.begin(head)
    position = None
    if head.positions:
        position = opening(rng, first.standing.breaker or Seat.SOUTH, rack_aim(ruleset_of(head)))
    followed = Effects(standing=first.standing, position=position)
    entry = Entry(
        number=0,
        request_id=request_id,
        author=author,
        time=time,
        laws=laws.VERSION,
        by=by,
        role=role,
        asked=head,
        followed=followed,
    )
    invariants.check(None, entry, follow(None, entry))
    return entry


def answer(
    state: PlayState,
    request: Request,
    *,
    author: str,
    request_id: str,
    time: str,
    rng: Rng,
    entries: Sequence[Entry] = (),
    simulate: Simulate | None = None,
    by: str = "",
    role: str = "",
) -> tuple[Entry, "Motion | None"]:
    """The entry that a request makes, and the motion if a stroke was simulated. The state itself is not changed.

    `author` is a seat's name ("south"), "umpire", "clock" or "witness"; `by` and `role` name the person, as `Entry` has
    them. `entries` is the record so far: needed by requests in `STRIKES_OUT` only, which look back at earlier ones.
    `simulate` replaces the engine (tests, a process pool).

    Raises:
        CarromError with a stable code (`carrom.play.errors`, `carrom.laws.facts`). Nothing has happened then.
        BrokenInvariantError: a bug in the laws or the simulation; nothing must be stored.
    """
    asked = Context(state=state, author=author, rng=rng, entries=tuple(entries), time=time, simulate=simulate)
    answered = _answered(asked, request)
    entry = Entry(
        number=state.version + 1,
        request_id=request_id,
        author=author,
        time=time,
        laws=laws.VERSION,
        engine=answered.motion.engine if answered.motion is not None else "",
        by=by,
        role=role,
        asked=request,
        followed=answered.followed,
    )
    invariants.check(state, entry, follow(state, entry), answered.motion)
    return entry, answered.motion


def _answered(asked: Context, request: Request) -> Result:
    """Return the effects of a request. Raises CarromError: it is not awaited, or cannot be."""
    state, author = asked.state, asked.author
    handler = _HANDLERS.get(type(request))
    if handler is None:
        raise UnknownRequestError(kind=type(request).__name__)
    asked = officiating.with_play_called(asked, request)
    awaited = _AWAITED.get(type(request))
    if request.kind == "forgo" and not state.match.head.positions:
        awaited = Decision.STROKE  # coins are never waited for there: they count as placed at once
    if awaited is not None:
        _check_awaited(asked, awaited)
    elif state.match.result is not None and not isinstance(request, _after_the_end(author)):
        raise MatchOverError()
    return officiating.timed(asked, handler(asked, request))


def _check_awaited(asked: Context, decision: Decision) -> None:
    awaiting = asked.match.awaiting
    if awaiting.kind is Decision.OVER:
        raise MatchOverError()
    if awaiting.kind is not decision:
        raise NotAwaitedError("other-decision", awaited=awaiting.kind.value, answered=decision)
    if asked.author in (entries.UMPIRE, entries.CLOCK):
        return
    if asked.seat not in awaiting.seats:
        seats = " or ".join(awaiting.seats)
        raise OutOfTurnError("other-seat", seats=seats, seat=asked.author)


def _check_head(head: Head) -> None:
    """Refuse players and seats that no match can have; values of ruleset and surface are checked by their own."""
    ruleset, _ = ruleset_of(head), surface_of(head)
    solo = ruleset.side_count == 1
    if head.men not in ((1,) if solo else (2, 4)) or (not solo and head.men not in ruleset.players_allowed):
        raise BadHeadError("players-of-ruleset", ruleset=Phrase(ruleset.title), count=head.men)
    each = 1 if solo else head.men // 2
    for side in (Side.A,) if solo else tuple(Side):
        players = sum(player.side is side for player in head.players)
        if players != each:
            raise BadHeadError("players-of-side", side=side.value, count=players, needed=each)
    if len(head.players) != head.men:
        raise BadHeadError("number-of-players", count=len(head.players), needed=head.men)
    if head.ceremony and (head.positions or solo):
        raise BadHeadError("umpire-alone")
    if head.format != entries.FORMAT:
        raise BadHeadError("format", current=entries.FORMAT, given=head.format)
    if solo and head.breaks is Side.B:
        raise BadHeadError("solo-side")


def _toss(asked: Context, request: requests.Toss) -> Result:
    if request.winner is not None and asked.author != entries.UMPIRE:
        raise OutOfTurnError("toss")
    winner = request.winner or sides.toss(asked.rng)
    return asked.gone_on(progression.after_toss(asked.match, winner))


def _choose(asked: Context, request: requests.Choose) -> Result:
    awaiting = asked.match.awaiting
    if request.choice not in awaiting.options:
        raise NotAnOptionError("choice", choice=request.choice, options=awaiting.options)
    return asked.gone_on(progression.after_choice(asked.match, asked.match.side_at(awaiting.seats[0]), request.choice))


def _place(asked: Context, request: requests.Place) -> Result:
    state, match = asked.state, asked.match
    due, position = match.awaiting.dues[0], state.position
    if position is None or due.number is None:
        raise NotAwaitedError("no-positions")
    if request.piece != due.number:
        raise WrongPieceError(due=due.number, piece=request.piece)
    check_place(position, due, request.x, request.y, match.ruleset)
    placed = position.with_piece(request.piece, request.x, request.y)
    after = progression.after_placing(match)
    return _with_room(asked, after, Settled(board=asked.board, position=placed, dues=match.awaiting.dues[1:]))


def _forgo(asked: Context, request: requests.Forgo) -> Result:
    if not asked.match.head.positions:
        return waivers.forgo(asked)
    awaiting, position = asked.match.awaiting, asked.state.position
    claim = claim_of(awaiting.dues)
    side = claim[0].side
    if side is None or not awaiting.may_forgo or not may_forgo(asked.board, side, len(claim)):
        raise CannotForgoError("whole")
    if position is None:
        raise NotAwaitedError("no-positions")
    board = with_dues_down(asked.board, side, len(claim), owed_again=False)
    rest = awaiting.dues[len(claim) :]
    after = progression.without_claim(asked.match, board, rest)
    return _with_room(asked, after, Settled(board=board, position=position, dues=rest))


def _with_room(asked: Context, after: Course, settled: Settled) -> Result:
    """Go on with the dues that are left, those without room sent back down."""
    waiting = settled.dues
    striker = asked.board.seat
    make_room(settled, asked.match.ruleset, striker)
    if settled.dues != waiting:
        after = progression.without_claim(asked.match, settled.board, settled.dues)
    gone = {due.number for due in asked.match.awaiting.dues}
    rest = tuple(number for number in asked.state.hand if number not in gone)
    followed = Effects(
        standing=after.standing,
        position=settled.position,
        hand=tuple(due.number for due in settled.dues if due.number is not None) + rest,
        returned=tuple(settled.returned),
        no_room=settled.no_room,
    )
    return Result(followed=followed)


def _claim(asked: Context, request: requests.Claim) -> Result:
    most = asked.match.awaiting.most
    points: object = request.points
    if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= most:
        raise NotAnOptionError("extra-points", most=most, points=points)
    return asked.gone_on(progression.after_claim(asked.match, points))


def _at_cap(asked: Context, request: requests.AtCap) -> Result:
    if request.answer not in asked.match.awaiting.options:
        raise NotAnOptionError("cap", answer=request.answer)
    return asked.gone_on(progression.after_cap(asked.match, request.answer))


def _concede(asked: Context, request: requests.Concede) -> Result:
    if request.what not in ("game", "match") or not asked.match.ruleset.concession:
        raise NotAnOptionError("concede")
    side = request.side if asked.author == entries.UMPIRE else asked.side
    if side is None:
        raise NotAnOptionError("conceding-side")
    return asked.gone_on(progression.after_conceding(asked.match, side, request.what))


def _offer(asked: Context, request: requests.Offer) -> Result:
    match, side = asked.match, asked.side
    if asked.match.head.men == 1:
        raise OfferForbiddenError("alone")
    if any(offer.what == request.what and offer.side is side for offer in match.offers):
        raise OfferForbiddenError("open")
    _check_offer(asked, request.what, side)
    return asked.unchanged()


def _check_offer(asked: Context, what: str, side: Side) -> None:
    """Refuse what could not be done if the other side agreed."""
    match = asked.match
    if what == "draw" and not match.ruleset.agreed_draw:
        raise OfferForbiddenError("draw", ruleset=Phrase(match.ruleset.title))
    if what in ("draw", "replay") and (match.board is None or match.standing.claim is not None):
        raise OfferForbiddenError("no-board")
    if what == "take_back":
        reverting.check_take_back(asked, side, by_agreement=True)
    if what not in ("draw", "replay", "take_back"):
        raise OfferForbiddenError("kind", what=what)


def _reply(asked: Context, request: requests.Reply) -> Result:
    offer = next((offer for offer in asked.match.offers if offer.number == request.offer), None)
    if offer is None:
        raise UnknownOfferError(number=request.offer)
    if asked.side is offer.side:
        raise OutOfTurnError("own-offer")
    if not request.accept:
        return asked.unchanged()
    if offer.stand_in is not None:
        return absences.replaced(asked, offer.stand_in)
    if offer.what != "fact":
        _check_offer(asked, offer.what, offer.side)
    if offer.what == "take_back":
        return reverting.take_back(asked, offer.side)
    if offer.claim is not None:
        return reverting.declare(asked, offer.claim)
    end = BoardEnd.DRAWN if offer.what == "draw" else BoardEnd.REPLAYED
    outcome = BoardOutcome(end=end, why=Reason.BOTH_LAST_REPLAYED)
    return asked.gone_on(progression.after_board(asked.match, outcome, how="agreed"))


def may_take_back(state: PlayState, side: Side) -> bool:
    """Whether a side may strike out a stroke now without asking anybody."""
    return reverting.may_take_back(state.match, side)


def boards_played(state: PlayState) -> int:
    """How many boards of the game in play count so far."""
    return len(score.boards_of(state.match.boards, state.match.standing.game))


def _take_back(asked: Context, request: requests.TakeBack) -> Result:
    if asked.author == entries.UMPIRE:
        return reverting.take_back_last(asked)
    reverting.check_take_back(asked, asked.side, by_agreement=False)
    return reverting.take_back(asked, asked.side)


def _begin(asked: Context, request: requests.Begin) -> Result:
    return beginning.begin(asked, request, _answered)


def _amend(asked: Context, request: requests.Amend) -> Result:
    return corrections.amend(asked, request, _answered)


_AWAITED: dict[type, Decision] = {
    requests.Toss: Decision.TOSS,
    requests.Choose: Decision.CHOICE,
    requests.MakeStroke: Decision.STROKE,
    requests.StateFacts: Decision.STROKE,
    requests.Pass: Decision.STROKE,
    requests.Place: Decision.PLACING,
    requests.Forgo: Decision.PLACING,
    requests.Claim: Decision.CLAIM,
    requests.Ready: Decision.READY,
    requests.Trial: Decision.READY,
    requests.AtCap: Decision.CAP,
    requests.TellBoard: Decision.STROKE,
    requests.Decide: Decision.APPEAL,
}
_AFTER_THE_END = (requests.Declare, requests.Withdraw, requests.Verify)
_BY_UMPIRE_AFTER_THE_END = (
    *_AFTER_THE_END,
    requests.TakeBack,
    requests.Correct,
    requests.Amend,
    requests.Note,
    requests.Attest,
    requests.Protest,
)


def _after_the_end(author: str) -> tuple[type, ...]:
    return _BY_UMPIRE_AFTER_THE_END if author == entries.UMPIRE else _AFTER_THE_END


_HANDLERS: dict[type, Callable[[Context, Any], Result]] = {
    requests.Toss: _toss,
    requests.Choose: _choose,
    requests.MakeStroke: strokes.make_stroke,
    requests.StateFacts: strokes.state_facts,
    requests.Pass: strokes.pass_turn,
    requests.Place: _place,
    requests.Forgo: _forgo,
    requests.Claim: _claim,
    requests.ChooseColour: pre_break.choose_colour,
    requests.TurnRack: pre_break.turn_rack,
    requests.Ready: officiating.ready,
    requests.AtCap: _at_cap,
    requests.Concede: _concede,
    requests.Offer: _offer,
    requests.Reply: _reply,
    requests.TakeBack: _take_back,
    requests.Declare: officiating.declare,
    requests.Penalise: officials.penalise,
    requests.Withdraw: reverting.withdraw,
    requests.Restore: reverting.restore,
    requests.TellBoard: score_sheet.report_board,
    requests.Correct: reverting.correct,
    requests.Amend: _amend,
    requests.Verify: second_sheet.verify,
    requests.Appeal: officials.appeal,
    requests.Decide: officials.decide,
    requests.Note: officials.note,
    requests.Attest: score_sheet.attest,
    requests.ClaimAbsence: absences.claim,
    requests.StandIn: absences.stand_in,
    requests.CallMatch: officiating.call,
    requests.Late: officiating.late,
    requests.Trial: officiating.trial,
    requests.Begin: _begin,
    requests.TimeOut: officiating.time_out,
    requests.Substitute: officiating.substitute,
    requests.Rename: officiating.rename,
    requests.Rearrange: officiating.rearrange,
    requests.Protest: officiating.protest,
}
