"""The harness of the benchmarks: figures are judged, written and found."""

import json
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

import pytest

from carrom.cli.benchmarks import figures
from carrom.cli.benchmarks.figures import Figure, best_of, line, percentile, short
from carrom.cli.benchmarks.strokes import WITHOUT_SPIN, for_every_engine, moved, rests
from carrom.cli.commands import bench
from carrom.physics.simulate import simulate
from tests.support.command_line import carrom, refused


@pytest.mark.parametrize(
    ("value", "should_be", "better", "met"),
    [
        (30, 30, "less", True),
        (31, 30, "less", False),
        (30, 30, "more", True),
        (29, 30, "more", False),
        (1, None, "less", None),
    ],
)
def test_a_figure_is_met_or_missed_or_only_reported(
    value: float, should_be: float | None, better: str, met: bool | None
):
    assert Figure(name="f", value=value, unit="ms", should_be=should_be, better=better).is_met is met


def test_a_line_says_what_is_missed():
    measured = [
        Figure(name="rulings", value=25_000, unit="1/s", should_be=20_000, better="more"),
        Figure(name="first frame, p99", value=120, unit="ms", should_be=100),
        Figure(name="memory", value=180, unit="MB"),
    ]

    assert [" ".join(line(figure).split()) for figure in measured] == [
        "rulings 25,000 1/s >= 20,000 met",
        "first frame, p99 120 ms <= 100 MISSED",
        "memory 180 MB",
    ]
    assert len({line(figure).index(figure.unit) for figure in measured[1:]}) == 1  # below one another


def test_percentiles_lie_between_the_values():
    values = [float(value) for value in range(1, 101)]

    assert percentile(values, 0.5) == pytest.approx(50.5, abs=0.2)
    assert percentile(values, 0.99) == pytest.approx(99, abs=0.2)
    assert percentile([7.0], 0.99) == 7.0


@pytest.mark.parametrize(
    ("value", "written"), [(123456.7, "123,457"), (999.4, "999"), (12.345, "12.3"), (0.01234, "0.0123")]
)
def test_three_digits_count(value: float, written: str):
    assert short(value) == written


def test_the_best_run_counts(monkeypatch: pytest.MonkeyPatch):
    clock = iter([0.0, 5.0, 10.0, 12.0, 20.0, 29.0])  # three runs: 5, 2 and 9 seconds
    monkeypatch.setattr(figures.time, "perf_counter", lambda: next(clock))

    assert best_of(lambda: None, times=3) == 2.0


def test_a_benchmark_that_does_not_exist_is_refused():
    assert refused("bench", "nothing") == "unknown-name"


def test_figures_are_printed_as_json_too(monkeypatch: pytest.MonkeyPatch):
    module = type(
        "module", (), {"measure": staticmethod(lambda: [Figure(name="f", value=2.0, unit="ms", should_be=1.0)])}
    )
    monkeypatch.setattr(bench, "benchmarks", lambda: {"one": lambda: module})
    reported = json.loads(carrom("bench", "--json")[1])

    (figure,) = reported["figures"]["one"]
    assert (figure["name"], figure["value"], figure["is_met"]) == ("f", 2.0, False)
    assert reported["machine"]["processor"] and int(reported["machine"]["cores"]) > 0


def test_the_quick_measure_covers_coins_events_and_peers():
    status, out, _ = carrom("bench", "--quick", "--json")
    figures = {figure["name"]: figure for group in json.loads(out)["figures"].values() for figure in group}

    assert status == 0
    assert all(figure["value"] > 0 for figure in figures.values())
    costs = [figures[f"cost, {coins}"]["value"] for coins in ("1 coin", "8 coins", "18 coins", "opening break")]
    assert costs[0] < costs[-1]
    assert "times as fast" in figures["pymunk at 1 ms, 8 coins, no spin"]["note"]


def test_a_checkout_has_its_own_benchmarks_beside_those_that_ship():
    assert {"laws", "physics", "bots", "web"} <= set(bench.benchmarks())


def test_the_strokes_for_every_engine_are_fair():
    """No pocket near, several contacts, and an end that does not hang on a hair."""
    for position, stroke in for_every_engine(4):
        motion = simulate(position, stroke, surface=WITHOUT_SPIN)
        turned = simulate(position, replace(stroke, angle=stroke.angle + 1e-6), surface=WITHOUT_SPIN)

        assert len(motion.events) >= 2 and not motion.pocketed
        assert max(moved(rests(motion), rests(turned), motion)) < 1e-4


def test_what_is_missing_is_named_and_left_out_and_nothing_that_was_measured_is_lost(monkeypatch: pytest.MonkeyPatch):
    """A checkout without the tests' tools ended in a traceback, and lost all figures before."""

    def missing() -> ModuleType:
        import no_such_package_of_tests  # type: ignore[import-not-found]  # noqa: F401

        raise AssertionError

    def measured() -> Iterator[Figure]:
        yield Figure(name="before", value=2.0, unit="ms")
        import no_such_package_either  # type: ignore[import-not-found]  # noqa: F401

    halfway = type("module", (), {"__doc__": "Halfway.", "measure": staticmethod(measured)})
    monkeypatch.setattr(bench, "benchmarks", lambda: {"halfway": lambda: halfway, "web": missing})

    status, printed, errors = carrom("bench")

    assert status == 0
    assert "before" in printed
    assert "left out: halfway" in errors and "'no_such_package_either'" in errors
    assert "left out: web" in errors and "'no_such_package_of_tests'" in errors
    assert json.loads(carrom("bench", "--json")[1])["left_out"].keys() == {"halfway", "web"}


def test_a_benchmark_that_fails_is_named_with_its_error_and_the_others_still_run(monkeypatch: pytest.MonkeyPatch):
    def failing() -> Iterator[Figure]:
        yield Figure(name="before", value=2.0, unit="ms")
        raise RuntimeError("the server\ndid not start")

    def module_of(measure: object) -> ModuleType:
        return type("module", (), {"__doc__": "One.", "measure": staticmethod(measure)})  # type: ignore[return-value]

    def without_own_module() -> ModuleType:
        import carrom.no_such_module  # type: ignore[import-not-found]  # noqa: F401

        raise AssertionError

    after = module_of(lambda: [Figure(name="after", value=3.0, unit="ms")])
    all_of_them = {"web": lambda: module_of(failing), "own": without_own_module, "last": lambda: after}
    monkeypatch.setattr(bench, "benchmarks", lambda: all_of_them)

    status, printed, errors = carrom("bench")

    assert status == 1
    assert "before" in printed and "after" in printed
    assert "failed: web: RuntimeError: the server did not start" in errors.splitlines()
    assert "failed: own: ModuleNotFoundError" in errors and "left out" not in errors
    status, printed, _ = carrom("bench", "--json")
    assert status == 1
    assert json.loads(printed)["failed"].keys() == {"web", "own"}
    assert json.loads(printed)["figures"].keys() == {"web", "last"}
