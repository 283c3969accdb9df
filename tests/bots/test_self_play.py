"""Matches of computers for data sets: the same wherever they are played, and a file goes on where it was."""

import gzip
import json
from pathlib import Path

import pytest

from carrom.notation.record import read_matches
from tests.support.command_line import carrom, refused

FEW = ("--budget", "20", "--players", "beginner,beginner:easy@2", "--seed", "3")


def made(path: Path, matches: int, *more: str) -> bytes:
    status, out, err = carrom("self-play", str(matches), "-o", str(path), *FEW, *more)
    assert (status, err) == (0, ""), err
    assert out.startswith(f"{matches} {'match' if matches == 1 else 'matches'} in ")
    return path.read_bytes()


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made(tmp_path_factory.mktemp("self-play") / "three.carrom", 3).decode()


def test_a_file_holds_the_matches_in_turn_and_each_names_itself(three: str):
    records = read_matches(three)

    assert [[player.name for player in record.head.players] for record in records] == [
        ["beginner", "beginner"],
        ["beginner", "easy@2"],
        ["beginner", "beginner"],
    ]
    assert [dict(record.head.tags)["self-play"] for record in records] == [
        f"icf/board/beginner,beginner:easy@2/20/3/{number}" for number in range(3)
    ]
    assert all(record.states[-1].match.result is not None for record in records)


@pytest.mark.parametrize("cut", [7, 400, -60])
def test_a_file_that_was_cut_off_anywhere_goes_on_as_if_it_had_not_been(cut: int, three: str, tmp_path: Path):
    path = tmp_path / "three.carrom"
    path.write_text(three[:cut], encoding="utf-8")

    assert made(path, 3).decode() == three


def test_a_file_of_one_match_is_continued(three: str, tmp_path: Path):
    path = tmp_path / "three.carrom"

    assert three.startswith(made(path, 1).decode())
    assert made(path, 3).decode() == three


def test_processes_change_nothing_and_gzip_only_the_size(three: str, tmp_path: Path):
    path = tmp_path / "three.carrom.gz"
    part = made(path, 2, "--workers", "2")
    path.write_bytes(part[:-5])

    assert gzip.decompress(made(path, 3)).decode() == three


def test_the_result_is_said_as_json(three: str, tmp_path: Path):
    path = tmp_path / "three.carrom"
    path.write_text(three, encoding="utf-8")
    _status, out, _err = carrom("self-play", "2", "-o", str(path), *FEW, "--json")

    assert json.loads(out) == {"matches": 3, "new": 0, "bytes": len(three)}


def test_a_file_with_other_matches_is_left_alone(three: str, tmp_path: Path):
    path = tmp_path / "three.carrom"
    for text in (three.replace("/20/3/", "/20/4/"), "Dear diary\n"):
        path.write_text(text, encoding="utf-8")

        assert refused("self-play", "4", "-o", str(path), *FEW) == "cannot-read"
        assert path.read_text(encoding="utf-8") == text


def test_nonsense_is_refused(tmp_path: Path):
    path = str(tmp_path / "no.carrom")

    assert refused("self-play", "0", "-o", path) == "bad-usage"
    assert refused("self-play", "1", "-o", path, "--players", "nobody") == "unknown-bot"
    assert refused("self-play", "1", "-o", path, "--ruleset", "chess") == "unknown-name"
    assert not Path(path).exists()
