"""Matches by correspondence: days for each answer, one notice of one's turn, claimed when time is up; by docs."""

from datetime import timedelta
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.core import mail
from django.test import Client
from django.utils import timezone

from carrom.match.requests import ClaimAbsence, Concede, Offer, Ready, StandIn
from carrom.match.rules import shipped
from carrom.terms import Side
from carrom_web.accounts.models import Account, Guest
from carrom_web.matches import absences, challenges, correspondence, models, rematches, repository, selectors, services
from carrom_web.matches.clock_service import ClockService
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.notifications import notify_due
from carrom_web.matches.tasks import notify_players_by_correspondence
from carrom_web.push.models import Notification
from tests.support.web.clients import as_guest
from tests.support.web.correspondence import (
    AGO,
    FORM,
    SOFT,
    ask,
    notified,
    out_of_time,
    pass_on,
    refused,
    row_of,
    started,
    with_device,
)
from tests.support.web.matches import make_guest

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_answer_has_its_days_and_each_answer_starts_them_again():
    match_id, asha, _tomasz = started()
    first = row_of(match_id)
    assert first.days == 3 and timedelta(days=2.99) < first.deadline - timezone.now() <= timedelta(days=3)

    models.Match.objects.update(deadline=timezone.now() + timedelta(hours=5))
    ask(match_id, asha, SOFT)

    assert row_of(match_id).deadline > timezone.now() + timedelta(days=2.99)
    assert row_of(match_id).lapses == 0


def test_what_is_said_beside_the_stroke_adds_no_time():
    match_id, asha, tomasz = started()
    ask(match_id, asha, SOFT)
    models.Match.objects.update(deadline=timezone.now() + timedelta(hours=5))

    ask(match_id, asha, Offer("take_back"))

    assert row_of(match_id).deadline < timezone.now() + timedelta(hours=5)
    assert correspondence.awaited_guests(selectors.load(match_id)) == {asha, tomasz}


@pytest.mark.parametrize("slug", [one.slug for one in shipped().values() if challenges.can_be_sought(one.slug)])
def test_every_ruleset_of_two_can_be_played_by_correspondence(slug: str):
    match_id, asha, tomasz = started(ruleset=slug, clock="1d")
    if len(correspondence.awaited_guests(selectors.load(match_id))) == 2:
        ask(match_id, tomasz, Ready())  # either of them begins the board
    loaded = selectors.load(match_id)
    (awaited,) = correspondence.awaited_guests(loaded)
    (other,) = correspondence.waiting_guests(loaded)
    assert loaded.days == 1 and {awaited, other} == {asha, tomasz}
    assert refused(match_id, other, ClaimAbsence("match")) == "in-time"
    out_of_time(match_id)

    ask(match_id, other, ClaimAbsence("match"))

    assert selectors.load(match_id).state.match.result.winner is (Side.A if other == asha else Side.B)


def test_no_clock_of_seconds_answers_and_a_restart_gives_no_new_time():
    match_id, _asha, _tomasz = started()
    out_of_time(match_id)
    late = row_of(match_id).deadline

    assert async_to_sync(ClockService().answer_all)() == 0
    repository.start_clocks_again()

    assert row_of(match_id).deadline == late and row_of(match_id).version == 0


def test_only_who_waits_claims_and_only_the_match_and_a_late_stroke_still_counts():
    match_id, asha, tomasz = started()
    assert refused(match_id, tomasz, ClaimAbsence("match")) == "in-time"
    out_of_time(match_id)
    assert refused(match_id, asha, ClaimAbsence("match")) == "here"
    assert refused(match_id, tomasz, ClaimAbsence("board")) == "days"
    assert refused(match_id, tomasz, StandIn(side=Side.A, player=0, name="")) == "days"
    with pytest.raises(services.NotSeatedError):
        ask(match_id, make_guest("Wim"), ClaimAbsence("match"))

    pass_on(match_id, asha)

    assert refused(match_id, asha, ClaimAbsence("match")) == "in-time"
    out_of_time(match_id)
    ask(match_id, asha, ClaimAbsence("match"))
    assert selectors.load(match_id).state.match.result.winner is Side.A
    assert row_of(match_id).deadline is None and row_of(match_id).notice_at is None


def test_nobody_is_away_who_has_closed_the_page():
    match_id, asha, _tomasz = started()

    assert absences.note(match_id, [], came=asha) == {}
    assert not models.Seat.objects.exclude(left_at=None).exists()


def test_players_are_notified_once_of_their_turn_of_little_time_and_of_its_end():
    _match_id, asha, tomasz = started()
    for one in (asha, tomasz):
        with_device(one)
    now = timezone.now()
    assert notify_due(now) == 0, "who plays at once is notified of nothing"

    assert notify_due(now + AGO) == 1 and notify_due(now + AGO) == 0
    assert notified(asha) == ["Your turn against Tomasz. You have 3 days."] and notified(tomasz) == []
    assert notify_due(now + timedelta(days=2)) == 0
    assert notify_due(now + timedelta(days=2.5)) == 1
    assert notified(asha) == ["Little time left against Tomasz. You have 12 hours."], "in the place of the first"
    assert notify_due(now + timedelta(days=3.1)) == 1 and notify_due(now + timedelta(days=9)) == 0
    assert notified(asha) == ["Your time is up. Play before Tomasz claims the match."]
    assert notified(tomasz) == ["Asha did not play in time. You may claim the match, or go on waiting."]


def test_a_stroke_notifies_the_other_and_no_one_who_plays_on_and_an_end_nobody():
    match_id, asha, tomasz = started()
    for one in (asha, tomasz):
        with_device(one)

    ask(match_id, asha, SOFT)
    assert row_of(match_id).notice == "soon", "a break that touched nothing is tried again by the same player"
    pass_on(match_id, asha)
    loaded = selectors.load(match_id)
    assert correspondence.awaited_guests(loaded) == {tomasz} and row_of(match_id).notice == "turn"
    notify_due(timezone.now() + AGO)
    assert notified(tomasz) == ["Your turn against Asha. You have 3 days."] and notified(asha) == []
    plays_on = correspondence.next_notice(loaded, done="", by=tomasz, now=timezone.now())
    assert plays_on.what == "soon" and plays_on.at > timezone.now() + timedelta(days=2)

    ask(match_id, tomasz, Concede())
    Notification.objects.all().delete()
    assert notify_due(timezone.now() + timedelta(days=9)) == 0 and notified(asha) == notified(tomasz) == []


def test_an_offer_notifies_who_is_to_answer_it():
    match_id, asha, tomasz = started()
    with_device(tomasz)
    ask(match_id, asha, SOFT)
    ask(match_id, asha, Offer("take_back"))

    notify_due(timezone.now() + AGO)

    assert notified(tomasz) == ["Your turn against Asha. You have 3 days."]


def test_an_account_without_a_device_gets_an_email_unless_it_does_not_want_one(settings):
    settings.LETTERS_ARRIVE, settings.SITE_URL = True, "https://carrom.example"
    match_id, _asha, _tomasz = started()
    account = Account.objects.create_user("asha@example.org", "correct horse battery")
    models.Seat.objects.filter(match_id=match_id, side="a").update(guest=account.guest)
    row = models.Match.objects.filter(pk=match_id)

    notify_due(timezone.now() + AGO)
    assert mail.outbox == [], "nobody has confirmed the address"
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    row.update(notice="turn", notice_at=timezone.now())
    notify_due(timezone.now() + AGO)
    (email,) = mail.outbox
    assert email.to == ["asha@example.org"] and email.subject == "Your turn against Tomasz"
    assert f"https://carrom.example/matches/{match_id}/" in email.body and "“Notifications”" in email.body

    client = Client()
    client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert 'name="wants_turns" checked' in " ".join(client.get("/notifications/").content.decode().split())
    client.post("/notifications/", {"do": "emails"})
    row.update(notice="turn", notice_at=timezone.now())
    notify_due(timezone.now() + AGO)
    client.post("/notifications/", {"do": "emails", "wants_turns": "on"})
    with_device(account.guest_id)
    row.update(notice="turn", notice_at=timezone.now())
    notify_due(timezone.now() + AGO)
    assert len(mail.outbox) == 1 and len(notified(account.guest_id)) == 1


def test_what_two_servers_would_send_at_once_is_sent_once(monkeypatch: pytest.MonkeyPatch):
    match_id, asha, _tomasz = started()
    with_device(asha)
    at = timezone.now() + AGO
    load = selectors.load

    def load_while_another_notifies(one: UUID) -> selectors.Loaded:
        monkeypatch.setattr(selectors, "load", load)
        notify_due(at)
        return load(one)

    monkeypatch.setattr(selectors, "load", load_while_another_notifies)
    notify_due(at)

    assert len(notified(asha)) == 1 and row_of(match_id).notice == "soon"


def test_the_task_notifies_and_a_match_that_cannot_be_read_holds_up_no_other():
    broken, _asha, _tomasz = started()
    match_id, asha, _other = started()
    with_device(asha)
    models.Entry.objects.filter(match_id=broken).delete()
    models.Match.objects.filter(pk=broken).update(snapshot="{}")
    repository.RECENT.clear()
    models.Match.objects.update(notice_at=timezone.now() - AGO)

    notify_players_by_correspondence.func()

    assert len(notified(asha)) == 1 and row_of(match_id).notice == "soon"


def test_your_turn_is_listed_at_home_and_on_the_own_page_the_one_with_the_least_time_first():
    match_id, asha, tomasz = started()
    second, host, _other = started(clock="1d")
    models.Seat.objects.filter(match_id=second, guest=host).update(guest=asha)
    client = as_guest(Guest.objects.get(pk=asha))

    for path in ("/", "/matches/"):
        page = client.get(path).content.decode()
        section = page.partition('id="turns-title"')[2].partition("</section>")[0]
        assert section.index(str(second)) < section.index(str(match_id)), path
    assert 'id="turns-title"' not in as_guest(Guest.objects.get(pk=tomasz)).get("/").content.decode()
    assert "Notify me when it is my turn" in client.get(f"/matches/{match_id}/").content.decode()
    assert "Notify me" not in Client().get(f"/matches/{match_id}/").content.decode()


@pytest.mark.parametrize("opponent", ["computer", "screen"])
def test_days_for_a_stroke_are_for_two_devices_alone(opponent: str):
    form = NewMatch({**FORM, "opponent": opponent, "level": "pip"})

    assert not form.is_valid() and "by link" in form.errors["clock"][0]


def test_a_challenge_by_correspondence_stands_for_a_week_without_a_page_and_is_never_rated():
    host = Guest.objects.get(pk=make_guest("Asha"))
    form = challenges.form_of({"ruleset": "icf", "length": "board", "clock": "3d"})
    assert form.is_valid(), form.errors
    posted = challenges.post(host, form)

    challenges.renew(host.pk, challenges.RELOAD)  # its page is gone

    posted.refresh_from_db()
    assert posted.open_until > timezone.now() + timedelta(days=6)
    account = Account.objects.create_user("asha@example.org", "correct horse battery")
    with pytest.raises(challenges.RatedError):
        challenges.check_rated(account.guest, form)
    match_id = challenges.accept(posted.pk, Guest.objects.get(pk=make_guest("Tomasz")))
    assert row_of(match_id).days == 3


def test_a_rematch_has_the_same_days():
    match_id, asha, tomasz = started(clock="7d")
    ask(match_id, asha, Concede())
    for one in (asha, tomasz):
        rematches.ask_for(match_id, one)

    assert row_of(match_id).next.days == 7


def test_the_host_of_a_link_reads_that_no_page_has_to_stay_open():
    client = Client()
    answer = client.post("/play/", {**FORM, "name": "Asha"})

    page = client.get(answer["Location"]).content.decode()

    assert "You can close this page." in page and "3 days a stroke" in page
