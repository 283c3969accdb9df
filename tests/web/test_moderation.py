"""What operators decide about players and clubs, what it does, and how those concerned appeal."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.names import NameRefusedError, check_name, likeness
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Role
from carrom_web.matches import challenges, models, talk
from carrom_web.matches.online_ratings import week_of
from carrom_web.moderation import emails, selectors, services
from carrom_web.moderation.models import ClubReport, Restriction
from tests.support.web.clients import as_guest
from tests.support.web.events import new_event, official, organiser_of, with_account
from tests.support.web.matches import MatchSocket, challenges_form, make_guest, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)
Kind = Restriction.Kind
SEEK = "icf board 15"


def operator() -> Account:
    guest = with_account("Olga")
    Account.objects.filter(guest=guest).update(is_staff=True)
    return Account.objects.get(guest=guest)


def person(name: str) -> Guest:
    return Guest.objects.get(pk=make_guest(name))


def decide(kind: Restriction.Kind, guest: Guest, days: int = 0) -> Restriction:
    return services.restrict(operator(), guest, kind, why="Rule 3", days=days, now=timezone.now())


def browser_of(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def test_who_is_banned_may_look_and_appeal_and_change_nothing_until_it_ends():
    guest = person("Rude Rob")
    challenges.post(guest, challenges_form())
    ban = decide(Kind.BAN, guest, days=7)
    browser = as_guest(guest)

    assert browser.get("/lobby/").status_code == 200
    refused = browser.post("/lobby/", {"seek": SEEK, "name": "Rob"})
    assert refused.status_code == 403
    text = refused.content.decode()
    assert "You are banned" in text and "Rule 3" in text and "/moderation/decisions/" in text
    assert browser.post("/accounts/", {"do": "name", "name": "Bob"}).status_code == 403
    assert not models.Invitation.objects.filter(host=guest).exists()

    page = browser.get("/moderation/decisions/").content.decode()
    assert "Rule 3" in page and "Send the appeal" in page
    sent = {"restriction": str(ban.pk), "text": "It was my brother."}
    assert browser.post("/moderation/decisions/", sent).status_code == 302
    assert browser.post("/moderation/decisions/", sent).status_code == 409
    assert Client().post("/lobby/", {"seek": SEEK, "name": "Eve"}).status_code == 303

    Restriction.objects.filter(pk=ban.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert browser.post("/lobby/", {"seek": SEEK, "name": "Rob"}).status_code == 303


def test_an_appeal_is_answered_once_and_may_take_the_decision_back():
    guest, judge = person("Rude Rob"), operator()
    ban = services.restrict(judge, guest, Kind.BAN, why="Rule 3", now=timezone.now())
    services.appeal(guest.pk, ban.pk, "It was my brother.", now=timezone.now())
    desk, address = browser_of(judge), f"/moderation/players/{guest.pk}/"

    assert "It was my brother." in desk.get("/moderation/").content.decode()
    assert desk.post(address, {"do": "answer", "restriction": str(ban.pk), "text": ""}).status_code == 409
    sent = {"do": "answer", "restriction": str(ban.pk), "text": "We believe you.", "lifts": "1"}
    assert desk.post(address, sent).status_code == 302
    assert desk.post(address, sent).status_code == 409
    assert selectors.restriction_of(guest.pk, Kind.BAN) is None
    assert "We believe you." in as_guest(guest).get("/moderation/decisions/").content.decode()
    kinds = ["restriction-made", "restriction-appealed", "appeal-answered", "restriction-lifted"]
    assert list(AuditEntry.objects.order_by("pk").values_list("kind", flat=True)) == kinds
    assert "No appeal waits" in desk.get("/moderation/").content.decode()


def test_a_name_that_was_taken_away_is_nobodys_until_it_is_given_back():
    guest, other = person("Smüt Name"), person("Asha")
    row = decide(Kind.NAME, guest)
    guest.refresh_from_db()

    assert guest.name.startswith("Player ") and row.name == "Smüt Name"
    for browser, name in ((as_guest(guest), "SMUT NAME"), (as_guest(other), "Smut.N\u0430me")):  # a Cyrillic a
        refused = browser.post("/accounts/", {"do": "name", "name": name})
        assert refused.status_code == 422 and "taken this name away" in refused.content.decode()
    assert as_guest(other).post("/lobby/", {"seek": SEEK, "name": "Smut Name"}).status_code == 409
    other.refresh_from_db()
    assert other.name == "Asha"

    services.lift(Account.objects.get(is_staff=True), row, now=timezone.now())
    guest.refresh_from_db()
    assert guest.name == "Smüt Name"
    assert as_guest(other).post("/accounts/", {"do": "name", "name": "Smut Name"}).status_code == 302


def test_nobody_is_called_as_the_site_or_among_strangers_as_a_rated_player():
    known = with_account("Anu Nair")
    rating = {"value": 1700, "deviation": 60, "volatility": 0.06, "results": 3, "total": 30, "gain": 4, "start": 1696}
    models.OnlineRating.objects.create(guest=known, group="icf singles", week=week_of(timezone.now()), **rating)
    stranger = person("Eve")

    for name in ("Admin", "0perator", "C-A-R-R-O-M", "C\u0430rr\u043em"):  # the last with Cyrillic letters
        with pytest.raises(NameRefusedError):
            check_name(name, stranger.pk)
    check_name("Anu Nair", stranger.pk)  # on a sheet of a club
    for name in ("Anu Nair", "ANU NA1R", "\u0410nu N\u0430ir", "anu-nair"):
        with pytest.raises(NameRefusedError):
            check_name(name, stranger.pk, is_public=True)
    check_name("Anu Nair", known.pk, is_public=True)
    check_name("Anu Nair of Pune", stranger.pk, is_public=True)
    assert likeness("മലയാളം") == likeness("മലയാളം ") != ""

    refused = as_guest(stranger).post("/lobby/", {"seek": SEEK, "name": "Anu Na1r"})
    assert refused.status_code == 409 and "looks like the name of another player" in refused.content.decode()
    assert as_guest(known).post("/lobby/", {"seek": SEEK, "name": "Anu Nair"}).status_code == 303


async def test_who_may_not_write_still_has_the_phrases_and_who_is_banned_only_watches():
    match_id, first, _second = await start_match_for_two()
    guest = await database_sync_to_async(Guest.objects.get)(pk=first)
    await database_sync_to_async(decide)(Kind.WORDS, guest)
    talk.LINES.forget_all()
    async with MatchSocket(match_id, first) as asha:
        await asha.say("write", text="Hello")
        assert "no longer let you write" in (await asha.get("refused"))["text"]
        await asha.say("say", phrase="hello")
        assert (await asha.get("said"))["phrase"] == "hello"
    judge = await database_sync_to_async(Account.objects.get)(is_staff=True)
    await database_sync_to_async(services.restrict)(judge, guest, Kind.BAN, why="x", now=timezone.now())
    async with MatchSocket(match_id, first) as asha:
        await asha.say("say", phrase="hello")
        assert (await asha.get("refused"))["code"] == "not-seated"


async def test_reports_of_a_player_are_together_and_closed_by_a_decision():
    match_id, first, second = await start_match_for_two()

    def decided() -> None:
        report = {"match_id": match_id, "reported_id": second}
        models.Report.objects.create(reporter_id=first, reason=models.Report.Reason.WORDS, **report)
        judge, reported = operator(), Guest.objects.get(pk=second)
        desk, address = browser_of(judge), f"/moderation/players/{second}/"
        assert reported.name in desk.get("/moderation/").content.decode()
        assert "Insults or threats" in desk.get(address).content.decode()
        sent = {"do": "restrict", "kind": "words", "days": "7", "why": "Be kind.", "note": "second time"}
        for refused in ({**sent, "why": " "}, {**sent, "days": "x"}):
            assert desk.post(address, refused).status_code == 409
        assert desk.post(address, {**sent, "kind": "no-such"}).status_code == 404
        assert not Restriction.objects.exists()
        assert desk.post(address, sent).status_code == 302
        assert selectors.reported_people() == []
        shown = as_guest(reported).get("/moderation/decisions/").content.decode()
        assert "Be kind." in shown and "second time" not in shown
        assert "second time" in desk.get(address).content.decode()

    await database_sync_to_async(decided)()


def test_a_club_that_is_hidden_is_there_for_its_members_alone():
    event = new_event()
    club, owner, visitor = event.club, as_guest(organiser_of(event)), as_guest(person("Vera"))
    report = f"/clubs/{club.slug}/report/"
    assert visitor.post(report, {"reason": "nonsense"}).status_code == 409
    for text in ("No such hall", "No such hall at all"):
        assert visitor.post(report, {"reason": "fraud", "text": text}).status_code == 303
    assert ClubReport.objects.get().text == "No such hall at all"
    desk, address = browser_of(operator()), f"/moderation/clubs/{club.slug}/"
    assert "No such hall at all" in desk.get(address).content.decode()

    public = (f"/clubs/{club.slug}/", f"/events/{event.slug}/", report)
    assert [visitor.get(one).status_code for one in public] == [200, 200, 200]
    assert desk.post(address, {"do": "hide", "why": "There is no such hall."}).status_code == 302
    assert [visitor.get(one).status_code for one in public] == [404, 404, 404]
    assert event.title not in visitor.get("/events/").content.decode()
    assert visitor.get(f"/events/{event.slug}/embed/").status_code == 404
    assert [owner.get(one).status_code for one in public] == [200, 200, 200]
    assert "There is no such hall." in owner.get("/moderation/decisions/").content.decode()
    assert "made a decision" in owner.get("/accounts/").content.decode()
    assert not ClubReport.objects.filter(closed_at=None).exists()

    row = Restriction.objects.get()
    assert desk.post(address, {"do": "lift", "restriction": str(row.pk)}).status_code == 302
    assert [visitor.get(one).status_code for one in public] == [200, 200, 200]
    assert not Club.objects.get(pk=club.pk).is_hidden


def test_those_with_an_account_are_written_to(mailoutbox):
    guest, site = with_account("Rob"), "https://carrom.example/"
    row = services.restrict(operator(), guest, Kind.BAN, why="Rule 3", days=7, now=timezone.now(), site=site)
    account = Account.objects.get(guest=guest)
    emails.lifted(row.pk, site)
    assert not mailoutbox, "the address is not confirmed"
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)

    letters = ((emails.restricted, "have banned you"), (emails.lifted, "no longer holds"), (emails.answered, "stands"))
    for letter, says in letters:
        letter(row.pk, site)
        assert mailoutbox[-1].to == [account.email] and says in mailoutbox[-1].body
    assert "https://carrom.example/moderation/decisions/" in mailoutbox[0].body and "Rule 3" in mailoutbox[0].body


def test_operators_alone_decide_and_not_about_one_another():
    judge, guest = operator(), person("Rob")
    member = Account.objects.get(guest=with_account("Mia"))
    for decides, about, reason in ((member, guest, "not-operator"), (judge, judge.guest, "of-operator")):
        with pytest.raises(services.ModerationError) as refused:
            services.restrict(decides, about, Kind.BAN, why="x", now=timezone.now())
        assert refused.value.message_id == f"moderation.{reason}"
    for client in (Client(), browser_of(member), as_guest(official(new_event(), Role.ORGANISER))):
        for page in ("/moderation/", f"/moderation/players/{guest.pk}/"):
            assert client.get(page).status_code in (302, 403)
