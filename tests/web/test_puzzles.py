"""Puzzles on the site: the day's, the next one, tries judged by the server, ratings and streaks, one's own data."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from carrom.puzzles.collection import shipped
from carrom.puzzles.puzzle import Puzzle, Theme
from carrom.rating.glicko import Met, after_period
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.services import merge_guest
from carrom_web.puzzles import models, selectors, services
from carrom_web.puzzles.pages.puzzle import page as puzzle_page
from carrom_web.puzzles.selectors import TERMS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def unhurried():
    puzzle_page.TRIES.forget_all()


def by_stroke() -> list[Puzzle]:
    day = selectors.daily(selectors.today()).id
    return [each for each in shipped().values() if not each.is_placing and each.id != day]


def send(client: Client, key: str, body: object):
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(f"/puzzles/{key}/", text, content_type="application/json")


def solution_of(puzzle: Puzzle) -> dict[str, object]:
    names = ("x", "y") if puzzle.is_placing else ("offset", "angle", "speed")
    made = dict(zip(names, puzzle.solution_values, strict=True))
    return {"place": made} if puzzle.is_placing else {"stroke": made}


MISS = {"stroke": {"offset": 0.0, "angle": 0.0, "speed": 0.05}}


def test_a_day_has_the_same_puzzle_for_everybody_and_none_comes_again_before_all_others():
    today = selectors.today()
    days = [selectors.daily(today + timedelta(days=back)).id for back in range(len(shipped()))]

    assert len(set(days)) == len(shipped())
    for client in (Client(), Client()):
        assert client.get("/puzzles/daily/")["Location"] == f"/puzzles/{days[0]}/"
        assert client.get(f"/puzzles/{days[0]}/").context["is_daily"]


def test_the_page_shows_what_to_reach_and_not_how():
    puzzle = by_stroke()[0]

    page = Client().get(f"/puzzles/{puzzle.id}/")

    values = page.context["values"]
    assert page.context["puzzle"]["goal"] in page.text
    assert len(values["position"]) == len(puzzle.situation.position.pieces) and values["domain"]["spans"]
    assert "solution" not in values and str(puzzle.solution_values[1]) not in page.text
    assert Client().get("/puzzles/nothing/").status_code == 404
    assert not Guest.objects.exists()  # who only looks is not stored


def test_a_due_is_placed_and_cannot_be_forgone():
    puzzle = next(each for each in shipped().values() if each.is_placing)

    values = Client().get(f"/puzzles/{puzzle.id}/").context["values"]
    answer = send(Client(), puzzle.id, solution_of(puzzle)).json()

    assert values["domain"] is None and values["placing"]["may_forgo"] is False
    assert answer["reached"] and answer["motion"] is None and answer["text"]


def test_a_solved_puzzle_moves_both_ratings_once_and_says_what_was_ruled():
    client, puzzle = Client(), by_stroke()[0]
    expected = after_period(
        TERMS.newcomer, [Met(puzzle.rating, 1.0)], tau=TERMS.tau, most_deviation=TERMS.newcomer.deviation
    )

    first = send(client, puzzle.id, solution_of(puzzle)).json()
    second = send(client, puzzle.id, solution_of(puzzle)).json()

    assert first["reached"] and first["first"] and first["text"] and first["note"] and first["themes"]
    assert first["rating"] == {
        "value": round(expected.value), "gain": round(expected.value - TERMS.newcomer.value),
    }  # fmt: skip
    assert first["run"] == 1 and first["motion"]["duration"] > 0.0
    assert second["reached"] and not second["first"] and second["rating"]["gain"] == 0
    row = models.PuzzleRating.objects.get(key=puzzle.id)
    assert row.value < puzzle.rating.value and (row.tries, row.solved) == (1, 1)
    assert models.PuzzleTry.objects.get().tries == 2
    own = client.get(f"/puzzles/{puzzle.id}/").context["own"]
    assert own == {"solved": True, "solved_first": True, "tries": 2}


def test_a_miss_ends_the_run_and_a_later_success_counts_as_solved_alone():
    client = Client()
    one, other = by_stroke()[:2]
    send(client, one.id, solution_of(one))

    missed = send(client, other.id, MISS).json()
    later = send(client, other.id, solution_of(other)).json()

    assert not missed["reached"] and missed["first"] and missed["rating"]["gain"] < 0 and missed["run"] == 0
    assert missed["solution"] is None and not missed["note"] and not missed["themes"]
    assert later["reached"] and not later["first"] and later["run"] == 0
    row = models.PuzzleTry.objects.get(key=other.id)
    assert (row.solved_first, row.solved, row.tries) == (False, True, 2)
    assert models.PuzzleRating.objects.get(key=other.id).value > other.rating.value
    solver = models.Solver.objects.get()
    assert (solver.tries, solver.solved, solver.run, solver.best_run) == (2, 1, 0, 1)


def test_the_idea_is_shown_to_those_who_ask_and_counts_as_a_try():
    client, puzzle = Client(), by_stroke()[0]

    shown = send(client, puzzle.id, {"show": True}).json()
    afterwards = send(client, puzzle.id, solution_of(puzzle)).json()

    assert shown["solution"] == list(puzzle.solution_values) and shown["rating"]["gain"] < 0 and shown["note"]
    assert afterwards["reached"] and not afterwards["first"]
    assert not models.PuzzleTry.objects.get().solved_first


@pytest.mark.parametrize("theme", [theme for theme in Theme if theme is not Theme.SAFETY])
def test_each_theme_that_there_is_leads_to_one_of_its_puzzles_that_is_new(theme: Theme):
    client = Client()

    address = client.get(f"/puzzles/next/?theme={theme}")["Location"]

    key = address.split("/")[2]
    assert theme in shipped()[key].themes and address.endswith(f"?theme={theme}")
    assert client.get(address).context["theme"]["key"] == theme


def test_the_next_puzzle_is_new_and_near_ones_rating():
    guest = Guest.objects.create()
    fitting = selectors.fitting(guest.pk, None)
    services.note_try(guest, shipped()[fitting[0]], reached=True)

    found = selectors.fitting(guest.pk, None, but=fitting[1])

    assert fitting[0] not in found and fitting[1] not in found
    assert selectors.daily(selectors.today()).id not in found
    hard, own = selectors.ratings(), selectors.standing(guest.pk).rating.value
    others = [key for key in shipped() if key not in (*found, *fitting[:2], selectors.daily(selectors.today()).id)]
    assert max(abs(hard[key] - own) for key in found) <= min(abs(hard[key] - own) for key in others)
    assert Client().get("/puzzles/next/?theme=luck").status_code == 302  # one that does not exist is none


def test_days_in_a_row_are_those_whose_puzzle_was_solved_on_the_day():
    guest, today = Guest.objects.create(), selectors.today()
    for back in (1, 2, 4):
        models.DailySolved.objects.create(guest=guest, day=today - timedelta(days=back))

    assert selectors.streak(guest.pk) == 2
    daily = selectors.daily(today)
    services.note_try(guest, daily, reached=False)
    assert selectors.streak(guest.pk) == 2 and not selectors.has_solved_daily(guest.pk)
    services.note_try(guest, daily, reached=True)  # at the second try
    assert selectors.streak(guest.pk) == 3 and selectors.has_solved_daily(guest.pk)
    assert selectors.streak(None) == 0


@pytest.mark.parametrize(
    "body", ["", "[]", "7", b"\xff", "{}", {"stroke": {"offset": 0.0}}, {"stroke": [0, 0, 1]}, {"show": False},
             {"place": {"x": "a", "y": 0}}, '{"stroke": {"offset": NaN, "angle": 0.0, "speed": 1.0}}', "[" * 1200],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_counts_for_nothing(body: object):
    answer = send(Client(), by_stroke()[0].id, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "bad-puzzle-try")
    assert not models.PuzzleTry.objects.exists()


def test_a_stroke_that_the_laws_forbid_is_refused_with_the_reason_and_counts_for_nothing():
    key = by_stroke()[0].id
    outside = send(Client(), key, {"stroke": {"offset": 0.3, "angle": 0.0, "speed": 1.0}})
    placed = send(Client(), key, {"place": {"x": 0.0, "y": 0.0}})

    assert outside.status_code == placed.status_code == 409 and outside.json()["text"]
    assert not models.PuzzleTry.objects.exists() and not Guest.objects.exists()


def test_tries_quicker_than_anybody_makes_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(puzzle_page.TRIES, "burst", 1)
    client, puzzle = Client(), by_stroke()[0]

    answers = [send(client, puzzle.id, MISS) for _ in range(3)]

    assert answers[0].status_code == 200 and answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too-many-tries"


def test_ones_own_page_has_rating_and_streaks_once_there_is_a_try():
    client, puzzle = Client(), by_stroke()[0]
    assert client.get("/matches/").context["besides"] == []

    send(client, puzzle.id, solution_of(puzzle))

    (figures,) = client.get("/matches/").context["besides"]
    assert figures.heading == "Puzzles" and dict(figures.rows)["Solved at the first try"] == "1 of 1"
    themes = client.get("/puzzles/").context["themes"]
    assert sum(theme["solved"] for theme in themes) == len(puzzle.themes)


def test_tries_are_exported_moved_to_an_account_and_deleted():
    guest, puzzle = Guest.objects.create(), by_stroke()[0]
    services.note_try(guest, puzzle, reached=True)
    models.DailySolved.objects.create(guest=guest, day=selectors.today())
    account = Account.objects.create_user("a@example.org", "long-enough-1")

    exported = privacy.export(guest)["rows"]
    assert {"puzzles.solver.guest", "puzzles.puzzletry.guest", "puzzles.dailysolved.guest"} <= set(exported)
    assert merge_guest(account, guest.pk)
    assert models.PuzzleTry.objects.get().guest_id == account.guest_id
    assert selectors.standing(account.guest_id).solved == 1
    privacy.erase(account.guest)

    for model in (models.PuzzleTry, models.Solver, models.DailySolved):
        assert not model.objects.exists()
    assert models.PuzzleRating.objects.exists()  # which names nobody
