"""`.sol` files: what is read, what is refused and why, and that reading undoes writing. All names are invented."""

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

from carrom.tournament.sol_file import SolFileError, read_sol, write_sol
from carrom.tournament.sol_records import LISTS, SolBoard, SolCompetitor, SolMatch, SolTourney
from tests.support.tournament.sol import SOL_FILE


def test_what_sol_writes_is_read():
    book = read_sol(SOL_FILE.encode())
    event = book.tourneys[0]

    assert [one.lastname for one in book.players] == ["Alder", "Birch, the Elder", "Cédar"]
    assert (book.players[0].birthdate, book.players[1].nickname) == ("2001-02-03", "1")
    assert book.players[1].merged == (("x1", "Birch", "Ben", None), "x2")
    assert book.championships[0].modified == "2026-01-02T03:04:05"
    assert book.clubs[0].users == (1,)
    assert (event.date, event.retirements, event.competitors[0].prize) == ("2026-01-02", "trend70", "1000.00")
    assert event.delaycompatriotpairing == 1, "older files say whether, not for how many rounds"
    assert event.matches[0].boards == (
        SolBoard(number=1, coins1=5, queen="1"),
        SolBoard(number=2, coins1=0, coins2=2),
    )
    assert event.matches[1] == SolMatch(competitor1=3, competitor2=None, turn=1, board=2, score1=25, score2=0)
    assert book.players[2].other == {"shoe": 41}, "what a newer SoL adds is kept"


@pytest.mark.parametrize("kind", ["yaml", "json"])
@pytest.mark.parametrize("compressed", [False, True])
def test_reading_undoes_writing(kind: str, compressed: bool):
    book = read_sol(SOL_FILE.encode())

    written = write_sol(book, kind=kind, compressed=compressed)

    assert read_sol(written) == book
    assert write_sol(read_sol(written), kind=kind, compressed=compressed) == written
    text = gzip.decompress(written) if compressed else written
    assert text.startswith(b"[") == (kind == "json")
    assert "Cédar".encode() in text, "names can be read in the file"


def test_files_from_before_sol_4_whose_owners_are_players_are_read_and_written():
    text = SOL_FILE.replace(
        "users:\n- {email: desk@valley.example, firstname: Desk, lastname: One, nationalliable: null}\n", ""
    )
    book = read_sol(text.replace("currentturn: 2", "currentturn: 2\nowner: 3").replace(", users: [1]", "").encode())

    assert book.users is None
    assert read_sol(write_sol(book)) == book
    assert b"users" not in write_sol(book)


WRONG = {
    "score1: 25, score2: 11": (
        "score1: x, score2: 11",
        "event 1: matches 1: score1 must be a whole number, not 'x'",
    ),
    "competitor1: 3, ": ("competitor1: 4, ", "there is no number 4 among the 3 competitors"),
    "players: [3]": ("players: [9]", "there is no number 9 among the 3 players"),
    "players: [2]": ("players: [1]", "player 1 is there twice"),
    "score2: 14, turn: 2": ("score2: 14, turn: 1", "competitor 2 plays twice in round 1"),
    "currentturn: 2": ("currentturn: 1", "belongs to round 2, but the event is at round 1"),
    "breaker: '2'": ("breaker: '3'", "breaker must be one of 1, 2"),
    "retirements: trend70": ("retirements: trend80", "retirements must be one of none, trend, trend70"),
    "date: 2026-01-02\n": ("date: 2026-02-30\n", "cannot be read as YAML"),
    "birthdate: 2001-02-03": ("birthdate: soon", "players 1: birthdate must be a date"),
    "lastname: Alder, ": ("", "players 1: lastname is missing"),
    "score2: 0, turn: 1": ("score2: -1, turn: 1", "-1 is below 0"),
    "prized: false": ("prized: 0", "prized must be true or false, not 0"),
    "prize: '1000.00'": ("prize: many", "prize must be a number"),
    "rates: []": ("rates: 1", "rates must be a list"),
    "ratings: []": ("seasons: []", "'seasons'"),
    "couplings: dazed\ncurrent": (
        "couplings: dazed\ncouplings: serial\ncurrent",
        "has the field 'couplings' twice",
    ),
    "shoe: 41": ("shoe: {left: 41}", "shoe: this field is not known"),
    "board: 2, ": ("board: 2, score1_2: 5, ", "has a game with only one score"),
    "duration: 45": ("duration: [45", "Line "),
    "finals: 0": ("finals: !!python/object/apply:os.getcwd []", "could not determine a constructor"),
}


def test_the_fields_of_records_and_their_bounds_are_those_that_were_reviewed(golden: Callable[[str, str], None]):
    lines = [
        f"{record.__name__}.{one.name}: {_declared(one.metadata)}"
        for record in (*LISTS.values(), SolTourney, SolCompetitor, SolMatch, SolBoard)
        for one in fields(record)
        if one.metadata
    ]

    golden("tournament/sol_fields.txt", "\n".join(lines) + "\n")


def _declared(metadata: Any) -> str:
    shown = {
        name: value.name if isinstance(value, Enum) else getattr(value, "__name__", value)
        for name, value in metadata.items()
    }
    return ", ".join(f"{name} {value}" for name, value in shown.items() if value or (value == 0 and value is not False))


def test_a_number_may_be_a_billion_and_no_more():
    assert read_sol(SOL_FILE.replace("duration: 45", "duration: 1000000000").encode()).tourneys[0].duration == 10**9
    with pytest.raises(SolFileError, match="must be a whole number"):
        read_sol(SOL_FILE.replace("duration: 45", "duration: 1000000001").encode())


@pytest.mark.parametrize("right", WRONG)
def test_what_cannot_be_is_refused_with_its_place(right: str):
    wrong, sentence = WRONG[right]
    assert SOL_FILE.count(right) == 1

    with pytest.raises(SolFileError) as refusal:
        read_sol(SOL_FILE.replace(right, wrong).encode())

    assert sentence in str(refusal.value)
    assert refusal.value.code == "bad-sol-file"


def test_every_event_of_a_book_is_checked():
    book = read_sol(SOL_FILE.encode())
    wrong = replace(book.tourneys[0], currentturn=1)

    with pytest.raises(SolFileError, match=r"event 2: .* the event is at round 1"):
        read_sol(write_sol(replace(book, tourneys=(book.tourneys[0], wrong))))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a .sol file"),
        (b"[]", "not a .sol file"),
        (b"[1, 2]", "not a .sol file"),
        (b"- 1\n- 2\n", "not a .sol file"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b'[{"clubs": [], "clubs": []}]', "has the field 'clubs' twice"),
        (b'[{"clubs": NaN}]', "NaN is not a number"),
        (b"[" * 5000, "cannot be read as JSON"),
        (b"- " * 5000 + b"1", "nested too deeply"),
        (b"clubs: " + b"[" * 500_000, "nested too deeply"),
        (b"a: &a [1]\nb: *a\nplayers: []\n", "refers again to a list"),
        (b"a: &a [*a]\n", "refers again to a list"),
        (gzip.compress(SOL_FILE.encode(), mtime=0)[:-20], "ends too early"),
        (gzip.compress(SOL_FILE.encode(), mtime=0)[:30] + b"\xff" * 30, "damaged"),
        (gzip.compress(bytes(10_000_000), mtime=0), "larger than 8 MB"),
    ],
)
def test_what_is_no_sol_file_is_refused(content: bytes, sentence: str):
    with pytest.raises(SolFileError) as refusal:
        read_sol(content)

    assert sentence in str(refusal.value)


def test_a_broken_file_gives_a_book_or_a_reason():
    rng = random.Random(1)
    texts = [SOL_FILE.encode(), write_sol(read_sol(SOL_FILE.encode()), kind="json")]
    refused = 0
    for _ in range(400):
        content = bytearray(rng.choice(texts))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(content))
            content[at : at + rng.randrange(3)] = rng.choice(
                [b"", b"0", b"[", b"}", b"'", b"\n", b"-", b"null", b"&a "]
            )
        try:
            book = read_sol(bytes(content))
        except SolFileError:
            refused += 1
        else:
            assert read_sol(write_sol(book)) == book
    assert refused > 100


def test_json_holds_dates_as_texts_and_yaml_as_dates():
    book = read_sol(SOL_FILE.encode())

    assert json.loads(write_sol(book, kind="json"))[1]["date"] == "2026-01-02"
    assert b"date: 2026-01-02\n" in write_sol(book)
    assert replace(book) == book
