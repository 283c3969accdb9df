"""A club comes over from SoL and goes back: the ranking stays, play goes on, nobody's birthday leaves."""

from dataclasses import replace
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import Kind
from carrom.tournament.sol_export import book_of
from carrom.tournament.sol_file import read_sol, write_sol
from carrom.tournament.sol_ranking import ranking
from carrom.tournament.sol_records import SolBook, SolMatch
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import board_calls, contests
from carrom_web.competitions.events.event_forms import CategoryForm
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, organising
from tests.support.tournament.sol import SOL_REGULATION, SOL_TERMS, sol_persons
from tests.support.tournament.swiss_events import swiss_event
from tests.support.web.clients import as_guest
from tests.support.web.events import LATE, new_event, official, organiser_of

pytestmark = pytest.mark.django_db


def book(rounds: int = 3) -> SolBook:
    """A Swiss event of eleven, as SoL would hand it out, with e-mail addresses and a birthday."""
    contest = replace(swiss_event(11, 5, 3, drawn=rounds, method="dazed"), regulation=SOL_REGULATION)
    reported = [one for one in contest.results if not one.both_lose and (one.winner or one.points != (0, 0))]
    contest = replace(contest, results=tuple(reported))
    made = book_of(contest, SOL_TERMS, sol_persons(contest)).book
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
        "draft", SOL_TERMS.description, date(2026, 5, 9),
    )  # fmt: skip
    shown = contests.shown(event.categories.get())
    ours = {int(row.key): tuple(row.value(name) for name in SOL_REGULATION.order[:4]) for row in shown.standings}
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
            draws.report_boards(event, owner, "event", meeting.fixture.id, "9-0 9-0 9-0", time_up=False, now=LATE)

    draws.draw(event, owner, "event", now=LATE)

    assert contests.shown(event.categories.get()).contest.rounds == 4


def test_only_who_agreed_is_named_in_public_and_only_officials_see_the_rest(client):
    event = taken_over(write_sol(book()))
    organising.publish(event, organiser_of(event).pk, now=LATE)

    page = client.get(f"/events/{event.slug}/results/").content.decode()

    assert Member.objects.filter(category__event=event, person__root__shows_name=True).count() == 1
    assert "First p000 Last p000" in page and "p001" not in page
    for name in ("event.sol", "entries.csv"):
        assert client.get(f"/events/{event.slug}/files/{name}").status_code == 403
    registrar = as_guest(official(event, Role.REGISTRAR))
    assert "first@example.org" in registrar.get(f"/events/{event.slug}/files/entries.csv").content.decode()
    assert registrar.get(f"/events/{event.slug}/files/event.sol").status_code == 403


def test_all_are_named_where_the_club_says_that_they_agreed():
    event = taken_over(write_sol(book()), agreed="on")

    assert Member.objects.filter(category__event=event, person__root__shows_name=True).count() == 11


def two_events() -> bytes:
    one = book()
    return write_sol(replace(one, tourneys=(one.tourneys[0], replace(one.tourneys[0], description="Second"))))


@pytest.mark.parametrize(
    ("data", "more", "says"),
    [
        (b"no file of anything", {}, "not a .sol file"),
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


def test_finals_are_reported_in_the_notes():
    given = book()
    final = SolMatch(turn=4, competitor1=1, competitor2=2, board=1, score1=25, score2=3, final=True)
    tourney = replace(given.tourneys[0], matches=(*given.tourneys[0].matches, final), finals=1, currentturn=4)

    event = taken_over(write_sol(replace(given, tourneys=(tourney,))))

    assert "Last p000 First p000 – Last p001 First p001 25-3" in terms_of(event).notes


def test_who_organises_no_club_takes_nothing_over(client):
    answer = client.post("/events/new/sol/", {"file": SimpleUploadedFile("cup.sol", write_sol(book()))})

    assert answer.status_code == 403
    assert not Event.objects.exists()


def teams_of_sol() -> SolBook:
    """The same event, its eleven competitors teams of two to four, as SoL has them at most; five people agreed."""
    given = book()
    tourney, some = given.tourneys[0], given.players[0]
    people = [replace(some, firstname=f"F{n}", lastname=f"L{n}", guid=f"{n:032x}", email=None) for n in range(1, 34)]
    people = [replace(one, agreedprivacy="A" if n < 5 else None) for n, one in enumerate(people)]
    sizes, players = [3, 4, 2, *[3] * 8], iter(range(1, 34))
    competitors = tuple(
        replace(one, players=tuple(next(players) for _ in range(size)))
        for one, size in zip(tourney.competitors, sizes, strict=True)
    )
    return replace(given, players=tuple(people[: sum(sizes)]), tourneys=(replace(tourney, competitors=competitors),))


def test_teams_of_sol_come_over_as_teams_that_meet_in_one_match_play_on_and_go_back():
    given = read_sol(write_sol(teams_of_sol()))
    event = taken_over(write_sol(given))
    owner, (own,) = organiser_of(event).pk, terms_of(event).categories

    assert (own.kind, own.size, own.most_size, own.tie_terms) == (Kind.TEAM, 2, 4, None)
    entries = list(event.categories.get().entries.order_by("pk"))
    assert [(one.team, len(one.players)) for one in entries[:4]] == [
        ("L1 / L2 / L3", 3),
        ("Team 2", 4),  # two of them did not say that they may be named
        ("Team 3", 2),
        ("Team 4", 3),
    ]
    shown = contests.shown(event.categories.get())
    ours = {int(row.key): tuple(row.value(name) for name in SOL_REGULATION.order[:4]) for row in shown.standings}
    assert [(number, *ours[number]) for number, *_ in order(given.tourneys[0])] == order(given.tourneys[0])

    draws.draw(event, owner, "event", now=LATE)
    shown = contests.shown(event.categories.get())
    ready = next(one for one in shown.meetings if one.state is State.READY)
    calls.call(event, owner, "event", ready.fixture.id, 1, now=LATE)
    called = board_calls.called(event, "event", ready.fixture.id)
    assert called.a == (shown.name(ready.a),)
    draws.report_boards(event, owner, "event", ready.fixture.id, "9-0 9-0 9-0", time_up=False, now=LATE)

    back = read_sol(as_guest(organiser_of(event)).get(f"/events/{event.slug}/files/event.sol").content)
    assert back.championships[0].playersperteam == 4
    assert [len(one.players) for one in back.tourneys[0].competitors] == [3, 4, 2, *[3] * 8]
    assert back.tourneys[0].currentturn == given.tourneys[0].currentturn + 1


def test_a_category_of_teams_that_meet_in_one_match_is_edited_and_stays_so():
    event = taken_over(write_sol(teams_of_sol()))
    before = terms_of(event).categories[0]

    reported = CategoryForm.initial_of(before)
    form = CategoryForm({**reported, "key": "event"})

    assert reported["one_match"] == "yes"
    assert form.is_valid(), form.errors
    assert (form.category("event", before).one_match, form.category("event", before).tie_terms) == (True, None)
