"""The socket of a match: the whole protocol of docs/wire.md, and two pages of one match."""

import asyncio
import json
from importlib import import_module

import pytest
from channels.db import database_sync_to_async

from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.simulate import simulate
from carrom.physics.surface import ENGINE, TOURNAMENT
from carrom.terms import Seat, Stroke
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


async def test_a_stroke_is_shown_to_players_and_watchers_alike():
    match_id, first, second = await start_match_for_two()

    async with (
        MatchSocket(match_id, first) as asha,
        MatchSocket(match_id, second) as tomasz,
        MatchSocket(match_id) as watcher,
    ):
        assert (asha.hello["seats"], tomasz.hello["seats"], watcher.hello["seats"]) == (["south"], ["north"], [])
        assert asha.hello["players"] == [["a", 0]]
        assert asha.hello["view"]["awaiting"]["kind"] == "stroke"
        done = await asha.ask("stroke", 0, **STROKE)
        events = [await page.get("event") for page in (tomasz, watcher)]

    assert events[0] == events[1]
    event = events[0]
    assert event["number"] == done["number"] == 1
    assert event["view"]["version"] == 1
    assert event["entry"]["asked"] == STROKE
    assert event["entry"]["seat"] == "south"
    assert event["entry"]["motion"]["duration"] > 0
    assert event["entry"]["ruling"]["reasons"]
    assert event["entry"]["ruling"]["side"] == "a"


async def test_a_match_from_the_toss_to_the_first_stroke():
    match_id, first, second = await start_match_for_two(breaks="toss")

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        assert asha.hello["view"]["phase"] == "toss"
        assert (await asha.ask("toss", 0))["kind"] == "done"
        view = (await tomasz.get("event"))["view"]
        version = 1
        while view["awaiting"]["kind"] == "choice":
            page = asha if view["awaiting"]["seats"] == ["south"] else tomasz
            choice = view["awaiting"]["domain"]["options"][0]["value"]
            assert (await page.ask("choose", version, choice=choice))["kind"] == "done"
            version += 1
            await page.say("sync", have=version)
            view = (await page.get("snapshot"))["view"]

    assert view["awaiting"]["kind"] == "stroke"
    assert view["phase"] == "playing"
    assert len(view["position"]) == 19


async def test_one_guest_plays_both_sides_on_one_screen():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)

    async with MatchSocket(match_id, guest) as page:
        assert page.hello["seats"] == ["south", "north"]
        view, struck = page.hello["view"], set()
        while view["awaiting"]["kind"] == "stroke" and len(struck) < 2 and view["version"] < 20:
            domain = view["awaiting"]["domain"]
            least, most = domain["spans"][0]
            struck.add(domain["seat"])
            stroke = {"offset": (least + most) / 2, "angle": 0.3, "speed": 3.0}
            await page.say("stroke", id=new_id(), after=view["version"], **stroke)
            view = (await page.get("event"))["view"]

    assert struck == {"south", "north"}


async def test_two_strokes_for_the_same_version_one_is_stored_and_the_other_refused():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)

    async with MatchSocket(match_id, guest) as page:
        for angle in (0.01, 0.03):
            await page.say("stroke", id=new_id(), after=0, offset=0.0, angle=angle, speed=4.0)
        answers = [await page.answered(), await page.answered()]

    assert sorted(answer["kind"] for answer in answers) == ["done", "refused"]
    assert next(a for a in answers if a["kind"] == "refused")["code"] == "stale"
    assert await version_of(match_id) == 1


async def test_two_pages_that_strike_at_the_same_moment_make_one_entry():
    from carrom.match.requests import MakeStroke
    from carrom.terms import Stroke
    from carrom_web.matches import services

    match_id, first, _ = await start_match_for_two()
    asks = [
        services.ask(
            match_id=match_id,
            author=services.Guest(first),
            request_id=new_id(),
            after=0,
            request=MakeStroke(Stroke(0.0, 0.01 * number, 4.0)),
        )
        for number in range(5)
    ]

    results = await asyncio.gather(*asks, return_exceptions=True)

    assert sum(result == 1 for result in results) == 1
    assert sum(isinstance(result, services.StaleRequestError) for result in results) == 4
    assert await entries_of(match_id) == 2


async def test_the_same_request_twice_gets_the_same_answer():
    match_id, first, _ = await start_match_for_two()
    again = new_id()

    async with MatchSocket(match_id, first) as page:
        await page.say("stroke", id=again, after=0, **STROKE)
        once = await page.answered()
        await page.say("stroke", id=again, after=0, **STROKE)
        twice = await page.answered()

    assert once == twice == {"kind": "done", "id": again, "number": 1}
    assert await entries_of(match_id) == 2


async def test_the_same_request_twice_at_the_same_moment_makes_one_entry():
    from carrom.match.requests import MakeStroke
    from carrom.terms import Stroke
    from carrom_web.matches import services

    match_id, first, _ = await start_match_for_two()
    again = new_id()

    numbers = await asyncio.gather(
        *(
            services.ask(
                match_id=match_id,
                author=services.Guest(first),
                request_id=again,
                after=0,
                request=MakeStroke(Stroke(0.0, 0.02, 5.0)),
            )
            for _ in range(8)
        )
    )

    assert set(numbers) == {1}
    assert await entries_of(match_id) == 2


@pytest.mark.parametrize(
    ("kind", "members", "code"),
    [
        ("stroke", {"offset": 0.2, "angle": 0.0, "speed": 2.0}, "place-forbidden"),
        ("stroke", {"offset": 0.5, "angle": 0.0, "speed": 2.0}, "place-forbidden"),
        ("stroke", {"offset": 0.0, "angle": 0.0, "speed": 99.0}, "speed-limit"),
        ("stroke", {"offset": 0.0, "angle": 0.0, "speed": 0.0}, "speed-limit"),
        ("place", {"piece": 3, "x": 0.05, "y": 0.0}, "not-awaited"),
        ("forgo", {}, "not-awaited"),
        ("claim", {"points": 1}, "not-awaited"),
        ("toss", {}, "not-awaited"),
        ("choose", {"choice": "break"}, "not-awaited"),
        ("pass", {}, "cannot-pass"),
        ("take_back", {}, "nothing-to-take-back"),
        ("reply", {"offer": 1, "accept": True}, "unknown-offer"),
    ],
)
async def test_an_answer_that_cannot_be_changes_nothing(kind, members, code):
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)

    async with MatchSocket(match_id, guest) as page:
        answer = await page.ask(kind, 0, **members)

    assert answer["kind"] == "refused"
    assert answer["code"] == code or (members.get("offset") == 0.5 and answer["code"] == "stroke-off-line")
    assert answer["text"].endswith(".")
    assert await entries_of(match_id) == 1


async def test_out_of_turn_is_refused():
    match_id, _, second = await start_match_for_two()

    async with MatchSocket(match_id, second) as tomasz:
        answer = await tomasz.ask("stroke", 0, **STROKE)

    assert (answer["kind"], answer["code"]) == ("refused", "out-of-turn")
    assert await version_of(match_id) == 0


async def test_another_guests_match_can_be_watched_but_not_played():
    match_id, _, _ = await start_match_for_two()
    stranger = await database_sync_to_async(make_guest)("Eve")

    async with MatchSocket(match_id, stranger) as eve:
        answers = [await eve.ask("stroke", 0, **STROKE), await eve.ask("concede", 0, what="match")]

    assert {answer["code"] for answer in answers} == {"not-seated"}
    assert await version_of(match_id) == 0


async def test_a_match_that_does_not_exist_is_said_and_the_socket_closed():
    page = MatchSocket(new_id())
    connected, _ = await page.socket.connect()
    assert connected

    assert (await page.get("refused"))["code"] == "unknown-match"
    closed = await page.socket.receive_output(timeout=60)

    assert closed["type"] == "websocket.close"
    assert closed["code"] == 4404


@pytest.mark.parametrize("origin", [b"http://evil.example", b"http://127.0.0.1:9999", b"null"])
async def test_a_socket_of_another_origin_is_refused(origin):
    match_id, first, _ = await start_match_for_two()
    page = MatchSocket(match_id, first, origin=origin)

    connected, _ = await page.socket.connect()

    assert not connected


async def test_a_socket_at_an_unknown_address_is_refused():
    from channels.testing import WebsocketCommunicator

    from carrom_web.config.asgi import application

    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")]
    connected, _ = await WebsocketCommunicator(application, "/ws/nothing/", headers).connect()

    assert not connected


async def test_a_forged_cookie_only_watches():
    match_id, _, _ = await start_match_for_two()
    page = MatchSocket(match_id)
    page.socket.scope["headers"].append((b"cookie", b"carrom_guest=00000000000000000000000000000000:forged"))

    async with page:
        assert page.hello["seats"] == []


async def test_a_request_that_was_stored_is_known_and_another_is_not():
    match_id, first, _ = await start_match_for_two()
    stored, lost = new_id(), new_id()

    async with MatchSocket(match_id, first) as page:
        await page.say("stroke", id=stored, after=0, **STROKE)
        await page.answered()
        await page.say("known", id=stored)
        known = await page.answered()
        await page.say("known", id=lost)
        unknown = await page.answered()

    assert known == {"kind": "done", "id": stored, "number": 1}
    assert (unknown["kind"], unknown["id"], unknown["code"]) == ("refused", lost, "unknown-request")


async def test_a_late_page_gets_position_and_last_stroke():
    match_id, first, _ = await start_match_for_two()
    async with MatchSocket(match_id, first) as page:
        await page.say("stroke", id=new_id(), after=0, **STROKE)
        event = await page.get("event")

    async with MatchSocket(match_id) as late:
        hello = late.hello

    assert hello["version"] == 1
    assert hello["view"] == event["view"]
    reported_once = event["entry"]["motion"]
    assert reported_once.pop("final")
    assert reported_once.pop("engine") == hello["physics"]["engine"]
    assert {k: v for k, v in hello["last"]["entry"].items() if v != event["entry"][k]} == {}
    assert hello["last"] == event


async def test_a_stroke_is_taken_back_on_one_screen():
    guest = await database_sync_to_async(make_guest)()
    match_id = await database_sync_to_async(start_match)(guest)

    async with MatchSocket(match_id, guest) as page:
        await page.say("stroke", id=new_id(), after=0, **STROKE)
        struck = await page.get("event")
        assert struck["view"]["may"]["take_back"]
        await page.say("take_back", id=new_id(), after=1)
        back = await page.get("event")

    assert back["entry"]["struck_out"] == [1]
    assert back["view"]["position"] == page.hello["view"]["position"]
    assert back["view"]["awaiting"] == page.hello["view"]["awaiting"]


async def test_an_offer_is_answered_by_the_other_side():
    match_id, first, second = await start_match_for_two(take_back="agreed")

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        await asha.ask("stroke", 0, **STROKE)
        assert (await asha.ask("offer", 1, what="take_back"))["kind"] == "done"
        for _ in range(2):
            offered = await tomasz.get("event")
        assert offered["view"]["offers"][0]["what"] == "take_back"
        assert (await asha.ask("reply", 2, offer=2, accept=True))["code"] == "out-of-turn"
        assert (await tomasz.ask("reply", 2, offer=2, accept=True))["kind"] == "done"

    assert await version_of(match_id) == 3


async def test_conceding_ends_the_match():
    match_id, first, second = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        await asha.say("concede", id=new_id(), after=0, what="match")
        view = (await tomasz.get("event"))["view"]
        late = await tomasz.ask("stroke", 1, **STROKE)

    assert view["phase"] == "over"
    assert view["result"]["winner"] == "b"
    assert view["result"]["how"] == "conceded"
    assert view["result"]["text"]
    assert late["code"] == "match-over"


async def test_aim_is_shown_to_the_others_only_and_only_by_who_is_to_play():
    match_id, first, second = await start_match_for_two()
    aim = {"offset": 0.1, "angle": 0.2, "speed": 1.0, "phase": "pull"}

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        await tomasz.say("aim", **aim)  # not Tomasz's stroke
        await asha.say("aim", **aim)
        shown = await tomasz.get("aim")
        await asha.say("sync")
        await asha.get("snapshot")

    assert shown == {"kind": "aim", "seat": "south", **aim}
    assert await entries_of(match_id) == 1


async def test_no_more_than_some_aims_are_passed_on():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id) as watcher:
        for number in range(30):
            await asha.say("aim", offset=0.0, angle=number / 100, speed=1.0, phase="aim")
        await asha.say("sync")
        await asha.get("snapshot")
        await watcher.say("sync")
        aims = 0
        while True:
            message = json.loads(await watcher.socket.receive_from(timeout=60))
            if message["kind"] == "snapshot":
                break
            aims += message["kind"] == "aim"

    assert 1 <= aims <= 8


async def test_watchers_are_counted_and_players_are_not():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha:
        assert await asha.get("presence") == {"kind": "presence", "players": [["a", 0]], "watchers": 0}
        async with MatchSocket(match_id), MatchSocket(match_id):
            await asha.get("presence")
            assert (await asha.get("presence"))["watchers"] == 2
        counts = [(await asha.get("presence"))["watchers"] for _ in range(2)]

    assert counts == [1, 0]


async def test_a_player_hears_when_the_other_one_comes_and_goes():
    match_id, first, second = await start_match_for_two()

    async with MatchSocket(match_id, first) as asha:
        assert (await asha.get("presence"))["players"] == [["a", 0]]
        async with MatchSocket(match_id, second):
            assert (await asha.get("presence"))["players"] == [["a", 0], ["b", 0]]
        assert (await asha.get("presence"))["players"] == [["a", 0]]


async def test_a_second_tab_follows_along_and_may_take_over():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as one, MatchSocket(match_id, first) as two:
        assert one.hello["playing"]
        assert not two.hello["playing"]
        assert (await two.ask("stroke", 0, **STROKE))["code"] == "another-tab"
        await two.say("play_here")
        assert (await one.get("tab"))["playing"] is False
        assert (await two.get("tab"))["playing"] is True
        assert (await two.ask("stroke", 0, **STROKE))["kind"] == "done"
        assert (await one.get("event"))["number"] == 1


async def test_the_other_tab_plays_on_when_the_playing_one_is_closed():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as one:
        async with MatchSocket(match_id, first) as two:
            await two.say("play_here")
            assert (await one.get("tab"))["playing"] is False
        assert (await one.get("tab"))["playing"] is True
        assert (await one.ask("stroke", 0, **STROKE))["kind"] == "done"


async def test_a_page_gets_what_its_own_kernel_needs_and_the_exact_end_of_a_stroke():
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as page:
        start = page.hello["view"]["position"]
        await page.say("stroke", id=new_id(), after=0, **STROKE)
        event = await page.get("event")

    position = Position(tuple(PlacedPiece(*piece) for piece in start))
    own = simulate(position, Stroke(**STROKE), Seat.SOUTH)
    reported = event["entry"]["motion"]
    assert page.hello["physics"] == {"engine": ENGINE, "parameters": list(TOURNAMENT.parameters)}
    assert reported["final"] == [[piece.number, piece.x, piece.y] for piece in own.final.pieces]


@pytest.fixture(scope="module")
def application() -> None:
    """The application is imported, which sets logging up again: before `caplog` listens to it."""
    import_module("carrom_web.config.asgi")


@pytest.mark.usefixtures("application")
async def test_a_page_that_simulated_otherwise_is_written_down_five_times_at_most(caplog: pytest.LogCaptureFixture):
    match_id, first, _ = await start_match_for_two()

    async with MatchSocket(match_id, first) as page, MatchSocket(match_id) as watcher:
        for _ in range(7):
            await page.say("differs", number=3, part="final")
        await watcher.say("differs", number=4, part="final")
        for each in (page, watcher):
            await each.say("sync", have=0)
            await each.get("snapshot")

    reported = [record.getMessage() for record in caplog.records if "simulated other" in record.getMessage()]
    assert len(reported) == 5
    assert all(f"{match_id}, entry 3" in line and line.endswith("final") for line in reported)
