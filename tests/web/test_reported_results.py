"""Results as people tell them: boards, games or a winner alone; what decided; what a correction hides."""

import re

import pytest

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.category import MatchTerms
from carrom.tournament.commands import Tell
from carrom.tournament.results import ResultError
from carrom_web.competitions.events import contests, draw_labels, draw_printouts, printouts
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws
from carrom_web.competitions.events.services.results import MissingDetailError
from tests.support.web.clients import as_guest
from tests.support.web.draws import (
    contest_of,
    draw_address,
    event_with_entries,
    owner_id,
    ready_fixtures,
    text_without_token,
)
from tests.support.web.events import ADULTS, NOW, organiser_of
from tests.support.web.markup import without_layout
from tests.support.web.stored_once import stored_once

pytestmark = pytest.mark.django_db
TO_25 = MatchTerms(length="eight_boards")  # 25 points or eight boards, one game
BY_POINTS = ("points", "net_points", "points_for")


@stored_once
def drawn(entries: int = 2, **more: object) -> tuple[Event, str]:
    event = event_with_entries(entries, **more)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    return event, ready_fixtures(event)[0]


def tell(event: Event, fixture: str, line: str, *, time_up: bool = False):
    return draws.report_boards(event, owner_id(event), ADULTS, fixture, line, time_up=time_up, now=NOW)


def test_the_points_of_one_game_are_a_result():
    event, fixture = drawn(match=TO_25)

    result = tell(event, fixture, "25-12")

    assert (result.winner, result.points, result.detail) == (Side.A, Tally(25, 12), "games")
    page = text_without_token(as_guest(organiser_of(event)), draw_address(event))
    assert re.search(r'class="win"><span>[^<]*</span><span>25</span>', without_layout(page))


def test_the_points_of_each_game_of_a_match_are_a_result_and_boards_are_still_boards():
    event, fixture = drawn(4, match=MatchTerms(length="match"))  # under kagw a game is a board
    other = ready_fixtures(event)[1]

    assert tell(event, fixture, "5-0 0-3 8-0q").detail == "boards"
    with pytest.raises(ResultError, match="only the winner"):
        tell(event, other, "25-12")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("25-25", "ends as soon as one side has 25"),
        ("70-12", "nobody can have 70 points"),
        ("25-12 25-3", "was over after game 1"),
        ("25-12 x", "is not a game"),
        ("14-14", "cannot end level"),
    ],
)
def test_points_that_no_game_ends_with_are_refused(line: str, says: str):
    event, fixture = drawn(match=TO_25)

    with pytest.raises(ValueError, match=says):
        tell(event, fixture, line)


def test_when_time_was_up_the_points_so_far_decide():
    event, fixture = drawn(match=TO_25)

    result = tell(event, fixture, "14-9", time_up=True)

    assert (result.winner, result.how, result.points) == (Side.A, "time", Tally(14, 9))


def test_a_winner_alone_is_a_result_of_a_knock_out_and_says_so_everywhere():
    event, fixture = drawn()
    owner = as_guest(organiser_of(event))

    reported = {"do": "winner", "fixture": fixture, "winner": "b"}
    assert owner.post(draw_address(event), reported).status_code == 303

    result = contest_of(event).meeting(fixture).result
    assert result is not None and (result.winner, result.detail) == (Side.B, "winner")
    assert draw_labels.total_label(result) == "–/+" == printouts.score_text(contest_of(event).meeting(fixture))
    assert contest_of(event).standings[0].key == result.b


def test_a_winner_alone_is_refused_where_places_need_more_and_the_page_says_what_is_missing():
    event, fixture = drawn(4, format_="swiss", tie_breaks=BY_POINTS)
    owner = as_guest(organiser_of(event))

    page = text_without_token(owner, f"{draw_address(event)}fixtures/{fixture}/")
    assert "places are also decided by “Net”" in page and 'value="winner"' not in page
    refused = owner.post(draw_address(event), {"do": "winner", "fixture": fixture, "winner": "a"})
    assert refused.status_code == 409
    assert "Enter the points of each game, such as 25-12" in refused.content.decode()


def test_a_winner_alone_is_enough_where_places_go_by_points_and_wins():
    event, fixture = drawn(4, format_="swiss", tie_breaks=("points", "head_to_head", "wins", "buchholz"))

    draws.report_winner(event, owner_id(event), ADULTS, fixture, "tied", now=NOW)

    assert contest_of(event).meeting(fixture).winner is None


def test_points_of_games_are_refused_where_boards_decide():
    event, fixture = drawn(4, format_="round-robin", match=TO_25, tie_breaks=("points", "board_wins"))

    with pytest.raises(MissingDetailError, match=r"boards won\. Enter the points of each board"):
        tell(event, fixture, "25-12")
    assert not contest_of(event).contest.results
    assert tell(event, fixture, "12-0 12-0 5-0").winner is Side.A


def test_in_groups_and_knock_out_only_the_groups_need_what_ranks_them():
    event, fixture = drawn(4, format_="groups-knockout", match=TO_25, tie_breaks=("points", "board_wins"))

    with pytest.raises(MissingDetailError):
        draws.report_winner(event, owner_id(event), ADULTS, fixture, "a", now=NOW)
    while left := [one for one in ready_fixtures(event) if not one.startswith("gold")]:
        meeting = contest_of(event).meeting(left[0])
        tell(event, left[0], "12-0 12-0 5-0" if str(meeting.a) < str(meeting.b) else "0-12 0-12 0-5")
    final = ready_fixtures(event)[0]
    assert final.startswith("gold")
    draws.report_winner(event, owner_id(event), ADULTS, final, "a", now=NOW)
    assert contest_of(event).meeting(final).winner


@pytest.mark.clause("K-071")
@pytest.mark.parametrize(
    ("line", "says", "box"),
    [
        ("11-0 0-7 0-1", "decided by total points, 11 to 8", ("on points", "1 (11)")),
        ("8-0 0-7 0-1", "points level at 8, decided by games won, 2 to 1", ("on games", "1 (8)")),
        ("5-0 5-0", "", ("", "2")),
    ],
)
def test_k071_a_result_says_what_decided_it_on_the_page_and_on_paper(line: str, says: str, box: tuple[str, str]):
    event, fixture = drawn()

    tell(event, fixture, line)

    found = contest_of(event)
    result = found.meeting(fixture).result
    assert result is not None and draw_labels.result_label(result) == says
    assert says in text_without_token(as_guest(organiser_of(event)), draw_address(event))
    assert says in printouts.score_text(found.meeting(fixture))
    paper = draw_printouts.bracket_printout(event.categories.get(key=ADULTS), terms_of(event), "")
    assert paper is not None and (paper.trees[0].boxes[0].note, paper.trees[0].boxes[0].score_a) == box


def four_played() -> tuple[Event, str, str]:
    """A knock-out of four, played out; its first fixture and its final."""
    event, first = drawn(4)
    for fixture in ready_fixtures(event):
        tell(event, fixture, "5-0 5-0")
    final = ready_fixtures(event)[0]
    tell(event, final, "5-0 5-0")
    return event, first, final


def test_taking_a_result_back_names_the_later_one_that_it_hides_before_it_is_done():
    event, first, final = four_played()
    owner = as_guest(organiser_of(event))
    before = contest_of(event).record

    asked = owner.post(draw_address(event), {"do": "clear", "fixture": first}).content.decode()
    assert "Withdrawing this result hides others" in asked and f"{final}: " in asked
    assert contest_of(event).record == before  # nothing is done yet

    sure = {"do": "clear", "fixture": first, "sure": "yes", "version": str(contest_of(event).row.version)}
    assert owner.post(draw_address(event), sure).status_code == 303
    assert contest_of(event).meeting(final).result is None
    # the later one hides nothing, and is taken back at once
    tell(event, first, "5-0 5-0")
    assert owner.post(draw_address(event), {"do": "clear", "fixture": final}).status_code == 303


def test_a_correction_and_an_undo_that_hide_results_are_asked_too():
    event, first, final = four_played()
    owner = as_guest(organiser_of(event))

    same_winner = {"do": "boards", "fixture": first, "boards": "7-0 5-0"}
    assert owner.post(draw_address(event), same_winner).status_code == 303
    turned = owner.post(draw_address(event), same_winner | {"boards": "0-7 0-5"}).content.decode()
    assert "This correction hides other results" in turned and f"{final}: " in turned
    lines = [
        one for one in contest_of(event).record.entries if isinstance(one.act, Tell) and one.act.result.fixture == first
    ]
    line = lines[-1].number
    assert (
        "Undoing this hides results" in owner.post(draw_address(event), {"do": "undo", "line": line}).content.decode()
    )
    assert contest_of(event).is_over


def test_what_was_asked_is_not_done_once_somebody_has_written_since():
    event, first, _final = four_played()
    owner = as_guest(organiser_of(event))

    stale = {"do": "clear", "fixture": first, "sure": "yes", "version": str(contest_of(event).row.version - 1)}
    answer = owner.post(draw_address(event), stale)

    assert answer.status_code == 409 and "Somebody has changed this draw" in answer.content.decode()
    assert isinstance(contest_of(event), contests.ContestView) and contest_of(event).is_over


def test_files_say_how_much_is_reported_and_what_decided():
    event, fixture = drawn()
    tell(event, fixture, "11-0 0-7 0-1")
    root = f"/events/{event.slug}/results/"

    reported = as_guest(organiser_of(event)).get(f"{root}results.json").json()["categories"][0]["fixtures"][0]["result"]
    assert (reported["detail"], reported["decided_by"]) == ("boards", "points")
    heads, row = as_guest(organiser_of(event)).get(f"{root}fixtures.csv").content.decode("utf-8-sig").splitlines()[:2]
    assert heads.endswith("scores,detail,decided_by") and row.endswith(",boards,points")
