"""Matches that are over, as they count for those who played them: rows that one's own page filters and sums up.

A row follows from the match alone. It is written with the entry that ends the match, goes when a correction opens the
match again, and is written later for a match that has none (`catch_up`).
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from carrom.match.state import MatchState
from carrom.terms import Side
from carrom_web.matches import models, selectors
from carrom_web.matches.models import Played

AT_ONCE = 200  # that `catch_up` writes


def follow(match_id: UUID, match: MatchState) -> None:
    """Let the rows of a match say what its state says. Call in the transaction that stored it."""
    models.HandEvidence.objects.filter(match_id=match_id).delete()  # a correction may have struck strokes out
    if match.result is None:
        Played.objects.filter(match_id=match_id).delete()
        return
    sides: dict[UUID, set[Side]] = {}
    computers: set[Side] = set()
    for seat in models.Seat.objects.filter(match_id=match_id):
        if seat.guest_id is not None:
            sides.setdefault(seat.guest_id, set()).add(Side(seat.side))
        if seat.level:
            computers.add(Side(seat.side))
    for guest_id, own in sides.items():
        write(match_id, match, guest_id, own, computers)


def write(match_id: UUID, match: MatchState, guest_id: UUID, own: Collection[Side], computers: Iterable[Side]) -> None:
    """Write the row of one guest, who plays these sides; `computers`: sides with one."""
    side = next(iter(own)) if len(own) == 1 else None
    best = _best_board(match_id, match, side)
    row = {
        "side": side.value if side is not None else "",
        "ruleset": match.head.ruleset,
        "against": _against(match, side, computers),
        "outcome": _outcome(match, side),
        "is_doubles": match.head.men == 4,
        "points": _points(match, side),
        "points_against": _points(match, side.other) if side is not None and match.head.men > 1 else 0,
        "best_board": best[0] if best else None,
        "best_entry": best[1] if best else None,
        "average": _average(match),
        "ended_at": models.Match.objects.values_list("changed_at", flat=True).get(pk=match_id),
    }
    Played.objects.update_or_create(match_id=match_id, guest_id=guest_id, defaults=row)


def catch_up() -> int:
    """Write the rows of matches that have none; return how many matches that were."""
    rows = models.Match.objects.filter(phase="over", played=None, seats__guest__isnull=False).distinct()
    found = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    for match_id in found:
        follow(match_id, selectors.load(match_id).state.match)
    return len(found)


def _against(match: MatchState, side: Side | None, computers: Iterable[Side]) -> Played.Against:
    if match.head.men == 1:
        return Played.Against.ALONE
    if side is None:
        return Played.Against.SCREEN
    return Played.Against.COMPUTER if side.other in computers else Played.Against.PERSON


def _outcome(match: MatchState, side: Side | None) -> str:
    if match.result is None or side is None or match.head.men == 1:
        return ""
    winner = match.result.winner
    if winner is None:
        return Played.Outcome.LEVEL
    return Played.Outcome.WON if winner is side else Played.Outcome.LOST


def _points(match: MatchState, side: Side | None) -> int:
    return sum(board.points for board in match.boards if match.head.men == 1 or board.winner is side)


def _average(match: MatchState) -> float | None:
    """Strokes a board, of one who plays alone; None: there is no board that counts."""
    counts = [board.points for board in match.boards if board.how == "played"]
    return sum(counts) / len(counts) if match.head.men == 1 and counts else None


def _best_board(match_id: UUID, match: MatchState, side: Side | None) -> tuple[int, int] | None:
    """The best board of a side that was played out, and the entry that ended it; None: it has none."""
    alone = match.head.men == 1
    own = [
        number
        for number, board in enumerate(match.boards)
        if board.how == "played" and board.points and (alone or (side is not None and board.winner is side))
    ]
    if not own:
        return None
    best = min(own, key=lambda number: match.boards[number].points * (1 if alone else -1))
    ended = [
        entry.number
        for entry in selectors.record(match_id)
        if entry.number not in match.struck
        for _board in entry.followed.board_results
    ]
    return match.boards[best].points, ended[min(best, len(ended) - 1)]
