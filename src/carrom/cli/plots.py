"""Plots of arenas and of solo runs, as SVG files of their own."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from carrom.bots.contest import BoardPlayed, SoloBoard, mean_interval, won_share
from carrom.svg.charts import Bar, Mark, Range, bar_chart, interval_chart, line_chart

if TYPE_CHECKING:
    from carrom.bots.round_robin import Rated

THEME = "light"
MOST_MARKS = 120  # of a line; of a longer run every so many pairs are drawn


def plot_of_two(a: str, b: str, boards: Sequence[BoardPlayed]) -> str:
    """Draw the share of the boards that A has won, pair by pair, with its 95 % interval; ties are left out."""
    pairs = len(boards) // 2
    step = max(1, -(-pairs // MOST_MARKS))
    marks = []
    for count in sorted({*range(2 * step, len(boards) + 1, 2 * step), len(boards)}):
        winners = Counter(board.winner for board in boards[:count])
        low, share, high = (100.0 * value for value in won_share(winners["a"], winners["b"]))
        says = f"{count} boards: {share:.0f} % ({low:.0f} to {high:.0f})"
        marks.append(Mark(at=float(count), value=share, low=low, high=high, says=says))
    return line_chart(
        marks,
        title=f"Boards won by {a} against {b}",
        says=marks[-1].says if marks else "",
        words=[(2.0, "2"), (float(len(boards)), f"{len(boards)} boards")] if len(boards) > 2 else (),
        unit=f"% won by {a}",
        theme=THEME,
    )


def plot_of_ratings(table: "Sequence[Rated]") -> str:
    """Draw the rating of each computer with its 95 % interval."""
    rows = [
        Range(
            word=each.name,
            value=each.rating,
            low=each.low,
            high=each.high,
            says=f"{each.name}: {each.rating:.0f} ({each.low:.0f} to {each.high:.0f})",
        )
        for each in table
    ]
    says = "; ".join(row.says for row in rows)
    return interval_chart(rows, title="Ratings", says=says, across="rating, 95 %", theme=THEME)


def plot_of_solo(name: str, boards: Sequence[SoloBoard]) -> str:
    """Draw how many boards took how many strokes; the bar of those stopped at the cap has a frame."""
    counts = Counter(board.strokes for board in boards)
    stopped = {board.strokes for board in boards if board.stopped}
    bars = [
        Bar(
            word=str(strokes),
            count=counts[strokes],
            says=f"{strokes} strokes: {counts[strokes]}",
            is_marked=strokes in stopped,
        )
        for strokes in range(min(counts), max(counts) + 1)
    ]
    average, low, high = mean_interval([board.strokes for board in boards])
    interval = f" ({low:.2f} to {high:.2f})" if len(boards) > 1 else ""
    return bar_chart(
        bars,
        title=f"19-coin solo, {name}",
        says=f"{average:.2f} strokes a board{interval}, {len(boards)} boards",
        across=f"strokes, mean {average:.2f}{interval}",
        unit=f"boards of {name}",
        theme=THEME,
    )
