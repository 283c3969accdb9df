"""Results leave as files whose columns and keys stay, in any script; papers of draws, rounds and boards; the log."""

import csv
import io
import json
from dataclasses import replace
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pypdf
import pytest

from carrom.match.requests import Concede, Toss
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import CategoryTerms
from carrom.tournament.format import Layout, find
from carrom.tournament.play_days import Day
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import contests, draw_printouts, results_files
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, organising, registration, ties
from carrom_web.matches.models import Match
from tests.support.web.clients import as_guest
from tests.support.web.events import LATE, NOW, application, cash_terms, new_event, official, organiser_of
from tests.support.web.markup import without_layout
from tests.support.web.matches import answer_as_umpire
from tests.support.web.teams import TEAMS, drawn_tie, line_up

pytestmark = pytest.mark.django_db
NAMES = ("Łucja Wiśniewska", "आशा शर्मा", "=Paul Müller", "Kim Lee", "Dev Patel")


def drawn(format_: str = "knockout", count: int = 4, **changes: object) -> Event:
    """A category that is drawn; the last who entered does not wish to be named."""
    category = CategoryTerms(key="open", title="Open", least=2, format=format_)
    event = new_event(cash_terms(categories=(category,), time_zone="Asia/Kolkata", **changes))
    for number in range(count):
        name = NAMES[number] if number < len(NAMES) else f"Player {number}"
        form = application(
            name, "open", shows_name=number != count - 1, club_name="Šachy", email=f"p{number}@example.org"
        )
        registration.hand_in(event, form, now=NOW)
    draws.draw(event, organiser_of(event).pk, "open", now=LATE)
    return event


def ready(event: Event) -> list[str]:
    return [one.fixture.id for one in shown(event).meetings if one.state is State.READY]


def shown(event: Event) -> contests.ContestView:
    found = contests.shown(event.categories.get(key="open"))
    assert found is not None
    return found


def reported(event: Event, line: str = "5-0 0-3 8-0q") -> str:
    fixture = ready(event)[0]
    draws.report_boards(event, organiser_of(event).pk, "open", fixture, line, time_up=False, now=LATE)
    return fixture


def table(answer) -> list[dict[str, str]]:
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def words(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def test_results_leave_as_csv_with_stable_columns_in_any_script_and_no_formulas(client):
    event = drawn()
    fixture = reported(event)

    places, met = (client.get(f"/events/{event.slug}/results/{name}.csv") for name in ("standings", "fixtures"))

    assert places.content.startswith("\ufeff".encode()) and places["Content-Type"] == "text/csv; charset=utf-8"
    assert tuple(table(places)[0])[: len(results_files.STANDINGS)] == results_files.STANDINGS
    names = {row["name"] for row in table(places)}
    assert names == {"Łucja Wiśniewska", "आशा शर्मा", "'=Paul Müller", "K. L."}
    (row,) = (one for one in table(met) if one["fixture"] == fixture)
    assert tuple(row) == results_files.FIXTURES
    assert (row["winner"], row["games_a"], row["games_b"], row["scores"]) == ("a", "2", "1", "5-0 0-3 8-0")
    assert row["state"] == "decided" and row["queens_a"] == "1"


def test_the_json_says_what_it_is_and_holds_places_tie_breaks_fixtures_and_boards(client):
    event = drawn("round-robin", 3)
    reported(event)
    owner = organiser_of(event)
    fixture = ready(event)[0]
    calls.call(event, owner.pk, "open", fixture, 1, now=LATE)
    as_guest(owner).post(f"/umpire/events/{event.slug}/open/{fixture}/")
    answer_as_umpire(Match.objects.get().pk, Toss(winner=Side.A))
    answer_as_umpire(Match.objects.get().pk, Concede(side=Side.A))
    calls.take_results(now=LATE)

    answer = client.get(f"/events/{event.slug}/results/results.json")
    found = json.loads(answer.content)

    assert (found["format"], found["version"]) == ("carrom-event-results", 1)
    assert found["made_at"].endswith("+05:30")
    (category,) = found["categories"]
    assert [row["place"] for row in category["standings"]] == [row.place for row in shown(event).standings]
    assert category["tie_breaks"] == list(shown(event).contest.regulation.order)
    assert set(category["standings"][0]["tie_breaks"]) <= set(category["tie_breaks"])
    by_id = {one["fixture"]: one for one in category["fixtures"]}
    assert by_id[fixture]["result"]["how"] == "conceded"
    boards = by_id[fixture]["boards"]
    saved = Match.objects.get()
    assert len(boards) == len(list(results_files.board_rows(results_files.result_rows(event, terms_of(event))))) - 1
    assert saved.phase == "over" and all(board["winner"] in ("a", "b", "") for board in boards)
    assert "@" not in answer.content.decode() and '"1991-' not in answer.content.decode(), (
        "nothing of a person but names"
    )


def test_one_category_alone_and_what_there_is_not(client):
    event = drawn()
    address = f"/events/{event.slug}/results/"

    assert client.get(f"{address}standings.csv?category=open").status_code == 200
    assert client.get(f"{address}standings.csv?category=nothing").status_code == 404
    assert client.get(f"{address}entries.csv").status_code == 404
    page = client.get(address).content.decode()
    assert "results.json?category=open" in page and "Provisional" in page
    assert "SoL" not in page and ">SoL<" in without_layout(as_guest(organiser_of(event)).get(address).content.decode())


def test_a_match_with_sides_exchanged_shows_its_boards_the_other_way_round():
    from carrom.match.snapshot import BoardResult, Tally
    from carrom.terms import Seat

    board = BoardResult(
        game=1, board=1, winner=Side.A, points=7, score=Tally(7, 2), breaker=Seat.SOUTH, breaking_side=Side.A
    )
    event = drawn()
    reported(event)
    (one,) = results_files.result_rows(event, terms_of(event))
    meeting = next(each for each in one.shown.meetings if each.result is not None)
    turned = replace(one, sheets={meeting.fixture.id: (meeting.b, meeting.a, (board,))})

    (found,) = turned.boards_of(meeting)
    assert (found.winner, found.score) == (Side.B, Tally(2, 7))
    assert replace(one, sheets={meeting.fixture.id: (meeting.a, "x", (board,))}).boards_of(meeting) == ()


@pytest.mark.parametrize(
    ("format_", "count", "part", "says"),
    [
        ("knockout", 5, "", ("Semi-finals", "Final")),
        ("double-elimination", 4, "", ("Winners' side", "Losers' side")),
        ("groups-knockout", 7, "", ("Group A", "Group B", "Won")),
        ("groups-knockout", 7, "?part=bracket", ("Gold", "Place 1 of group A")),
        ("round-robin", 4, "", ("Round robin", "Round 1")),
        ("swiss", 5, "?paper=letter", ("Round 1", "bye")),
    ],
)
def test_every_format_is_printed_as_it_is_drawn_by_hand(client, format_, count, part, says):
    event = drawn(format_, count)

    answer = client.get(f"/events/{event.slug}/prints/draw-open.pdf{part}")

    assert answer.status_code == 200
    text = words(answer.content)
    for one in (*says, "Łucja Wiśniewska"):
        assert one in text or (part == "?part=bracket" and "Łucja" in one)
    size = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].mediabox
    is_bracket = Layout.BRACKET in find(format_).layouts and (format_ != "groups-knockout" or bool(part))
    assert (size.width > size.height) is is_bracket
    assert (round(size.height) == 792) is ("letter" in part)


def test_a_call_prints_the_sheets_of_a_round_filled_in_where_a_match_was_recorded():
    event = drawn("round-robin", 4)
    owner = as_guest(organiser_of(event))
    first = ready(event)[0]
    calls.call(event, organiser_of(event).pk, "open", first, 2, now=LATE)
    owner.post(f"/umpire/events/{event.slug}/open/{first}/")

    answer = owner.get(f"/events/{event.slug}/prints/sheets-open.pdf?round=1")

    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages]
    assert len(pages) == 2
    assert sum("/umpire/events/" in page for page in pages) == 1
    assert sum(f"/matches/{Match.objects.get().pk}/" in page for page in pages) == 1
    assert all("KAGW" in page for page in pages)


def test_papers_are_listed_for_whom_they_are(client):
    event = drawn()
    address = f"/events/{event.slug}/prints/"
    public, whole = (who.get(address).content.decode() for who in (client, as_guest(organiser_of(event))))

    for name in ("entries.pdf", "order.pdf", "results.pdf", "draw-open.pdf", "standings-open.pdf"):
        assert name in public and name in whole
    for name in ("badges.pdf", "boards.pdf", "sheets-open.pdf"):
        assert name not in public and name in whole
        assert client.get(address + name).status_code == 403
        assert as_guest(official(event, Role.ORGANISER)).get(address + name).content.startswith(b"%PDF-")
    assert "paper=letter" in client.get(f"{address}?paper=letter").content.decode()


def test_the_page_of_papers_and_the_papers_say_which_characters_no_font_has(client):
    event = drawn()
    address = f"/events/{event.slug}/prints/"
    assert "no font here has them" not in client.get(address).content.decode()
    registration.hand_in(event, application("Asha \U00013000", "open", by_registrar=True), now=LATE)

    assert "no font here has them: U+13000 EGYPTIAN HIEROGLYPH A001" in client.get(address).content.decode()
    paper = pypdf.PdfReader(io.BytesIO(client.get(f"{address}entries.pdf").content))
    assert all("U+13000" in page.extract_text() for page in paper.pages)


def test_the_code_on_a_board_leads_umpires_to_the_sheet_and_others_to_the_match(client):
    event = drawn()
    umpire = as_guest(official(event, Role.UMPIRE))
    address = f"/events/{event.slug}/boards/2/"
    assert client.get(address)["Location"] == f"/events/{event.slug}/play/"
    fixture = ready(event)[0]
    calls.call(event, organiser_of(event).pk, "open", fixture, 2, now=LATE)

    assert umpire.get(address)["Location"] == f"/umpire/events/{event.slug}/open/{fixture}/"
    assert client.get(address)["Location"] == f"/events/{event.slug}/play/#board-2"
    umpire.post(f"/umpire/events/{event.slug}/open/{fixture}/")
    assert client.get(address)["Location"] == f"/matches/{Match.objects.get().pk}/"
    assert client.get(f"/events/{event.slug}/boards/99/").status_code == 404


def test_times_of_papers_log_and_notices_are_those_of_the_venue(client):
    days = (Day(date(2022, 2, 5), time(9), time(18)),)
    event = drawn(days=days)
    owner = organiser_of(event)
    late = datetime(2022, 2, 1, 19, 30, tzinfo=ZoneInfo("UTC"))  # the second of February, 1 o'clock in Kolkata
    organising.announce(event, owner.pk, "Bring coins.", now=late)

    for page in (client.get(f"/events/{event.slug}/"), as_guest(owner).get(f"/events/{event.slug}/log/")):
        assert "Feb. 2, 2022, 01:00 IST" in page.content.decode()
    log = table(as_guest(owner).get(f"/events/{event.slug}/log/?file=csv"))
    assert log[-1]["at"] == "2022-02-02T01:00:00+05:30"


def test_the_log_says_leads_from_each_step_to_its_undo_or_correction_and_finds_them(client):
    event = drawn()
    fixture = reported(event)
    draws.clear(event, organiser_of(event).pk, "open", fixture, now=LATE)
    owner = as_guest(organiser_of(event))
    hidden = {"_undo": "unseen pk", "into": "x"}
    AuditEntry.objects.create(subject=event, at=LATE, by="A", kind="category-merged", detail=hidden)

    page = owner.get(f"/events/{event.slug}/log/").content.decode()
    found = owner.get(f"/events/{event.slug}/log/?what=result").content.decode()

    cleared = event.audit_entries.get(kind="result-cleared")
    assert f'href="?undo={cleared.pk}"' in page and f'href="/events/{event.slug}/organise/"' in page
    assert "Result withdrawn" in page and "<b>Result withdrawn</b>" not in found and "<b>Result entered</b>" in found
    assert "unseen pk" not in page
    for who in (client, as_guest(official(event, Role.REGISTRAR))):
        assert who.get(f"/events/{event.slug}/log/").status_code == 403


def test_a_tie_of_teams_has_a_sheet_for_each_match_with_players_once_the_line_ups_are_open():
    event, reds, blues = drawn_tie()
    category = event.categories.get()

    def sheets() -> list[tuple[str, ...]]:
        found = draw_printouts.score_sheets(event, category, terms_of(event), "http://x", only=1)
        return [tuple(name for _letter, name in sheet.sides) for sheet in found]

    closed = sheets()
    for entry in (reds, blues):
        reported_now = line_up(event, entry)
        ties.hand_in(event, TEAMS, "1.1", entry.key, reported_now, guest_id=None, is_captain=True, now=NOW)

    assert closed == [(reds.team, blues.team)] * 3
    assert sheets()[2] == (
        f"{reds.team} Captain & {reds.team} Mate 1",
        f"{blues.team} Captain & {blues.team} Mate 1",
    )


def test_the_projector_shows_the_round_that_is_played_and_the_time_of_the_venue(client):
    event = drawn()
    reported(event)

    answer = client.get(f"/events/{event.slug}/screen/")
    page = answer.content.decode()
    bracket = next(one for one in answer.context["slides"] if one["kind"] == "bracket")["rows"]

    assert [one["title"] for one in bracket][-2:] == ["Semi-finals", "Final"]
    winners = [side["name"] for match in bracket[-2]["matches"] for side in match if side["won"]]
    assert winners and winners[0] in [side["name"] for side in bracket[-1]["matches"][0]]
    assert "Open, Semi-finals" in page and "2-1" in page and "Open, Standings" in page
    assert 'data-zone="Asia/Kolkata"' in page


def test_the_places_may_stand_in_a_frame_of_any_site_and_a_draft_is_seen_by_its_organisers(client):
    event = drawn()
    reported(event)
    framed = client.get(f"/events/{event.slug}/embed/?theme=dark")

    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers and "<form" not in framed.content.decode()
    assert 'data-theme="dark"' in framed.content.decode()
    places = framed.context["categories"][0]["standings"]
    assert places == client.get(f"/events/{event.slug}/results/").context["categories"][0]["standings"] != []
    assert f"/events/{event.slug}/embed/" in client.get(f"/events/{event.slug}/results/").content.decode()

    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    seen = as_guest(organiser_of(event)).get(f"/events/{event.slug}/embed/")
    assert seen.status_code == 200 and seen.context["categories"][0]["standings"] == places
    assert "frame-ancestors 'none'" in seen.headers["Content-Security-Policy"] and seen.headers["X-Frame-Options"]
    assert "public" not in seen.headers["Cache-Control"]
    assert client.get(f"/events/{event.slug}/embed/").status_code == 404
