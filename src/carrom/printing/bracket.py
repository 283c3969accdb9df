"""Printed knock-out draws: brackets with their lines, on landscape pages of A4, Letter or A3.

A bracket that one page cannot hold is cut into parts, each as many rounds as fit, and what they lead to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from carrom.printing.paper import SIZES, Paper, qr_svg, set_pages

MARGIN = 10.0  # millimetres, round the page
HEAD, HEADINGS, FOOT = 19.0, 6.0, 6.0  # title, names of the rounds, number of the page
LEAST_ROOM = 7.6  # from one box of a round to the next: what can still be read
HIGHEST_BOX, WIDEST_BOX = 11.0, 62.0
GAP = 7.0  # between rounds
LEAST_WIDTH = 36.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A match of a bracket. `feeders` are the matches of the same bracket that tell its sides, from above, by id."""

    id: str
    round: int
    a: str
    b: str
    score_a: str = ""
    score_b: str = ""
    winner: str = ""  # "a" or "b"
    note: str = ""
    feeders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """One bracket: its boxes in the order of the draw, and what its rounds are called."""

    title: str = ""
    boxes: Sequence[Box]
    rounds: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPaper:
    """All brackets of a draw. `part` names a page where one bracket has several: "Part %(number)s of %(count)s"."""

    title: str
    lines: Sequence[str] = ()
    trees: Sequence[Tree] = ()
    part: str = "Part %(number)s of %(count)s"
    link: str = ""
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Placed:
    """A box on a page: its left upper corner and size in millimetres."""

    box: Box
    x: float
    y: float
    width: float
    height: float


def bracket_pdf(paper: BracketPaper, *, size: Paper = "a4") -> bytes:
    """The brackets as a PDF."""
    return b"".join(set_pages("bracket", _data(paper, size), "pdf"))


def bracket_png(paper: BracketPaper, *, size: Paper = "a4", ppi: float = 80) -> list[bytes]:
    """The brackets' pages as pictures."""
    return set_pages("bracket", _data(paper, size), "png", ppi=ppi)


def _data(paper: BracketPaper, size: Paper) -> dict[str, object]:
    pages = [page for tree in paper.trees for page in _pages(tree, paper, size)]
    return {
        "lang": paper.lang,
        "paper": size,
        "margin": MARGIN,
        "head": HEAD,
        "title": paper.title,
        "lines": list(paper.lines),
        "link": paper.link,
        "qr": qr_svg(paper.link) if paper.link else "",
        "pages": pages,
    }


def _pages(tree: Tree, paper: BracketPaper, size: Paper) -> Iterator[dict[str, object]]:
    parts = cut(tree, most=most_rows(size), deepest=most_rounds(size))
    for number, boxes in enumerate(parts, 1):
        placed = laid_out(boxes, size)
        where = {one.box.id: one for one in placed}
        numbers = sorted({box.round for box in boxes})
        part = paper.part % {"number": number, "count": len(parts)} if len(parts) > 1 else ""
        yield {
            "title": ", ".join(text for text in (tree.title, part) if text),
            "boxes": [asdict(one.box) | {"x": one.x, "y": one.y, "w": one.width, "h": one.height} for one in placed],
            "lines": [line for one in placed for line in _lines(one, where)],
            "headings": [
                {"x": next(one.x for one in placed if one.box.round == each), "text": tree.rounds.get(each, "")}
                for each in numbers
            ],
        }


def most_rows(size: Paper) -> int:
    """How many boxes a page holds one below the other."""
    return int(_room(size)[1] // LEAST_ROOM)


def most_rounds(size: Paper) -> int:
    """How many rounds a page holds one beside the other."""
    return int((_room(size)[0] + GAP) // (LEAST_WIDTH + GAP))


def _room(size: Paper) -> tuple[float, float]:
    """Width and height that the boxes have on a page on its side."""
    high, wide = SIZES[size]
    return wide - 2 * MARGIN, high - 2 * MARGIN - HEAD - HEADINGS - FOOT


def cut(tree: Tree, *, most: int, deepest: int) -> list[list[Box]]:
    """A bracket in parts with at most so many rows and rounds: first the branches, last what they lead to."""
    boxes = list(tree.boxes)
    known = {box.id: box for box in boxes}
    parts: list[list[Box]] = []
    while boxes and (_rows(boxes) > most or len({box.round for box in boxes}) > deepest):
        inside = {box.id for box in boxes}
        children = {box.id: [one for one in box.feeders if one in inside] for box in boxes}
        fed = {one for mine in children.values() for one in mine}
        branch: dict[str, list[str]] = {}
        for box in boxes:  # feeders stand before what they feed
            mine = [one for child in children[box.id] for one in branch[child]] + [box.id]
            branch[box.id] = mine

        def fits(key: str, branch: dict[str, list[str]] = branch) -> bool:
            found = [known[one] for one in branch[key]]
            return _rows(found) <= most and len({one.round for one in found}) <= deepest

        parent = {child: key for key, mine in children.items() for child in mine}
        roots = [box.id for box in boxes if fits(box.id) and not (box.id in fed and fits(parent[box.id]))]
        taken = [key for key in roots if len(branch[key]) > 1]
        if not taken:
            break
        for key in taken:
            parts.append([box for box in boxes if box.id in set(branch[key])])
        gone = {one for key in taken for one in branch[key] if one != key}
        boxes = [box for box in boxes if box.id not in gone]  # a branch's last match stands on the next page too
    return [*parts, boxes] if boxes else parts


def _rows(boxes: Sequence[Box]) -> int:
    """How many boxes stand one below the other: those that no other box of the page feeds."""
    inside = {box.id for box in boxes}
    return sum(not inside.intersection(box.feeders) for box in boxes)


def laid_out(boxes: Sequence[Box], size: Paper) -> list[Placed]:
    """Lay the boxes out: a round is a column, a box in the middle of those that feed it, and none on another."""
    width, height = _room(size)
    rounds = sorted({box.round for box in boxes})
    each = min(WIDEST_BOX, (width + GAP) / len(rounds) - GAP)
    room = height / max(_rows(boxes), 1)
    inside = {box.id for box in boxes}
    middles: dict[str, float] = {}
    row = 0
    for box in _from_above(boxes):
        fed = [middles[one] for one in box.feeders if one in inside]
        if fed:
            middles[box.id] = sum(fed) / len(fed)
        else:
            middles[box.id] = (row + 0.5) * room
            row += 1
    tall = min(HIGHEST_BOX, room - 1.5)
    top = HEAD + HEADINGS
    return [
        Placed(
            box,
            round(rounds.index(box.round) * (each + GAP), 2),
            round(top + middles[box.id] - tall / 2, 2),
            round(each, 2),
            round(tall, 2),
        )
        for box in boxes
    ]


def _from_above(boxes: Sequence[Box]) -> Iterator[Box]:
    """The boxes, each after those that feed it, branch by branch from above."""
    known = {box.id: box for box in boxes}
    fed = {one for box in boxes for one in box.feeders}

    def branch(box: Box) -> Iterator[Box]:
        for one in box.feeders:
            if one in known:
                yield from branch(known[one])
        yield box

    for box in boxes:
        if box.id not in fed:
            yield from branch(box)


def _lines(one: Placed, where: Mapping[str, Placed]) -> list[list[float]]:
    """From each feeder's side to this box: across, up or down, across."""
    lines = []
    for key in one.box.feeders:
        if key in where:
            feeder = where[key]
            from_x, from_y = feeder.x + feeder.width, feeder.y + feeder.height / 2
            to_y, middle = one.y + one.height / 2, one.x - GAP / 2
            lines += [[from_x, from_y, middle, from_y], [middle, from_y, middle, to_y], [middle, to_y, one.x, to_y]]
    return lines
