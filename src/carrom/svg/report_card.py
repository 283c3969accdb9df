"""The report of a week as a picture to pass on: what was best, the top of the table, as a standalone SVG.

Draws texts that are given; wraps them by the width that letters have on average, since nobody measures them here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from carrom.svg.paint import PAINTS, Theme

WIDTH = 1080
_LEFT, _RIGHT = 64, WIDTH - 64
_TEXT, _SMALL, _LABEL = 34, 28, 26
_LETTER = 0.52  # of a font's size, the width of a letter on average
_WIDE = 1.0  # of one in scripts whose letters are square
_LEAST_HEIGHT = 630  # of a picture beside a link


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of the table: place, name, figure, and how many places up or (below 0) down."""

    place: str
    name: str
    figure: str
    moved: int = 0


def report_card(
    title: str,
    subtitle: str,
    summary: Sequence[str],
    lines: Sequence[tuple[str, Sequence[str]]],
    heading: str,
    rows: Sequence[ReportRow],
    *,
    foot: str = "",
    theme: Theme = "light",
) -> str:
    """Draw it, as high as its texts need.

    Args:
        title: of the competition; `subtitle` which week.
        summary: sentences below them.
        lines: a label and its texts each, one below the other.
        heading: above the table.
        foot: the last line, such as what comes next.
    """
    paint = PAINTS[theme]
    drawn: list[str] = []
    y = 100
    for text in _wrapped(title, 52):
        drawn.append(_text(_LEFT, y, text, 52, weight=700))
        y += 62
    drawn.append(_text(_LEFT, y - 8, _cut(subtitle, _SMALL, _RIGHT - _LEFT), _SMALL, fill=paint.text_2))
    y += 52
    for text in (part for one in summary for part in _wrapped(one, _TEXT)):
        drawn.append(_text(_LEFT, y, text, _TEXT))
        y += 46
    for label, texts in lines:
        drawn.append(_text(_LEFT, y + 10, label, _LABEL, fill=paint.accent, weight=600))
        y += 50
        size, step = (_TEXT, 44) if len(texts) == 1 else (_SMALL, 38)
        for text in (part for one in texts for part in _wrapped(one, size)):
            drawn.append(_text(_LEFT, y, text, size))
            y += step
        y += 8
    if rows:
        drawn.append(_text(_LEFT, y + 24, heading, _LABEL, fill=paint.accent, weight=600))
        y += 44
        for row in rows:
            drawn.append(f'<path d="M{_LEFT} {y}H{_RIGHT}" stroke="{paint.line}" stroke-width="2"/>')
            y += 44
            drawn += _row(row, y, paint.accent, paint.text_2)
            y += 14
    for text in _wrapped(foot, _SMALL) if foot else ():
        drawn.append(_text(_LEFT, y + 40, text, _SMALL, fill=paint.text_2))
        y += 38
    height = max(_LEAST_HEIGHT, y + 60)
    said = ". ".join([*summary, *(f"{label}: {', '.join(texts)}" for label, texts in lines)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="system-ui,sans-serif" fill="{paint.text}">'
        f"<title>{escape(f'{title}, {subtitle}')}</title><desc>{escape(said)}</desc>"
        f'<rect width="{WIDTH}" height="{height}" fill="{paint.page}"/>'
        f'<rect width="{WIDTH}" height="14" fill="{paint.accent}"/>{"".join(drawn)}</svg>\n'
    )


def height_of(svg: str) -> int:
    """How high such a picture is."""
    return int(svg.split(f'viewBox="0 0 {WIDTH} ', 1)[1].split('"', 1)[0])


def _row(row: ReportRow, y: int, accent: str, quiet: str) -> list[str]:
    name = _cut(row.name, _TEXT, 620)
    moved = f"↑ {row.moved}" if row.moved > 0 else f"↓ {-row.moved}" if row.moved else ""
    return [
        _text(_LEFT + 52, y, row.place, _TEXT, anchor="end", fill=quiet),
        _text(_LEFT + 76, y, name, _TEXT, weight=600),
        _text(_RIGHT - 150, y, moved, _SMALL, anchor="end", fill=accent if row.moved > 0 else quiet),
        _text(_RIGHT, y, row.figure, _TEXT, anchor="end"),
    ]


def _text(x: int, y: int, text: str, size: int, *, weight: int = 400, anchor: str = "start", fill: str = "") -> str:
    more = (f' fill="{fill}"' if fill else "") + (f' text-anchor="{anchor}"' if anchor != "start" else "")
    return f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}"{more}>{escape(text)}</text>'


def _letters(text: str, size: int, width: int) -> int:
    """How many letters of a text fit into a width."""
    letter = _WIDE if any(ord(one) > 0x2E7F for one in text) else _LETTER
    return max(4, int(width / (letter * size)))


def _wrapped(text: str, size: int) -> list[str]:
    return wrap(text, _letters(text, size, _RIGHT - _LEFT)) or [""]


def _cut(text: str, size: int, width: int) -> str:
    most = _letters(text, size, width)
    return text if len(text) <= most else f"{text[: most - 1]}…"
