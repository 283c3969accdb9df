"""`carrom draw`: entrants in, fixtures out."""

import json

import pytest

from carrom.tournament.format import find
from tests.support.command_line import carrom, refused

TABLE = "key,seed,club,players\nAnu,1,North,\nBela,2,South,\nChandra,,North,x/y\nDevi,,South,\nEsha,,,\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "entrants.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


def test_a_table_of_entrants_gives_the_bracket_the_same_each_time(table):
    status, out, _ = carrom("draw", table, "--seed", "4")

    assert status == 0
    assert out.startswith("Round 1\n  1.1  Anu has a bye\n")
    assert "  3.1  winner of 2.1 - winner of 2.2" in out
    assert carrom("draw", table, "--seed", "4")[1] == out
    assert carrom("draw", "-", "--seed", "4", stdin='["Anu", "Bela"]')[1].count("-") == 1


def test_why_gives_the_reason_of_each_fixture_and_names_no_code(table):
    _, out, _ = carrom("draw", table, "--why", "--option", "third_place=yes")

    assert "Anu has a bye: byes go to the highest seeds" in out
    assert "the losers of 2.1 and 2.2 meet" in out
    assert not any(code in out for code in find("knockout").reasons)


def test_the_record_goes_on_with_results_and_shows_standings(table, tmp_path):
    _, out, _ = carrom(
        "draw", table, "--format", "swiss", "--option", "rounds=2", "--order", "points,net_points", "--json"
    )
    record, results = tmp_path / "record.json", tmp_path / "results.csv"
    record.write_text(out, encoding="utf-8")
    assert json.loads(out)["format"] == "swiss"

    results.write_text("fixture,points_a,points_b\n1.1,25,3\n1.2,9,25\n", encoding="utf-8")
    status, out, _ = carrom("draw", str(record), "--results", str(results))
    assert status == 0
    assert "Round 2" in out and "Standings" in out and "net_points 22" in out
    assert refused("draw", str(record)) == "nothing-to-draw"


def test_the_last_results_are_printed_with_standings_and_then_nothing_is_left_to_draw(tmp_path):
    _, out, _ = carrom("draw", "-", "--json", stdin='["Anu", "Bela"]')
    record, results = tmp_path / "record.json", tmp_path / "results.csv"
    record.write_text(out, encoding="utf-8")
    results.write_text("fixture,points_a,points_b,winner\n1.1,9,9,b\n", encoding="utf-8")
    status, out, _ = carrom("draw", str(record), "--results", str(results))

    assert status == 0
    assert out.splitlines()[-2].startswith("   1  ")
    assert refused("draw", str(record)) == "nothing-to-draw"


@pytest.mark.parametrize("slug", ["double-elimination", "groups-knockout"])
def test_a_rehearsal_ends_with_everyone_placed(table, slug):
    status, out, _ = carrom("draw", table, "--format", slug, "--rehearse", "kagw")

    assert status == 0
    assert len(out.split("Standings\n")[1].splitlines()) == 5
    assert json.loads(carrom("draw", table, "--format", slug, "--rehearse", "kagw", "--json")[1])["results"]


@pytest.mark.clause("K-005")
def test_k005_the_order_of_play_says_when_and_where_and_status_1_what_does_not_fit(table):
    window = "2022-02-05T09:00-05:00/2022-02-05T15:00-05:00"
    status, out, _ = carrom("draw", table, "--hours", window, "--boards", "2", "--minutes", "60")
    assert status == 0
    assert "  2022-02-05 09:00  board 1  1.2  " in out and "does not fit" not in out

    status, out, _ = carrom("draw", table, "--hours", window, "--minutes", "150", "--rest", "0", "--boards", "1")
    assert status == 1
    assert "does not fit" in out and out.endswith("\nno number of boards is enough\n")
    assert carrom("draw", table, "--hours", "nine/ten")[0] == 2


def test_formats_and_their_options_are_listed():
    assert "knockout" in carrom("draw")[1].split()
    assert "third_place=no  the losers" in carrom("draw", "--format", "knockout")[1]


@pytest.mark.parametrize(
    ("arguments", "stdin", "code"),
    [
        (["-"], '["Anu"]', "too-few"),
        (["-"], '["Anu", "Anu"]', "bad-entry"),
        (["-"], "name\nAnu\n", "bad-table"),
        (["-"], "key,seed\nAnu,first\n", "bad-table"),
        (["-"], "key,seed\nAnu,1,2\n", "bad-table"),
        (["-"], '[{"key": 3}]', "bad-json"),
        (["-"], '{"a": 1}', "bad-json"),
        (["-"], "[", "bad-json"),
        (["-", "--format", "chess"], TABLE, "unknown-format"),
        (["-", "--option", "beauty=1"], TABLE, "bad-usage"),
        (["-", "--option", "third_place=maybe"], TABLE, "bad-setting"),
        (["-", "--option", "apart=height"], TABLE, "bad-setting"),
        (["-", "--order", "points,beauty"], TABLE, "unknown-tie-break"),
        (["-", "--format", "ladder", "--rehearse", "icf"], TABLE, "bad-usage"),
        (["-", "--rehearse", "chess"], TABLE, "unknown-name"),
        (["-"], '{"format": "knockout", "entries": 1}', "bad-json"),
    ],
)
def test_wrong_input_is_reported_with_its_code(arguments, stdin, code):
    assert refused("draw", *arguments, stdin=stdin) == code
