"""A club comes over from SoL and goes back: the ranking stays, play goes on, nobody's birthday leaves."""

from dataclasses import replace
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom.tournament.resolving import State
from carrom.tournament.sol_export import book_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_ranking import ranking
from carrom.tournament.sol_records import SolBook, SolMatch
from carrom_web.clubs.rights import Role
from carrom_web.tournaments import contests
from carrom_web.tournaments.actions import drawing, organising
from carrom_web.tournaments.models import Event, Member
from carrom_web.tournaments.state_store import terms_of
from tests.web.events import LATE, new_event, official, organiser_of
from tests.web.test_event_pages import as_guest
from tournament.swiss_events import event as swiss_event
from tournament.test_sol_event import SOL, TERMS, persons

pytestmark = pytest.mark.django_db


def book(rounds: int = 3) -> SolBook:
    """A Swiss event of eleven, as SoL would hand it out, with e-mail addresses and a birthday."""
    contest = replace(swiss_event(11, 5, 3, drawn=rounds, method="dazed"), regulation=SOL)
    told = [one for one in contest.results if not one.both_lose and (one.winner or one.points != (0, 0))]
    contest = replace(contest, results=tuple(told))
    made = book_of(contest, TERMS, persons(contest)).book
    first = replace(made.players[0], email="first@example.org", birthdate="1990-05-01", sex="F", agreedprivacy="A")
    return replace(made, players=(first, *made.players[1:]))


def handed_in(event: Event, data: bytes, **more: str):
    upload = SimpleUploadedFile("cup.sol", data)
    form = {"club": event.club.slug, "time_zone": "Asia/Kolkata", "file": upload} | more
    return as_guest(organiser_of(event)).post("/events/new/sol/", form)


def taken_over(data: bytes, **more: str) -> Event:
    answer = handed_in(new_event(), data, **more)
    assert answer.status_code == 303, answer.content.decode()
    return Event.objects.get(slug=answer["Location"].split("/")[2])


def order(tourney) -> list[tuple[int, ...]]:
    return [(row.competitor, row.points, row.bucholz, row.netscore, row.totscore) for row in ranking(tourney)]


@pytest.mark.parametrize("compressed", [False, True])
def test_an_event_of_sol_comes_over_and_goes_back_with_the_same_ranking(compressed):
    given = book()
    event = taken_over(write_sol(given, compressed=compressed))

    assert (event.state, terms_of(event).title, terms_of(event).days[0].date) == (
        "draft", TERMS.description, date(2026, 5, 9),
    )  # fmt: skip
    shown = contests.shown(event.categories.get())
    ours = {int(row.key): tuple(row.value(name) for name in SOL.order[:4]) for row in shown.standings}
    assert [(number, *ours[number]) for number, *_ in order(given.tourneys[0])] == order(given.tourneys[0])
    address = f"/events/{event.slug}/files/event.sol" + (".gz" if compressed else "")
    back = read_sol(as_guest(organiser_of(event)).get(address).content)
    assert order(back.tourneys[0]) == order(given.tourneys[0])
    assert {(one.email, one.birthdate) for one in back.players} == {(None, None)}
    assert [one.sex for one in back.players].count("F") == 1


def test_play_goes_on_here_with_the_next_round():
    event = taken_over(write_sol(book()))
    owner = organiser_of(event).pk
    for meeting in contests.shown(event.categories.get()).meetings:
        if meeting.state is State.READY:
            drawing.tell_boards(event, owner, "event", meeting.fixture.id, "9-0 9-0 9-0", time_up=False, now=LATE)

    drawing.draw(event, owner, "event", now=LATE)

    assert contests.shown(event.categories.get()).contest.rounds == 4


def test_only_who_agreed_is_named_in_public_and_only_officials_see_the_rest(client):
    event = taken_over(write_sol(book()))
    organising.publish(event, organiser_of(event).pk, now=LATE)

    page = client.get(f"/events/{event.slug}/results/").content.decode()

    assert Member.objects.filter(category__event=event, shows_name=True).count() == 1
    assert "First p000 Last p000" in page and "p001" not in page
    for name in ("event.sol", "entries.csv"):
        assert client.get(f"/events/{event.slug}/files/{name}").status_code == 403
    registrar = as_guest(official(event, Role.REGISTRAR))
    assert "first@example.org" in registrar.get(f"/events/{event.slug}/files/entries.csv").content.decode()
    assert registrar.get(f"/events/{event.slug}/files/event.sol").status_code == 403


def test_all_are_named_where_the_club_says_that_they_agreed():
    event = taken_over(write_sol(book()), agreed="on")

    assert Member.objects.filter(category__event=event, shows_name=True).count() == 11


def two_events() -> bytes:
    one = book()
    return write_sol(replace(one, tourneys=(one.tourneys[0], replace(one.tourneys[0], description="Second"))))


@pytest.mark.parametrize(
    ("data", "more", "says"),
    [
        (b"no file of anything", {}, "no .sol file"),
        (write_sol(book())[:900], {}, ""),
        (two_events(), {}, "2: Second"),
        (two_events(), {"number": "7"}, "no number 7"),
        (write_sol(book()), {"time_zone": "Middle/Earth"}, "Europe/Rome"),
        (b"", {}, ""),
    ],
)
def test_a_file_that_cannot_be_taken_is_answered_with_a_sentence_beside_its_field(data, more, says):
    event = new_event()

    answer = handed_in(event, data, **more)

    assert answer.status_code == 422
    assert 'class="err"' in answer.content.decode() and says in answer.content.decode()
    assert Event.objects.count() == 1


def test_one_of_several_events_is_taken_by_its_number():
    assert terms_of(taken_over(two_events(), number="2")).title == "Second"


def test_finals_are_told_in_the_notes():
    given = book()
    final = SolMatch(turn=4, competitor1=1, competitor2=2, board=1, score1=25, score2=3, final=True)
    tourney = replace(given.tourneys[0], matches=(*given.tourneys[0].matches, final), finals=1, currentturn=4)

    event = taken_over(write_sol(replace(given, tourneys=(tourney,))))

    assert "Last p000 First p000 – Last p001 First p001 25-3" in terms_of(event).notes


def test_who_organises_no_club_takes_nothing_over(client):
    answer = client.post("/events/new/sol/", {"file": SimpleUploadedFile("cup.sol", write_sol(book()))})

    assert answer.status_code == 422
    assert not Event.objects.exists()
