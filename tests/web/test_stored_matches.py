"""Matches in the database: exact, complete, and readable without their snapshot."""

import pytest
from channels.db import database_sync_to_async
from hypothesis import given
from hypothesis import strategies as st

from carrom import serialization
from carrom.match.entries import Entry
from carrom.match.requests import Place, Request
from carrom.play.state import PlayState
from carrom_web.matches import models, repository, selectors
from tests.support.web.matches import MatchSocket, play_strokes

played = pytest.mark.django_db(transaction=True)


class TestOneMatch:
    pytestmark = played

    async def test_the_snapshot_is_the_folded_record(self):
        match_id, _ = await play_strokes(8)

        def read() -> tuple[PlayState, PlayState, PlayState]:
            row = models.Match.objects.get(pk=match_id)
            repository.RECENT.clear()
            return (
                repository.state_of(row),
                repository.fold(selectors.record(match_id)),
                serialization.read(PlayState, row.snapshot),
            )

        saved, folded, snapshot = await database_sync_to_async(read)()

        assert saved == folded == snapshot
        assert saved.version >= 5

    async def test_a_snapshot_of_another_format_is_folded_again(self):
        match_id, guest = await play_strokes(4)

        def spoil(**values: object) -> int:
            models.Match.objects.filter(pk=match_id).update(**values)
            repository.RECENT.clear()
            return selectors.load(match_id).state.version

        version = await database_sync_to_async(spoil)(snapshot="{}")
        assert version == await database_sync_to_async(spoil)(snapshot='{"old": 1}', snapshot_format=0)
        async with MatchSocket(match_id, guest) as page:
            assert page.hello["version"] == version
            assert (await page.ask("concede", version, what="match"))["kind"] == "done"

    async def test_a_process_that_remembers_nothing_goes_on_from_the_last_stroke(self):
        match_id, guest = await play_strokes(3)
        repository.RECENT.clear()

        async with MatchSocket(match_id, guest) as page:
            hello = page.hello
            assert (
                hello["version"]
                == await database_sync_to_async(models.Entry.objects.filter(match_id=match_id).count)() - 1
            )
            assert hello["last"]["number"] <= hello["version"]

    async def test_a_transaction_that_breaks_leaves_nothing_behind(self, monkeypatch):
        match_id, guest = await play_strokes(1)
        version = (await database_sync_to_async(selectors.load)(match_id)).state.version

        def broken(*_: object) -> None:
            raise RuntimeError("the disk is full")

        monkeypatch.setattr(repository, "_write_entry", broken)
        async with MatchSocket(match_id, guest) as page:
            answer = await page.ask("concede", version, what="match")
            monkeypatch.undo()
            repository.RECENT.clear()
            again = await page.ask("concede", version, what="match")

        assert (answer["kind"], answer["code"]) == ("refused", "internal")
        assert "disk" not in answer["text"]
        assert again["kind"] == "done"


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(0, 19),
)
def test_every_float_reads_back_as_the_same_number(x: float, y: float, piece: int):
    request = Place(piece, x, y)

    back = serialization.read(Place, serialization.write(request))

    assert (back.x.hex(), back.y.hex(), back.piece) == (x.hex(), y.hex(), piece)


def test_a_request_of_any_kind_is_reported_by_its_kind():
    assert serialization.read(Request, '{"kind":"claim","points":2}').points == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"kind":"place","piece":1,"x":0.1}',
        '{"kind":"place","piece":1.0,"x":0.1,"y":0.2}',
        '{"kind":"place","piece":true,"x":0.1,"y":0.2}',
        '{"kind":"place","piece":1,"x":NaN,"y":0.2}',
        '{"kind":"place","piece":1,"x":"0.1","y":0.2}',
        '{"kind":"place","piece":1,"x":0.1,"y":0.2,"z":0.3}',
        '{"kind":"toss","piece":1,"x":0.1,"y":0.2}',
        '{"piece":1,"x":0.1,"y":0.2}',
    ],
)
def test_another_form_is_an_error_with_a_code(text: str):
    with pytest.raises(serialization.BadJsonError) as caught:
        serialization.read(Place, text)

    assert caught.value.code == "bad-json"


def test_a_number_that_is_not_finite_is_not_written():
    with pytest.raises(ValueError, match="Out of range"):
        serialization.write(Place(1, float("nan"), 0.0))


def test_the_types_of_stored_matches_can_all_be_read():
    for kind in (Entry, PlayState):
        with pytest.raises(serialization.BadJsonError):
            serialization.read(kind, "{}")  # builds the readers of all fields
