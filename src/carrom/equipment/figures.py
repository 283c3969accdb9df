"""The figures that the laws give for equipment, with their tolerances and clauses.

In the units in which the laws state them (centimetres, grams), so that 73.5 is compared with 73.5.
`measurements` holds what play computes with, in metres; a test holds the two together.

Source: ICF Laws of Carrom, equipment (ICF), and the general text with figures (C-009 to C-032). The other documents
ask for the standard sizes without figures of their own: theirs are the ICF's, with their own clauses beside.
Both state a range or a limit; a plus-minus is the tolerance to which lines and pockets are made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Unit = Literal["cm", "g", "count", "runs"]
Standard = Literal["icf", "kagw", "classic", "baca19", "polish", "common"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One thing to measure: between `least` and `most`, ends included; None is no limit at that end.

    `play` is the value that this program's boards have, None where play does not depend on it.
    """

    name: str
    says: str
    unit: Unit
    least: float | None = None
    most: float | None = None
    play: float | None = None
    clauses: tuple[str, ...]

    @property
    def key(self) -> str:
        """The name with its unit, as it stands in a file of measurements."""
        return self.name if self.unit in {"count", "runs"} else f"{self.name}_{self.unit}"

    @property
    def range_words(self) -> str:
        """The range in words: "73.5 to 74.0 cm", "at most 4.13 cm"."""
        unit = "" if self.unit == "count" else f" {self.unit}"
        if self.least is None:
            return f"at most {self.most}{unit}"
        if self.most is None:
            return f"at least {self.least}{unit}"
        if self.least == self.most:
            return f"{self.least:g}{unit}"
        return f"{self.least} to {self.most}{unit}"

    def admits(self, value: float) -> bool:
        """Say whether a measured value conforms."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _length(
    name: str, says: str, least: float | None, most: float | None, clause: str, play: float | None = None
) -> Figure:
    return Figure(name=name, says=says, unit="cm", least=least, most=most, play=play, clauses=(clause,))


def _mass(name: str, says: str, least: float | None, most: float | None, clause: str, play: float) -> Figure:
    return Figure(name=name, says=says, unit="g", least=least, most=most, play=play, clauses=(clause,))


def _count(name: str, says: str, number: int, clause: str) -> Figure:
    return Figure(name=name, says=says, unit="count", least=number, most=number, play=number, clauses=(clause,))


CLASSIC = (
    _length("surface_side", "side of the playing surface", 73.50, 74.00, "C-011", play=74.0),
    _length("surface_thickness", "thickness of the playing surface", 0.8, None, "C-014"),
    _length("frame_width", "width of the frame", 6.35, 7.60, "C-012", play=7.0),
    _length("frame_height", "height of the frame over the surface", 1.90, 2.54, "C-013", play=2.0),
    _count("pockets", "pockets, one a corner", 4, "C-015"),
    _length("pocket_diameter", "diameter of a pocket", 4.30, 4.60, "C-015", play=4.45),
    _length("centre_circle_diameter", "diameter of the centre circle", 3.02, 3.34, "C-017", play=3.18),
    _length("outer_circle_diameter", "diameter of the outer circle", 16.70, 17.30, "C-018", play=17.0),
    _count("base_lines", "base lines, two a side", 8, "C-021"),
    _length("base_line_length", "length of the base lines with their circles", 46.70, 47.30, "C-021", play=47.0),
    _length("base_line_distance", "distance of the rear base line from the frame", 10.00, 10.30, "C-020", play=10.15),
    _count("base_circles", "base circles, two a side", 8, "C-022"),
    _length("base_circle_diameter", "diameter of a base circle", 3.02, 3.34, "C-022", play=3.18),
    _length("base_fill_diameter", "diameter of the coloured disc in a base circle", 2.39, 2.69, "C-023", play=2.54),
    _count("arrows", "arrows, one a corner", 4, "C-024"),
    _length("arrow_length", "length of an arrow", None, 26.70, "C-024", play=26.7),
    _count("white_coins", "white coins", 9, "C-007"),
    _count("black_coins", "black coins", 9, "C-007"),
    _count("queens", "queens", 1, "C-007"),
    _length("coin_diameter", "diameter of a coin", 3.02, 3.18, "C-026", play=3.18),
    _length("coin_thickness", "thickness of a coin", 0.70, 0.90, "C-027", play=0.80),
    _mass("coin_mass", "mass of a coin", 5.25, 5.50, "C-028", play=5.3),
    _length("striker_diameter", "diameter of the striker", None, 4.13, "C-030", play=4.13),
    _mass("striker_mass", "mass of the striker", None, 15.00, "C-031", play=15.0),
    _length("board_height", "height of the board over the floor", 60.0, 70.0, "C-009"),
)

# The ICF's own clause for each figure of the general text, and where it says something else.
_ICF_CLAUSES = {
    "surface_side": "ICF-13",
    "surface_thickness": "ICF-13",
    "frame_width": "ICF-15",
    "frame_height": "ICF-15",
    "pockets": "ICF-16",
    "pocket_diameter": "ICF-16",
    "centre_circle_diameter": "ICF-22",
    "outer_circle_diameter": "ICF-23",
    "base_lines": "ICF-18",
    "base_line_length": "ICF-18",
    "base_line_distance": "ICF-18",
    "base_circles": "ICF-19",
    "base_circle_diameter": "ICF-19",
    "base_fill_diameter": "ICF-19",
    "arrows": "ICF-21",
    "arrow_length": "ICF-21",
    "white_coins": "ICF-24",
    "black_coins": "ICF-24",
    "queens": "ICF-24",
    "coin_diameter": "ICF-24",
    "coin_thickness": "ICF-24",
    "coin_mass": "ICF-25",
    "striker_diameter": "ICF-26",
    "striker_mass": "ICF-26",
    "board_height": "ICF-27",
}
_ICF_LEAST = {"coin_mass": 5.00, "board_height": 63.0}  # some copies of the text say 5.00 g: accepted

ICF = (
    *(
        replace(figure, clauses=(_ICF_CLAUSES[figure.name],), least=_ICF_LEAST.get(figure.name, figure.least))
        for figure in CLASSIC
    ),
    Figure(
        name="runs",
        says="runs of a 15 g striker, struck with full force from a base line to the frame across",
        unit="runs",
        least=3.5,
        clauses=("ICF-14",),
    ),
    _length("rear_line_thickness", "thickness of the rear base line", 0.50, 0.65, "ICF-18", play=0.5),
    _length("arrow_to_pocket", "distance of an arrow's head from the pocket", 4.85, 5.15, "ICF-21", play=5.0),
    _length("arrow_thickness", "thickness of an arrow's line", None, 0.15, "ICF-21", play=0.15),
    _length("arrow_arc_diameter", "diameter of the arc at an arrow's tail", 6.20, 6.50, "ICF-21", play=6.35),
    _length("seat_height", "height of stool or chair", 40.0, 50.0, "ICF-28"),
    Figure(name="net_holds", says="coins that a net can hold", unit="count", least=10, clauses=("ICF-17",)),
)

_BOARD = (
    "surface_side surface_thickness frame_width frame_height pockets pocket_diameter centre_circle_diameter "
    "outer_circle_diameter base_lines base_line_length base_line_distance base_circles base_circle_diameter arrows"
).split()
_SET = ("white_coins", "black_coins", "queens")


def _with_clauses(clauses: Mapping[str, tuple[str, ...]]) -> tuple[Figure, ...]:
    """The ICF's figures, with a document's own clauses before theirs."""
    return tuple(replace(figure, clauses=(*clauses.get(figure.name, ()), *figure.clauses)) for figure in ICF)


BACA19 = _with_clauses(
    dict.fromkeys(("surface_side", "frame_width", "frame_height", "pockets", "pocket_diameter"), ("B-007",))
    | dict.fromkeys(("coin_diameter", "coin_thickness"), ("B-008",))
    | dict.fromkeys(("striker_diameter", "striker_mass"), ("B-010",))
)
POLISH = _with_clauses(dict.fromkeys(_SET, ("P-004",)))
COMMON = (
    *(
        replace(figure, least=5.25) if figure.name == "coin_mass" else figure  # L-101 asks for the narrower range
        for figure in _with_clauses(
            dict.fromkeys(_BOARD, ("L-100",))
            | dict.fromkeys(("coin_diameter", "coin_thickness", "coin_mass"), ("L-101",))
            | {"striker_mass": ("L-102", "L-103")}
        )
    ),
    _count("strikers_per_player", "strikers of each player", 1, "L-152"),
)

STANDARDS: dict[Standard, tuple[Figure, ...]] = {
    "icf": ICF,
    "kagw": ICF,
    "classic": CLASSIC,
    "baca19": BACA19,
    "polish": POLISH,
    "common": COMMON,
}


@dataclass(frozen=True, slots=True)
class Material:
    """Materials that something must be of, or must not: `only` (if not empty) and `never`, in lower case."""

    key: str
    says: str
    only: frozenset[str]
    never: frozenset[str]
    clauses: dict[Standard, tuple[str, ...]]
    standards: frozenset[Standard] | None = None  # asked for under these alone; None: under all

    def clauses_under(self, standard: Standard) -> tuple[str, ...]:
        """The clauses of a standard; the ICF's where it has none of its own."""
        return self.clauses.get(standard, self.clauses.get("icf", ()))


MATERIALS = (
    Material(
        "coin_material",
        "coins",
        frozenset({"wood"}),
        frozenset(),
        {"icf": ("ICF-24",), "classic": ("C-026",), "common": ("L-104", "ICF-24")},
    ),
    Material(
        "striker_material",
        "striker",
        frozenset(),
        frozenset({"ivory", "metal"}),
        {"icf": ("ICF-26",), "classic": ("C-029",)},
    ),
    Material(
        "powder_kind",
        "powder",
        frozenset({"boric acid", "potato starch"}),
        frozenset(),
        {"baca19": ("B-011",)},
        frozenset({"baca19"}),
    ),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with yes or no; the law asks for yes."""

    key: str
    says: str
    clauses: dict[Standard, tuple[str, ...]]


STATEMENTS = (
    Statement("equipment_declared", "the player declares that board, coins and striker comply", {"baca19": ("B-006",)}),
    Statement("colours_differ", "white, black and red can be told apart by colour", {"baca19": ("B-009",)}),
)
# documents that ask for a striker larger than the coins, and for a powder that the event has approved
LARGER_STRIKER: dict[Standard, tuple[str, ...]] = {"polish": ("P-010",)}
APPROVED_POWDERS: dict[Standard, tuple[str, ...]] = {"common": ("L-088",)}
# of no matter to a law that names it: any value conforms
FREE: dict[str, dict[Standard, tuple[str, ...]]] = {
    "bulb_watts": {"baca19": ("B-012",)},
    "board_make": {"baca19": ("B-007",)},
    "board_model": {"baca19": ("B-007",)},
    "board_year": {"baca19": ("B-007",)},
    "coin_make": {"baca19": ("B-008",)},
    "coin_model": {"baca19": ("B-008",)},
}

# What completes the equipment; its absence is noted, not refused (C-010, C-032, ICF-27 to ICF-30).
USUAL: dict[str, dict[Standard, tuple[str, ...]]] = {
    "stand": {"icf": ("ICF-27",), "classic": ("C-010", "C-032")},
    "seat": {"icf": ("ICF-28",), "classic": ("C-032",)},
    "powder": {"icf": ("ICF-29",), "classic": ("C-032",)},
    "light": {"icf": ("ICF-30",), "classic": ("C-032",)},
}


def usual_clauses(thing: str, standard: Standard) -> tuple[str, ...]:
    """The clauses that name a usual thing; the ICF's where a standard has none of its own."""
    return USUAL[thing].get(standard, USUAL[thing]["icf"])
