"""The daily rack: the same for everybody, one attempt, a board of results by day, best and streak."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from carrom.match.requests import Concede, MakeStroke
from carrom.terms import Side, Stroke
from carrom_web.accounts.models import Guest
from carrom_web.matches import daily, models, repository, services
from tests.support.web.matches import new_id

pytestmark = pytest.mark.django_db(transaction=True)


def visitor() -> Client:
    return Client(HTTP_HOST="127.0.0.1:8000")


def play(client: Client, **fields: str):
    return client.post("/daily/", {"day": daily.today().isoformat(), **fields})


def test_a_day_lays_the_same_rack_for_everybody_and_each_day_another_one():
    first, second = visitor(), visitor()

    matches = [models.Match.objects.get(pk=play(one)["Location"].split("/")[2]) for one in (first, second)]

    racks = [repository.state_of(match).position for match in matches]
    assert racks[0] == racks[1] == daily.rack(daily.today()).position
    assert racks[0] != daily.rack(daily.today() + timedelta(days=1)).position
    assert len(racks[0].pieces) == 19


def test_one_attempt_counts_and_the_second_is_refused_with_nothing_stored():
    client = visitor()
    first = play(client, name="Asha")
    assert first.status_code == 303

    again = play(client, name="Asha")

    assert again.status_code == 409 and "You have played today" in again.text
    assert client.post("/daily/", {"day": (daily.today() - timedelta(days=1)).isoformat()}).status_code == 409
    assert models.Match.objects.count() == models.DailyAttempt.objects.count() == 1
    assert first["Location"] in client.get("/daily/").text  # the way back
    match = models.Match.objects.get()
    state = repository.state_of(match)
    assert state.match.head.take_back == "never"
    async_to_sync(services.ask)(
        match_id=match.pk, author=services.Guest(models.DailyAttempt.objects.get().guest_id), request_id=new_id(),
        after=0, request=MakeStroke(Stroke(0.0, 0.0, 6.0)),
    )  # fmt: skip
    assert models.DailyAttempt.objects.get().strokes is None  # not over
    assert client.get(f"/matches/{match.pk}/hint/").json()["code"] == "no-hints"


def test_results_are_listed_by_day_best_and_streak_for_those_with_a_name():
    today = daily.today()
    asha, mira, nameless = (Guest.objects.create(name=name) for name in ("Asha", "Mira", ""))
    for guest, back, strokes in ((asha, 0, 24), (mira, 0, 19), (nameless, 0, 17), (asha, 1, 30), (asha, 2, None)):
        daily_day = today - timedelta(days=back)
        match_id = daily.begin(guest, today) if not back else None
        if match_id is None:
            continue
        models.DailyAttempt.objects.filter(match_id=match_id).update(strokes=strokes, day=daily_day)
    earlier = daily.begin(Guest.objects.create(name="Noor"), today)
    models.DailyAttempt.objects.filter(match_id=earlier).update(guest=asha, day=today - timedelta(days=1), strokes=30)

    page = visitor().get("/daily/")

    assert [(row["name"], row["strokes"]) for row in page.context["rows"]] == [("Mira", 19), ("Asha", 24)]
    assert (page.context["finished"], page.context["median"]) == (3, 19)
    assert [row["name"] for row in page.context["best"]] == ["Mira", "Asha"]
    assert [(one.name, one.days) for one in page.context["streaks"]] == [("Asha", 2)]
    assert page.context["rows"][0]["url"] == ""  # how they did it is shown once the day is over
    yesterday = visitor().get(f"/daily/?day={today - timedelta(days=1)}")
    assert "/share/" in yesterday.context["rows"][0]["url"]
    for day in (today + timedelta(days=1), daily.FIRST - timedelta(days=1), "nonsense"):
        assert visitor().get(f"/daily/?day={day}").status_code == 404


def test_the_coach_speaks_of_an_attempt_from_the_next_day_on():
    client = visitor()
    play(client)
    attempt = models.DailyAttempt.objects.get()
    match_id, asked = attempt.match_id, {"match_id": attempt.match_id, "author": services.Guest(attempt.guest_id)}
    for number, request in enumerate((MakeStroke(Stroke(0.0, 0.0, 6.0)), Concede(side=Side.A))):
        async_to_sync(services.ask)(**asked, request_id=new_id(), after=number, request=request)
    address = f"/matches/{match_id}/advice/1/"

    today = client.get(address)

    assert (today.status_code, today.json()["code"]) == (409, "daily-rack-not-over")
    page = client.get(f"/analysis/?match={match_id}")
    assert "ask the coach tomorrow" in page.text and page.context["analysis"]["coach"] is None
    models.DailyAttempt.objects.update(day=daily.today() - timedelta(days=1))
    assert client.get("/analysis/", {"match": match_id}).context["analysis"]["coach"]["address"] in address
    assert client.get(address.replace("/1/", "/99/")).status_code == 404  # of a stroke that there is, the coach speaks


def test_a_run_of_days_ends_today_or_yesterday():
    today = daily.today()
    days = {today - timedelta(days=back) for back in (1, 2, 3, 5)}

    assert daily.run_of(days, today) == 3
    assert daily.run_of(days | {today}, today) == 4
    assert daily.run_of({today - timedelta(days=2)}, today) == 0
