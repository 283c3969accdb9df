"""The socket of a match under attack: floods, what cannot be read, strangers, strokes that cannot be."""

import json

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carrom_web.matches import consumers
from tests.support.thorough import examples
from tests.support.web.matches import (
    STROKE,
    MatchSocket,
    entries_of,
    make_guest,
    new_id,
    start_match,
    start_match_for_two,
    version_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_flood_is_refused_and_then_closed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(consumers, "MESSAGES_A_SECOND", 0.0)  # a flood, no matter how slowly it is read
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as page:
        for _ in range(200):
            await page.say("known", id="00000000-0000-4000-8000-000000000000")
        codes = set()
        while True:
            output = await page.socket.receive_output(timeout=60)
            if output["type"] == "websocket.close":
                break
            codes.add(json.loads(output["text"]).get("code"))

    assert output["code"] == 4029
    assert "too-many-messages" in codes
    assert await entries_of(match_id) == 1


@pytest.mark.parametrize("text", ["x" * 10_000_000, "{}", '{"kind":"stroke","offset":NaN}', '{"kind":"resign"}', ""])
async def test_what_cannot_be_read_is_refused_and_the_socket_stays_open(text):
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as page:
        await page.socket.send_input({"type": "websocket.receive", "text": text})
        assert (await page.get("refused"))["code"] in ("message-too-large", "unreadable-message", "unknown-kind")
        assert (await page.ask("stroke", 0, **STROKE))["kind"] == "done"


async def test_bytes_are_no_message():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as page:
        await page.socket.send_to(bytes_data=b"\x00\xff")
        assert (await page.get("refused"))["code"] == "unreadable-message"


KINDS = "toss choose stroke pass place forgo claim concede_not take_back offer reply sync known aim play_here".split()
NUMBERS = st.integers(-3, 30) | st.floats() | st.integers()
MEMBERS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.uuids().map(str) | st.text(max_size=5),
        "after": st.integers(-1, 3) | NUMBERS,
        "offset": NUMBERS,
        "angle": NUMBERS,
        "speed": NUMBERS,
        "piece": NUMBERS,
        "x": NUMBERS,
        "y": NUMBERS,
        "points": NUMBERS,
        "choice": st.sampled_from(["break", "south", "x", ""]),
        "what": st.sampled_from(["match", "draw", "y", ""]),
        "offer": NUMBERS,
        "accept": st.booleans() | st.none(),
    },
)


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(KINDS), MEMBERS), max_size=20))
def test_whatever_a_stranger_says_changes_nothing_and_breaks_nothing(messages):
    async def play() -> None:
        match_id, _, _ = await start_match_for_two()
        async with MatchSocket(match_id) as page:
            for kind, members in messages:
                await page.say(kind, **members)
            await page.say("sync", have=0)
            while True:
                message = json.loads(await page.socket.receive_from(timeout=60))
                assert message["kind"] in ("refused", "snapshot", "presence")
                assert message.get("code") != "internal"
                if message["kind"] == "snapshot":
                    break
        assert await entries_of(match_id) == 1

    async_to_sync(play)()


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.floats(-0.4, 0.4) | st.floats(), st.floats(-10, 10) | st.floats(), st.floats(-1, 10) | st.floats()
        ),
        max_size=6,
    )
)
def test_whatever_a_player_strikes_is_stored_whole_or_refused(strokes):
    async def play() -> None:
        guest = await database_sync_to_async(make_guest)()
        match_id = await database_sync_to_async(start_match)(guest)
        stored = 0
        async with MatchSocket(match_id, guest) as page:
            for offset, angle, speed in strokes:
                text = json.dumps(
                    {
                        "kind": "stroke",
                        "id": new_id(),
                        "after": stored,
                        "offset": offset,
                        "angle": angle,
                        "speed": speed,
                    }
                )
                await page.socket.send_to(text_data=text)
                answer = await page.answered()
                assert answer.get("code") != "internal"
                stored += answer["kind"] == "done"
        assert await entries_of(match_id) == stored + 1
        assert await version_of(match_id) == stored

    async_to_sync(play)()
