"""Rated matches: who may play them, what they count, who is the best, and whether a hand made the strokes."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from carrom.match.requests import Concede, MakeStroke
from carrom.rating.history import RatedResult, history
from carrom.terms import Stroke
from carrom_web.accounts.models import Account, Guest
from carrom_web.matches import challenges, fair_play, models, online_ratings, repository, services, tables
from carrom_web.matches.challenges import RatedError, Sought
from tests.support.web.matches import BOARD_OF_LOBBY, challenges_form, new_id

pytestmark = pytest.mark.django_db(transaction=True)
GROUP = "points-25 singles"
RATED = Sought(is_rated=True)


def player(name: str) -> Guest:
    account = Account.objects.create_user(f"{name.lower()}@example.org", name.lower())
    Guest.objects.filter(pk=account.guest_id).update(name=name)
    return Guest.objects.get(pk=account.guest_id)


def rated_match(first: Guest, second: Guest) -> models.Match:
    challenges.seek(first, challenges_form(), RATED)
    own = challenges.seek(second, challenges_form(), RATED)
    assert own.match_id is not None
    return models.Match.objects.get(pk=own.match_id)


def ask(match: models.Match, guest: Guest, request) -> None:
    match.refresh_from_db()
    async_to_sync(services.ask)(
        match_id=match.pk, author=services.Guest(guest.pk), request_id=new_id(), after=match.version, request=request
    )


def strike_in_turn(match: models.Match, *guests: Guest, until: int = 2) -> None:
    """Each side strikes; placings, if any, are beside the point of these tests."""
    made: set[Guest] = set()
    while len(made) < until:
        match.refresh_from_db()
        state = repository.state_of(match)
        seat = state.match.awaiting.seats[0]
        side = state.match.side_at(seat).value
        guest = next(one for one in guests if match.seats.get(side=side).guest_id == one.pk)
        ask(match, guest, MakeStroke(Stroke(0.1, 0.9, 1.0)))  # touches nothing: the turn ends
        made.add(guest)


def test_a_rated_match_counts_for_both_as_the_library_rates_a_week():
    asha, mira = player("Asha"), player("Mira")
    results = []
    for loser in (asha, asha, mira):
        match = rated_match(asha, mira)
        strike_in_turn(match, asha, mira)
        ask(match, loser, Concede("match"))
        row = models.RatedResult.objects.get(match=match, guest=asha)
        assert (row.group, row.score) == (GROUP, 0.0 if loser == asha else 1.0)
        results.append(RatedResult(key=str(match.pk), day=row.week, a=("asha",), b=("mira",), score=row.score))

    (period,) = history(online_ratings.TERMS, results, until=row.week)

    for guest, key in ((asha, "asha"), (mira, "mira")):
        standing = online_ratings.standing(guest.pk, GROUP)
        assert standing.results == 3 and standing.is_provisional
        assert standing.rating.value == pytest.approx(period.standings[key].rating.value)
        assert standing.rating.deviation == pytest.approx(period.standings[key].rating.deviation)
    week = row.week
    for earlier in models.OnlineRating.objects.all():  # half a year later: less certain, as the library says
        earlier.week -= 26 * timedelta(days=7)
        earlier.save()
    periods = history(online_ratings.TERMS, results, until=week + 26 * timedelta(days=7))
    idle = online_ratings.standing(asha.pk, GROUP).rating
    assert idle.deviation == pytest.approx(periods[26].standings["asha"].rating.deviation)


def test_a_match_that_nobody_played_or_a_computer_finished_counts_nowhere_and_an_abandoned_one_by_the_rule():
    asha, mira = player("Asha"), player("Mira")
    walked_out = rated_match(asha, mira)
    ask(walked_out, asha, Concede("match"))
    assert not models.RatedResult.objects.exists()

    left, unplayed = rated_match(asha, mira), rated_match(asha, mira)
    strike_in_turn(left, asha, mira)
    models.Match.objects.filter(pk__in=[left.pk, unplayed.pk]).update(changed_at=timezone.now() - timedelta(hours=25))

    assert online_ratings.end_abandoned() == 1
    assert online_ratings.end_abandoned() == 0
    late = repository.state_of(models.Match.objects.get(pk=left.pk)).match
    loser = left.seats.get(side=late.side_at(late.awaiting.seats[0]).value).guest_id
    assert models.RatedResult.objects.get(match=left, guest=loser).score == 0.0
    assert {row.why for row in models.RatedResult.objects.all()} == {"abandoned"}
    assert not models.RatedResult.objects.filter(match=unplayed).exists()


def test_rated_play_is_refused_by_a_code_without_account_clock_or_a_second_device_and_nothing_is_stored():
    asha, mira, guest = player("Asha"), player("Mira"), Guest.objects.create(name="Guest")

    def refused(call) -> str:
        with pytest.raises((RatedError, challenges.ChallengeLevelError, challenges.OwnChallengeError)) as error:
            call()
        return error.value.message_id

    assert refused(lambda: challenges.seek(guest, challenges_form(), RATED)) == "rated.account"
    slow = challenges.form_of(dict(zip(challenges.FILTERS, ("icf", "board", "none"), strict=True)))
    assert slow.is_valid() and refused(lambda: challenges.seek(asha, slow, RATED)) == "rated.clock"
    posted = challenges.seek(asha, challenges_form(), Sought(is_rated=True, device="tab"))
    assert refused(lambda: challenges.accept(posted.pk, guest)) == "rated.account"
    assert refused(lambda: challenges.accept(posted.pk, mira, device="tab")) == "rated.device"
    assert refused(lambda: challenges.accept(posted.pk, asha)) == "own-challenge"
    assert challenges.seek(mira, challenges_form(), Sought(is_rated=True, device="tab")).match_id is None
    assert challenges.seek(guest, challenges_form()).match_id is None  # who seeks a friendly match waits for one
    table = tables.lay(asha, challenges_form("doubles"), is_open=True, sought=Sought(is_rated=True, device="tab"))
    assert refused(lambda: tables.sit(table.pk, guest, ("b", 0))) == "rated.account"
    assert refused(lambda: tables.sit(table.pk, mira, ("b", 0), device="tab")) == "rated.device"
    assert refused(lambda: tables.set_computer(table.pk, asha.pk, ("b", 0), "easy")) == "rated.computers"
    assert not models.Match.objects.exists()


def test_who_seeks_somebody_of_about_their_rating_is_left_alone_by_others():
    asha, mira = player("Asha"), player("Mira")
    week = online_ratings.week_of(timezone.now())
    models.OnlineRating.objects.create(
        guest=mira, group=GROUP, week=week, start=1500, value=1900, deviation=60, volatility=0.06, results=9, total=9,
        gain=400,
    )  # fmt: skip
    near = challenges.post(asha, challenges_form(), Sought(seeks_near=True))

    with pytest.raises(challenges.ChallengeLevelError):
        challenges.accept(near.pk, mira)

    assert challenges.seek(mira, challenges_form()).match_id is None
    page = Client(HTTP_HOST="127.0.0.1:8000").get("/lobby/")
    assert "about the same rating" in page.text and "Mira</b>" in page.text and "1900" in page.text
    best = Client(HTTP_HOST="127.0.0.1:8000")
    assert "+400" in best.get("/lobby/best/").text
    assert "Mira" in best.get("/lobby/best/?week=all").text
    assert "Nobody has played" in best.get(f"/lobby/best/?week={week - timedelta(days=7)}").text
    assert best.get("/lobby/best/?group=nonsense&week=x").status_code == 200


def test_a_form_of_the_lobby_says_rated_and_a_visitor_without_an_account_is_refused_in_words():
    visitor = Client(HTTP_HOST="127.0.0.1:8000")

    answer = visitor.post("/lobby/", {"seek": BOARD_OF_LOBBY, "rated": "1", "name": "Asha"})

    assert answer.status_code == 409 and "need an account" in answer.text
    assert not models.Invitation.objects.exists()


def test_the_check_of_hands_flags_many_unlikely_or_sudden_strokes_and_no_usual_ones():
    finding = fair_play.Finding

    assert not finding(strokes=20, unlikely=4, too_quick=2, seconds=6.0).is_flagged
    assert finding(strokes=12, unlikely=5, too_quick=0, seconds=6.0).is_flagged
    assert finding(strokes=0, unlikely=0, too_quick=3, seconds=0.4).is_flagged


def test_every_rated_match_that_is_over_is_checked_once():
    asha, mira = player("Asha"), player("Mira")
    match = rated_match(asha, mira)
    strike_in_turn(match, asha, mira)
    assert fair_play.check_new() == 0  # it goes on
    ask(match, mira, Concede("match"))

    assert (fair_play.check_new(), fair_play.check_new()) == (1, 0)

    rows = {row.guest_id: row for row in models.HandCheck.objects.all()}
    assert set(rows) == {asha.pk, mira.pk}
    assert all(row.strokes == 0 and row.median_seconds is not None for row in rows.values())
