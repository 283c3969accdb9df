"""Charts as plain SVG: values over time with a trend and a band, bars of a distribution or in two parts, intervals.

No scripts and no style sheet. The theme "page" names the page's own colours (`var(--accent)` and so on), so that a
chart inside a page is light or dark with it. Each chart is drawn for a width of 360, so its text is right on a phone;
`title` and `says` are what a screen reader speaks, and the page puts a chart's table beside it.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from carrom.svg.drawing import short
from carrom.svg.paint import PAINTS

ChartTheme = str  # "page", or a `Theme`
WIDTH = 360
_LEFT, _RIGHT, _TOP = 40, 12, 14
_PLOT, _FOOT = 170, 42  # heights of what is drawn and of the words below it
_LETTER = 7.0  # the width of a letter at size 12, about


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One point of a line chart: where (a day's number, or any other), how much, what it says when pointed at.

    `low` and `high` are the ends of a band around it, such as a rating less and plus its deviation. A hollow mark is
    one that does not count fully: a dropped set, a provisional rating.
    """

    at: float
    value: float
    says: str = ""
    low: float | None = None
    high: float | None = None
    is_hollow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar of a distribution: its word below, how many, and whether it stands out (a cap, one's own best)."""

    word: str
    count: float
    says: str = ""
    is_marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """One row of two parts: the minimum, plain, and the rest, hatched. A second part below 0 is stated in words."""

    word: str
    base: float
    extra: float
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """One row of a chart of intervals: its word, the value, the ends of its interval."""

    word: str
    value: float
    low: float
    high: float
    says: str = ""


@dataclass(frozen=True, slots=True)
class _Inks:
    text: str
    text_2: str
    line: str
    accent: str
    page: str


def _inks(theme: ChartTheme) -> _Inks:
    if theme == "page":
        return _Inks("var(--text)", "var(--text-2)", "var(--line)", "var(--accent)", "var(--surface)")
    paint = PAINTS[theme]
    return _Inks(paint.text, paint.text_2, paint.line, paint.accent, paint.page)


def line_chart(
    marks: Sequence[Mark],
    *,
    title: str,
    says: str = "",
    words: Sequence[tuple[float, str]] = (),
    trend: tuple[tuple[float, float], tuple[float, float]] | None = None,
    unit: str = "",
    theme: ChartTheme = "page",
    identity: str = "chart",
) -> str:
    """Draw values one after the other, joined by a line.

    Args:
        marks: in any order.
        title: what is shown.
        says: the gist in a sentence or two.
        words: what is written below, and where along; those without room are left out, the first and last stay.
        trend: two ends of a straight dashed line.
        unit: what the values count, written above the scale.
        theme: colours of a file, or the page's.
        identity: tells charts of one page apart.
    """
    inks, ordered = _inks(theme), sorted(marks, key=lambda one: (one.at, one.value))
    heights = [value for one in ordered for value in (one.value, one.low, one.high) if value is not None]
    heights += [value for _, value in trend or ()]
    ticks = nice_ticks(min(heights, default=0.0), max(heights, default=1.0))
    along = [one.at for one in ordered] + [at for at, _ in trend or ()] + [at for at, _ in words]
    x = _scale(min(along, default=0.0), max(along, default=1.0), _LEFT + 8, WIDTH - _RIGHT - 8)
    y = _scale(ticks[0], ticks[-1], _TOP + _PLOT, _TOP + 10)
    parts = [_grid(ticks, y, inks, unit), _below(words, x, inks)]
    banded = [one for one in ordered if one.low is not None and one.high is not None]
    if len(banded) > 1:
        around = [(one.at, one.high or 0.0) for one in banded] + [(one.at, one.low or 0.0) for one in reversed(banded)]
        parts.append(f'<path d="{_way(around, x, y)}z" fill="{inks.accent}" fill-opacity=".18"/>')
    elif banded:
        one = banded[0]
        ends = _way([(one.at, one.low or 0.0), (one.at, one.high or 0.0)], x, y)
        parts.append(f'<path d="{ends}" stroke="{inks.accent}" stroke-opacity=".4" stroke-width="4"/>')
    if len(ordered) > 1:
        way = _way([(one.at, one.value) for one in ordered], x, y)
        parts.append(f'<path d="{way}" fill="none" stroke="{inks.accent}" stroke-width="1.6" stroke-linejoin="round"/>')
    if trend is not None:
        way = _way(list(trend), x, y)
        parts.append(f'<path d="{way}" fill="none" stroke="{inks.text}" stroke-width="1.6" stroke-dasharray="6 4"/>')
    radius = 4 if len(ordered) <= 30 else 2.6 if len(ordered) <= 80 else 1.6
    parts += [
        f'<circle cx="{short(x(one.at))}" cy="{short(y(one.value))}" r="{radius}" stroke="{inks.accent}" '
        f'stroke-width="1.6" fill="{inks.page if one.is_hollow else inks.accent}">'
        f"{_hint(one.says)}</circle>"
        for one in ordered
    ]
    return _chart("".join(parts), _TOP + _PLOT + _FOOT, title, says, inks, identity, theme)


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    says: str = "",
    across: str = "",
    unit: str = "",
    theme: ChartTheme = "page",
    identity: str = "chart",
) -> str:
    """Draw how often each value came; a marked bar has a frame, `across` says what the words below are."""
    inks = _inks(theme)
    ticks = nice_ticks(0.0, max((one.count for one in bars), default=1.0), is_whole=True)
    y = _scale(ticks[0], ticks[-1], _TOP + _PLOT, _TOP + 10)
    room = (WIDTH - _LEFT - _RIGHT) / max(1, len(bars))
    middles = [(number, one.word) for number, one in enumerate(bars)]
    x = _scale(-0.5, len(bars) - 0.5, _LEFT, WIDTH - _RIGHT)
    parts = [_grid(ticks, y, inks, unit), _below([(float(n), word) for n, word in middles], x, inks, across)]
    for number, one in enumerate(bars):
        if not one.count:
            continue
        wide, top = min(30.0, 0.82 * room), y(one.count)
        frame = f' stroke="{inks.text}" stroke-width="1.6" stroke-dasharray="3 2"' if one.is_marked else ""
        parts.append(
            f'<rect x="{short(x(number) - wide / 2)}" y="{short(top)}" width="{short(wide)}" '
            f'height="{short(y(0) - top)}" fill="{inks.accent}"{frame}>{_hint(one.says)}</rect>'
        )
    return _chart("".join(parts), _TOP + _PLOT + _FOOT, title, says, inks, identity, theme)


def stacked_bars(
    rows: Sequence[Stack],
    *,
    title: str,
    keys: tuple[str, str],
    says: str = "",
    decimals: int = 1,
    theme: ChartTheme = "page",
    identity: str = "chart",
) -> str:
    """Draw rows of two parts, one below the other: `keys` name the plain and the hatched part."""
    inks = _inks(theme)
    most = max((one.base + max(0.0, one.extra) for one in rows), default=1.0) or 1.0
    x = _scale(0.0, most, 0.0, WIDTH - 2 * _RIGHT)
    hatch = f"{identity}-hatch"
    parts = [
        f'<defs><pattern id="{escape(hatch)}" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V6" stroke="{inks.text}" stroke-width="3"/></pattern></defs>'
    ]
    high = 20
    for number, one in enumerate(rows):
        top = _TOP + 48 * number
        plain, extra = x(one.base + min(0.0, one.extra)), x(max(0.0, one.extra))
        sign = "+" if one.extra > 0 else "\N{MINUS SIGN}" if one.extra < 0 else "±"
        label = f"{one.base:.{decimals}f} {sign} {abs(one.extra):.{decimals}f}"
        parts.append(
            f'<text x="{_RIGHT}" y="{top + 8}" font-weight="600" fill="{inks.text}">{escape(one.word)}</text>'
            f'<text x="{WIDTH - _RIGHT}" y="{top + 8}" text-anchor="end" fill="{inks.text}">{label}</text>'
            f'<g transform="translate({_RIGHT} {top + 14})">{_hint(one.says)}'
            f'<rect width="{short(plain)}" height="{high}" fill="{inks.accent}"/>'
            + (
                f'<rect x="{short(plain)}" width="{short(extra)}" height="{high}" fill="url(#{escape(hatch)})" '
                f'stroke="{inks.text}"/>'
                if one.extra > 0
                else ""
            )
            + "</g>"
        )
    height = _TOP + 48 * len(rows)
    second = _RIGHT + 26 + _LETTER * len(keys[0]) + 14
    parts.append(
        f'<g transform="translate(0 {height + 4})"><rect x="{_RIGHT}" width="14" height="12" fill="{inks.accent}"/>'
        f'<text x="{_RIGHT + 20}" y="11" fill="{inks.text}">{escape(keys[0])}</text>'
        f'<rect x="{short(second)}" width="14" height="12" fill="url(#{escape(hatch)})" stroke="{inks.text}"/>'
        f'<text x="{short(second + 20)}" y="11" fill="{inks.text}">{escape(keys[1])}</text></g>'
    )
    return _chart("".join(parts), height + 24, title, says, inks, identity, theme)


def interval_chart(
    rows: Sequence[Range],
    *,
    title: str,
    says: str = "",
    across: str = "",
    theme: ChartTheme = "page",
    identity: str = "chart",
) -> str:
    """Draw values with their intervals, a row each, on one scale; `across` says what the values below are."""
    inks = _inks(theme)
    ends = [end for one in rows for end in (one.low, one.value, one.high)]
    ticks = nice_ticks(min(ends, default=0.0), max(ends, default=1.0))
    first = min(WIDTH / 2, 2 * _RIGHT + _LETTER * max((len(one.word) for one in rows), default=0))
    x = _scale(ticks[0], ticks[-1], first, WIDTH - 2 * _RIGHT)
    foot, row = _TOP + 28 * len(rows), 28
    parts = [
        f'<path d="M{short(x(tick))} {_TOP}V{foot}" stroke="{inks.line}"/>'
        f'<text x="{short(x(tick))}" y="{foot + 18}" text-anchor="middle">{tick:g}</text>'
        for tick in ticks
    ]
    for number, one in enumerate(rows):
        y = _TOP + row * number + row / 2
        parts.append(
            f'<text x="{_RIGHT}" y="{short(y + 4)}" fill="{inks.text}">{escape(one.word)}</text><g>{_hint(one.says)}'
            f'<path d="M{short(x(one.low))} {short(y)}H{short(x(one.high))}" stroke="{inks.accent}" stroke-width="4" '
            f'stroke-opacity=".4"/><circle cx="{short(x(one.value))}" cy="{short(y)}" r="4" fill="{inks.accent}"/></g>'
        )
    if across:
        parts.append(f'<text x="{WIDTH / 2:g}" y="{foot + 36}" text-anchor="middle">{escape(across)}</text>')
    return _chart("".join(parts), foot + _FOOT, title, says, inks, identity, theme)


def nice_ticks(least: float, most: float, *, is_whole: bool = False) -> tuple[float, ...]:
    """Three to eight round numbers, evenly apart, from at most `least` to at least `most`."""
    if most - least < 1e-9:
        least, most = (least, most + 1) if is_whole else (least - 1, most + 1)
    rough = (most - least) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * (1 - 1e-9))
    if is_whole:
        step = max(1.0, float(math.ceil(step)))
    first = math.floor(least / step + 1e-9)
    last = math.ceil(most / step - 1e-9)
    return tuple(round(number * step, 10) for number in range(first, last + 1))


def _scale(least: float, most: float, first: float, last: float) -> Callable[[float], float]:
    if most - least < 1e-9:
        return lambda _value: (first + last) / 2
    return lambda value: first + (value - least) / (most - least) * (last - first)


def _grid(ticks: Sequence[float], y: Callable[[float], float], inks: _Inks, unit: str) -> str:
    """Lines across with their values at the left, the unit above them."""
    step = min((b - a for a, b in pairwise(ticks)), default=1.0)
    digits = 0 if step >= 1 and step == int(step) else 1 if round(10 * step) == 10 * step else 2
    lines = "".join(
        f'<path d="M{_LEFT} {short(y(tick))}H{WIDTH - _RIGHT}" stroke="{inks.line}"/>'
        f'<text x="{_LEFT - 6}" y="{short(y(tick) + 4)}" text-anchor="end">{tick:.{digits}f}</text>'
        for tick in ticks
    )
    return lines + (f'<text x="4" y="12">{escape(unit)}</text>' if unit else "")


def _below(words: Iterable[tuple[float, str]], x: Callable[[float], float], inks: _Inks, across: str = "") -> str:
    """Words under the plot: the first and the last, between them as many as have room."""
    placed = [(x(at), word) for at, word in sorted(words)]
    if not placed:
        return ""
    wide = max(len(word) for _, word in placed) * _LETTER + 8
    shown = [placed[0]]
    for where, word in placed[1:-1]:
        if where - shown[-1][0] >= wide and placed[-1][0] - where >= wide:
            shown.append((where, word))
    if len(placed) > 1 and placed[-1][0] - shown[-1][0] >= wide / 2:
        shown.append(placed[-1])
    parts = []
    for where, word in shown:
        half = len(word) * _LETTER / 2
        middle = min(max(where, 2 + half), WIDTH - 2 - half)
        parts.append(f'<text x="{short(middle)}" y="{_TOP + _PLOT + 18}" text-anchor="middle">{escape(word)}</text>')
    if across:
        parts.append(f'<text x="{WIDTH / 2:g}" y="{_TOP + _PLOT + 36}" text-anchor="middle">{escape(across)}</text>')
    return "".join(parts)


def _way(points: Sequence[tuple[float, float]], x: Callable[[float], float], y: Callable[[float], float]) -> str:
    return "M" + "L".join(f"{short(x(at))} {short(y(value))}" for at, value in points)


def _hint(says: str) -> str:
    return f"<title>{escape(says)}</title>" if says else ""


def _chart(body: str, height: float, title: str, says: str, inks: _Inks, identity: str, theme: ChartTheme) -> str:
    name = escape(identity)
    ground = "" if theme == "page" else f'<rect width="{WIDTH}" height="{short(height)}" fill="{inks.page}"/>'
    described = f'<desc id="{name}-says">{escape(says)}</desc>' if says else ""
    by = f' aria-describedby="{name}-says"' if says else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {short(height)}" width="{WIDTH}" '
        f'height="{short(height)}" role="img" aria-labelledby="{name}-title"{by} '
        f'font-family="system-ui,sans-serif" font-size="12" fill="{inks.text_2}">'
        f'<title id="{name}-title">{escape(title)}</title>{described}{ground}{body}</svg>\n'
    )
