"""The effect of a correction, entry by entry and board by board, as plain JSON, for a preview."""

from collections.abc import Sequence
from typing import Any

from carrom.match.entries import Entry
from carrom.match.requests import Amend
from carrom.match.snapshot import BoardResult
from carrom.match.state import MatchState
from carrom.play.effective_entries import Counted, counted, only_strikes_out
from carrom.play.second_sheet import boards_that_count
from carrom.play.state import PlayState, applied
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.matches import phrases, rendering

Json = dict[str, Any]


def changes(record: Sequence[Entry], state: PlayState, entry: Entry) -> Json:
    """Return what `entry`, a correction that nobody has stored yet, would change in the match of `state`."""
    now = applied(state, entry)
    before = _by_number(counted(record, state.match.struck))
    after = _by_number(counted((*record, entry), now.match.struck))
    lapsed = {lapse.number: lapse for lapse in entry.followed.lapsed}
    rows, same = [], 0
    for number in sorted({*before, *after} - {entry.number}):
        was, then = _text(before.get(number)), _text(after.get(number))
        if was == then and number not in lapsed:
            same += number > entry.asked.number if isinstance(entry.asked, Amend) else 0
            continue
        lapse = lapsed.get(number)
        rows.append({"number": number, "was": was, "now": then, "why": _(lapse.sentence) if lapse else ""})
    codes = [lapse.code for lapse in lapsed.values()]
    follows = isinstance(entry.asked, Amend) and entry.asked.turns == "follow"
    return {
        "entries": rows,
        "same": same,
        "lapsed": len(lapsed),
        "boards": _boards(state.match, now.match),
        "score": {"was": _score(state.match), "now": _score(now.match)},
        "awaiting": {"was": phrases.awaiting_text(state.match), "now": phrases.awaiting_text(now.match)},
        "turns": "other-player" in codes or follows,
    }


def _by_number(points: Any) -> dict[int, Counted]:
    return {point.entry.number: point for point in points if not only_strikes_out(point.entry)}


def _text(point: Counted | None) -> str:
    """Return the text of an entry and of its ruling; empty if nothing counts under this number."""
    return "" if point is None else rendering.entry_text(point.before.match, point.entry)


def _boards(before: MatchState, after: MatchState) -> list[Json]:
    """Every board that ended, as it was and as it would be."""
    was = {(board.game, board.board): board for board in boards_that_count(before)}
    now = {(board.game, board.board): board for board in boards_that_count(after)}
    many = before.ruleset.match_wins_needed > 1 and before.ruleset.board_limit != 1
    rows = []
    for game, board in sorted({*was, *now}):
        old, new = was.get((game, board)), now.get((game, board))
        rows.append(
            {
                "name": f"{game}.{board}" if many else str(board),
                "was": board_label(before, old),
                "now": board_label(after, new),
                "changed": old != new,
            }
        )
    return rows


def board_label(match: MatchState, board: BoardResult | None) -> str:
    """Describe the points of a board and the score of the game then; empty without a board."""
    if board is None:
        return ""
    if match.head.men == 1:
        return str(board.points)
    score = f"{board.score.a} : {board.score.b}"
    if board.winner is None:
        return f"– ({score})"
    return f"{phrases.side_called(match, board.winner)} {board.points} ({score})"


def _score(match: MatchState) -> str:
    """How the match stands."""
    if match.result is not None:
        return phrases.result_text(match)
    games = [match.games_won.of(side) for side in Side]
    words = phrases.score_phrase(match)
    return words if not any(games) else f"{words} ({games[0]} : {games[1]})"
