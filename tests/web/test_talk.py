"""What players say to one another: set phrases, lines among friends, limits, blocks and reports."""

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from carrom_web.accounts.models import Account, Guest
from carrom_web.matches import challenges, models, tables, talk
from tests.support.web.clients import as_guest
from tests.support.web.matches import MatchSocket, challenges_form, make_guest, start_match, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_has_said_anything():
    talk.PHRASES.forget_all()
    talk.LINES.forget_all()


async def said(page: MatchSocket) -> dict:
    return await page.get("said")


async def test_a_phrase_reaches_all_and_a_line_the_players_alone_and_spectators_say_nothing():
    match_id, first, second = await start_match_for_two()
    async with (
        MatchSocket(match_id, first) as asha,
        MatchSocket(match_id, second) as tomasz,
        MatchSocket(match_id) as olive,
    ):
        assert asha.hello["may_write"], "they came by a link"
        await asha.say("say", phrase="luck")
        for page in (asha, tomasz, olive):
            assert await said(page) == {"kind": "said", "by": ["a", 0], "phrase": "luck"}
        await tomasz.say("write", text="  Good\n evening\u202e ")
        assert await said(asha) == {"kind": "said", "by": ["b", 0], "text": "Good evening"}
        await asha.say("say", phrase="thanks")
        assert (await said(olive))["phrase"] == "thanks", "the line did not reach who watches"
        for kind, members in (("say", {"phrase": "hello"}), ("write", {"text": "left!"})):
            await olive.say(kind, **members)
            assert (await olive.get("refused"))["code"] == "not-seated"
        for kind, members in (("say", {"phrase": "idiot"}), ("write", {"text": "x" * 201}), ("write", {"text": 3})):
            await asha.say(kind, **members)
            assert (await asha.get("refused"))["code"] == "unreadable-message"


async def test_strangers_have_phrases_alone_and_nobody_floods():
    match_id, first, second = await start_match_for_two()
    await database_sync_to_async(models.Match.objects.filter(pk=match_id).update)(is_listed=True)
    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        assert not asha.hello["may_write"]
        await asha.say("write", text="Hello")
        assert (await asha.get("refused"))["code"] == "talk"
        for _ in range(5):
            await tomasz.say("say", phrase="again")
        assert "too many messages" in (await tomasz.get("refused"))["text"]
        for _ in range(4):
            assert (await said(asha))["phrase"] == "again"


async def test_what_somebody_says_who_is_blocked_is_not_shown():
    match_id, first, second = await start_match_for_two()
    await database_sync_to_async(models.Block.objects.create)(guest_id=second, blocked_id=first)
    async with MatchSocket(match_id, first) as asha, MatchSocket(match_id, second) as tomasz:
        await asha.say("say", phrase="hello")
        await asha.say("write", text="hello")
        await said(asha)
        await tomasz.say("say", phrase="moment")
        assert (await said(tomasz))["phrase"] == "moment", "nothing before it"


def test_a_report_is_a_row_for_the_operator_and_a_block_keeps_two_apart_in_the_lobby():
    asha, tomasz = Guest.objects.create(name="Asha"), Guest.objects.create(name="Tomasz")
    match_id = start_match(asha.pk, tomasz.pk)
    here, her = f"/matches/{match_id}/report/", as_guest(asha)

    answer = her.post(here, {"player": "b 0", "reason": "stalling", "block": "1"})
    her.post(here, {"player": "b 0", "reason": "words"})

    assert answer["Location"] == f"/matches/{match_id}/"
    assert [(one.reported, one.reason) for one in models.Report.objects.all()] == [(tomasz, "words")]
    operator = Account.objects.create_user("op@example.org", "a long password", is_staff=True)
    client = Client()
    client.force_login(operator)
    assert "Insults or threats" in client.get("/admin/matches/report/").content.decode()

    for one, other in ((asha, tomasz), (tomasz, asha)):
        posted = challenges.post(one, challenges_form())
        assert challenges.seek(other, challenges_form()).match_id is None
        assert posted.pk not in set(challenges.open_challenges(without=other.pk).values_list("pk", flat=True))
        with pytest.raises(challenges.ChallengeGoneError):
            challenges.accept(posted.pk, other)
        table = tables.lay(one, challenges_form(sides="doubles"), is_open=True)
        assert table not in tables.open_tables(other.pk)
        with pytest.raises(tables.TableError):
            tables.sit(table.pk, other, ("b", 0))

    page = her.get("/blocked/").content.decode()
    block = models.Block.objects.get()
    assert "Tomasz" in page
    as_guest(tomasz).post("/blocked/", {"unblock": str(block.pk)})
    assert models.Block.objects.exists(), "only who blocked takes it back"
    her.post("/blocked/", {"unblock": str(block.pk)})
    assert not models.Block.objects.exists()


def test_nobody_is_reported_from_a_match_that_one_does_not_play_and_oneself_never():
    asha, tomasz, olive = (Guest.objects.create(name=name) for name in ("Asha", "Tomasz", "Olive"))
    here = f"/matches/{start_match(asha.pk, tomasz.pk)}/report/"
    answers = [
        as_guest(olive).post(here, {"player": "a 0", "reason": "words"}),
        as_guest(asha).post(here, {"player": "a 0", "block": "1"}),
        as_guest(asha).post(here, {"player": "c x", "reason": "words"}),
        as_guest(asha).post(f"/matches/{make_guest()}/report/", {"player": "b 0", "reason": "words"}),
    ]
    assert [one.status_code for one in answers] == [409, 409, 409, 404]
    assert not models.Report.objects.exists() and not models.Block.objects.exists()
