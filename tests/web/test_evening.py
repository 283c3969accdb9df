"""An evening from a list of names: started at once, run by itself, changed on the day, undone, held by a club."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.evening import EveningError, Way
from carrom_web.accounts.models import Guest
from carrom_web.clubs import selectors as club_selectors
from carrom_web.clubs import services as clubs
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import day_rows, live_schedule
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import BoardCall, Event, Member
from carrom_web.competitions.events.pages.tonight import page as tonight
from carrom_web.competitions.events.presenters import state_label
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, day, draws, evenings
from carrom_web.competitions.events.services.day import DayError
from carrom_web.competitions.events.services.evenings import KEY
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.core.rate_limits import RateLimit
from carrom_web.outbox.models import OutboxEmail
from carrom_web.people.models import Player
from tests.support.web.clients import as_guest
from tests.support.web.evenings import NAMES, at_boards, begin, evening, now, play_first, shown, to_the_end
from tests.support.web.events import with_account
from tests.support.web.published import same_each_time

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Guest:
    return Guest.objects.create(name="Olive")


@pytest.mark.parametrize(("way", "players", "matches"), [
    (Way.ROUNDS, 8, 16), (Way.ROUNDS, 7, 12), (Way.ROUNDS, 2, 1),
    (Way.KNOCKOUT, 8, 7), (Way.KNOCKOUT, 11, 10), (Way.GROUPS, 7, 9 + 3),
])  # fmt: skip
def test_an_evening_runs_to_its_winner_by_results_alone(way: Way, players: int, matches: int):
    event, host = evening(way, players)

    assert len(at_boards(event)) == min(4, players // 2)
    assert to_the_end(event, host) == matches
    assert shown(event).is_over


def test_nothing_is_asked_but_names_and_nobody_gets_an_email(host: Guest, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        event = begin(host)

    assert event.state == Event.State.OPEN and event.club.for_evenings
    assert event.forms.count() == 16
    assert not OutboxEmail.objects.exists()
    assert [board for board, _fixture in at_boards(event)] == [1, 2, 3, 4]


def test_others_find_neither_the_evening_nor_what_holds_it(client):
    event, host = evening()
    stranger = Guest.objects.create(name="Sam")

    assert event not in KIND.store.visible_to(stranger.pk) and event not in KIND.store.visible_to(None)
    assert event in KIND.store.visible_to(host.pk)
    assert club_selectors.clubs_of(host.pk) == []
    assert as_guest(stranger).get(f"/events/{event.slug}/day/").status_code == 403
    page = client.get(f"/events/{event.slug}/play/").content.decode()
    assert not any(name in page for name in NAMES)


def test_a_second_evening_goes_to_the_same_place(host: Guest):
    first, second = begin(host, players=4), begin(host, players=4)

    assert first.club == second.club
    assert Player.objects.filter(club=first.club).count() == 4


@pytest.mark.parametrize("players", [0, 1])
def test_too_few_names_leave_nothing_behind(host: Guest, players: int):
    with pytest.raises(EveningError):
        begin(host, players=players)

    assert not Event.objects.exists() and not Club.objects.exists()


def test_a_club_of_others_takes_no_evening(host: Guest):
    club = clubs.found_club(with_account("Olive Owner").pk, name="Carrom Club")

    with pytest.raises(NotOfficialError):
        evenings.begin(host.pk, NAMES, Way.KNOCKOUT, boards=4, minutes=20, time_zone="UTC", club=club, now=now())


def test_a_board_that_gets_free_calls_the_next_match_of_those_who_are_free():
    event, host = evening()
    called = dict(at_boards(event))
    waiting = {one.fixture.id for one in shown(event).meetings} - set(called.values())

    play_first(event, host)

    assert dict(at_boards(event)) | {1: ""} == called | {1: ""}
    assert dict(at_boards(event))[1] in waiting


def test_the_next_round_is_drawn_with_the_last_result_of_a_round():
    event, host = evening()
    for _match in range(7):
        play_first(event, host)
    assert shown(event).contest.rounds == 1

    play_first(event, host)

    assert shown(event).contest.rounds == 2
    assert len(at_boards(event)) == 4


def test_a_late_player_comes_into_the_next_round_and_is_gone_after_an_undo():
    event, host = evening()
    name = day.let_in(event, host.pk, KEY, "  asha  nair ", now=now())
    assert name == "asha nair (2)"
    assert len(shown(event).contest.entrants) == 17
    for _match in range(8):
        play_first(event, host)
    assert sum(one.state is State.BYE for one in shown(event).meetings) == 1
    for _match in range(8):
        day.undo(event, host.pk, day.last_step(event).pk, now=now())

    day.undo(event, host.pk, day.last_step(event).pk, now=now())

    assert len(shown(event).contest.entrants) == 16
    assert event.forms.get(number=17).withdrawn_at is not None
    assert day.last_step(event) is None


def test_a_late_player_takes_the_free_place_of_a_bracket():
    event, host = evening(Way.KNOCKOUT, 15)
    day.let_in(event, host.pk, KEY, "Zoe", now=now())

    assert not any(one.state is State.BYE for one in shown(event).meetings)
    assert to_the_end(event, host) == 15


def test_a_full_bracket_is_drawn_again_before_play_and_refuses_afterwards_with_a_sentence():
    event, host = evening(Way.KNOCKOUT, 8)
    day.let_in(event, host.pk, KEY, "Zoe", now=now())
    assert len({key for one in shown(event).meetings for key in one.keys}) == 9

    play_first(event, host)
    while (
        any(one.state is State.BYE for one in shown(event).meetings) and day.arrival(shown(event).contest).how == "bye"
    ):
        day.let_in(event, host.pk, KEY, "Late", now=now())
    with pytest.raises(DayError) as refused:
        day.let_in(event, host.pk, KEY, "Later", now=now())
    assert "outside the table" in str(refused.value)
    assert not event.forms.filter(name="Later").exists()


def test_who_leaves_now_loses_what_is_open_and_is_not_drawn_again():
    event, host = evening(players=8)
    fixture = shown(event).meeting(at_boards(event)[0][1])

    day.leave(event, host.pk, KEY, fixture.a, "now", now=now())

    meeting = shown(event).meeting(fixture.fixture.id)
    assert meeting.winner == fixture.b and not meeting.result.is_played
    to_the_end(event, host)
    assert [one.keys for one in shown(event).meetings if fixture.a in one.keys] == [meeting.keys]


def test_who_leaves_loses_an_earlier_match_too_that_was_not_played_yet(host: Guest):
    with same_each_time(timezone.now()):  # both players of a match may have the first key
        event = begin(host, Way.ROUNDS, 4, boards=1)
    rounds = {number: [one for one in shown(event).meetings if one.fixture.round == number] for number in (1, 2)}
    sides = sorted((one.a > one.b, one.b, one.fixture.id, one.a) for one in rounds[1])
    _after, leaver, put_off, opponent = sides[0]
    played = next(one for one in rounds[2] if leaver in one.keys)
    draws.report_winner(event, host.pk, KEY, played.fixture.id, "a", now=now())

    day.leave(event, host.pk, KEY, leaver, "now", now=now())

    assert shown(event).meeting(put_off).winner == opponent
    assert shown(event).meeting(played.fixture.id).winner == played.a


def test_who_leaves_after_a_match_plays_it():
    event, host = evening(players=8)
    fixture = shown(event).meeting(at_boards(event)[0][1])

    day.leave(event, host.pk, KEY, fixture.a, "after", now=now())

    assert at_boards(event)[0][1] == fixture.fixture.id
    play_first(event, host)
    to_the_end(event, host)
    assert sum(fixture.a in one.keys for one in shown(event).meetings) == 1


@pytest.mark.parametrize("way", Way)
def test_whatever_is_done_last_is_taken_back_with_its_boards(way: Way):
    event, host = evening(way, 8, boards=2)
    stages = [(shown(event).contest, at_boards(event))]

    def note() -> None:
        stages.append((shown(event).contest, at_boards(event)))

    play_first(event, host)
    note()
    if way is not Way.OPEN:  # there nobody waits: who is free is drawn
        day.call_later(event, host.pk, KEY, at_boards(event)[1][1], now=now())
        note()
    fixture = at_boards(event)[1][1]
    draws.report_not_played(event, host.pk, KEY, fixture, "no-show", None, now=now())
    note()
    day.leave(event, host.pk, KEY, shown(event).meeting(at_boards(event)[0][1]).a, "now", now=now())
    note()

    while len(stages) > 1:
        stages.pop()
        day.undo(event, host.pk, day.last_step(event).pk, now=now())
        assert (shown(event).contest, at_boards(event)) == stages[-1]
    assert day.last_step(event) is None


def test_a_step_that_is_not_the_last_is_not_taken_back():
    event, host = evening()
    play_first(event, host)
    first = day.last_step(event).pk
    play_first(event, host)

    with pytest.raises(DayError):
        day.undo(event, host.pk, first, now=now())


def test_a_match_called_later_goes_behind_those_that_wait():
    event, host = evening()
    fixture = at_boards(event)[0][1]

    day.call_later(event, host.pk, KEY, fixture, now=now())

    assert fixture not in [one for _board, one in at_boards(event)]
    for _match in range(4):
        play_first(event, host)
    assert fixture in [one for _board, one in at_boards(event)]


def test_nothing_is_called_later_where_nobody_waits():
    event, host = evening(players=8)
    with pytest.raises(DayError):
        day.call_later(event, host.pk, KEY, at_boards(event)[0][1], now=now())

    assert len(at_boards(event)) == 4


def test_as_long_as_people_like_ends_when_they_say_so():
    event, host = evening(Way.OPEN, 9)
    for _match in range(10):
        play_first(event, host)
    assert len(at_boards(event)) == 4

    day.stop(event, host.pk, KEY, now=now())

    assert to_the_end(event, host) == 4
    assert shown(event).is_over


def test_an_exchange_by_hand_is_called_with_who_plays_now():
    event, host = evening()
    (_one, first), (_two, second) = at_boards(event)[:2]
    before = [shown(event).meeting(name) for name in (first, second)]

    draws.swap(event, host.pk, KEY, first, *_sides(second), now=now())

    call = BoardCall.objects.get(category__event=event, ended_at=None, fixture=first)
    assert (call.a, call.b) == (before[1].a, before[0].b)


def _sides(other: str):
    return Side.A, other, Side.A


def test_a_club_keeps_an_evening_with_its_players_and_everybody_finds_it():
    event, host = evening(players=8)
    club = clubs.found_club(host.pk, name="Carrom Club")
    play_first(event, host)

    evenings.keep(event, host.pk, club, now=now())

    event = Event.objects.get(pk=event.pk)
    assert event.club == club and event in KIND.store.visible_to(None)
    assert set(Player.objects.filter(club=club).values_list("name", flat=True)) == set(NAMES[:8])
    assert all(form.person.club_id == club.pk for form in event.forms.all())
    assert all(row.person_id == row.entry.form.person_id for row in Member.objects.filter(entry__form__event=event))
    to_the_end(event, host)
    assert shown(event).is_over
    with pytest.raises(evenings.AlreadyClaimedError):
        evenings.keep(event, host.pk, club, now=now())


def test_a_match_recorded_on_a_sheet_goes_on_in_the_same_way():
    event, host = evening()
    call = BoardCall.objects.filter(category__event=event, ended_at=None).first()

    calls.call_off(event, host.pk, call.pk, now=now())

    assert len(at_boards(event)) == 3, "what an official takes back is not called again at once"


@pytest.mark.parametrize("hour", [19, 23])
def test_what_comes_next_is_known_however_late_an_evening_begins_and_past_midnight(
    host: Guest, monkeypatch: pytest.MonkeyPatch, hour: int
):
    started = datetime(2027, 3, 5, hour, 40, tzinfo=ZoneInfo("Europe/Rome"))
    event = evenings.begin(host.pk, NAMES[:16], Way.ROUNDS, boards=4, minutes=20, time_zone="Europe/Rome", now=started)
    terms = terms_of(event)

    for later in (timedelta(), timedelta(hours=5)):
        monkeypatch.setattr(timezone, "now", lambda moment=started + later: moment)
        live_schedule._CACHE.clear()
        day = live_schedule.day_of(event, terms, whole_names=True)
        assert len(day["plan"]) == 4  # eight matches of the first round, four of them at their boards
        assert day["unfit"] == []
        assert state_label(event, terms, started + later) == "today"


def test_the_day_has_all_that_its_page_shows():
    event, host = evening()
    play_first(event, host)
    rows = day_rows.day_rows(event, terms_of(event))

    assert [bool(one.get("fixture")) for one in rows["boards"]] == [True] * 4
    assert len(rows["next"]) == 3 and rows["more"] == 0
    assert rows["parts"][0]["heading"] == "Round 1 of 4" and rows["parts"][0]["played"] == 1
    assert rows["results"][0]["says"] == rows["last"]["says"]
    assert " beat " in rows["last"]["says"]


def test_one_address_begins_no_more_evenings_than_a_club_needs_and_loses_nothing_that_was_typed(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tonight, "NEW_EVENINGS", RateLimit(burst=2, per_second=0.02))
    form = {"names": "\n".join(NAMES[:4]), "way": "knockout", "boards": "2", "minutes": "20"}

    assert [client.post("/tonight/", form).status_code for _ in range(3)] == [303, 303, 422]
    refused = client.post("/tonight/", form)

    assert Event.objects.count() == 2
    assert "Wait a minute" in refused.content.decode() and NAMES[0] in refused.content.decode()
