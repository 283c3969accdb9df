"""The harness of the benchmarks: figures are judged, written and found."""

import json

import pytest

from benchmarks import __main__ as bench
from benchmarks import figures
from benchmarks.figures import Figure, best_of, percentile, short, table


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
def test_a_figure_is_met_or_missed_or_only_told(value: float, should_be: float | None, better: str, met: bool | None):
    assert Figure(name="f", value=value, unit="ms", should_be=should_be, better=better).is_met is met


def test_the_table_says_what_is_missed():
    measured = [
        Figure(name="rulings", value=25_000, unit="1/s", should_be=20_000, better="more"),
        Figure(name="first frame, p99", value=120, unit="ms", should_be=100),
        Figure(name="memory", value=180, unit="MB"),
    ]

    assert table(measured).splitlines() == [
        "rulings           25,000  1/s  >= 20,000 met",
        "first frame, p99     120  ms   <= 100 MISSED",
        "memory               180  MB",
    ]


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


def test_a_benchmark_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]):
    assert bench.main(["nothing"]) == 2

    assert capsys.readouterr().err.startswith("error: unknown-benchmark: ")


def test_figures_are_printed_as_json_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    module = type(
        "module", (), {"measure": staticmethod(lambda: [Figure(name="f", value=2.0, unit="ms", should_be=1.0)])}
    )
    monkeypatch.setattr(bench, "NAMES", ["one"])
    monkeypatch.setattr(bench.importlib, "import_module", lambda name: module)

    assert bench.main(["--json"]) == 0

    (figure,) = json.loads(capsys.readouterr().out)["figures"]["one"]
    assert (figure["name"], figure["value"], figure["is_met"]) == ("f", 2.0, False)
