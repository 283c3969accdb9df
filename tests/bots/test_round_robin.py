"""All computers against all: what is played, what a file keeps, ratings, and a test that stops by itself."""

import json
from pathlib import Path

import pytest

from carrom.bots.contest import BoardPlayed, Terms, play_board
from carrom.bots.registry import find
from carrom.bots.round_robin import (
    ArenaFileError,
    Met,
    Sprt,
    append,
    play_all,
    rack_scores,
    rated,
    read_file,
    schedule,
    write_head,
)
from carrom.match.rules import shipped
from carrom.play.record import Record
from carrom.play.replay import verify

NAMES = ("random-strokes", "smash", "beginner")
TERMS = Terms(seed=4, budget=20)


def won(by: str, points: int = 5) -> BoardPlayed:
    return BoardPlayed(by, points, 20, ())


def test_all_pairs_play_a_rack_before_any_plays_the_next():
    played = schedule(NAMES, 4)

    assert len(played) == len(set(played)) == 12
    assert {index for _, _, index in played[:6]} == {0, 1}
    assert {(a, b) for a, b, _ in played[:6]} == {(NAMES[0], NAMES[1]), (NAMES[0], NAMES[2]), (NAMES[1], NAMES[2])}


def test_an_arena_goes_on_where_it_was_stopped(tmp_path: Path):
    path = tmp_path / "arena.jsonl"
    whole = list(play_all(NAMES, 2, TERMS))

    write_head(path, NAMES, TERMS)
    for met in whole[:2]:
        append(path, met)
    with path.open("a") as file:
        file.write('{"a": "smash", "b": "beg')  # killed while it wrote
    done = read_file(path, NAMES, TERMS)

    assert done == whole[:2]
    assert list(play_all(NAMES, 2, TERMS, done=done)) == whole


def test_a_file_of_another_arena_is_refused(tmp_path: Path):
    path = tmp_path / "arena.jsonl"
    write_head(path, NAMES, TERMS)

    assert read_file(path, NAMES, TERMS) == []
    with pytest.raises(ArenaFileError, match="other players"):
        read_file(path, NAMES, Terms(seed=5, budget=20))
    path.write_text("no JSON\n")
    with pytest.raises(ArenaFileError, match="damaged"):
        read_file(path, NAMES, TERMS)


def test_ratings_follow_from_boards_and_lie_in_their_intervals():
    boards = [
        Met(a, b, index, won("b" if index % 4 else "a"))
        for a, b in (("greedy-h", "strong"), ("smash", "greedy-h"), ("smash", "strong"))
        for index in range(40)
    ]

    table = rated(boards)

    assert [each.name for each in table] == ["strong", "greedy-h", "smash"]
    assert table[1].rating == pytest.approx(1500.0)
    assert all(each.low <= each.rating <= each.high for each in table)
    assert table[0].rating - 1500.0 == pytest.approx(165.0, abs=40.0), "three boards of four, by each other's too"
    assert (table[0].boards, table[0].won, table[0].points, table[0].conceded) == (80, 60, 300, 100)


def test_one_that_lost_every_board_has_a_rating_too():
    table = rated([Met("greedy-h", "smash", index, won("a")) for index in range(20)])

    assert 500.0 < table[1].rating < 1100.0


def test_one_with_a_single_rack_that_samples_leave_out_has_an_interval():
    boards = [Met("x", "y", index, won("a")) for index in range(2)] + [Met("x", "z", 0, won("a"))]

    assert all(each.low <= each.rating <= each.high for each in rated(boards))


@pytest.mark.parametrize(("share", "verdict"), [(0.75, "high"), (0.5, "low"), (0.55, None)])
def test_a_test_stops_when_it_knows(share: float, verdict: str | None):
    scores = [1.0 if 20 * share > (at * 7) % 20 else 0.0 for at in range(100)]

    assert Sprt(0.0, 100.0).verdict(scores) == verdict


def test_the_two_boards_of_a_rack_count_together():
    boards = [won("a"), won("b"), won("a"), won("a"), BoardPlayed(None, 0, 9, ()), won("b"), won("a")]

    assert rack_scores(boards) == [0.5, 1.0, 0.25]


@pytest.mark.parametrize("slug", [slug for slug, ruleset in shipped().items() if ruleset.side_count == 2])
def test_pairs_of_computers_play_a_board_by_any_laws(slug: str):
    played = play_board(find("easy"), find("steady"), seed=3, budget=60, ruleset=slug, doubles=True)

    assert played.fault is None
    assert played.winner in ("a", "b", None)
    assert verify(Record(played.entries)).holds


def test_terms_are_plain_values():
    assert json.loads(json.dumps(TERMS.as_values())) == TERMS.as_values()
