"""carrom league: standings, promotion and a player's figures from a season as JSON."""

import csv
import io
import json
from pathlib import Path

import pytest

from carrom.league import solo_season
from tests.support.command_line import carrom, refused
from tests.support.league import solo_seasons


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A whole season on disk."""
    path: Path = tmp_path_factory.mktemp("league") / "season.json"
    path.write_text(json.dumps(solo_season.write(solo_seasons.season_of(*solo_seasons.lived(6)))), "utf-8")
    return str(path)


@pytest.mark.clause("B-038")
def test_the_standings_are_printed_as_text_csv_and_json_alike(file: str):
    by_hand = {key: solo_seasons.written(value) for key, value in solo_seasons.reckoned(*solo_seasons.lived(6)).items()}

    status, text, _ = carrom("league", file, "--on", solo_seasons.AFTER)
    table = list(csv.DictReader(io.StringIO(carrom("league", file, "--on", solo_seasons.AFTER, "--csv")[1])))
    reported = json.loads(carrom("league", file, "--on", solo_seasons.AFTER, "--json")[1])

    assert status == 0 and [line for line in text.splitlines() if line in ("Gold", "Silver", "Bronze")] == [
        "Gold", "Silver", "Bronze",
    ]  # fmt: skip
    assert {row["key"]: row["average"] for row in table} == by_hand
    assert {row["key"]: row["average"] for one in reported["divisions"] for row in one["rows"]} == by_hand
    assert all(f"Player {key} " in text and average in text for key, average in by_hand.items())


def test_who_goes_up_is_reported_and_what_one_player_did(file: str):
    status, text, _ = carrom("league", file, "--promotion", "--on", solo_seasons.AFTER)
    assert status == 0 and text.count("(goes up)") == text.count("(goes down)") == 6

    reported = json.loads(carrom("league", file, "--player", "p07", "--json")[1])
    _, text, _ = carrom("league", file, "--player", "p07")
    assert (
        reported["bests"]["board"]["value"] in text
        and f"Player p07: {reported['average']} strokes for each board" in text
    )


def test_who_is_level_at_a_line_is_a_negative_result_and_bad_input_is_refused(tmp_path: Path, file: str):
    season = {
        "terms": {
            "title": "Two",
            "first_day": "2026-03-02",
            "last_day": "2026-03-08",
            "divisions": [{"key": "a", "title": "A", "down": 1}, {"key": "b", "title": "B"}],
            "order": ["average"],
        },
        "players": [{"key": key, "name": key, "division": "a"} for key in "xy"],
        "sets": [
            {"key": key, "player": key, "day": "2026-03-03", "strokes": [21] * 5, "handed_in": "2026-03-03",
             "proofs": [{"kind": "organiser"}]}
            for key in "xy"
        ],
    }  # fmt: skip

    status, text, _ = carrom("league", "-", "--promotion", stdin=json.dumps(season))
    assert (status, "level in a place that matters: x = y" in text) == (1, True)
    assert refused("league", "-", stdin="{") == "bad-json"
    assert refused("league", "-", stdin='{"terms": 3}') == "unreadable-season"
    assert refused("league", file, "--on", "yesterday") == refused("league", file, "--player", "nobody") == "bad-usage"
    season["sets"][0]["strokes"] = [21] * 4
    assert refused("league", "-", stdin=json.dumps(season)) == "unreadable-season"
