"""The analysis page: the strokes of a match that is over, exactly; of one that is still played, nothing."""

import asyncio
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from carrom.bots.worker import CoachJob, Done
from carrom.equipment.position import PlacedPiece, Position
from carrom.match.requests import MakeStroke
from carrom.physics import kernel
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT
from carrom.play.domain import stroke_domain
from carrom.terms import Seat, Side, Stroke
from carrom_web.accounts.models import Guest
from carrom_web.matches import selectors
from carrom_web.matches.coach import COACH, MOST_WAITING, Coach, CoachBusyError, Question
from carrom_web.matches.pages.analysis.page import MARK, SLIDERS
from tests.support.web.clients import as_guest
from tests.support.web.matches import MatchSocket, play_strokes, start_match

pytestmark = pytest.mark.django_db(transaction=True)


def values_on(page: str) -> dict:
    found = re.search(r'<script id="analysis" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


async def test_strokes_of_a_match_are_shown_when_it_is_over_and_not_before():
    match_id, guest = await play_strokes(3)
    get = database_sync_to_async(Client().get)

    playing = await get(f"/analysis/?match={match_id}")
    not_yet = await get(f"/matches/{match_id}/advice/1/")
    figures = await get(f"/matches/{match_id}/statistics/")
    async with MatchSocket(match_id, guest) as page:
        await page.ask("concede", page.hello["version"], what="match")
    over = await get(f"/analysis/?match={match_id}")
    record = await database_sync_to_async(selectors.record)(match_id)

    assert playing.status_code == 403
    assert "still being played" in playing.content.decode() and "analysis/main.js" not in playing.content.decode()
    assert "json" not in playing.content.decode()
    assert "Analyse the strokes" not in figures.content.decode()
    assert over.status_code == 200
    values = values_on(over.content.decode())
    strokes = {entry.number: entry for entry in record if isinstance(entry.asked, MakeStroke)}
    assert {int(number) for number in values["strokes"]} == set(strokes)
    assert values["chosen"] == max(strokes)
    assert next(iter(values["surfaces"])) == "match" and values["surfaces"]["match"] == list(TOURNAMENT.parameters)
    for number, reported in values["strokes"].items():
        position = Position(tuple(PlacedPiece(*piece) for piece in reported["position"]))
        motion = simulate(position, Stroke(*reported["stroke"]), Seat(reported["seat"]))
        followed = strokes[int(number)].followed
        assert motion.final == (followed.lying or followed.position)
    assert "Analyse the strokes" in (await get(f"/matches/{match_id}/statistics/")).content.decode()
    first = min(strokes)
    assert values_on((await get(f"/analysis/?match={match_id}&stroke={first}")).content.decode())["chosen"] == first
    await the_coach_speaks_of(match_id, first, not_yet, get)


async def the_coach_speaks_of(match_id, number: int, not_yet, get) -> None:
    """Advice is given on a stroke that counts, by a process of its own; before the match is over on none."""
    try:
        advice = await get(f"/matches/{match_id}/advice/{number}/?hand=unsteady")
        again = await get(f"/matches/{match_id}/advice/{number}/?hand=nonsense")
    finally:
        await database_sync_to_async(COACH.stop)()
    said = advice.json()
    assert (not_yet.status_code, not_yet.json()["code"]) == (409, "match-not-over")
    assert advice.status_code == again.status_code == 200 and not said["solo"]
    assert 0 < said["best"] < 1 and set(said["cost"]) == {"idea", "aim"} and said["cost"]["idea"] >= 0
    assert [set(idea) for idea in said["ideas"]] == [{"stroke", "title", "note", "share"}] * len(said["ideas"])
    assert said["ideas"] and all("Chance to win the board" in idea["note"] for idea in said["ideas"])
    assert (await get(f"/matches/{match_id}/advice/999/")).status_code == 404
    assert (await get("/matches/8f14e45f-ceea-467f-9575-28d1b1a0c3a1/advice/1/")).status_code == 404


def test_nobody_waits_twice_for_the_coach_and_a_long_queue_is_refused(monkeypatch: pytest.MonkeyPatch):
    desk, go_on = Coach(), Event()

    async def slow(job: CoachJob) -> Done:
        await asyncio.get_running_loop().run_in_executor(threads, go_on.wait)
        return Done(key=job.key, code="no-answer")

    def until_they_wait(count: int) -> None:
        while desk.waiting < count:
            time.sleep(0.01)

    def ask(asker: object) -> None:
        desk.advise(Question("one", None), 1.0, asker)  # type: ignore[arg-type]

    monkeypatch.setattr(desk, "_answer", slow)
    with ThreadPoolExecutor(MOST_WAITING) as threads, ThreadPoolExecutor(MOST_WAITING) as people:
        waiting = [people.submit(ask, name) for name in range(MOST_WAITING - 1)]
        until_they_wait(MOST_WAITING - 1)
        with pytest.raises(CoachBusyError):
            ask(0)  # waits already
        waiting.append(people.submit(ask, None))
        until_they_wait(MOST_WAITING)
        with pytest.raises(CoachBusyError):
            ask("one more")
        go_on.set()
        assert all(isinstance(one.exception(60), CoachBusyError) for one in waiting)
    assert desk.waiting == 0
    desk.stop()


@pytest.mark.parametrize("asked", ["nonsense", "8f14e45f-ceea-467f-9575-28d1b1a0c3a1", "1" * 5000])
def test_a_match_that_is_not_there_is_answered_with_a_sentence(client: Client, asked: str):
    answer = client.get("/analysis/", {"match": asked})

    assert answer.status_code == 404
    assert "There is no match at this address" in answer.content.decode()


@pytest.mark.parametrize("cut_off", ["match=", "stroke=5", "match=&stroke=5"])
def test_a_review_s_link_without_its_match_is_answered_with_what_to_do(client: Client, cut_off: str):
    answer = client.get(f"/analysis/?{cut_off}")

    assert answer.status_code == 404
    said = answer.content.decode()
    assert "it names no match. Open the match" in said and "Analyse another position" in said


def test_the_page_needs_no_guest_and_its_sliders_name_the_kernel_s_parameters(
    client: Client, django_assert_num_queries
):
    with django_assert_num_queries(0):
        answer = client.get("/analysis/")
    shown = answer.content.decode()
    values = values_on(shown)

    assert answer.cookies == {} and values["chosen"] is None and values["strokes"] == {}
    assert set(re.findall(r'id="slide-(\w+)"', shown)) == set(SLIDERS) == set(values["sliders"])
    usual = values["surfaces"]["tournament"]
    for name, (at, over, _) in SLIDERS.items():
        held = usual[getattr(kernel, at)] / (usual[getattr(kernel, over)] if over else 1)
        expected = 15 / 1000 if name == "striker_grams" else getattr(TOURNAMENT, name)
        assert held == pytest.approx(expected, rel=1e-12)
    assert values["picture"].count(MARK) == values["picture"].count("@title@") == values["picture"].count("@says@") == 1
    assert "rotate(0) scale" in values["picture"]


def test_hints_are_for_who_plays_computers_and_is_to_strike():
    """Where people play each other, in one room too, and in an event nobody is helped."""
    asha, stranger = Guest.objects.create(name="Asha"), Guest.objects.create(name="Tomasz")
    own, computers_turn = (start_match(asha.pk, level="easy", breaks=side) for side in Side)
    between_people = start_match(asha.pk, stranger.pk)
    try:
        hint = as_guest(asha).get(f"/matches/{own}/hint/")
    finally:
        COACH.stop()
    refused = {
        "no-hints": [(stranger, own), (asha, between_people), (asha, start_match(asha.pk))],
        "no-stroke-now": [(asha, computers_turn)],
    }

    said = hint.json()
    domain = stroke_domain(selectors.load(own).state)
    assert hint.status_code == 200 and said["version"] == 0
    assert any(least <= said["stroke"][0] <= most for least, most in domain.spans)
    assert "Pull to about" in said["text"] and "%" in said["text"]
    for code, asked in refused.items():
        for guest, match_id in asked:
            answer = as_guest(guest).get(f"/matches/{match_id}/hint/")
            assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert b'id="show-stroke"' in as_guest(asha).get(f"/matches/{own}/").content
    assert b'id="show-stroke"' not in as_guest(stranger).get(f"/matches/{own}/").content
