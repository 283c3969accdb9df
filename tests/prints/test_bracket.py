"""A bracket is drawn with its lines, cut where a page cannot hold it, and nothing lies on anything else."""

import pytest

from carrom.printing.bracket import (
    Box,
    BracketPaper,
    Tree,
    bracket_png,
    cut,
    laid_out,
    most_rounds,
    most_rows,
)

EVIL = "] #panic[x] *b* <script>"


def tree(first_round: int, *, name: str = "Asha") -> Tree:
    """A knock-out of twice so many."""
    boxes = [Box(id=f"1.{n}", round=1, a=name, b=f"{name} {n}") for n in range(first_round)]
    last, number = [box.id for box in boxes], 1
    while len(last) > 1:
        number += 1
        made = [
            Box(id=f"{number}.{n}", round=number, a="", b="", feeders=(last[2 * n], last[2 * n + 1]))
            for n in range(len(last) // 2)
        ]
        boxes += made
        last = [box.id for box in made]
    return Tree(boxes=boxes)


def inside(one, other) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize(("first_round", "paper"), [(1, "a4"), (8, "us-letter"), (16, "a4"), (32, "a3")])
def test_boxes_lie_on_the_page_and_none_on_another(first_round, paper):
    placed = laid_out(tree(first_round).boxes, paper)

    assert not any(inside(one, other) for n, one in enumerate(placed) for other in placed[n + 1 :])
    assert all(one.x >= 0 and one.y >= 0 for one in placed)
    where = {one.box.id: one for one in placed}
    for one in placed:
        fed = [where[key].y for key in one.box.feeders]
        assert not fed or min(fed) <= one.y <= max(fed)


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("first_round", [2, 16, 32, 128])
def test_what_a_page_cannot_hold_goes_on_parts_that_meet_where_the_next_begins(first_round, paper):
    whole = tree(first_round)
    parts = cut(whole, most=most_rows(paper), deepest=most_rounds(paper))

    reported = [box.id for part in parts for box in part]
    assert set(reported) == {box.id for box in whole.boxes}
    for part in parts:
        assert sum(not {one.id for one in part}.intersection(box.feeders) for box in part) <= most_rows(paper)
        assert len({box.round for box in part}) <= most_rounds(paper)
    twice = {one for one in reported if reported.count(one) == 2}
    assert all(reported.count(one) <= 2 for one in reported)
    assert len(twice) == len(parts) - 1, "the last match of a part stands on the page after it too"


def test_pages_are_as_many_as_parts_and_no_name_is_read_as_markup():
    paper = BracketPaper(title="कैरम कप", trees=[tree(32, name=EVIL * 3)], link="https://example.org/e/")

    assert len(bracket_png(paper, ppi=20)) == 3
    assert len(bracket_png(paper, size="a3", ppi=20)) == 1


def test_a_walk_over_shows_its_note_and_the_winner_is_set_bold():
    plain = Box(id="1.1", round=1, a="Asha", b="Tomasz")
    reported = Box(id="1.1", round=1, a="Asha", b="Tomasz", score_a="2", score_b="1", winner="a", note="time was up")

    def picture(box: Box) -> list[bytes]:
        return bracket_png(BracketPaper(title="x", trees=[Tree(boxes=[box])]), ppi=30)

    assert picture(plain) != picture(reported)
