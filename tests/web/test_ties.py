"""Ties of teams on the site: line-ups handed in blind, matches scored or reported, the tie's result and corrections."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from carrom.match.requests import Concede, Toss
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom_web.clubs.rights import Role
from carrom_web.competitions.events import event_file, link_tokens
from carrom_web.competitions.events.models import ClosedLineUp
from carrom_web.competitions.events.services import calls, draws, line_ups, ties, undoing
from carrom_web.competitions.events.services.line_ups import LineUpsOpenError, LineUpTooLateError
from carrom_web.competitions.events.services.organising import NotOfficialError
from carrom_web.matches.models import Match
from tests.support.web.clients import as_guest
from tests.support.web.emails import collected_emails
from tests.support.web.events import NOW, official, organiser_of
from tests.support.web.matches import answer_as_umpire
from tests.support.web.teams import TEAMS, drawn_tie, entered_team, line_up, line_up_form, team_contest, team_event

pytestmark = pytest.mark.django_db
FIXTURE = "1.1"


def hand_in(event, entry, *numbers: int, now=NOW) -> bool:
    reported = line_up(event, entry, *numbers)
    return ties.hand_in(event, TEAMS, FIXTURE, entry.key, reported, guest_id=None, is_captain=True, now=now)


def opened_tie():
    event, a, b = drawn_tie()
    hand_in(event, a)
    hand_in(event, b)
    return event, organiser_of(event).pk


def test_a_line_up_stays_closed_until_both_are_in_for_the_organiser_too_and_is_not_in_the_file_of_the_event():
    event, a, b = drawn_tie()
    address = f"/events/{event.slug}/draws/{TEAMS}/ties/{FIXTURE}/"
    owner, link = as_guest(organiser_of(event)), f"/line-ups/{link_tokens.line_up_token(a, FIXTURE)}/"
    captain = Client()
    names = [member.name for member in a.members.all()]

    assert captain.get(link).status_code == 200
    assert captain.post(link, line_up_form(0, 0, 0, 1)).status_code == 422  # nobody plays two singles
    answer = captain.post(link, line_up_form(2, 1, 0, 1))

    assert (answer.status_code, answer.headers["Location"]) == (303, link)
    assert "Until then you can replace it" in captain.get(link).content.decode()
    assert 'value="2" selected' in captain.get(link).content.decode()
    other = owner.get(link).content.decode()  # the desk knows the captain's link
    assert "Nobody can see it" in other
    assert 'value="2" selected' not in other
    page = owner.get(address).content.decode()
    assert "handed in" in page
    assert "tie-matches" not in page
    assert team_contest(event).contest.line_ups == ()
    assert "line_up" not in event_file.write(event)

    assert captain.post(link, line_up_form(1, 2, 1, 2)).status_code == 303  # another one, while it is closed
    assert hand_in(event, b) is True

    page = Client().get(address)
    assert page.context["tie"]["matches"][0]["sides"][0]["names"] == names[1]
    assert ClosedLineUp.objects.count() == 0
    with pytest.raises(LineUpsOpenError):
        hand_in(event, a, 0, 1, 0, 1)


def test_captains_get_their_links_by_e_mail_when_the_tie_is_drawn(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        _event, a, _b = drawn_tie()

    letters = [letter for letter in mail.outbox if "Your line-up" in letter.subject]
    assert len(letters) == 2
    own = next(letter for letter in letters if letter.to == [a.form.email])
    assert f"/line-ups/{link_tokens.line_up_token(a, FIXTURE)}/" in own.body


def test_a_contest_holds_neither_names_nor_birthdays_and_the_next_tie_of_a_knock_out_is_announced():
    event = team_event(format="knockout")
    for team in ("Reds", "Blues", "Greens", "Whites"):
        entered_team(event, team)
    boss = organiser_of(event).pk
    draws.draw(event, boss, TEAMS, now=NOW)
    text = str(list(event.categories.get().contest.log_entries.values("act")))
    assert not any(word in text.casefold() for word in ("captain", "mate", "1990-01"))

    draws.report_not_played(event, boss, TEAMS, "1.1", "no-show", Side.A, now=NOW)
    with collected_emails() as sent:
        draws.report_not_played(event, boss, TEAMS, "1.2", "no-show", Side.A, now=NOW)

    assert [letter.subject.partition(": ")[2] for letter in sent] == ["Your line-up", "Your line-up"]


def test_after_the_deadline_the_desk_alone_hands_in_for_a_captain():
    event, a, b = drawn_tie()
    boss = organiser_of(event).pk
    ties.set_deadline(event, boss, TEAMS, FIXTURE, NOW, whole_round=True, now=NOW)
    hand_in(event, a, now=NOW)

    with pytest.raises(LineUpTooLateError):
        hand_in(event, b, now=NOW + timedelta(seconds=1))
    umpire = official(event, Role.UMPIRE).pk
    reported = line_up(event, b)
    with pytest.raises(NotOfficialError):
        ties.hand_in(event, TEAMS, FIXTURE, b.key, reported, guest_id=umpire, is_captain=False, now=NOW)
    owner = as_guest(organiser_of(event))
    page = f"/events/{event.slug}/draws/{TEAMS}/ties/{FIXTURE}/"
    assert owner.post(page, {"do": "line-up", "side": "b"} | line_up_form(0, 0, 0, 1)).status_code == 422
    assert owner.post(page, {"do": "line-up", "side": "b"} | line_up_form()).status_code == 303

    assert len(team_contest(event).contest.line_ups) == 2
    assert [entry.kind for entry in event.audit_entries.order_by("pk")][-2:] == [
        "line-up",
        "line-up-by-desk",
    ]


def test_the_result_of_a_tie_follows_from_its_last_match_and_a_correction_recomputes_it():
    event, boss = opened_tie()
    owner = as_guest(organiser_of(event))
    page = f"/events/{event.slug}/draws/{TEAMS}/ties/{FIXTURE}/"

    for number, boards in ((1, "5-0 5-0"), (2, "0-5 0-5")):
        assert owner.post(page, {"do": "boards", "match": number, "boards": boards}).status_code == 303
    assert [owner.get(page).context["tie"][name] for name in ("a", "b", "reported")] == [1, 1, 2]
    assert team_contest(event).meeting(FIXTURE).state is State.READY
    owner.post(page, {"do": "not-played", "match": 3, "how": "no-show", "loser": "a"})
    assert team_contest(event).meeting(FIXTURE).winner == team_contest(event).meeting(FIXTURE).b

    owner.post(page, {"do": "boards", "match": 2, "boards": "5-0 5-0"})
    assert team_contest(event).meeting(FIXTURE).winner == team_contest(event).meeting(FIXTURE).a
    owner.post(page, {"do": "clear", "match": 1})
    assert team_contest(event).meeting(FIXTURE).state is State.READY
    draws.undo(event, boss, TEAMS, len(team_contest(event).record.entries), now=NOW)
    assert team_contest(event).meeting(FIXTURE).state is State.DECIDED
    assert owner.get(f"/events/{event.slug}/draws/{TEAMS}/").status_code == 200


def test_clearing_one_match_of_a_tie_leaves_the_others_and_says_so_before():
    event, boss = opened_tie()
    for number in (1, 2, 3):
        draws.report_boards(event, boss, TEAMS, f"{FIXTURE}/{number}", "5-0 5-0", time_up=False, now=NOW)

    undoing.consequences_of_clearing(event, TEAMS, f"{FIXTURE}/2")  # it may be done, and nothing has changed
    assert [one.number for one in team_contest(event).contest.tie_matches] == [1, 2, 3]
    draws.clear(event, boss, TEAMS, f"{FIXTURE}/2", now=NOW)

    assert [one.number for one in team_contest(event).contest.tie_matches] == [1, 3]


def test_a_line_up_that_is_handed_in_for_one_tie_is_missing_for_the_others():
    event, a, b = drawn_tie()
    hand_in(event, a)

    of, contest = ties.name_of(event.categories.get()), team_contest(event).contest
    assert line_ups.handed_in(of, contest, FIXTURE).keys() == {a.key}
    hand_in(event, b)
    contest = team_contest(event).contest
    assert line_ups.handed_in(of, contest, FIXTURE) == {a.key: None, b.key: None}  # open: they stand in the record
    assert line_ups.handed_in(of, contest, "2.1") == line_ups.handed_in(of, contest, "0.9") == {}


def test_line_ups_are_taken_back_before_the_first_match_and_not_after():
    event, boss = opened_tie()
    ties.take_line_ups_back(event, boss, TEAMS, FIXTURE, now=NOW)
    assert team_contest(event).contest.line_ups == ()

    for key in team_contest(event).meeting(FIXTURE).keys:
        entry = event.categories.get().entries.get(key=key)
        hand_in(event, entry, 1, 2, 0, 1)
    draws.report_boards(event, boss, TEAMS, "1.1/1", "5-0 5-0", time_up=False, now=NOW)

    with pytest.raises(ties.TieStartedError):
        ties.take_line_ups_back(event, boss, TEAMS, FIXTURE, now=NOW)


def test_a_match_of_a_tie_is_recorded_on_a_sheet_and_its_end_and_its_undoing_count():
    event, boss = opened_tie()
    with pytest.raises(draws.NotReadyError):
        calls.call(event, boss, TEAMS, FIXTURE, 1, now=NOW)  # a tie is played match by match
    calls.call(event, boss, TEAMS, "1.1/3", 2, now=NOW)
    umpire = as_guest(official(event, Role.UMPIRE))
    address = f"/umpire/events/{event.slug}/{TEAMS}/1.1/3/"

    page = umpire.get(address).content.decode()
    assert page.count("Captain") == 2  # the double of side A and that of side B
    umpire.post(address)
    match_id = Match.objects.get().pk
    answer_as_umpire(match_id, Toss(winner=Side.A))
    answer_as_umpire(match_id, Concede(side=Side.B))

    assert calls.take_results(now=NOW) == 1
    assert calls.take_results(now=NOW) == 0
    reported = team_contest(event).contest.tie_matches
    assert [(one.number, one.result.winner) for one in reported] == [(3, Side.A)]
    day = umpire.get(f"/events/{event.slug}/play/")
    assert day.status_code == 200


def test_a_level_tie_is_decided_by_the_organiser_where_its_terms_leave_it_level():
    event, boss = opened_tie()
    for number, boards in ((1, "5-0 5-0"), (2, "0-5 0-5")):
        draws.report_boards(event, boss, TEAMS, f"1.1/{number}", boards, time_up=False, now=NOW)
    draws.report_not_played(event, boss, TEAMS, "1.1/3", "no-show", None, now=NOW)
    assert team_contest(event).meeting(FIXTURE).winner is None

    ties.decide(event, boss, TEAMS, FIXTURE, Side.B, reason="lots", now=NOW)
    assert team_contest(event).meeting(FIXTURE).winner == team_contest(event).meeting(FIXTURE).b
    draws.clear(event, boss, TEAMS, FIXTURE, now=NOW)
    assert team_contest(event).meeting(FIXTURE).winner is None


def test_two_captains_at_the_same_moment_open_the_tie_and_neither_is_lost(monkeypatch):
    event, a, b = drawn_tie()
    keep, calls = line_ups.keep, []

    def interrupted(*args, **kwargs):
        saved = keep(*args, **kwargs)
        calls.append(saved)
        if len(calls) == 1:  # somebody else has stored meanwhile
            event.categories.get().contest.__class__.objects.update(version=99)
        return saved

    monkeypatch.setattr(line_ups, "keep", interrupted)
    hand_in(event, a)
    assert hand_in(event, b) is True
    assert len(calls) == 3
    assert len(team_contest(event).contest.line_ups) == 2
