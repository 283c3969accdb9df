"""The one codec: what is written is read again, and whatever is wrong is refused with its place.

Held for every act of every log, and for all else that is stored or leaves as a file.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import ClassVar, Literal, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import carrom_web
from carrom import serialization
from carrom.league.match_record import LeagueRecord
from carrom.league.match_terms import MatchLeagueTerms
from carrom.league.solo_log import Difference
from carrom.league.solo_season import Season
from carrom.league.solo_terms import ORDER, EvidenceAsked, Late, SeasonTerms, weekly
from carrom.log import Entry as LogEntry
from carrom.match.entries import Entry
from carrom.play.state import PlayState
from carrom.serialization import BadJsonError, from_plain, read, to_plain, write
from carrom.tournament import format as formats
from carrom.tournament.commands import Act as CONTEST_ACT  # a union
from carrom.tournament.event import EventTerms
from carrom.tournament.record import Record
from carrom.tournament.teams import LineUp, TieTerms
from carrom_web.competitions.arenas.repository import STORE as ARENAS
from carrom_web.competitions.championships.repository import STORE as CHAMPIONSHIPS
from carrom_web.competitions.events.contests import STORE as CONTESTS
from carrom_web.competitions.match_leagues.repository import STORE as MATCH_LEAGUES
from carrom_web.competitions.ratings.repository import STORE as RATINGS
from carrom_web.competitions.solo_leagues.repository import STORE as SOLO_LEAGUES
from carrom_web.umpire.messages import Draft
from tests.support.league import solo_seasons
from tests.support.thorough import examples
from tests.support.values import OWN, at, path_text, places, values_of, with_other

LOGS = {
    "arenas": ARENAS,
    "championships": CHAMPIONSHIPS,
    "contests": CONTESTS,
    "match leagues": MATCH_LEAGUES,
    "ratings": RATINGS,
    "solo leagues": SOLO_LEAGUES,
}
ACTS = {f"{log}: {act.kind}": (act, store.acts) for log, store in LOGS.items() for act in get_args(store.acts)}
OTHERS = {
    kind.__name__: (kind, kind)
    for kind in (
        Difference, Draft, Entry, EventTerms, LeagueRecord, LineUp, MatchLeagueTerms, Record, Season, SeasonTerms,
    )
}  # fmt: skip
OWN[SeasonTerms] = st.builds(
    solo_seasons.terms,
    title=st.text("abc", min_size=1),
    weeks=st.sampled_from([(), weekly("2026-01-05", "2026-02-05")]),
    evidence=values_of(EvidenceAsked),
    late=values_of(Late),
    order=st.permutations(ORDER).map(tuple),
)
OWN[Season] = st.builds(
    lambda seed, sets: solo_seasons.season_of(solo_seasons.lived(seed)[0][:sets], solo_seasons.lived(seed)[1]),
    st.integers(0, 9),
    st.integers(0, 50),
)
OWN[Record] = st.builds(
    lambda slug, entries, tie: Record(format=slug, entries=entries, tie=tie),
    st.sampled_from(formats.slugs()),
    values_of(tuple[LogEntry[CONTEST_ACT], ...]),  # type: ignore[valid-type]
    values_of(TieTerms | None),
)
NO_JSON = {"\0": {"\0": [[[]]]}}  # of no type that is stored
SAMPLED = settings(
    max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
every_stored_kind = pytest.mark.parametrize(("kind", "read_as"), (ACTS | OTHERS).values(), ids=(ACTS | OTHERS))


STORED = re.compile(r"^\w+(: .*)? = \w*Store\b", re.MULTILINE)


def test_no_log_is_forgotten_here():
    folder = Path(carrom_web.__file__).parent
    with_store = [file for file in folder.rglob("*.py") if STORED.search(file.read_text(encoding="utf-8"))]

    assert len(with_store) == len(LOGS)


@every_stored_kind
@SAMPLED
@given(data=st.data())
def test_reading_undoes_writing(kind, read_as, data):
    value = data.draw(values_of(kind))

    for brief in (False, True):
        again = read(read_as, write(value, brief=brief))
        assert again == value
        assert type(again) is type(value)
    assert write(read(read_as, write(value))) == write(value)  # equal values of other types would be written otherwise


@every_stored_kind
@SAMPLED
@given(data=st.data())
def test_what_is_unknown_missing_or_of_another_type_is_refused_with_its_place(kind, read_as, data):
    plain = to_plain(data.draw(values_of(kind)))
    path = data.draw(st.sampled_from(list(places(plain))))
    held = at(plain, path)

    with pytest.raises(BadJsonError) as caught:
        from_plain(read_as, with_other(plain, path, NO_JSON))
    assert caught.value.where.startswith(path_text(path))
    assert caught.value.where in str(caught.value)
    if isinstance(held, dict) and held:
        with pytest.raises(BadJsonError) as caught:
            from_plain(read_as, with_other(plain, path, held | NO_JSON))
        assert caught.value.where.startswith(path_text(path))


@dataclass(frozen=True)
class Coin:
    kind: ClassVar[str] = "coin"
    number: int
    place: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Queen:
    kind: ClassVar[str] = "queen"
    stands: Literal["on", "off"]
    worth: Decimal = Decimal(3)


@dataclass(frozen=True)
class Board:
    pieces: tuple[Coin | Queen, ...]
    played: datetime | None = None
    note: str | float = ""


@pytest.mark.parametrize(
    ("spoiled", "reason", "where"),
    [
        ({"pieces": []} | {"notes": ""}, "unknown-keys", ""),
        ({}, "missing-keys", ""),
        ({"pieces": [{"kind": "coin"}]}, "missing-keys", "pieces[0]"),
        ({"pieces": [{"kind": "coin", "number": 1}, {"number": 2}]}, "not-one-of", "pieces[1].kind"),
        ({"pieces": [{"kind": "striker"}]}, "not-one-of", "pieces[0].kind"),
        ({"pieces": [{"kind": "coin", "number": True}]}, "not-whole", "pieces[0].number"),
        ({"pieces": [{"kind": "coin", "number": 1.0}]}, "not-whole", "pieces[0].number"),
        ({"pieces": [{"kind": "coin", "number": 2**53 + 1}]}, "not-whole", "pieces[0].number"),
        ({"pieces": [{"kind": "coin", "number": 1, "place": [0, "0"]}]}, "not-number", "pieces[0].place[1]"),
        ({"pieces": [{"kind": "coin", "number": 1, "place": [0]}]}, "other-length", "pieces[0].place"),
        ({"pieces": [{"kind": "coin", "number": 1, "place": [0, 1e999]}]}, "not-finite", "pieces[0].place[1]"),
        ({"pieces": [{"kind": "queen", "stands": "up"}]}, "not-one-of", "pieces[0].stands"),
        ({"pieces": [{"kind": "queen", "stands": "on", "worth": "three"}]}, "not-decimal", "pieces[0].worth"),
        ({"pieces": [{"kind": "queen", "stands": "on", "worth": 3}]}, "not-text", "pieces[0].worth"),
        ({"pieces": [], "played": "yesterday"}, "not-iso-8601", "played"),
        ({"pieces": [], "played": 5}, "no-form-fits", "played"),
        ({"pieces": [], "note": False}, "no-form-fits", "note"),
        ({"pieces": {}}, "not-list", "pieces"),
        ([], "not-object", ""),
    ],
)
def test_each_fault_has_its_code_and_its_place(spoiled, reason: str, where: str):
    with pytest.raises(BadJsonError) as caught:
        from_plain(Board, spoiled)

    assert (caught.value.message_id, caught.value.where) == (f"bad-json.{reason}", where)
    assert str(caught.value).startswith(f"{where}: " if where else "")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "syntax"),
        ('{"pieces":[]', "syntax"),
        ('{"pieces":[],"pieces":[]}', "key-twice"),
        ('{"pieces":[],"note":NaN}', "constant"),
        ("[" * 100_000, "too-deep"),
        ("9" * 10_000, "long-number"),
    ],
)
def test_a_text_that_is_not_json_is_refused(text: str, reason: str):
    with pytest.raises(BadJsonError) as caught:
        read(Board, text)

    assert caught.value.message_id == f"bad-json.{reason}"


def test_what_is_stored_has_every_field_and_a_file_for_people_leaves_out_what_is_usual():
    board = Board((Coin(1), Queen("on")))

    assert to_plain(board) == {
        "pieces": [
            {"kind": "coin", "number": 1, "place": [0.0, 0.0]},
            {"kind": "queen", "stands": "on", "worth": "3"},
        ],
        "played": None,
        "note": "",
    }
    brief = to_plain(board, brief=True)
    assert brief == {"pieces": [{"kind": "coin", "number": 1}, {"kind": "queen", "stands": "on"}]}
    assert from_plain(Board, brief) == from_plain(Board, json.loads(write(board))) == board


def test_what_could_not_be_read_again_is_not_written():
    for number in (2**53 + 1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"too large|Out of range"):
            write((number,))
    with pytest.raises(TypeError, match="no value that can be stored"):
        write(Path("x"))


def test_the_snapshot_of_a_match_can_be_read():
    with pytest.raises(BadJsonError):
        serialization.read(PlayState, "{}")  # builds the readers of all its fields
