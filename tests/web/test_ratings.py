"""Rating lists on the site: marked, taken, corrected, brought along; why it changed; who may, who is seen."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pypdf import PdfReader

from carrom.log import LogError
from carrom.match.requests import Concede
from carrom.rating.history import RatedResult, Terms, history
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.event import Method
from carrom_web.accounts import privacy
from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Member as ClubMember
from carrom_web.clubs.rights import Action, Role, actions_of
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import Member
from carrom_web.competitions.events.services import draws, payments, registration
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import TeamMember
from carrom_web.competitions.ratings import repository, selectors
from carrom_web.competitions.ratings.models import Participant, Period, RatingList, Result
from carrom_web.competitions.ratings.services import organising, recalculation
from carrom_web.competitions.ratings.state import Announce, Hide, LeaveOut, Mark, RatingListChangeError, Unmark
from carrom_web.competitions.repository import Close
from carrom_web.core.hooks import MatchPlayer, PlayedMatch, hookimpl, registry
from carrom_web.people import services as people
from carrom_web.people.models import Player
from tests.support.web.championships import another_event, play_out, played_event, report_result
from tests.support.web.clients import as_guest
from tests.support.web.draws import event_with_entries
from tests.support.web.events import ADULTS, NOW, PAIRS, cash_terms, new_event, official, organiser_of, pair_application
from tests.support.web.markup import without_layout
from tests.support.web.match_leagues import PLAYERS, announced_league
from tests.support.web.matches import answer_as_umpire, make_guest, start_match
from tests.support.web.people import say_consent

pytestmark = pytest.mark.django_db
SINGLES_29, DOUBLES_29 = "points-29 singles", "points-29 doubles"


def started(event, terms=None, title="Valley Ratings"):
    return organising.begin(event.club, organiser_of(event).pk, title=title, terms=terms or Terms(), now=NOW)


def mark(rating_list, event, key=ADULTS):
    source = f"category:{event.categories.get(key=key).pk}"
    organising.do(rating_list, rating_list.club.members.get(role=Role.OWNER).guest_id, Mark(source=source), now=NOW)
    return source


def standings(rating_list, group=SINGLES_29):
    newest, _ = selectors.last_two(rating_list, group)
    names = selectors.names_of(rating_list, repository.state(rating_list))
    return {names.get(key, key): one for key, one in newest.standings.items()} if newest else {}


def anew(rating_list):
    """All periods as a full recalculation from what is stored gives them."""
    book, found = repository.state(rating_list), {}
    for group in selectors.groups_of(rating_list):
        results = recalculation.results_of(rating_list, book, group)
        until = repository.periods_of(rating_list, group)[-1].first_day
        found[group] = history(book.terms, results, book.starts(group), until=until)
    return found


def saved(rating_list):
    return {group: repository.periods_of(rating_list, group) for group in selectors.groups_of(rating_list)}


def test_results_of_a_marked_category_are_rated_and_a_correction_is_folded_on():
    event = played_event(3)
    rating_list = started(event)
    assert Result.objects.count() == 0  # nothing counts that was not marked

    mark(rating_list, event)

    day = date(2022, 2, 5)  # the event's own, not the day on which its results were reported
    pairs = [("A", "B"), ("A", "C"), ("B", "C")]
    expected = history(
        Terms(),
        [RatedResult(key=a + b, day=day, a=(f"Player {a}",), b=(f"Player {b}",), score=1.0) for a, b in pairs],
        until=day,
    )[-1].standings
    found = standings(rating_list)
    assert {name: one.rating.value for name, one in found.items()} == pytest.approx(
        {name: one.rating.value for name, one in expected.items()}
    )
    assert set(Result.objects.values_list("day", flat=True)) == {day}

    second = another_event(event, "Player A", "Player D")
    play_out(second)
    mark(rating_list, second)
    assert standings(rating_list)["Player A"].results == 3
    before = saved(rating_list)
    last = next(iter(reversed(list(Result.objects.filter(source__contains=str(second.categories.get().pk))))))
    draws.clear(second, organiser_of(second).pk, ADULTS, last.key, now=NOW)
    assert recalculation.take_due(now=NOW) == 1
    assert recalculation.take_due(now=NOW) == 0  # heard once
    assert standings(rating_list)["Player A"].results == 2
    assert saved(rating_list) == anew(rating_list) != before

    report_result(second, last.key)
    recalculation.take_due(now=NOW)
    assert saved(rating_list) == before


def test_a_later_period_is_added_without_working_out_the_earlier_ones_again():
    event = played_event(2)
    rating_list = started(event)
    mark(rating_list, event)
    first = dict(Period.objects.values_list("first_day", "pk"))

    assert recalculation.take_due(now=NOW + timedelta(days=100)) == 1

    later = dict(Period.objects.values_list("first_day", "pk"))
    assert later.items() > first.items() and len(later) - len(first) == 2
    assert saved(rating_list) == anew(rating_list)


def test_merging_leaving_out_and_new_terms_are_reverted_each_by_itself():
    event = played_event(2)
    second = another_event(event, "Player A", "Plaier B")
    play_out(second)
    rating_list, owner = started(event), organiser_of(event).pk
    source = mark(rating_list, event)
    mark(rating_list, second)
    as_marked = saved(rating_list)
    assert set(standings(rating_list)) == {"Player A", "Player B", "Plaier B"}
    player = {row.name: row.person_id for row in Participant.objects.all()}

    people.merge(event.club, owner, player_id=player["Plaier B"], into_id=player["Player B"], now=NOW)
    rating_list.refresh_from_db()
    assert set(standings(rating_list)) == {"Player A", "Player B"}
    assert standings(rating_list)["Player B"].results == 2
    organising.do(rating_list, owner, LeaveOut(source=source, key="1.1", why="no umpire"), now=NOW)
    assert standings(rating_list)["Player B"].results == 1
    organising.do(rating_list, owner, Announce(title="R", terms=Terms(scoring="share", period="week")), now=NOW)
    shares = standings(rating_list)["Player A"].rating.value
    assert saved(rating_list) == anew(rating_list)

    people.unmerge(event.club, owner, event.club.audit_entries.get(kind="players-merged").pk, now=NOW)
    rating_list.refresh_from_db()
    for number in (5, 4):
        organising.undo(rating_list, owner, number, now=NOW)
        assert saved(rating_list) == anew(rating_list)
    assert saved(rating_list) == as_marked
    assert standings(rating_list)["Player A"].rating.value > shares
    with pytest.raises(LogError, match="already undone"):
        organising.undo(rating_list, owner, 5, now=NOW)
    organising.do(rating_list, owner, Unmark(source=source), now=NOW)
    assert standings(rating_list)["Player A"].results == 1
    organising.do(rating_list, owner, Close(), now=NOW)
    with pytest.raises(RatingListChangeError, match="closed"):
        mark(rating_list, event)


def test_pairs_are_rated_apart_and_a_walk_over_counts_for_nobody():
    category = CategoryTerms(key=PAIRS, title="Doubles", kind=Kind.DOUBLES, fee=1000, least=2, format="round-robin")
    event = new_event(cash_terms(categories=(replace(category, format="round-robin"),)))
    for name, partner in (("Anu Nair", "Bo Lind"), ("Cy Roy", "Di Sen"), ("Ed Ott", "Fay Orr")):
        form = registration.hand_in(event, pair_application(name, partner), now=NOW)
        Member.objects.filter(entry__form=form).update(agreed_at=NOW)
        say_consent(Member.objects.filter(entry__form=form), shows_name=True)
        payments.record_payment(form, organiser_of(event).pk, method=Method.CASH, cents=1000, now=NOW)
    draws.draw(event, organiser_of(event).pk, PAIRS, now=NOW)
    meetings = contests.shown(event.categories.get()).meetings
    first, second = [one.fixture.id for one in meetings if one.state is State.READY][:2]
    boss = organiser_of(event).pk
    draws.report_boards(event, boss, PAIRS, first, "5-0 0-3 8-0", time_up=False, now=NOW)
    draws.report_not_played(event, boss, PAIRS, second, "walk-over", Side.A, now=NOW)
    rating_list = started(event)

    mark(rating_list, event, PAIRS)

    assert selectors.groups_of(rating_list) == [DOUBLES_29]
    found = standings(rating_list, DOUBLES_29)
    assert len(found) == 4 and Result.objects.count() == 1
    assert len({round(one.rating.value, 6) for one in found.values()}) == 2


def test_its_pages_say_why_and_hide_those_who_want_it(client):
    event = played_event(3)
    anu = Guest.objects.create(name="Anu")
    event.forms.filter(name="Player A").update(guest=anu)
    Player.objects.filter(name="Player A").update(guest=anu)
    rating_list = started(event)
    mark(rating_list, event)
    address = f"/ratings/{rating_list.slug}/"

    shown = client.get(address).content.decode()
    assert "Player A" in shown and "provisional" in shown and "KAGW" in shown
    assert "Player B" not in client.get(address, {"find": "player a"}).content.decode()
    assert "Nobody here is called" in client.get(address, {"find": "xyz"}).content.decode()
    assert client.get("/ratings/").status_code == 200
    assert "frame-ancestors *" in client.get(f"{address}embed/").headers["Content-Security-Policy"]
    rows = list(
        csv.reader(io.StringIO(client.get(f"{address}files/points-29-singles.csv").content.decode("utf-8-sig")))
    )
    assert [row[1] for row in rows] == ["name", "Player A", "Player B", "Player C"]
    reported = json.loads(client.get(f"{address}files/points-29-singles.json").content)
    assert reported["ratings"][0]["rating"] == standings(rating_list)["Player A"].rating.value
    pdf = client.get(f"{address}files/points-29-singles.pdf").content
    assert "Player A" in PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert client.get(f"{address}files/points-25-singles.csv").status_code == 404

    key = Participant.objects.get(name="Player A").key
    own = without_layout(client.get(f"{address}players/{key}/").content.decode())
    points = [float(number) for number in re.findall(r"<b class=\"n\">([+-][\d.]+)</b></li>", own)]
    assert len(points) == 2 and "expected: 50 % of the points" in own and "won against Player B" in own
    assert sum(points) == pytest.approx(standings(rating_list)["Player A"].rating.value - 1500, abs=0.11)
    assert "<svg" in own and "<title" in own and "The chart as a table" in own

    assert client.post(f"{address}players/{key}/", {"do": "hide"}).status_code == 403
    assert as_guest(anu).post(f"{address}players/{key}/", {"do": "hide"}).status_code == 303
    assert client.get(f"{address}players/{key}/").status_code == 404
    hidden = client.get(address).content.decode()
    assert "Player A" not in hidden and "Player B" in hidden
    assert "Player A" not in client.get(f"{address}files/points-29-singles.csv").content.decode()
    assert "Show me again" in as_guest(anu).get(f"{address}players/{key}/").content.decode()
    as_guest(anu).post(f"{address}players/{key}/", {"do": "show"})
    assert "Player A" in client.get(address).content.decode()

    privacy.erase(anu)
    recalculation.take(RatingList.objects.get(), now=NOW)
    assert "Player A" not in client.get(address).content.decode()
    assert Participant.objects.filter(name="Player A").count() == 0


def test_of_two_with_the_same_rating_as_it_is_shown_the_list_says_who_is_above_and_why(monkeypatch, client):
    event = played_event(3)
    rating_list = started(event)
    mark(rating_list, event)
    newest, _before = selectors.last_two(rating_list, SINGLES_29)
    close = {"Player A": 1512.4, "Player B": 1512.1, "Player C": 1400.0}
    names = selectors.names_of(rating_list, repository.state(rating_list))
    rated = {
        key: replace(one, rating=replace(one.rating, value=close[names[key]])) for key, one in newest.standings.items()
    }
    period = SimpleNamespace(standings=rated, first_day=NOW.date())
    monkeypatch.setattr(selectors, "last_two", lambda *asked: (period, None))

    page = client.get(f"/ratings/{rating_list.slug}/").content.decode()
    sentences = re.findall(r"<li>([^<]* is above [^<]*)</li>", page)
    assert sentences == ["Player A is above Player B: the same rating as it is shown, then 1512.40 to 1512.10"]
    assert page.count("/tv/") == 1 and b"1512" in client.get(f"/ratings/{rating_list.slug}/tv/").content


def test_the_organisers_page_brings_lists_along_and_says_what_is_wrong_beside_the_field():
    event = played_event(2)
    owner = as_guest(organiser_of(event))
    reported = {"club": event.club.slug, "title": "Club", "period": "month", "scoring": "winner", "tau": "0.5"}
    refused = owner.post("/ratings/new/", reported | {"provisional_above": "9"})
    assert refused.status_code == 422 and 'class="err"' in refused.content.decode()
    made = owner.post("/ratings/new/", reported | {"provisional_above": "110"})
    assert made.status_code == 303
    organise, rating_list = made.headers["Location"], RatingList.objects.get()
    source = f"category:{event.categories.get().pk}"
    assert owner.post(organise, {"do": "mark", "mark-source": source}).status_code == 303
    both = owner.post(organise, {"do": "mark", "mark-source": source, "mark-match": "/matches/x"})
    assert both.status_code == 422

    def bring(text):
        file = SimpleUploadedFile("list.csv", text.encode())
        return owner.post(organise, {"do": "bring", "bring-group": SINGLES_29, "bring-number": "1", "bring-file": file})

    bad = bring("name,rating\nPlayer A,strong")
    assert bad.status_code == 422 and "Line 2, Player A" in bad.content.decode()
    assert (
        bring("name,rating,deviation,day\nplayer a,1900,60,2022-01-15\nFar Away,1700,50,2022-01-15").status_code == 303
    )
    found = standings(rating_list)
    assert set(found) == {"Player A", "Player B", "Far Away"}
    assert 1900 < found["Player A"].rating.value < 1910
    assert found["Far Away"].results == 0 and found["Far Away"].rating.value == 1700
    page = owner.get(organise).content.decode()
    assert "ratings imported (2): list.csv" in page
    assert owner.post(organise.replace("organise", "undo"), {"line": "3", "back": "organise"}).status_code == 303
    assert "Far Away" not in standings(rating_list)
    assert owner.post(organise.replace("organise", "undo"), {"line": "3", "back": "organise"}).status_code == 409
    assert owner.post(organise, {"do": "take"}).status_code == 303
    key = Participant.objects.get(name="Player B").key
    assert owner.post(organise, {"do": "forget", "person": key}).status_code == 303
    owner.post(organise, {"do": "take"})
    assert "Player B" not in owner.get(organise).content.decode()

    for role in Role:
        guest = organiser_of(event) if role is Role.OWNER else official(event, role)
        may = Action.ORGANISE in actions_of([role])
        assert as_guest(guest).get(organise).status_code == (200 if may else 403), role


def test_a_match_on_the_site_counts_only_between_people_who_belong_to_the_club():
    event = event_with_entries(2)
    owner, rating_list = organiser_of(event), started(event)
    anu, bo = make_guest("Anu"), make_guest("Bo")
    match_id = start_match(anu, bo, ruleset="icf")
    organise = f"/ratings/{rating_list.slug}/organise/"
    reported = {"do": "mark", "mark-match": f"http://testserver/matches/{match_id}/"}

    for guest in (anu, bo):
        assert as_guest(owner).post(organise, reported).status_code == 409
        ClubMember.objects.create(club=event.club, guest_id=guest, role=Role.PLAYER)
    assert as_guest(owner).post(organise, reported).status_code == 409  # not over
    answer_as_umpire(match_id, Concede(side=Side.A))
    assert as_guest(owner).post(organise, reported).status_code == 303

    found = standings(rating_list, "points-25 singles")
    assert found["Bo"].rating.value > 1500 > found["Anu"].rating.value
    assert Participant.objects.get(name="Anu").person.guest_id == anu
    wrong = as_guest(owner).post(organise, reported | {"mark-match": "https://example.org/x"})
    assert wrong.status_code == 409 and "not the address of a match" in wrong.content.decode()


def test_another_app_gives_results_that_can_be_marked():
    event = event_with_entries(2)
    rating_list, now = started(event), [1]
    anu, bo = (
        MatchPlayer(people.player_for(event.club_id, people.Details(name=name)).pk, name) for name in ("Anu", "Bo")
    )
    one = PlayedMatch(
        key="1", day=NOW.date(), group="points-25 singles", a=(anu,), b=(bo,), winner=Side.B, about="x" * 300
    )

    class AnotherApp:
        @hookimpl
        def rating_sources(self):
            return [("testing:1", "A league")]

        @hookimpl
        def rated_results(self, source):
            return ([one] if now[0] < 3 else []) if source == "testing:1" else None

        @hookimpl
        def rated_version(self, source):
            return now[0] if source == "testing:1" else None

    registry.register(AnotherApp(), name="testing")
    try:
        organising.do(rating_list, organiser_of(event).pk, Mark(source="testing:1"), now=NOW)
        assert standings(rating_list, "points-25 singles")["Bo"].rating.value > 1500
        Result.objects.get(rating_list=rating_list).full_clean()  # what is too long is cut to what a row holds
        assert recalculation.take_due(now=NOW) == 0
        now[0] = 3
        assert recalculation.take_due(now=NOW) == 1
        assert standings(rating_list, "points-25 singles") == {}
    finally:
        registry.unregister(name="testing")


def test_a_draw_takes_its_seeds_from_a_rating_list_and_says_so(client):
    event = played_event(3)
    rating_list = started(event)
    mark(rating_list, event)
    recalculation.take(rating_list, now=NOW)
    rated = {name: one.rating.value for name, one in standings(rating_list).items()}
    order = sorted(rated, key=lambda name: -rated[name])
    next_one = another_event(event, "Newcomer", "player c", "Player A", "Player B")
    owner = as_guest(organiser_of(event))
    address = f"/events/{next_one.slug}/draws/{ADULTS}/"
    source = f"ratings:{rating_list.pk}:{SINGLES_29}"
    assert f'value="{source}"' in owner.get(address).content.decode()
    assert source not in client.get(address).content.decode()

    assert owner.post(address, {"do": "draw", "seeds_from": "ratings:999:x"}).status_code == 409
    assert owner.post(address, {"do": "draw", "seeds_from": source}).status_code == 303

    found = contests.shown(next_one.categories.get())
    seeds = {found.name(one.key).title(): one.seed for one in found.contest.entrants}
    assert seeds == {name: number for number, name in enumerate(order, 1)} | {"Newcomer": None}
    reasons = [client.get(f"{address}fixtures/{one.fixture.id}/") for one in found.meetings]
    page = "".join(one.content.decode() for one in reasons)
    assert f"{order[0]}: seed 1, {round(rated[order[0]])} in Valley Ratings: Singles" in page
    assert "Newcomer: not in Valley Ratings" in page

    draws.undo(next_one, organiser_of(event).pk, ADULTS, found.record.entries[-1].number, now=NOW)
    assert owner.post(address, {"do": "draw"}).status_code == 303  # drawn again, without
    assert all(one.seed is None for one in contests.shown(next_one.categories.get()).contest.entrants)
    assert "seed 1" not in client.get(address).content.decode()


def test_pools_of_a_league_are_made_by_a_rating_list_or_by_what_the_players_reported():
    event = played_event(3)
    rating_list = started(event)
    mark(rating_list, event)
    recalculation.take(rating_list, now=NOW)
    names = ("Player C", "Stranger", "Player B", "Player A")
    playing = announced_league(
        replace(PLAYERS, pools=2, legs=1, least=4), {name: (name,) for name in names}, drawn=False
    )
    team, stranger = playing.team("Player A"), playing.team("Stranger")
    TeamMember.objects.create(team=team, person=stranger.person, name="Stranger", position=1, active=False)  # has left
    source = f"ratings:{rating_list.pk}:{SINGLES_29}"
    assert f'value="{source}"' in playing.owner.get(playing.page("match-league-organise")).content.decode()

    assert playing.organise("draw", seeds_from=source) == 303

    rated = {name: one.rating.value for name, one in standings(rating_list).items()}
    order = [*sorted(rated, key=lambda name: -rated[name]), "Stranger"]
    strength = {playing.seen.name(one.key): one.rating for one in playing.seen.league.season.entrants}
    assert strength == rated | {"Stranger": None}
    pools = {frozenset(playing.seen.name(key) for key in one.keys) for one in playing.seen.league.meetings}
    assert pools == {frozenset((order[0], order[3])), frozenset((order[1], order[2]))}  # in a snake
    public = playing.owner.get(playing.page("match-league")).content.decode()
    assert "Pools by strength in Valley Ratings: Singles" in public
    assert playing.undo(AuditKind.FIXTURES_MADE) == 303
    assert playing.organise("draw") == 303  # as declared: nobody has declared a strength
    assert {one.rating for one in playing.seen.league.season.entrants} == {None}
    assert "Pools by strength" not in playing.owner.get(playing.page("match-league")).content.decode()


def test_the_log_of_a_list_says_who_did_what_and_is_a_file():
    event = event_with_entries(2)
    rating_list = organising.begin(event.club, organiser_of(event).pk, title="R", terms=Terms(), now=NOW)
    organising.do(rating_list, organiser_of(event).pk, Announce(title="Other", terms=Terms()), now=NOW)
    page, owner = f"/ratings/{rating_list.slug}/log/", as_guest(organiser_of(event))

    shown = owner.get(page).content.decode()
    rows = owner.get(f"{page}?file=csv").content.decode("utf-8-sig").splitlines()

    assert shown.count("<b>Title and terms</b>") == 2 and "Olive Owner" in shown
    assert [row.split(",")[1:3] for row in rows[1:]] == [["Olive Owner", "announce"]] * 2


def test_who_is_rated_is_followed_with_their_ratings_while_they_are_to_be_seen(client):
    event = played_event(3)
    rating_list = started(event)
    mark(rating_list, event)
    names = selectors.names_of(rating_list, repository.state(rating_list))
    key = next(key for key, name in names.items() if name == "Player A")

    client.post(f"/ratings/{rating_list.slug}/follow/{key}/", {"do": "follow"})
    (followed,) = client.get(f"/ratings/{rating_list.slug}/").context["followed"]
    assert followed.name == "Player A" and "±" in followed.says
    assert "Stop following" in client.get(followed.url).content.decode()

    organising.do(rating_list, organiser_of(event).pk, Hide(person=key), now=NOW)
    assert client.get(f"/ratings/{rating_list.slug}/").context["followed"] == []
