"""Club events played online: called fixtures are matches between the entrants' accounts, results flow by themselves."""

from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from carrom.match.requests import ClaimAbsence, Concede
from carrom.terms import Side
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import EventTerms
from carrom.tournament.results import Result
from carrom_web.accounts.models import Guest
from carrom_web.competitions.events import contests, repository
from carrom_web.competitions.events.models import BoardCall, Entry, Event, Member
from carrom_web.competitions.events.services import calls, draws, online, organising, registration, ties
from carrom_web.competitions.events.services.online import OnlineEntryError
from carrom_web.core.hooks import registry
from carrom_web.matches import absences, models, selectors, services
from carrom_web.matches.models import Match, Seat
from carrom_web.people.models import Player
from carrom_web.push.models import Notification
from tests.support.web.clients import as_guest
from tests.support.web.correspondence import with_device
from tests.support.web.events import (
    ADULTS,
    PAIRS,
    application,
    cash_terms,
    new_event,
    organiser_of,
    pair_application,
    with_account,
)
from tests.support.web.teams import TEAMS, drawn_tie, line_up, team_contest

pytestmark = pytest.mark.django_db(transaction=True)


def swiss(key: str, *, rounds: int, kind: Kind = Kind.SINGLES) -> CategoryTerms:
    """A Swiss category whose places need no more than who has won."""
    return CategoryTerms(
        key=key,
        title="Open",
        kind=kind,
        least=2,
        format="swiss",
        format_values=(("rounds", rounds),),
        tie_breaks=("points", "head_to_head", "buchholz", "lots"),
    )


def terms_online(**changes: object) -> EventTerms:
    category = swiss(ADULTS, rounds=2)
    day = timezone.localdate() + timedelta(days=1)
    terms = organising.copy_of(
        cash_terms(categories=(category,), boards=8), first_day=day, deadline=day, title="Online Cup"
    )
    return replace(terms, is_online=True, ruleset="icf", **changes)


def entered(event: Event, *names: str) -> dict[str, Guest]:
    people = {name: with_account(name) for name in names}
    for name, guest in people.items():
        registration.hand_in(event, application(name, ADULTS, guest_id=guest.pk), now=timezone.now())
    return people


@pytest.fixture
def event() -> Event:
    return new_event(terms_online())


NAMES = ("Anu Nair", "Bela Rao", "Cem Das", "Dev Roy")


def drawn(event: Event) -> dict[str, Guest]:
    people = entered(event, *NAMES)
    draws.draw(event, organiser_of(event).pk, ADULTS, now=timezone.now())
    return people


def running() -> list[BoardCall]:
    return list(BoardCall.objects.filter(ended_at=None).order_by("pk"))


def concede(call: BoardCall, side: Side) -> None:
    loser = Seat.objects.filter(match=call.match, side=side.value).order_by("player")[0].guest_id
    async_to_sync(services.ask)(
        match_id=call.match_id,
        author=services.Guest(loser),
        request_id=f"end-{call.pk}",
        after=Match.objects.get(pk=call.match_id).version,
        request=Concede("match"),
    )


def results_of(event: Event) -> dict[str, Result]:
    found = contests.shown(event.categories.get())
    assert found is not None
    return {one.fixture: one for one in found.contest.results}


def test_a_draw_begins_the_matches_of_the_round_between_the_accounts_of_the_entrants(event: Event):
    people = drawn(event)

    calls_now = running()
    assert len(calls_now) == 2
    seated = {
        guest for call in calls_now for guest in Seat.objects.filter(match=call.match).values_list("guest", flat=True)
    }
    assert seated == {guest.pk for guest in people.values()}
    loaded = selectors.load(calls_now[0].match_id)
    assert loaded.state.match.head.clocks.stroke == 15 and loaded.state.match.head.take_back == "never"
    assert {player.name for player in loaded.state.match.head.players} <= set(NAMES)
    page = as_guest(people["Anu Nair"]).get(f"/matches/{calls_now[0].match_id}/").content.decode()
    assert "Online Cup" in page
    assert "Online Cup" in as_guest(people["Anu Nair"]).get("/lobby/").content.decode()
    assert "played online" in as_guest(people["Anu Nair"]).get(f"/events/{event.slug}/").content.decode()


def test_results_flow_into_the_event_the_next_round_begins_by_itself_and_the_last_one_ends_it(event: Event):
    drawn(event)
    for _round in range(2):
        for call in running():
            concede(call, Side.B)
        calls.take_results(now=timezone.now())

    found = contests.shown(event.categories.get())
    assert found is not None and found.is_over
    assert Match.objects.count() == 4 and not running()
    assert sorted(one.how for one in results_of(event).values()) == ["conceded"] * 4


def test_a_side_that_has_not_come_in_time_has_lost_and_where_none_came_both_have(event: Event):
    drawn(event)
    first, second = running()
    strike_first = Seat.objects.get(match=first.match, side="a")
    Seat.objects.filter(pk=strike_first.pk).update(left_at=timezone.now())  # was there, and is gone for a moment
    assert online.end_no_shows(now=timezone.now() + timedelta(minutes=9)) == 0

    assert online.end_no_shows(now=timezone.now() + timedelta(minutes=11)) == 2

    found = results_of(event)
    assert found[first.fixture].winner is Side.A and found[first.fixture].how == "no-show"
    assert found[second.fixture].both_lose
    assert len(running()) == 2, "the next round has started"


def test_a_match_to_which_both_sides_came_goes_on(event: Event):
    drawn(event)
    first, second = running()
    Seat.objects.filter(match=first.match).update(left_at=timezone.now())

    assert online.end_no_shows(now=timezone.now() + timedelta(minutes=11)) == 1

    assert set(results_of(event)) == {second.fixture} and first.fixture in {call.fixture for call in running()}


def test_an_organiser_overrules_a_match_and_what_is_played_on_in_it_counts_no_more(event: Event):
    drawn(event)
    owner = organiser_of(event).pk
    call, other = running()
    draws.report_winner(event, owner, ADULTS, call.fixture, "b", now=timezone.now())
    concede(call, Side.B)
    calls.take_results(now=timezone.now())
    assert results_of(event)[call.fixture].winner is Side.B

    concede(other, Side.B)
    calls.take_results(now=timezone.now())
    assert results_of(event)[other.fixture].winner is Side.A
    draws.report_winner(event, owner, ADULTS, other.fixture, "b", now=timezone.now())
    calls.take_results(now=timezone.now())
    assert results_of(event)[other.fixture].winner is Side.B, "after it was taken, too"


def test_entries_need_an_account_but_those_of_the_desk_whose_matches_an_organiser_reports(event: Event):
    visitor = Guest.objects.create(name="Eva")
    with pytest.raises(OnlineEntryError):
        registration.hand_in(event, application("Eva Lee", ADULTS, guest_id=visitor.pk), now=timezone.now())
    entered(event, "Anu Nair")
    registration.hand_in(event, application("Eva Lee", ADULTS, by_registrar=True), now=timezone.now())

    draws.draw(event, organiser_of(event).pk, ADULTS, now=timezone.now())

    [call] = running()
    assert call.match_id is None and not Match.objects.exists()
    assert online.end_no_shows(now=timezone.now() + timedelta(hours=1)) == 0
    draws.report_winner(event, organiser_of(event).pk, ADULTS, call.fixture, "a", now=timezone.now())
    assert results_of(event)[call.fixture].winner is Side.A


def test_pairs_play_online_once_both_are_known_here(event: Event):
    category = swiss(PAIRS, rounds=1, kind=Kind.DOUBLES)
    pairs = new_event(replace(terms_online(), categories=(category,)))
    people = [with_account(name) for name in ("Pia One", "Pat Two", "Kim Three", "Lea Four")]
    for first, second in (people[:2], people[2:]):
        form = registration.hand_in(
            pairs, pair_application(first.name, second.name, guest_id=first.pk), now=timezone.now()
        )
        mate = form.entries.get().members.get(position=1)
        registration.agree(mate, shows_name=True, now=timezone.now())
        mate.person.guest = second
        mate.person.save()
    draws.draw(pairs, organiser_of(pairs).pk, PAIRS, now=timezone.now())

    [call] = running()
    loaded = selectors.load(call.match_id)
    assert loaded.state.match.head.men == 4
    assert {one.guest for one in loaded.players} == {one.pk for one in people}
    assert (
        Entry.objects.get(category=call.category, key=call.a).players[0].name == loaded.state.match.head.players[0].name
    )


def opened_tie_online() -> Event:
    """A tie of two teams online, everybody with an account; the captain plays the first single, and the double."""
    event, a, b = drawn_tie()
    repository.save_terms(event, replace(repository.terms_of(event), is_online=True))
    for member in Member.objects.filter(category__event=event):
        Player.objects.filter(pk=member.person_id).update(guest=with_account(member.name))
    name_line_ups(event, a, b)
    return event


def name_line_ups(event: Event, *entries: Entry) -> None:
    owner, now = organiser_of(event).pk, timezone.now()
    for entry in entries:
        assert not running()
        named = line_up(event, entry, 0, 1, 0, 2)
        ties.hand_in(event, TEAMS, "1.1", entry.key, named, guest_id=owner, is_captain=False, now=now)


def test_a_tie_of_teams_begins_once_both_line_ups_are_open_and_nobody_plays_two_matches_at_once():
    event = opened_tie_online()

    assert [call.fixture for call in running()] == ["1.1/1", "1.1/2"]
    concede(running()[0], Side.B)
    assert calls.take_results(now=timezone.now()) == 1
    assert [call.fixture for call in running()] == ["1.1/2", "1.1/3"]
    assert len(selectors.load(running()[1].match_id).players) == 4
    for call in running():
        concede(call, Side.A)
    assert calls.take_results(now=timezone.now()) == 2
    result = team_contest(event).meetings[0].result
    assert result is not None and tuple(result.points) == (1, 2) and not running()


def test_matches_with_line_ups_that_were_taken_back_do_not_count():
    event = opened_tie_online()
    first = running()[0]
    matches = [call.match_id for call in running()]
    players = set(Seat.objects.filter(match__in=matches).values_list("guest", flat=True))
    for guest in players:
        with_device(guest)

    ties.take_line_ups_back(event, organiser_of(event).pk, TEAMS, "1.1", now=timezone.now())

    assert not running() and not registry.hook.parent_of_match(match_id=first.match_id).counts
    rows = Notification.objects.select_related("device")
    assert {one.device.guest_id for one in rows} == players and rows.count() == len(players)
    assert {one.content["title"] for one in rows} == {
        "Your match does not count any more: its line-ups were taken back"
    }
    assert {one.content["url"] for one in rows} == {f"/matches/{one}/" for one in matches}
    concede(first, Side.B)
    assert calls.take_results(now=timezone.now()) == 0 and not team_contest(event).contest.tie_matches
    name_line_ups(event, *Entry.objects.filter(key__in=(first.a, first.b)))
    assert first.match_id not in {call.match_id for call in running()}
    assert calls.take_results(now=timezone.now()) == 0, "it was started with other line-ups"


def test_whom_nobody_met_at_a_match_of_a_tie_has_not_shown_up():
    event = opened_tie_online()
    assert online.end_no_shows(now=timezone.now() + timedelta(minutes=11)) == 2

    reported = team_contest(event).contest.tie_matches
    assert [one.result.how for one in reported] == ["no-show", "no-show"]
    assert [call.fixture for call in running()] == ["1.1/3"]


def test_who_leaves_a_match_online_may_be_claimed_against_and_there_is_no_rematch(event: Event):
    drawn(event)
    call = running()[0]
    Seat.objects.filter(match=call.match, side="a").update(left_at=timezone.now() - timedelta(minutes=2))
    Seat.objects.filter(match=call.match, side="b").update(left_at=timezone.now() - timedelta(minutes=2))
    loaded = selectors.load(call.match_id)
    awaited = next(iter(loaded.state.match.awaiting.seats))
    claimant = next(one for one in loaded.players if awaited not in loaded.seats_of(one.guest))

    request = async_to_sync(absences.checked)(loaded, claimant.guest, ClaimAbsence("board"))

    assert isinstance(request, ClaimAbsence)
    parent = registry.hook.parent_of_match(match_id=call.match_id)
    assert parent.is_online and parent.title == "Online Cup"


def test_an_ordinary_event_calls_nothing_by_itself_and_its_sheets_are_not_online(event: Event):
    plain = new_event(replace(terms_online(), is_online=False))
    entered(plain, *NAMES)
    draws.draw(plain, organiser_of(plain).pk, ADULTS, now=timezone.now())

    assert not BoardCall.objects.filter(category__event=plain).exists() and not models.Match.objects.exists()
