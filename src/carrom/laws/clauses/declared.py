"""What an umpire or a player declares, and what happens without a stroke: passes, hanging pieces that fall."""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft
from carrom.laws.clauses.points import lost_board
from carrom.laws.ruling import BoardEnd, Reason, Restore, Sanction
from carrom.terms import Queen, Side

# facts after which the pieces that were disturbed are put back to where they lay (ICF 126, 134)
RESTORING = frozenset(
    "touched_coin adjusted_coin moved_board shook_board lifted_board blew_on_coins forced_stack chair_moved "
    "body_touched_board intent_against_coins powder foreign_object".split()
)
BEFORE_THE_STROKE = frozenset({"out_of_turn", "struck_after_stop"})


def declared(draft: Draft) -> None:
    """Apply each declared fact by what the ruleset says it does; a fact it does not know has no effect, and says so."""
    facts, rules = draft.facts, draft.rules
    for fact in facts.declared:
        effect = rules.declared_events.get(fact)
        if effect is None:
            draft.find(Reason.FACT_WITHOUT_EFFECT, offender(draft), fact=fact)
        else:
            EFFECTS[effect](draft, fact)
        if draft.settled:
            return
    if not facts.made:
        without_stroke(draft)


def offender(draft: Draft) -> Side:
    """Whom the declared facts concern."""
    return draft.other if draft.facts.by_opponent else draft.side


def foul(draft: Draft, fact: str) -> None:
    """A breach: one coin of the offender, and mostly the turn (ICF 62 to 64)."""
    if fact in RESTORING:
        draft.restore = Restore.COINS
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
    side = offender(draft)
    times = draft.board.warnings_of(side, fact) + 1
    kept = [entry for entry in draft.warnings if entry[:2] != (side, fact)]
    draft.warnings = tuple(sorted((*kept, (side, fact, times))))
    draft.warned.append(fact)
    draft.find(Reason.WARNING, side, count=times, fact=fact)


def restores(draft: Draft, fact: str) -> None:
    """The position before is restored; a stroke that was running is played again and was not counted."""
    draft.find(Reason.FACT_RESTORES, fact=fact)
    draft.restore = Restore.POSITION
    draft.restored = draft.settled = True


def void(draft: Draft, fact: str) -> None:
    """The stroke does not count; the position before is restored and the rightful player strikes."""
    draft.find(Reason.FACT_VOIDS_STROKE, offender(draft), fact=fact)
    draft.restore = Restore.POSITION
    draft.restored = draft.settled = True


def foul_and_void(draft: Draft, fact: str) -> None:
    """A foul, and the stroke does not count: what it pocketed is restored."""
    draft.find(Reason.FACT_VOIDS_STROKE, offender(draft), fact=fact)
    draft.restore = Restore.POSITION
    draft.n = draft.m = 0
    draft.queen_now = draft.striker = draft.made = draft.own_last = draft.opponent_last = False
    own_is_white = draft.own.value == "white"
    draft.a = draft.board.white_up if own_is_white else draft.board.black_up
    draft.b = draft.board.black_up if own_is_white else draft.board.white_up
    if draft.facts.by_opponent:
        technical_foul_of_other_side(draft, fact)
        draft.keeps = True
    else:
        draft.foul(Reason.DECLARED_FOUL, fact)


def lose_board(draft: Draft, fact: str) -> None:
    """The offender loses the board: his coins up, and the queen unless she is his.

    Law: ICF 51, 91, 121, 126.
    """
    if fact in BEFORE_THE_STROKE:
        draft.a, draft.b = draft.a + draft.n, draft.b + draft.m
        draft.n = draft.m = 0
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
    if draft.rules.restore_on_disturbance == "replay_stroke" and fact != "no_room_for_striker":
        restores(draft, fact)
    else:
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
    draft.opponent_out = draft.m
    draft.own_last = draft.opponent_last = False


def claim_lapses(draft: Draft, fact: str) -> None:
    """What the other side did not claim in time is not owed any more.

    Law: ICF 83, 87.
    """
    debtor = offender(draft).other
    owed = draft.board.owed_by(debtor)
    draft.find(Reason.CLAIM_LAPSES, debtor, count=owed, fact=fact)
    draft.owed = (0, draft.owed[1]) if debtor is Side.A else (draft.owed[0], 0)


def sanction(kind: Sanction) -> Callable[[Draft, str], None]:
    """What an official decides beyond the board; the board itself stands."""

    def for_official(draft: Draft, fact: str) -> None:
        draft.find(Reason.FACT_FOR_REFEREE, offender(draft), fact=fact)
        draft.sanction = kind

    return for_official


EFFECTS: dict[str, Callable[[Draft, str], None]] = {
    "foul": foul,
    "warning_first": warning_first,
    "warning": warning,
    "restore": restores,
    "void": void,
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
    elif draft.facts.dropped:
        draft.find(Reason.HANGING_DROPPED, pieces=draft.facts.dropped)
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
