"""Declarations of an umpire or a player, and events without a stroke: passes, hanging pieces that fall."""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft
from carrom.laws.clauses.points import lost_board
from carrom.laws.effects import ANY_FINGER
from carrom.laws.facts import Direction
from carrom.laws.ruleset import effect_of
from carrom.laws.ruling import BoardEnd, Reason, Restore, Sanction
from carrom.terms import Piece, Queen, Side

Effect = Callable[[Draft, str], None]
# facts after which the pieces that were disturbed are put back to where they lay (ICF 126, 134)
RESTORING = frozenset(
    "touched_coin adjusted_coin moved_board shook_board lifted_board blew_on_coins forced_stack chair_moved "
    "body_touched_board intent_against_coins powder foreign_object".split()
)
BEFORE_THE_STROKE = frozenset({"out_of_turn", "struck_after_stop"})
FELL = frozenset({Reason.OWN_POCKETED, Reason.OPPONENT_POCKETED})
BY_HAND = frozenset({"touched_coin", "adjusted_coin"})
# effects that end the questions about the stroke: every other fact is reported before
SETTLING = frozenset({"restore", "disturbance", "void", "out_of_turn", "lose_board", "leaving", "replay_board"})


def declared(draft: Draft) -> None:
    """Apply each declared fact as the ruleset says; an unknown fact has no effect, and the ruling says so."""
    facts = draft.facts
    if facts.declared:
        effects = [(fact, effect_of(draft.rules, fact)) for fact in facts.declared]
        for fact, effect in sorted(effects, key=lambda each: each[1] in SETTLING):
            if effect is None:
                without_effect(draft, fact)
            else:
                EFFECTS[effect](draft, fact)
            if draft.settled:
                return
    if not facts.made:
        without_stroke(draft)


def offender(draft: Draft) -> Side:
    """The side that the declared facts concern."""
    return draft.other if draft.facts.by_opponent else draft.side


def without_effect(draft: Draft, fact: str) -> None:
    """The ruleset does not know the fact, or allows it: it is recorded without consequence."""
    draft.find(Reason.FACT_WITHOUT_EFFECT, offender(draft), fact=fact)


def rack_touched(draft: Draft, fact: str) -> bool:
    """Whether the breaker only tidied the rack before the first stroke, where that is allowed."""
    board = draft.board
    untouched = not board.broken and board.attempt == 1 and not draft.facts.made and not draft.facts.by_opponent
    return untouched and fact in BY_HAND and draft.rules.rack_may_be_touched


def foul(draft: Draft, fact: str) -> None:
    """A breach: one coin of the offender, and mostly the turn (ICF 62 to 64)."""
    if rack_touched(draft, fact):
        draft.find(Reason.RACK_TOUCHED, draft.side, fact=fact)
        return
    if fact in RESTORING:
        draft.restore = Restore.COINS
    hangs_again(draft)
    if draft.facts.by_opponent:
        technical_foul_of_other_side(draft, fact)
    elif draft.facts.made:
        draft.foul(Reason.DECLARED_FOUL, fact)
    elif draft.rules.technical_foul is True and draft.first_of_turn:
        draft.find(Reason.TECHNICAL_FOUL, draft.side, count=draft.rules.foul_coins, fact=fact)
        if not draft.own_dues:  # several breaches at once cost one coin
            draft.own_dues.extend([Reason.TECHNICAL_FOUL] * draft.rules.foul_coins)
    else:
        draft.foul(Reason.DECLARED_FOUL, fact)


def hangs_again(draft: Draft) -> None:
    """A hanging piece that fell by a player's breach goes back to where it hung, unless any cause will do.

    Law: ICF 113; L-053, L-159.
    """
    if not draft.dropped or RIM_DROP[draft.rules.rim_drop]:
        return
    draft.restore = Restore.COINS
    draft.dropped = ()
    uncounted(draft)
    draft.findings = [finding for finding in draft.findings if finding.reason not in FELL]


def uncounted(draft: Draft) -> None:
    """Put pieces up again that fell."""
    own_is_white = draft.own is Piece.WHITE
    draft.own_left = draft.board.white_up if own_is_white else draft.board.black_up
    draft.opponent_left = draft.board.black_up if own_is_white else draft.board.white_up
    draft.own_pocketed = draft.opponent_pocketed = 0
    draft.queen_now = draft.own_last = draft.opponent_last = False


def technical_foul_of_other_side(draft: Draft, fact: str) -> None:
    """A breach by the side that waits: a coin of theirs, once a stroke; the turn goes on."""
    if draft.rules.technical_foul is False:
        draft.find(Reason.FACT_WITHOUT_EFFECT, draft.other, fact=fact)
        return
    draft.find(Reason.TECHNICAL_FOUL, draft.other, count=draft.rules.foul_coins, fact=fact)
    if not draft.other_dues:
        draft.other_dues.extend([Reason.TECHNICAL_FOUL] * draft.rules.foul_coins)


def warning_first(draft: Draft, fact: str) -> None:
    """The first time a warning, afterwards a foul."""
    if draft.board.warnings_of(offender(draft), fact) > 0:
        foul(draft, fact)
    else:
        warning(draft, fact)


def warning(draft: Draft, fact: str) -> None:
    """A warning, each time."""
    hangs_again(draft)
    side = offender(draft)
    times = draft.board.warnings_of(side, fact) + 1
    others = [entry for entry in draft.warnings if entry[:2] != (side, fact)]
    draft.warnings = tuple(sorted((*others, (side, fact, times))))
    draft.warned.append(fact)
    draft.find(Reason.WARNING, side, count=times, fact=fact)


def technique(draft: Draft, fact: str) -> None:
    """A finger that the ruleset names for this direction, or any, is allowed; every other is a foul."""
    backward = draft.facts.direction is Direction.BACKWARD
    free = draft.rules.techniques_backward if backward else draft.rules.techniques_forward
    if ANY_FINGER in free:
        without_effect(draft, fact)
    else:
        foul(draft, fact)


def over_diagonal(draft: Draft, fact: str) -> None:
    """Arm or body over the lines of the arrows: a foul, or a warning each time."""
    HAND_OVER_DIAGONAL[draft.rules.hand_over_diagonal](draft, fact)


def restores(draft: Draft, fact: str) -> None:
    """The position before is restored; a stroke that was running is played again and was not counted."""
    draft.find(Reason.FACT_RESTORES, fact=fact)
    draft.restore = Restore.POSITION
    draft.restored = draft.settled = True


def void(draft: Draft, fact: str) -> None:
    """The stroke does not count; the position before is restored and the rightful player strikes.

    Who struck out of turn is not entitled to strike now; a queen that they still have to cover says that they were.
    """
    draft.find(Reason.FACT_VOIDS_STROKE, offender(draft), fact=fact)
    draft.restore = Restore.POSITION
    draft.restored = draft.settled = True
    draft.rightful_other = not (draft.facts.by_opponent or draft.pending or draft.board.early_queen)


def out_of_turn(draft: Draft, fact: str) -> None:
    """A stroke by a side that was not in turn."""
    OUT_OF_TURN[draft.rules.out_of_turn](draft, fact)


def leaving(draft: Draft, fact: str) -> None:
    """A player left their seat or the match."""
    LEAVING[draft.rules.leaving](draft, fact)


def disturbance(draft: Draft, fact: str) -> None:
    """Something from outside changed the position, or made a hanging piece fall."""
    if draft.dropped and RIM_DROP[draft.rules.rim_drop]:
        without_effect(draft, fact)
        return
    RESTORE_ON_DISTURBANCE[draft.rules.restore_on_disturbance](draft, fact)


def foul_and_void(draft: Draft, fact: str) -> None:
    """A foul, and the stroke does not count: what it pocketed is restored."""
    draft.find(Reason.FACT_VOIDS_STROKE, offender(draft), fact=fact)
    draft.restore = Restore.POSITION
    draft.striker = draft.made = False
    uncounted(draft)
    if draft.facts.by_opponent:
        technical_foul_of_other_side(draft, fact)
        draft.keeps = True
    else:
        draft.foul(Reason.DECLARED_FOUL, fact)


def lose_board(draft: Draft, fact: str) -> None:
    """The offender loses the board: their coins up, and the queen unless she is theirs. Alone nobody wins it: a foul.

    Law: ICF 51, 91, 121, 126.
    """
    if draft.board.solo:
        foul(draft, fact)
        return
    if fact in BEFORE_THE_STROKE:
        draft.own_left, draft.opponent_left = (
            draft.own_left + draft.own_pocketed,
            draft.opponent_left + draft.opponent_pocketed,
        )
        draft.own_pocketed = draft.opponent_pocketed = 0
        draft.queen_now = False
    if draft.queen_now or draft.queen is Queen.AWAITING_COVER:
        draft.queen, draft.queen_side = Queen.ON_BOARD, None
    loser = offender(draft)
    draft.find(Reason.FACT_LOSES_BOARD, loser, fact=fact)
    lost_board(draft, loser, Reason.FACT_LOSES_BOARD)


def replay_board(draft: Draft, fact: str) -> None:
    """The board counts nothing and is played again.

    Law: ICF 137, 140, 142.
    """
    draft.find(Reason.FACT_REPLAYS_BOARD, fact=fact)
    draft.end(BoardEnd.REPLAYED, Reason.FACT_REPLAYS_BOARD)


def before_play(draft: Draft, fact: str) -> None:
    """A break before "Play": all that fell comes out, a coin is owed, the turn is lost.

    Law: ICF 46, 47.
    """
    if draft.facts.by_opponent or draft.board.broken or not draft.facts.made:
        foul(draft, fact)
        return
    draft.find(Reason.BREAK_BEFORE_PLAY, draft.side, fact=fact)
    draft.fouls.append((Reason.BREAK_BEFORE_PLAY, fact))
    draft.opponent_out = draft.opponent_pocketed
    draft.own_last = draft.opponent_last = False


def claim_lapses(draft: Draft, fact: str) -> None:
    """Cancel a debt that a side did not claim in time: the other side's debt, or the only one there is.

    Law: ICF 83, 87; K-067.
    """
    if draft.rules.owed_lapse == "never":
        without_effect(draft, fact)
        return
    debtor = offender(draft).other
    if not draft.board.owed_by(debtor):
        debtor = debtor.other
    owed = draft.board.owed_by(debtor)
    draft.find(Reason.CLAIM_LAPSES, debtor, count=owed, fact=fact)
    draft.owed = (0, draft.owed[1]) if debtor is Side.A else (draft.owed[0], 0)


def sanction(kind: Sanction) -> Effect:
    """A decision of an official beyond the board; the board itself stays."""

    def for_official(draft: Draft, fact: str) -> None:
        draft.find(Reason.FACT_FOR_REFEREE, offender(draft), fact=fact)
        draft.sanction = kind

    return for_official


HAND_OVER_DIAGONAL: dict[str, Effect] = {"nobody": foul, "hand_only": foul, "warn": warning}
OUT_OF_TURN: dict[str, Effect] = {"void": void, "lose_board": lose_board}
LEAVING: dict[str, Effect] = {
    "lose_board": lose_board,
    "forfeit_game": sanction(Sanction.GAME),
    "foul": foul,
}
RESTORE_ON_DISTURBANCE: dict[str, Effect] = {"replay_stroke": restores, "replay_board": replay_board}
RIM_DROP = {"counts": True, "counts_without_cause": False}  # whether a piece counts that fell for such a cause
EFFECTS: dict[str, Effect] = {
    "foul": foul,
    "warning_first": warning_first,
    "warning": warning,
    "over_diagonal": over_diagonal,
    "technique": technique,
    "permitted": without_effect,
    "restore": restores,
    "disturbance": disturbance,
    "void": void,
    "out_of_turn": out_of_turn,
    "leaving": leaving,
    "foul_and_void": foul_and_void,
    "lose_board": lose_board,
    "replay_board": replay_board,
    "before_play": before_play,
    "claim_lapses": claim_lapses,
    "lose_match": sanction(Sanction.MATCH),
    "forfeit_game": sanction(Sanction.GAME),
    "referee": sanction(Sanction.REFEREE),
}


def without_stroke(draft: Draft) -> None:
    """A pass, a hanging piece that fell, or only what was declared: whose turn it is then.

    Law: ICF 62 to 64, 71, 113, 137.
    """
    if draft.facts.passed:
        passed(draft)
    elif draft.dropped:
        draft.find(Reason.HANGING_DROPPED, pieces=draft.dropped)
        draft.keeps = True  # stage `turn` may say otherwise
    elif draft.fouls and draft.rules.foul_ends_turn:
        draft.keeps = False
    else:
        draft.keeps = True
        draft.passes = draft.board.passes
        draft.find(Reason.TURN_UNAFFECTED, draft.side)


def passed(draft: Draft) -> None:
    """A pass; when each player passed three times in succession, the board is played again."""
    draft.passes = draft.board.passes + 1
    draft.find(Reason.PASSED, draft.side, count=draft.passes)
    if draft.passes >= 3 * draft.board.players and "three_passes" in draft.rules.board_replay_events:
        draft.find(Reason.PASSED_THREE_TIMES)
        draft.end(BoardEnd.REPLAYED, Reason.PASSED_THREE_TIMES)
