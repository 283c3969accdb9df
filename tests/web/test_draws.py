"""Draws and results of an event on the site: drawn, played on sheets or reported, undone, corrected; who may."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from carrom.match.requests import Concede, Toss
from carrom.terms import Side
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.commands import CommandError
from carrom.tournament.event import Method
from carrom.tournament.format import NothingToDrawError
from carrom.tournament.scoring import MatchNotOverError
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.events import award_printouts, contests, link_tokens, printouts
from carrom_web.competitions.events.models import BoardCall
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, organising, payments, registration, undoing
from carrom_web.competitions.events.services.results import NotReadyError
from carrom_web.matches.models import Match
from carrom_web.umpire import scorer_lock
from carrom_web.umpire.rights import Role as UmpireRole
from tests.support.web.clients import as_guest
from tests.support.web.draws import BEST_OF_THREE, contest_of, event_with_entries, owner_id, ready_fixtures
from tests.support.web.events import (
    ADULTS,
    NOW,
    PAIRS,
    application,
    cash_terms,
    new_event,
    official,
    organiser_of,
    pair_application,
)
from tests.support.web.matches import answer_as_umpire

pytestmark = pytest.mark.django_db


@pytest.mark.clause("K-001")
@pytest.mark.clause("K-002")
def test_k001_k002_only_entries_that_are_registered_and_paid_are_drawn():
    event = event_with_entries(4)
    registration.hand_in(event, application("Unpaid Person"), now=NOW)

    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    names = {contest_of(event).name(one.key) for one in contest_of(event).contest.entrants}
    assert names == {f"Player {sign}" for sign in "ABCD"}


@pytest.mark.clause("K-069")
@pytest.mark.clause("K-071")
def test_k069_k071_best_of_three_boards_and_total_points_at_one_all():
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    fixture = ready_fixtures(event)[0]

    with pytest.raises(MatchNotOverError):
        draws.report_boards(event, owner_id(event), ADULTS, fixture, "11-0 0-2", time_up=False, now=NOW)
    result = draws.report_boards(event, owner_id(event), ADULTS, fixture, "11-0 0-2 0-3", time_up=False, now=NOW)

    assert result.winner is Side.A
    assert (result.points.a, result.points.b) == (11, 5)


@pytest.mark.parametrize("line", ["", "5", "5-0 x", "5-3", "-1-0", "5-0,0-3,8-0,9-0"])
def test_boards_that_cannot_be_are_refused_and_nothing_is_stored(line):
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    before = contest_of(event).record

    with pytest.raises(ValueError, match=r"."):
        draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], line, time_up=False, now=NOW)

    assert contest_of(event).record == before


@pytest.mark.clause("L-095")
def test_l095_at_the_limit_of_time_the_leader_has_won():
    event = event_with_entries(2, match=MatchTerms(length="eight_boards", minutes=45, at_limit="leader_wins"))
    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    result = draws.report_boards(
        event, owner_id(event), ADULTS, ready_fixtures(event)[0], "14-0 0-10", time_up=True, now=NOW
    )

    assert (result.winner, result.how) == (Side.A, "time")


@pytest.mark.clause("L-170")
def test_l170_an_official_event_ignores_local_changes_of_the_laws_and_says_so(client):
    event = event_with_entries(2, match=MatchTerms(values=(("queen_points", 9),)))
    terms = cash_terms()
    category = CategoryTerms(key=ADULTS, title="Singles", match=MatchTerms(values=(("queen_points", 9),)))

    assert contests.ruleset_of(terms, category).queen_points == 5
    assert contests.ruleset_of(replace(terms, official_laws_only=False), category).queen_points == 9
    assert "Ignored: queen_points" in client.get(f"/events/{event.slug}/draws/{ADULTS}/").content.decode()


def test_a_knock_out_is_played_to_its_end_on_the_page():
    event = event_with_entries(5)
    owner = as_guest(organiser_of(event))
    page = f"/events/{event.slug}/draws/{ADULTS}/"
    owner.post(page, {"do": "draw"})

    while fixtures := ready_fixtures(event):
        for fixture in fixtures:
            answer = owner.post(page, {"do": "boards", "fixture": fixture, "boards": BEST_OF_THREE})
            assert answer.status_code == 303

    assert contest_of(event).is_over
    html = owner.get(page).content.decode()
    assert "Result" in html
    assert "Why these two?" in html
    assert html.count('<th class="n">1</th>') == 1


def test_a_draw_is_made_anew_before_play_and_not_after():
    event = event_with_entries(8)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    draws.redraw(event, owner_id(event), ADULTS, now=NOW)
    with pytest.raises(NothingToDrawError):
        draws.draw(event, owner_id(event), ADULTS, now=NOW)
    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)

    with pytest.raises(CommandError):
        draws.redraw(event, owner_id(event), ADULTS, now=NOW)


def test_a_result_is_corrected_and_what_stood_on_it_follows():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    first, second = ready_fixtures(event)
    draws.report_boards(event, owner_id(event), ADULTS, first, "5-0 5-0", time_up=False, now=NOW)
    draws.report_boards(event, owner_id(event), ADULTS, second, "5-0 5-0", time_up=False, now=NOW)
    final = ready_fixtures(event)[0]
    before = contest_of(event).meeting(final).a

    draws.report_boards(event, owner_id(event), ADULTS, first, "0-5 0-5", time_up=False, now=NOW)

    assert contest_of(event).meeting(final).a not in (before, None)


def test_a_result_that_is_not_there_is_not_taken_back():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    for fixture in ("1.1", "2.1"):  # not played, and without sides
        with pytest.raises(NotReadyError):
            draws.clear(event, owner_id(event), ADULTS, fixture, now=NOW)
    draws.report_winner(event, owner_id(event), ADULTS, "1.1", "a", now=NOW)
    draws.clear(event, owner_id(event), ADULTS, "1.1", now=NOW)
    assert contest_of(event).meeting("1.1").result is None


def test_a_result_that_was_reverted_makes_the_next_round_wait_and_is_brought_back():
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)
    assert contest_of(event).is_over

    draws.undo(event, owner_id(event), ADULTS, len(contest_of(event).record.entries), now=NOW)
    assert not contest_of(event).is_over
    draws.bring_back(event, owner_id(event), ADULTS, now=NOW)
    assert contest_of(event).is_over


def test_who_does_not_come_loses_and_it_is_taken_back_when_he_was_late():
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    fixture = ready_fixtures(event)[0]

    draws.report_not_played(event, owner_id(event), ADULTS, fixture, "no-show", Side.B, now=NOW)
    assert contest_of(event).meeting(fixture).winner == contest_of(event).meeting(fixture).a
    draws.clear(event, owner_id(event), ADULTS, fixture, now=NOW)

    assert ready_fixtures(event) == [fixture]


def test_two_who_tell_results_at_once_do_not_undo_each_other():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    stale = contest_of(event)
    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)

    with pytest.raises(contests.StaleContestError):
        draws.store(event.categories.get(), stale, stale.record)


def test_two_sides_are_exchanged_by_hand_and_the_draw_says_so():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    first, second = ready_fixtures(event)
    a, b = contest_of(event).meeting(first).b, contest_of(event).meeting(second).b

    changed = undoing.consequences_of_swap(event, ADULTS, first, Side.B, second, Side.B)
    draws.swap(event, owner_id(event), ADULTS, first, Side.B, second, Side.B, now=NOW)

    assert {one.fixture for one in changed.fixtures} == {first, second}
    assert (contest_of(event).meeting(first).b, contest_of(event).meeting(second).b) == (b, a)


def test_how_a_category_is_played_changes_until_it_is_drawn_and_its_tie_breaks_later_too():
    event = event_with_entries(4)
    terms = terms_of(event)

    def changed(**values: object) -> None:
        category = replace(terms.categories[0], **values)
        event.refresh_from_db()
        organising.change_event(event, owner_id(event), replace(terms, categories=(category,)), now=NOW)

    changed(format_values=(("third_place", True),))
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    assert "third-place" in {one.fixture.stage for one in contest_of(event).meetings}
    with pytest.raises(organising.CategoryDrawnError):
        changed()
    changed(format_values=(("third_place", True),), tie_breaks=("board_wins",))
    assert contest_of(event).contest.regulation.order == ("board_wins",)

    draws.undo(event, owner_id(event), ADULTS, 5, now=NOW)
    changed(format="round-robin")
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    assert len(contest_of(event).meetings) == 6


def test_an_exchange_by_hand_shows_what_it_changes_before_it_is_stored():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    first, second = ready_fixtures(event)
    draws.report_boards(event, owner_id(event), ADULTS, first, BEST_OF_THREE, time_up=False, now=NOW)
    owner, page = as_guest(organiser_of(event)), f"/events/{event.slug}/draws/{ADULTS}/"
    before = contest_of(event)
    reported = {"do": "swap", "fixture": second, "side": "a", "with": f"{first}/b"}

    asked = owner.post(page, reported)

    assert asked.status_code == 200
    assert contest_of(event).record == before.record
    changes = asked.context["asked"]
    assert {one["id"] for one in changes["fixtures"]} >= {first, second}
    assert [text.partition(":")[0] for text in changes["no_more"]] == [first]
    version = {"sure": "yes", "version": str(changes["version"])}
    draws.clear(event, owner_id(event), ADULTS, first, now=NOW)  # somebody else, meanwhile
    assert owner.post(page, reported | version).status_code == 409
    again = owner.post(page, reported).context["asked"]["version"]
    assert owner.post(page, reported | version | {"version": str(again)}).status_code == 303
    assert contest_of(event).meeting(first).b == before.meeting(second).a


def test_a_called_match_takes_a_board_until_it_is_played():
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    first, second = ready_fixtures(event)
    calls.call(event, owner_id(event), ADULTS, first, 1, now=NOW)

    for fixture, board in ((second, 1), (first, 2), (second, 0), (second, 99)):
        with pytest.raises(calls.BoardBusyError):
            calls.call(event, owner_id(event), ADULTS, fixture, board, now=NOW)
    draws.report_boards(event, owner_id(event), ADULTS, first, BEST_OF_THREE, time_up=False, now=NOW)
    calls.call(event, owner_id(event), ADULTS, second, 1, now=NOW)

    assert [table.fixture for table in BoardCall.objects.filter(ended_at=None)] == [second]


@pytest.mark.clause("C-088")
def test_c088_the_umpire_of_the_event_keeps_the_match_and_its_end_is_the_result_of_the_fixture(client):
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    fixture = ready_fixtures(event)[0]
    calls.call(event, owner_id(event), ADULTS, fixture, 2, now=NOW)
    address = f"/umpire/events/{event.slug}/{ADULTS}/{fixture}/"
    assert client.post(address).status_code == 403

    umpire = as_guest(official(event, Role.UMPIRE))
    assert "board 2" in umpire.get(address).content.decode().lower()
    answer = umpire.post(address)
    match_id = Match.objects.get().pk
    assert answer.headers["Location"] == f"/umpire/{match_id}/"
    assert umpire.get(address).headers["Location"] == f"/umpire/{match_id}/"

    answer_as_umpire(match_id, Toss(winner=Side.A))
    assert calls.take_results(now=NOW) == 0
    answer_as_umpire(match_id, Concede(side=Side.A))
    assert calls.take_results(now=NOW) == 1
    assert calls.take_results(now=NOW) == 0

    result = contest_of(event).meeting(fixture).result
    assert result is not None
    assert (result.winner, result.how) == (Side.B, "conceded")
    assert BoardCall.objects.get().ended_at == NOW


@pytest.mark.parametrize("role", [None, *Role])
def test_who_may_draw_is_the_table_of_rights(role):
    event = event_with_entries(4)
    guest = official(event, role) if role not in (None, Role.OWNER) else organiser_of(event)
    client = as_guest(guest)
    if role is None:
        client.cookies.clear()

    answer = client.post(f"/events/{event.slug}/draws/{ADULTS}/", {"do": "draw"})

    may = role is not None and Action.DRAW in actions_of([role])
    assert (answer.status_code == 303) is may
    assert (contests.shown(event.categories.get(key=ADULTS)) is not None) is may
    assert ("Officials" in client.get(f"/events/{event.slug}/draws/{ADULTS}/").content.decode()) is may


@pytest.mark.clause("K-005")
def test_k005_what_does_not_fit_the_hours_is_said_before(client):
    terms = cash_terms(boards=2)
    day = timezone.localdate() + timedelta(days=30)
    terms = organising.copy_of(terms, first_day=day, deadline=day - timedelta(days=5), title="Short day")
    category = CategoryTerms(
        key=ADULTS, title="Singles", format="round-robin", least=2, match=MatchTerms(expected_minutes=60)
    )
    event = new_event(replace(terms, categories=(category,), rest_minutes=0))
    for sign in "ABCDEF":
        registration.hand_in(event, application(f"Player {sign}"), now=NOW)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    everybody = client.get(f"/events/{event.slug}/play/").context
    officials = as_guest(organiser_of(event)).get(f"/events/{event.slug}/play/").context

    for context in (everybody, officials):
        assert (len(context["plan"]), len(context["unfit"])) == (12, 3)
    assert (everybody["boards_needed"], officials["boards_needed"]) == (None, 3)


def test_a_player_of_two_categories_is_never_called_to_two_boards_at_once(client):
    day = timezone.localdate() + timedelta(days=30)
    singles = CategoryTerms(key=ADULTS, title="Singles", format="round-robin", least=2)
    doubles = CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, format="round-robin", least=2)
    terms = organising.copy_of(cash_terms(), first_day=day, deadline=day, title="Both")
    event = new_event(replace(terms, categories=(singles, doubles)))
    for one, two in (("A", "B"), ("C", "D")):
        mate = pair_application("x", f"Player {two}").partners
        form = registration.hand_in(event, application(f"Player {one}", ADULTS, PAIRS, partners=mate), now=NOW)
        for entry in form.entries.all():
            for member in entry.members.filter(position=1):
                registration.agree(member, shows_name=True, now=NOW)
    for key in (ADULTS, PAIRS):
        draws.draw(event, owner_id(event), key, now=NOW)

    plan = client.get(f"/events/{event.slug}/play/").context["plan"]

    assert len(plan) == 2
    assert plan[0]["start"] != plan[1]["start"]


def test_names_without_consent_are_initials_in_the_draw(client):
    event = event_with_entries(1)
    form = registration.hand_in(event, application("Hidden Name", shows_name=False), now=NOW)
    payments.record_payment(form, owner_id(event), method=Method.CASH, cents=1000, now=NOW)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)

    page = client.get(f"/events/{event.slug}/draws/{ADULTS}/").content.decode()

    assert "H. N." in page
    assert "Hidden" not in page


@pytest.mark.clause("C-086")
@pytest.mark.clause("C-087")
@pytest.mark.parametrize(
    ("role", "may"),
    [
        (Role.CHIEF_REFEREE, True),
        (Role.ASSISTANT_CHIEF_REFEREE, True),
        (Role.UMPIRE, False),
        (Role.REGISTRAR, False),
        (Role.PLAYER, False),
    ],
)
def test_c086_c087_the_referees_of_the_event_take_a_sheet_over_from_its_umpire(role, may):
    event = event_with_entries(2)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    fixture = ready_fixtures(event)[0]
    calls.call(event, owner_id(event), ADULTS, fixture, 1, now=NOW)
    as_guest(official(event, Role.UMPIRE)).post(f"/umpire/events/{event.slug}/{ADULTS}/{fixture}/")
    match_id = Match.objects.get().pk
    referee = official(event, role)

    found = scorer_lock.sheet_access(match_id, referee.pk)

    assert (UmpireRole.REFEREE in found.roles) is may
    assert not found.writes


def test_every_paper_of_an_event_is_printed_for_those_who_may(client):
    event = event_with_entries(2)
    event_papers = f"/events/{event.slug}/prints/"
    assert client.get(f"{event_papers}draw-{ADULTS}.pdf").status_code == 404
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    owner = as_guest(organiser_of(event))
    assert owner.get(f"{event_papers}certificates-{ADULTS}.pdf").status_code == 404
    draws.report_boards(event, owner_id(event), ADULTS, ready_fixtures(event)[0], BEST_OF_THREE, time_up=False, now=NOW)

    public = {
        name: client.get(f"{event_papers}{name}.pdf") for name in ("entries", f"draw-{ADULTS}", f"standings-{ADULTS}")
    }
    closed = {name: client.get(f"{event_papers}{name}.pdf") for name in ("badges", f"certificates-{ADULTS}")}
    opened = {name: owner.get(f"{event_papers}{name}.pdf") for name in closed}

    assert {answer.status_code for answer in public.values()} == {200}
    assert {answer.status_code for answer in closed.values()} == {403}
    assert {answer.status_code for answer in opened.values()} == {200}
    assert all(answer.content.startswith(b"%PDF-") for answer in (*public.values(), *opened.values()))
    assert len(award_printouts.certificates(event.categories.get(), terms_of(event))) == 2
    assert [badge.name for badge in printouts.badges(event, terms_of(event))] == ["Player A", "Player B"]


def test_a_receipt_is_printed_by_the_link_of_its_registration_alone(client):
    event = event_with_entries(1)
    form = event.forms.get()
    own = f"/registrations/{link_tokens.token_of(form)}/"

    assert client.get(f"{own}receipt-1.pdf").content.startswith(b"%PDF-")
    assert client.get(f"{own}receipt-2.pdf").status_code == 404
    assert client.get("/registrations/forged.x/receipt-1.pdf").status_code == 404
    assert f"{own}receipt-1.pdf" in client.get(own).content.decode()


def test_a_projector_shows_boards_what_comes_next_and_places_ten_rows_at_most(client):
    event = event_with_entries(15, format_="round-robin")
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    calls.call(event, owner_id(event), ADULTS, ready_fixtures(event)[0], 1, now=NOW)

    slides = client.get(f"/events/{event.slug}/screen/").context["slides"]

    assert [slide["kind"] for slide in slides] == ["boards", "plan", "draw", "places", "places"]
    assert [len(slide["rows"]) for slide in slides] == [1, 10, 7, 10, 5]
    assert "Nothing is drawn yet" in client.get(f"/events/{new_event().slug}/screen/").content.decode()
