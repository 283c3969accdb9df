"""The kernel in C is made from Python's, operation by operation; what C would read otherwise is refused."""

import math
import re
from collections.abc import Callable

import pytest

from carrom.physics import kernel
from tools import kernel_arrays, kernel_in_c
from tools.c_translation import CannotTranslateError, Module

NATIVE = "../../src/carrom/physics/native"


@pytest.mark.parametrize(
    ("name", "written"), [("kernel.c", kernel_in_c.functions_text), ("kernel.h", kernel_in_c.figures_text)]
)
def test_the_kernel_in_c_is_the_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text()))


@pytest.mark.parametrize(
    ("name", "written"), [("sight.c", kernel_in_c.sight_text), ("sight.h", kernel_in_c.sight_figures_text)]
)
def test_chances_in_c_are_their_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text("sight.py")))


@pytest.mark.parametrize(
    ("name", "written"),
    [("returning.c", kernel_in_c.returning_text), ("returning.h", kernel_in_c.returning_figures_text)],
)
def test_returning_in_c_is_its_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text("returning.py")))


@pytest.mark.parametrize(
    ("name", "written"), [("worths.c", kernel_in_c.worths_text), ("worths.h", kernel_in_c.worths_figures_text)]
)
def test_worths_in_c_are_their_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text("worths.py")))


@pytest.mark.parametrize(
    ("name", "written"), [("rounds.c", kernel_in_c.rounds_text), ("rounds.h", kernel_in_c.rounds_figures_text)]
)
def test_rounds_in_c_are_their_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text("rounds.py")))


@pytest.mark.parametrize(
    ("name", "written"), [("aims.c", kernel_in_c.aims_text), ("aims.h", kernel_in_c.aims_figures_text)]
)
def test_strokes_to_think_about_in_c_are_their_source_written_again(
    name: str, written: Callable[[str], str], golden: Callable[[str, str], None]
):
    golden(f"{NATIVE}/{name}", written(kernel_in_c.source_text("aims.py")))


def test_every_figure_of_the_kernel_is_stated_as_it_is():
    reported = kernel_in_c.constants_of(kernel_in_c.source_text())

    assert reported == {name: value for name, value in vars(kernel).items() if type(value) in (int, float)}
    assert reported["INF"] == math.inf and reported["EVENT_COLUMNS"] == 5


def function(line: str) -> str:
    return f'"""Title."""\n\n\ndef work(n: int, x: float, s: Floats) -> None:\n    """Works."""\n    {line}\n'


def in_c(line: str) -> str:
    """The body of a function of one line."""
    text = kernel_in_c.functions_text(function(line))
    return re.sub(r"\s+", " ", text.split(") {", 1)[1])


@pytest.mark.parametrize(
    "line",
    [
        "a = n ** 2",  # a library's function, rounded as it likes
        "a = math.sin(x)",
        "a = n // 2",
        "a = x % 2.0",
        "a = n % -4",
        "a = abs(n)",
        "a = 0 < n < 3",
        "a = s[0, 0, 0]",  # how long is a row
        "a = s.shape[1]",
        "n = x",  # it was given as a whole number
        "n /= 2",
        "a = [n]",
        "a = n if n else s",
        "a = unknown(n)",
        "for i in range(0, n, 2):\n        a = i",
        "while n:\n        n -= 1\n    else:\n        n = 1",
        "a = b = n",
        "print(n)",
    ],
)
def test_what_would_not_mean_the_same_in_c_is_refused(line: str):
    with pytest.raises(CannotTranslateError):
        kernel_in_c.functions_text(function(line))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("a = n / 2", "double a = 0; a = ((double)n / 2);"),  # a division gives a float
        ("a = n % 4", "whole a = 0; a = ((n % 4 + 4) % 4);"),  # and a rest is never below zero
        ("a = 1 << n", "whole a = 0; a = ((whole)1 << n);"),
        ("a = int(x)", "whole a = 0; a = ((whole)x);"),
        ("a = 1\n    a = x", "double a = 0; a = 1; a = x;"),  # a name is what all its values can be
        ("s[0, X] = x if n == 0 else -x", "s[0 * COLUMNS + X] = ((n == 0) ? x : (-x));"),
        ("a, b = x, n", "double new_1 = x; whole new_2 = n; a = new_1; b = new_2;"),  # both before either is written
        (
            "for _ in range(n):\n        x += 1.0",
            "for (whole at_1 = 0, until_2 = n; at_1 < until_2; at_1++) { x += 1.0; }",
        ),
        (
            "for i in range(2, n):\n        n = i",
            "at_1 < until_2; at_1++) { i = at_1; n = i; }",
        ),  # the end is asked once
    ],
)
def test_what_python_means_is_written_out(line: str, written: str):
    assert written in in_c(line)


def test_an_item_of_three_places_is_found_row_by_row():
    """The first product in brackets, or the last place would be added before it is multiplied."""
    source = function("a = 0").replace("work(n: int", f"{kernel_arrays.SIGHT}(layouts: Floats, n: int")
    text = kernel_in_c.functions_text(source.replace("a = 0", "a = layouts[n, 3, 1]"))
    assert "a = layouts[(n * DISCS + 3) * 2 + 1];" in text


def test_a_condition_has_one_pair_of_brackets():
    assert "if (n == 1) {" in in_c("if n == 1:\n        x = 0.0")
    assert "if (n) {" in in_c("if n:\n        x = 0.0")


def test_an_entry_of_another_file_gets_some_rows_of_an_array():
    """Arrays of a function's own have no number of rows, so what is handed on is named from row to row."""
    entry = kernel_arrays.SIGHT
    other = Module(f"def {entry}(layouts: Floats) -> None:\n    n = layouts.shape[0]\n")
    line = f"layouts = np.empty((4, DISCS, 2))\n    {entry}(layouts[n : n + 2])"
    calling = function(line).replace("def work", f"def {kernel_arrays.RETURNING}")
    text = Module(calling, others=[other]).text()

    assert "void CARROM_SIGHT(double *layouts, whole rows_of_layouts);" in text
    assert "CARROM_SIGHT((layouts + n * DISCS * 2), ((n + 2) - n));" in text
    for part in ("layouts", "layouts[n:]", "layouts[:n]"):
        with pytest.raises(CannotTranslateError):
            Module(calling.replace("layouts[n : n + 2]", part), others=[other]).text()


def test_small_numbers_of_a_functions_own_are_as_small_as_those_it_is_given():
    assert "int8_t turns[4] __attribute__((aligned(64)));" in in_c("turns = np.empty(4, np.int8)")
