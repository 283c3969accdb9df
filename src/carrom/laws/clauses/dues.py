"""The costs of a stroke: coins of it that come out, dues for the striker, penalties for fouls.

Law: ICF 64, 72 to 77, 98 to 101.
"""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft
from carrom.laws.ruling import Reason

# (foul, striker, own coin, opponent's coin) of a stroke that neither pockets the queen nor should cover her
PLAIN = {
    (False, True, False, False): Reason.STRIKER_ALONE,
    (False, True, True, False): Reason.STRIKER_WITH_OWN,
    (False, True, False, True): Reason.STRIKER_WITH_OPPONENT,
    (False, True, True, True): Reason.STRIKER_WITH_BOTH,
    (True, False, False, False): Reason.IMPROPER,
    (True, False, True, False): Reason.IMPROPER_WITH_OWN,
    (True, False, False, True): Reason.IMPROPER_WITH_OPPONENT,
    (True, False, True, True): Reason.IMPROPER_WITH_BOTH,
    (True, True, False, False): Reason.IMPROPER_STRIKER_ALONE,
    (True, True, True, False): Reason.IMPROPER_STRIKER_WITH_OWN,
    (True, True, False, True): Reason.IMPROPER_STRIKER_WITH_OPPONENT,
    (True, True, True, True): Reason.IMPROPER_STRIKER_WITH_BOTH,
}
# (foul, striker, own coin)
WITH_QUEEN = {
    (False, True, False): Reason.STRIKER_WITH_QUEEN,
    (False, True, True): Reason.STRIKER_WITH_QUEEN_AND_OWN,
    (True, False, False): Reason.IMPROPER_WITH_QUEEN,
    (True, False, True): Reason.IMPROPER_WITH_QUEEN,
    (True, True, False): Reason.IMPROPER_STRIKER_WITH_QUEEN,
    (True, True, True): Reason.IMPROPER_STRIKER_WITH_QUEEN_AND_OWN,
}
COVERING = {
    (False, True, False): Reason.STRIKER_IN_COVERING_STROKE,
    (False, True, True): Reason.STRIKER_AND_OWN_IN_COVERING_STROKE,
    (True, False, False): Reason.IMPROPER_IN_COVERING_STROKE,
    (True, False, True): Reason.IMPROPER_IN_COVERING_STROKE,
    (True, True, False): Reason.IMPROPER_STRIKER_IN_COVERING_STROKE,
    (True, True, True): Reason.IMPROPER_STRIKER_AND_OWN_IN_COVERING_STROKE,
}


def dues(draft: Draft) -> None:
    """Say which coins of the stroke come out and how many more are due."""
    if draft.settled or draft.clean:
        return
    foul, striker, own = bool(draft.fouls), draft.striker, draft.own_pocketed > 0
    if draft.queen_now:
        why = WITH_QUEEN[foul, striker, own]
    elif draft.pending:
        why = COVERING[foul, striker, own]
    else:
        why = PLAIN[foul, striker, own, draft.opponent_pocketed > 0]
    by_foul = foul and FOUL_STROKE_COINS[draft.rules.foul_stroke_coins]
    coming_out = draft.own_pocketed if by_foul or (striker and FOUL_STROKE_COINS[draft.rules.striker_own_coins]) else 0
    draft.own_out = max(draft.own_out, coming_out)  # a last coin may come out beside what the stroke costs
    cost = MULTI_FOUL[draft.rules.multi_foul](draft, foul_cost(draft), striker_cost(draft, coming_out, by_foul=by_foul))
    draft.find(why, draft.side, count=draft.own_out + cost)
    if striker and not draft.board.broken:
        draft.find(Reason.STRIKER_AT_BREAK, draft.side)
    draft.own_dues.extend([why] * cost)


def foul_cost(draft: Draft) -> int:
    """Coins for the fouls of a stroke: one penalty, however many breaches."""
    if not draft.fouls:
        return 0
    broke_now = draft.broken and not draft.board.broken
    if broke_now and BREAK_TOUCHED_IMPROPER[draft.rules.break_touched_improper]:
        draft.find(Reason.BREAK_TOUCHED_IMPROPERLY, draft.side)
        return 0
    return draft.rules.foul_coins


def striker_cost(draft: Draft, coming_out: int, *, by_foul: bool) -> int:
    """Coins for a pocketed striker, beside the coins of the stroke that come out.

    Where those come out for the foul already, the striker costs what it costs alone.
    """
    if not draft.striker:
        return 0
    rules = draft.rules
    if draft.own_pocketed == 0 or by_foul:
        return rules.striker_alone
    if rules.striker_own_total == "n+1":
        return 1
    return max(rules.striker_own_total - coming_out, 0)


def summed(draft: Draft, foul: int, striker: int) -> int:
    """Penalty and due add up; an older edition takes the due alone."""
    if foul and striker and draft.rules.improper_striker_penalty == 1:
        return striker
    return foul + striker


def one_only(draft: Draft, foul: int, striker: int) -> int:
    """The greater of the two."""
    if (foul and striker) or len(draft.fouls) > 1:
        draft.find(Reason.ONE_PENALTY_ONLY, draft.side)
    return max(foul, striker)


def one_but_coin_off(draft: Draft, foul: int, striker: int) -> int:
    """The greater of the two, but both when the striker was pocketed and a piece left the board."""
    if striker and any(why is Reason.COIN_OFF_FOUL for why, _ in draft.fouls):
        draft.find(Reason.BOTH_PENALTIES, draft.side)
        return foul + striker
    return one_only(draft, foul, striker)


MULTI_FOUL: dict[str, Callable[[Draft, int, int], int]] = {
    "sum": summed,
    "one": one_only,
    "one_with_exceptions": one_but_coin_off,
}
FOUL_STROKE_COINS = {"return": True, "stay": False}
BREAK_TOUCHED_IMPROPER = {"turn_only": True, "foul": False}
