"""A score card: the boards of a match with points and running score, as a standalone SVG.

Reads results only; knows no laws and no positions.
"""

from collections.abc import Sequence
from html import escape

from carrom.match.snapshot import BoardResult, GameResult
from carrom.svg.paint import PAINTS, Theme
from carrom.terms import Side

_ROW = 30
_WIDTH = 520
_COLUMNS = (20, 110, 300, 480)  # board, breaker, then the two sides' points, right edges of the last two


def score_card(
    names: tuple[str, str],
    boards: Sequence[BoardResult],
    games: Sequence[GameResult] = (),
    *,
    theme: Theme = "light",
    title: str = "Score card",
) -> str:
    """Draw the boards of a match: number, who broke, points and score of each side; the games' results between them.

    Args:
        names: of side A and side B.
        boards: in order; a board that counts for nobody says so.
        games: the games that ended.
    """
    paint = PAINTS[theme]
    rows: list[str] = []
    ended = {game.game: game for game in games}
    for index, board in enumerate(boards):
        rows.append(_board_row(board, names))
        last = index + 1 == len(boards) or boards[index + 1].game != board.game
        if last and board.game in ended:
            rows.append(_game_row(ended[board.game], names))
    height = 70 + _ROW * (len(rows) + 1)
    head = (
        f'<text x="20" y="38" font-size="20" font-weight="700">{escape(title)}</text>'
        f'<g font-size="13" fill="{paint.text_2}">{_cells(("Board", "Breaks", *names), 70)}</g>'
    )
    body = "".join(
        f'<path d="M20 {78 + _ROW * index}H{_WIDTH - 20}" stroke="{paint.line}"/>'
        f'<g transform="translate(0 {_ROW * (index + 1)})">{row}</g>'
        for index, row in enumerate(rows)
    )
    words = "; ".join(_board_words(board, names) for board in boards) or "No board has ended yet"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" font-family="system-ui,sans-serif" font-size="15" fill="{paint.text}">'
        f"<title>{escape(title)}</title><desc>{escape(words)}.</desc>"
        f'<rect width="{_WIDTH}" height="{height}" rx="14" fill="{paint.page}"/>{head}{body}</svg>\n'
    )


def _board_row(board: BoardResult, names: tuple[str, str]) -> str:
    number = f"{board.game}.{board.board}{' extra' if board.extra_board else ''}"
    breaker = names[0] if board.breaking_side is Side.A else names[1]
    if board.winner is None:
        return _cells((number, breaker, board.how, ""), 70)
    gain = f"+{board.points}"
    a = f"{gain if board.winner is Side.A else ''}  {board.score.a}"
    b = f"{gain if board.winner is Side.B else ''}  {board.score.b}"
    return _cells((number, breaker, a.strip(), b.strip()), 70)


def _game_row(game: GameResult, names: tuple[str, str]) -> str:
    winner = "level" if game.winner is None else names[game.winner is Side.B]
    cells = _cells((f"Game {game.game}", winner, str(game.score.a), str(game.score.b)), 70)
    return f'<g font-weight="700">{cells}</g>'


def _cells(words: tuple[str, ...], y: int) -> str:
    """Four cells of a row; the last two end at their column."""
    parts = []
    for index, (x, text) in enumerate(zip(_COLUMNS, words, strict=True)):
        anchor = ' text-anchor="end"' if index > 1 else ""
        parts.append(f'<text x="{x}" y="{y}"{anchor} xml:space="preserve">{escape(_shortened(text))}</text>')
    return "".join(parts)


def _shortened(text: str) -> str:
    return text if len(text) <= 18 else f"{text[:17]}…"


def _board_words(board: BoardResult, names: tuple[str, str]) -> str:
    where = f"game {board.game}, board {board.board}"
    if board.winner is None:
        return f"{where}: {board.how}"
    return f"{where}: {names[board.winner is Side.B]} {board.points}, {board.score.a} to {board.score.b}"
