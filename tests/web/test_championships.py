"""Championships on the site: events that count, tables, what if, points by hand, one person under two names, undo."""

import gzip
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from carrom.log import LogError
from carrom.match.snapshot import Tally
from carrom.rating.history import Terms
from carrom.terms import Side
from carrom.tournament.championship import ChampionshipError
from carrom.tournament.commands import Tell
from carrom.tournament.sol_file import write_sol
from carrom.tournament.sol_records import (
    SolBook,
    SolChampionship,
    SolClub,
    SolCompetitor,
    SolMatch,
    SolPlayer,
    SolTourney,
)
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.championships import event_results, repository, services
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.models import Championship, Participant
from carrom_web.competitions.championships.state import Announce, Counting, Give, Placed, PutLeg
from carrom_web.competitions.errors import StaleCompetitionError
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Member
from carrom_web.competitions.events.services import draws
from carrom_web.competitions.ratings.services import organising
from carrom_web.competitions.ratings.state import Mark
from carrom_web.competitions.repository import Close
from carrom_web.people import services as people
from tests.support.web.championships import (
    TEN,
    another_event,
    count,
    key_of,
    play_out,
    played_event,
    report_result,
    started,
    table,
)
from tests.support.web.clients import as_guest
from tests.support.web.draws import event_with_entries, ready_fixtures
from tests.support.web.events import ADULTS, NOW, official, organiser_of

pytestmark = pytest.mark.django_db


def test_a_series_counts_what_its_events_say_while_they_say_it():
    event = event_with_entries(3, format_="round-robin")
    championship = started(event)
    count(championship, event)
    count(championship, another := another_event(event, "Player A", "Player D"), key="two", weight="2")
    assert table(championship) == {}

    draws.draw(event, organiser_of(event).pk, ADULTS, now=NOW)
    fixture = ready_fixtures(event)[0]
    report_result(event, fixture)
    assert table(championship) == {}  # running: counts only where it is asked to
    assert table(championship, with_running=True)
    page = Client().get(f"/championships/{championship.slug}/").content.decode()
    assert f'data-socket="/ws/events/{event.slug}/"' in page and "As if it ended now" in page

    for fixture in ready_fixtures(event):
        report_result(event, fixture)
    first = table(championship)
    assert first == {"Player A": (1, Decimal(10)), "Player B": (2, Decimal(6)), "Player C": (3, Decimal(3))}
    play_out(another)
    assert table(championship) == {
        "Player A": (1, 30), "Player D": (2, 12), "Player B": (3, 6), "Player C": (4, 3),
    }  # fmt: skip

    fixture = next(iter(contests.shown(another.categories.get()).meetings)).fixture.id
    draws.clear(another, organiser_of(another).pk, ADULTS, fixture, now=NOW)
    assert table(championship) == first  # a result that was taken back counts no more, at once


def test_points_by_hand_merged_players_and_closing_are_reverted_each_by_itself():
    event = played_event(2)
    owner = organiser_of(event).pk
    championship = started(event, Counting(table="own", own=("10", "6"), attendance="1", won="2"))
    count(championship, event)
    count(championship, second := another_event(event, "Player A", "Plaier B"), key="two")
    play_out(second)
    before = table(championship)
    assert sum(total for _, total in before.values()) == 2 * (10 + 6) + 4 * 1 + 2 * 2
    assert len(before) == 3

    wrong, right = key_of(championship, "Plaier B"), key_of(championship, "Player B")
    member = {name: Member.objects.get(name=name).person_id for name in ("Plaier B", "Player B")}
    services.do(championship, owner, Give(leg="two", person=wrong, points="2.5", why="slams"), now=NOW)
    given = table(championship)
    people.merge(event.club, owner, player_id=member["Plaier B"], into_id=member["Player B"], now=NOW)
    assert key_of(championship, "Player B") == right
    assert len(merged := table(championship)) == 2  # with the points that were given to the other
    assert sum(total for _, total in merged.values()) == sum(t for _, t in before.values()) + Decimal("2.5")
    services.do(championship, owner, Close(), now=NOW)
    assert championship.state == Championship.State.CLOSED
    with pytest.raises(ChampionshipError, match="closed"):
        services.do(championship, owner, Announce(title="Other", counting=TEN), now=NOW)

    services.undo(championship, owner, 5, now=NOW)  # the closing
    people.unmerge(event.club, owner, event.club.audit_entries.get(kind="players-merged").pk, now=NOW)
    assert table(championship) == given
    services.undo(championship, owner, 4, now=NOW)
    assert table(championship) == before
    services.undo(championship, owner, 7, now=NOW)  # an undo is undone
    assert table(championship) == given
    with pytest.raises(LogError, match="already undone"):
        services.undo(championship, owner, 5, now=NOW)


def test_slams_count_for_the_side_that_made_them_no_matter_who_won():
    event = played_event(2)
    championship = started(event, Counting(table="own", own=("10", "6"), slam="2"))
    count(championship, event)
    (meeting,) = contests.shown(event.categories.get()).meetings
    loser = meeting.result.winner.other
    slams = Tally(0, 3) if loser is Side.B else Tally(3, 0)

    again = Tell(replace(meeting.result, slams=slams))
    draws.do_act(event, organiser_of(event).pk, ADULTS, again, "result", NOW)

    assert table(championship) == {"Player B": (1, 6 + 3 * 2), "Player A": (2, 10)}


def test_points_by_hand_count_in_the_event_for_which_they_were_given_alone():
    event = played_event(2)
    owner = organiser_of(event).pk
    championship = started(event, Counting(table="own", own=("10", "6"), drop_worst=1))
    count(championship, event)
    count(championship, second := another_event(event, "Player B", "Player C"), key="two")
    play_out(second)
    assert table(championship)["Player B"] == (1, 10)  # second in the first event, first in the other

    services.do(
        championship, owner, Give(leg="one", person=key_of(championship, "Player B"), points="3", why="fair"), now=NOW
    )

    assert table(championship)["Player B"] == (1, 10)  # 9 in the first event, which is dropped
    services.do(
        championship, owner, Give(leg="two", person=key_of(championship, "Player B"), points="1", why="fair"), now=NOW
    )
    assert table(championship)["Player B"] == (1, 11)
    legs = {
        leg.leg.key: leg.event.bonus for leg in event_results.leg_results(championship, repository.state(championship))
    }
    assert {key: sum(given.values()) for key, given in legs.items()} == {"one": 3, "two": 1}


def test_writing_on_an_old_state_is_refused():
    event = event_with_entries(2)
    championship = started(event)
    stale = Championship.objects.get(pk=championship.pk)
    count(championship, event)

    with pytest.raises(StaleCompetitionError):
        services.do(stale, organiser_of(event).pk, Close(), now=NOW)
    assert Championship.objects.get(pk=championship.pk).version == 2


def test_its_pages_show_answer_and_refuse(client):
    event = played_event(3)
    championship = started(event)
    count(championship, event)
    owner, address = as_guest(organiser_of(event)), f"/championships/{championship.slug}/"

    shown = client.get(address).content.decode()
    assert "Player A" in shown and "Cup one" in shown and "Points: 10, 6, 3." in shown
    assert client.get("/championships/").status_code == 200
    embedded = client.get(f"{address}embed/")
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    reported = json.loads(client.get(f"{address}tables/1.json").content)
    assert [row["total"] for row in reported["standings"]] == ["10.00", "6.00", "3.00"]
    assert "Player A" in client.get(f"{address}tables/1.csv").content.decode()
    assert "Player A" in PdfReader(BytesIO(client.get(f"{address}tables/1.pdf").content)).pages[0].extract_text()
    assert client.get(f"{address}tables/2.csv").status_code == 404

    person = key_of(championship, reported["standings"][1]["name"])
    asked = {"person": person, "target": "1", "entrants": "3", "weight": "1", "table": "0"}
    answer = client.get(f"{address}what-if/", asked).content.decode()
    assert "Winning it is certain to be enough; that scores 10." in answer
    assert "Place 2 is the worst place that may still be enough; it scores 6." in answer
    refused = client.get(f"{address}what-if/", asked | {"entrants": "0"})
    assert refused.status_code == 422 and 'class="err"' in refused.content.decode()

    assert "Player C" in answer and "in their own hands" in answer  # the table of everybody
    over = client.get(f"{address}what-if/", asked | {"left": "0"}).content.decode()
    assert "can no longer finish in place 1 or better" in over
    sure = client.get(f"{address}what-if/", asked | {"left": "0", "target": "2"}).content.decode()
    assert "is certain to finish in place 2 or better" in sure
    twice = client.get(f"{address}what-if/", asked | {"left": "2", "bonus": "1"}).content.decode()
    assert "No place in the next event makes it certain" in twice and "Place in each of the 2 remaining events" in twice
    assert "Winning all 2 remaining events is enough" in twice
    fewer = client.get(f"{address}what-if/", asked | {"bonus": "-1"})
    assert fewer.status_code == 422 and "cannot be below 0" in fewer.content.decode()

    organise = f"{address}organise/"
    assert client.get(organise).status_code == 403
    coming = {"do": "leg", "leg-title": "Final", "leg-day": "2022-06-01", "leg-weight": "2", "leg-entrants": "16"}
    assert owner.post(organise, coming).status_code == 303
    assert "Final" in client.get(address).content.decode()
    foreseen = client.get(f"{address}what-if/").content.decode()
    assert "16 entrants" in foreseen and "counts 2 times" in foreseen  # asked of the event that is announced
    bad = owner.post(organise, coming | {"leg-day": "", "leg-weight": "much", "leg-title": "Kept"})
    assert bad.status_code == 422 and "Kept" in bad.content.decode() and "Write it as 12" in bad.content.decode()
    assert owner.post(organise.replace("organise", "undo"), {"line": "3", "back": "organise"}).status_code == 303
    assert "Final" not in client.get(address).content.decode()
    again = owner.post(organise.replace("organise", "undo"), {"line": "3", "back": "organise"})
    assert again.status_code == 409 and "already undone" in again.content.decode()
    twice = owner.post(organise, {"do": "leg", "leg-category": str(event.categories.get().pk), "leg-weight": "1"})
    assert twice.status_code == 409 and "already counts" in twice.content.decode()


def test_a_championship_is_started_on_its_page_and_bad_points_are_said_at_their_field():
    event = event_with_entries(2)
    owner = as_guest(organiser_of(event))
    reported = {
        "do": "start",
        "club": event.club.slug,
        "title": "Grand Prix",
        "table": "own",
        "own": "10 12",
        "shared": "mean",
    }
    reported |= {"pairs": "each", "drop_worst": "1", "attendance": "0", "won": "0", "slam": "0"}

    assert owner.get("/championships/new/").status_code == 200
    refused = owner.post("/championships/new/", reported)
    made = owner.post("/championships/new/", reported | {"own": "12 10"})

    assert refused.status_code == 422 and "must not have more points" in refused.content.decode()
    assert made.status_code == 303
    assert Championship.objects.get().slug == "grand-prix"
    assert as_guest(Guest.objects.create(name="Stranger")).get("/championships/new/").status_code == 403


def test_a_sol_file_is_brought_along_with_its_prizes_and_a_name_can_be_forgotten():
    players = tuple(SolPlayer(firstname=name, lastname="Rossi", guid=f"g-{name}") for name in ("Anna", "Bruno"))
    match = SolMatch(competitor1=1, competitor2=2, turn=1, board=1, score1=25, score2=4)
    competitors = tuple(
        SolCompetitor(players=(number,), points=points, prize=prize)
        for number, points, prize in ((1, 2, "18"), (2, 0, "16"))
    )
    reported = {"competitors": competitors, "matches": (match,), "currentturn": 1, "rankedturn": 1, "prized": True}
    tourney = SolTourney(description="Milano", date="2026-01-10", championship=1, **reported)
    book = SolBook(
        players=players,
        clubs=(SolClub(description="SCC"),),
        championships=(SolChampionship(description="Lombardia", club=1, prizes="fixed", skipworstprizes=1),),
        tourneys=(tourney,),
    )
    owner = Guest.objects.create(name="Olive")
    club = clubs.found_club(owner.pk, name="Carrom Club")
    file = SimpleUploadedFile("l.sol.gz", gzip.compress(write_sol(book)))

    made = as_guest(owner).post(
        "/championships/new/", {"do": "read", "club": club.slug, "file-file": file, "file-number": "1"}
    )

    assert made.status_code == 303, made.content.decode()[:3000]
    championship = Championship.objects.get()
    assert table(championship) == {"Anna Rossi": (1, Decimal(18)), "Bruno Rossi": (2, Decimal(16))}
    key = Participant.objects.get(name="Anna Rossi").key
    assert (
        as_guest(owner)
        .post(f"/championships/{championship.slug}/organise/", {"do": "forget", "person": key})
        .status_code
        == 303
    )
    shown = as_guest(owner).get(f"/championships/{championship.slug}/").content.decode()
    assert "Anna" not in shown and "(deleted)" in shown and "18" in shown


def test_every_role_may_what_its_rights_say_and_no_more():
    event = event_with_entries(2)
    championship = started(event)
    organise = f"/championships/{championship.slug}/organise/"

    for role in Role:
        guest = organiser_of(event) if role is Role.OWNER else official(event, role)
        may = Action.ORGANISE in actions_of([role])
        assert as_guest(guest).get(organise).status_code == (200 if may else 403), role


def test_somebody_who_is_deleted_is_named_nowhere():
    event = played_event(2)
    championship = started(event)
    count(championship, event)
    second = official(event, Role.ORGANISER)
    services.do(championship, second.pk, Give(leg="one", person="x", points="1", why="y"), now=NOW)

    privacy.erase(second)
    Member.objects.filter(name="Player A").update(name="", identity="forgotten 1")

    done = championship.audit_entries.order_by("pk")
    assert [one.guest for one in done][1:] == [done[0].guest, None] and [one.by for one in done][-1] == ""
    names = table(championship)
    assert "Player A" not in names and "Player B" in names and "(deleted)" in names


def test_a_pair_is_one_line_or_two_and_a_shared_place_brings_the_mean():
    event = event_with_entries(2)
    owner = organiser_of(event)
    placed = tuple(Placed(person=key, place=place) for key, place in (("a", 1), ("b", 2), ("c", 2)))
    leg = PutLeg(key="old", title="Old cup", day=date(2021, 5, 1), placed=placed)
    championship = services.begin(event.club, owner.pk, title="S", counting=TEN, now=NOW)
    services.do(championship, owner.pk, leg, now=NOW)
    for key in "abc":
        player = people.player_for(event.club_id, people.Details(name=key.upper()))
        Participant.objects.create(competition=championship, key=key, name=key.upper(), person=player)

    assert table(championship) == {"A": (1, Decimal(10)), "B": (2, Decimal("4.50")), "C": (2, Decimal("4.50"))}


def test_the_championship_that_was_changed_last_stands_first():
    event = event_with_entries(2)
    first, second = started(event), started(event)
    assert [one.pk for one in KIND.shown_to(None)] == [second.pk, first.pk]

    services.do(first, organiser_of(event).pk, Announce(title="Later", counting=TEN), now=NOW)

    assert [one.pk for one in KIND.shown_to(None)] == [first.pk, second.pk]


def test_the_log_says_who_did_what_and_is_filtered_and_a_file():
    event = event_with_entries(2)
    championship = started(event)
    count(championship, event)
    services.undo(championship, organiser_of(event).pk, 2, now=NOW)
    page, owner = f"/championships/{championship.slug}/log/", as_guest(organiser_of(event))

    everything = owner.get(page).content.decode()
    reverted = owner.get(f"{page}?what=revert").content.decode()
    rows = owner.get(f"{page}?file=csv").content.decode("utf-8-sig").splitlines()

    assert "event Cup one" in everything and "number 2 undone" in everything
    assert "number 2 undone" in reverted and "event Cup one" not in reverted
    assert [row.split(",")[1:3] for row in rows[1:]] == [
        ["Olive Owner", kind] for kind in ("announce", "leg", "revert")
    ]
    assert everything.count("Undo or correct") == 1  # the undoing: the event is undone, and the announcement stays
    assert Client().get(page).status_code == 403


def test_a_player_who_agreed_to_be_named_has_a_page_and_is_followed_with_place_and_points(client):
    event = played_event(3)
    championship = started(event, Counting(table="own", own=("10", "6", "3"), drop_worst=1))
    count(championship, event)
    count(championship, second := another_event(event, "Player A", "Player D"), key="two", weight="2")
    address, key = f"/championships/{championship.slug}/", key_of(championship, "Player A")
    page, follow = f"{address}players/{key}/", f"{address}follow/{key}/"
    assert client.post(f"{address}follow/nobody/", {"do": "follow"}).status_code == 404
    assert client.get(f"{address}players/nobody/").status_code == 404
    assert f'href="{page}"' in client.get(address).content.decode()

    answer = client.post(follow, {"do": "follow"})

    assert answer.headers["Location"] == page
    (followed,) = client.get(address).context["followed"]
    assert (followed.name, followed.url, followed.says) == ("Player A", page, "place 1, 10 points")
    play_out(second)
    shown = client.get(page)
    (line,) = shown.context["lines"]
    assert (line["place"], line["total"]) == (1, "20")
    assert [(one["title"], one["place"], one["points"], one["dropped"]) for one in line["events"]] == [
        ("Cup one", 1, "10", True), ("Cup two", 1, "20", False),
    ]  # fmt: skip
    text = shown.content.decode()
    assert "Stop following" in text and "In all competitions" in text and "<s>10</s>" in text
    assert Client().get(address).context["followed"] == []

    player = Member.objects.filter(name="Player A").first().person.root
    people.set_consent(player, shows_name=False)
    assert client.get(address).context["followed"] == []
    assert client.get(page).status_code == 404
    table_page = client.get(address).content.decode()
    assert "P. A." in table_page and page not in table_page


@pytest.mark.parametrize("kind", ["championships", "ratings"])
def test_following_goes_along_when_two_players_are_merged(client, kind):
    event = played_event(2)
    play_out(second := another_event(event, "Plaier A", "Player D"))
    owner = organiser_of(event).pk
    if kind == "championships":
        row = started(event)
        count(row, event)
        count(row, second, key="two")
        keys = {name: key_of(row, name) for name in ("Player A", "Plaier A")}
    else:
        row = organising.begin(event.club, owner, title="Ratings", terms=Terms(), now=NOW)
        for one in (event, second):
            organising.do(row, owner, Mark(source=f"category:{one.categories.get().pk}"), now=NOW)
        keys = dict(row.participants.values_list("name", "key"))
    address = f"/{kind}/{row.slug}/"
    page = f"{address}players/{keys['Player A']}/"
    client.post(f"{address}follow/{keys['Plaier A']}/", {"do": "follow"})
    member = {one.name: one.person_id for one in Member.objects.all()}

    people.merge(event.club, owner, player_id=member["Plaier A"], into_id=member["Player A"], now=NOW)

    (followed,) = client.get(address).context["followed"]
    assert (followed.key, followed.name, followed.url) == (keys["Player A"], "Player A", page)
    assert "Stop following" in client.get(page).content.decode()
    assert client.get(page.replace(keys["Player A"], keys["Plaier A"])).headers["Location"] == page
    client.post(f"{address}follow/{keys['Player A']}/", {"do": "unfollow"})
    assert client.get(address).context["followed"] == []
    assert "Follow on this device" in client.get(page).content.decode()


def test_a_longer_log_is_shown_with_as_many_queries():
    event = event_with_entries(2)
    championship, owner = started(event), as_guest(organiser_of(event))

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert owner.get(f"/championships/{championship.slug}/log/").status_code == 200
        return len(found)

    queries()
    short = queries()
    for number in range(8):
        services.do(championship, organiser_of(event).pk, Announce(title=f"Series {number}", counting=TEN), now=NOW)

    assert queries() == short
