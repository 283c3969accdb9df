"""Whole boards over the socket, to the end, and their records."""

import json

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from carrom.bots.worker import think
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.notation.record import read_entries
from carrom.play.state import PlayState
from carrom_web.matches import repository, selectors
from tests.support.web.matches import MatchSocket, new_id, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)


def as_message(request: requests.Request) -> dict[str, object]:
    match request:
        case requests.MakeStroke(stroke=stroke):
            return {"kind": "stroke", "offset": stroke.offset, "angle": stroke.angle, "speed": stroke.speed}
        case requests.Place(piece=piece, x=x, y=y):
            return {"kind": "place", "piece": piece, "x": x, "y": y}
        case requests.Choose(choice=choice):
            return {"kind": "choose", "choice": choice}
        case requests.Claim(points=points):
            return {"kind": "claim", "points": points}
        case _:
            return {"kind": request.kind}


@pytest.mark.slow
async def test_two_people_play_a_board_to_the_end_and_its_record_folds_to_the_same():
    match_id, first, second = await start_match_for_two(breaks="toss")

    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        view = asha.hello["view"]
        for _ in range(400):
            state: PlayState = (await database_sync_to_async(selectors.load)(match_id)).state
            if state.match.awaiting.kind is Decision.OVER:
                break
            seat = state.match.awaiting.seats[0]
            page = asha if state.match.side_at(seat) == "a" else tomasz
            request = think(state, "easy", f"{state.version}", seat=seat)
            await page.say(**as_message(request), id=new_id(), after=state.version)
            event = None
            for watching in (asha, tomasz):  # both see every entry, in order, and the same
                while (message := json.loads(await watching.socket.receive_from(timeout=60)))["kind"] != "event":
                    assert message["kind"] != "refused", (request, message)
                assert message["number"] == state.version + 1
                assert event is None or message == event
                event = message
            assert event is not None
            view = event["view"]
            pieces = len(view["position"]) + len(view["hand"])
            assert pieces == sum(side["up"] for side in view["sides"]) + (view["queen"]["standing"] == "on_board")

    assert view["phase"] == "over"
    assert view["result"]["winner"] in ("a", "b", None)

    def record() -> tuple[str, PlayState]:
        repository.RECENT.clear()
        text = Client(HTTP_HOST="127.0.0.1:8000").get(f"/matches/{match_id}/record/").content.decode()
        return text, selectors.load(match_id).state

    text, state = await database_sync_to_async(record)()
    assert repository.fold(list(read_entries(text))) == state
