"""Charts: well-formed, no scripts, inside a phone's width, named for a screen reader, everything where its value is."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.svg.charts import (
    WIDTH,
    Bar,
    Mark,
    Range,
    Stack,
    bar_chart,
    interval_chart,
    line_chart,
    nice_ticks,
    stacked_bars,
)

SVG = "{http://www.w3.org/2000/svg}"
MARKS = [Mark(at=day, value=value, says=f"day {day}") for day, value in ((1, 30.0), (8, 25.0), (15, 20.0))]


def read(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(chart)


def numbers(root: ElementTree.Element, tag: str, *names: str) -> list[tuple[float, ...]]:
    return [tuple(float(one.get(name, 0)) for name in names) for one in root.iter(SVG + tag)]


def test_a_line_chart_puts_each_mark_where_its_value_is_and_says_what_it_shows():
    root = read(
        line_chart(MARKS[::-1], title="Averages", says="Fewer every week.", words=[(1, "5 Jan"), (15, "19 Jan")])
    )
    placed = numbers(root, "circle", "cx", "cy")

    assert placed[1][0] == pytest.approx((placed[0][0] + placed[2][0]) / 2)
    assert placed[0][1] < placed[1][1] < placed[2][1]  # more is higher
    assert placed[1][1] == pytest.approx((placed[0][1] + placed[2][1]) / 2)
    assert root.get("role") == "img" and root.findtext(SVG + "title") == "Averages"
    ids = {one.get("id"): one.text for one in root.iter() if one.get("id")}
    assert (ids[root.get("aria-labelledby")], ids[root.get("aria-describedby")]) == ("Averages", "Fewer every week.")
    assert [one.findtext(SVG + "title") for one in root.iter(SVG + "circle")] == ["day 1", "day 8", "day 15"]


def test_a_trend_a_band_and_hollow_marks_are_drawn_where_they_are_asked_for():
    banded = [Mark(at=n, value=1500 + n, low=1400 + n, high=1600, is_hollow=n == 0) for n in range(3)]
    plain, full = line_chart(banded[1:], title="x"), line_chart(banded, title="x", trend=((0, 1500), (2, 1502)))

    assert "stroke-dasharray" in full and "stroke-dasharray" not in plain
    assert 'fill-opacity=".18"' in full and 'fill-opacity=".18"' not in line_chart(MARKS, title="x")
    assert full.count('fill="var(--surface)"') == 1 and "var(--surface)" not in plain


def test_bars_are_as_high_as_they_are_often_and_a_marked_one_stands_out():
    root = read(
        bar_chart(
            [Bar(word="19", count=2), Bar(word="20", count=0), Bar(word="45", count=4, is_marked=True)], title="x"
        )
    )
    bars = list(root.iter(SVG + "rect"))

    assert float(bars[1].get("height", 0)) == pytest.approx(2 * float(bars[0].get("height", 0)), abs=0.02)
    assert bars[1].get("stroke-dasharray") and not bars[0].get("stroke-dasharray")


def test_stacked_rows_tell_their_numbers_and_hatch_only_what_is_too_many():
    rows = [Stack(word="Whites", base=8, extra=4), Stack(word="Blacks", base=9, extra=-0.5)]
    root = read(stacked_bars(rows, title="x", keys=("pieces", "lost"), identity="one"))
    words = [one.text for one in root.iter(SVG + "text")]
    filled = [(one.get("width"), one.get("fill")) for one in root.iter(SVG + "rect")]

    assert "8.0 + 4.0" in words and "9.0 \N{MINUS SIGN} 0.5" in words
    assert filled[:3] == [("224", "var(--accent)"), ("112", "url(#one-hatch)"), ("238", "var(--accent)")]


@given(
    st.lists(
        st.tuples(
            st.floats(-1e4, 1e6), st.floats(-1e5, 1e5), st.text(st.characters(codec="utf-8", exclude_categories=("C",)))
        ),
        max_size=30,
    ),
    st.sampled_from(("light", "dark", "page")),
)
def test_any_values_give_a_chart_that_is_read_and_stays_inside(points: list, theme: str):
    marks = [Mark(at=at, value=value, says=says) for at, value, says in points]
    words = [(at, says[:12]) for at, _, says in points]
    reported = line_chart(marks, title="a<b>&", words=words, theme=theme)  # type: ignore[arg-type]
    root = read(reported)

    height = float(root.get("height", 0))
    assert all(0 <= x <= WIDTH and 0 <= y <= height for x, y in numbers(root, "circle", "cx", "cy"))
    assert all(0 <= x <= WIDTH and 0 <= y <= height for x, y in numbers(root, "text", "x", "y"))
    assert ("var(" in reported) == (theme == "page") and "<script" not in reported and "style=" not in reported


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.booleans())
def test_ticks_are_round_even_and_hold_the_values(least: float, size: float, is_whole: bool):
    least = float(round(least)) if is_whole else least
    ticks = nice_ticks(least, least + size, is_whole=is_whole)
    slack = 1e-6 * max(1.0, abs(least), size)

    assert 2 <= len(ticks) <= 9 and ticks[0] <= least + slack and ticks[-1] >= least + size - slack
    steps = [b - a for a, b in pairwise(ticks)]
    assert max(steps) - min(steps) <= 1e-6 * max(steps) + 1e-9 * max(1.0, abs(least))
    assert not is_whole or all(tick == int(tick) for tick in ticks)


def test_intervals_lie_about_their_values_on_one_scale():
    rows = [
        Range(word="strong", value=1700, low=1600, high=1850, says="strong: 1700"),
        Range(word="greedy-h", value=1500, low=1500, high=1500),
    ]

    root = read(interval_chart(rows, title="Ratings", says="Two computers.", across="rating", theme="light"))

    (strong, first), (greedy, second) = numbers(root, "circle", "cx", "cy")
    spans = [one.get("d", "").replace("M", "").replace("H", " ").split() for one in root.iter(SVG + "path")]
    low, y, high = (float(value) for value in spans[-2])
    assert greedy < strong and first < second
    assert low < strong < high and y == pytest.approx(first, abs=0.1)
    assert (strong - low) / (high - strong) == pytest.approx(100 / 150, rel=0.02)
    assert max(strong, greedy, high) < WIDTH
    written = [one.text for one in root.iter(SVG + "text")]
    assert {"strong", "greedy-h", "rating"} <= set(written) and root.findtext(SVG + "title") == "Ratings"
