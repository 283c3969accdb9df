"""Arenas: who is free is paired at once, results make the table, nothing is lost, nobody gets what is not theirs."""

import json
import time
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from carrom.match.requests import ClaimAbsence, Concede, MakeStroke, StandIn
from carrom.terms import Stroke
from carrom_web.accounts.models import Account, Guest
from carrom_web.accounts.selectors import COOKIE
from carrom_web.competitions.arenas import presenters
from carrom_web.competitions.arenas.kind import KIND
from carrom_web.competitions.arenas.models import Arena, ArenaMatch, ArenaPlayer
from carrom_web.competitions.arenas.pairing import Free, pairs
from carrom_web.competitions.arenas.repository import STORE
from carrom_web.competitions.arenas.services import opening, playing
from carrom_web.competitions.arenas.state import (
    Announce,
    ArenaFold,
    Join,
    LeaveOut,
    LetGo,
    Pair,
    Result,
)
from carrom_web.competitions.arenas.terms import ArenaTerms
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.matches import absences, rematches, selectors, services
from carrom_web.matches.models import Block, Match, RatedResult, Seat
from tests.support.web.clients import as_guest
from tests.support.web.matches import ORIGIN, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)

FORM = {
    "title": "Friday arena", "ruleset": "icf", "length": "board", "clock": "15", "minutes": "60",
    "starts_in": "0", "is_rated": "no", "computer": "nobody", "way": "arena", "most_boards": "10",
}  # fmt: skip


CLUB = b'base = "icf"\nslug = "our-club"\ntitle = "Our club"\n[values]\nqueen_points = 4\nboard_points_cap = 13\n'
ODD = CLUB.replace(b"queen_points = 4\nboard_points_cap = 13", b"queen_points = 0\ncoin_points = 0")


def account(name: str) -> Guest:
    made = Account.objects.create_user(f"{name.lower()}@example.org")
    Guest.objects.filter(pk=made.guest_id).update(name=name)
    return Guest.objects.get(pk=made.guest_id)


def signed_in(guest: Guest) -> Client:
    client = Client()
    client.force_login(Account.objects.get(guest=guest))
    return client


def opened(**terms: object) -> Arena:
    owner = account(f"Owner{Account.objects.count()}")
    return opening.open_arena(owner, "Friday arena", ArenaTerms(**terms), now=timezone.now())


def joined(arena: Arena, name: str) -> tuple[Guest, Client]:
    guest = Guest.objects.create(name=name)
    page = as_guest(guest)
    answer = page.post(f"/arenas/{arena.slug}/", {"do": "join"})
    assert answer.status_code == 303, answer.content
    return guest, page


def concede(match: Match, loser: Guest) -> None:
    """End a match: somebody gives it up."""
    async_to_sync(services.ask)(
        match_id=match.pk,
        author=services.Guest(loser.pk),
        request_id=f"end-{match.pk}",
        after=Match.objects.get(pk=match.pk).version,
        request=Concede("match"),
    )


def state_of(arena: Arena):
    arena.refresh_from_db()
    return STORE.state(arena)


def table(arena: Arena) -> dict[str, int]:
    return {row["name"]: row["score"] for row in presenters.table_rows(arena, state_of(arena))}


def key_of(arena: Arena, guest: Guest) -> str:
    return ArenaPlayer.objects.get(competition=arena, guest=guest).key


def test_any_account_opens_an_arena_that_everybody_finds_and_a_visitor_is_led_to_the_sign_in():
    owner = account("Asha")

    answer = signed_in(owner).post("/arenas/new/", FORM)

    assert answer.status_code == 303, answer.content.decode()
    arena = Arena.objects.get()
    assert answer["Location"] == f"/arenas/{arena.slug}/"
    assert arena.ends_at - arena.starts_at == timedelta(minutes=60)
    for place in ("/lobby/", "/", "/arenas/"):
        assert "Friday arena" in Client().get(place).content.decode(), place
    assert "by Asha" in Client().get(f"/arenas/{arena.slug}/").content.decode()
    assert Client().post("/arenas/new/", FORM)["Location"].startswith("/accounts/login/")
    assert Client().get(f"/arenas/{arena.slug}/organise/").status_code == 403
    assert signed_in(owner).get(f"/arenas/{arena.slug}/organise/").status_code == 200


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"is_rated": "yes", "clock": "none"}, "is_rated"),
        ({"ruleset": "classic", "clock": "15"}, "clock"),
        ({"minutes": "5"}, "minutes"),
        ({"minutes": "900"}, "minutes"),
        ({"title": " "}, "title"),
        ({"computer": "nobody-knows"}, "computer"),
        ({"ruleset": "baca19"}, "ruleset"),
    ],
)
def test_terms_that_do_not_fit_are_refused_with_a_sentence_and_what_was_typed(changed: dict[str, str], field: str):
    answer = signed_in(account("Asha")).post("/arenas/new/", FORM | changed)

    assert answer.status_code == 422 and not Arena.objects.exists()
    assert f"#id_{field}" in answer.content.decode()


def test_an_arena_is_played_under_a_clubs_own_laws_and_named_by_them():
    owner = account("Asha")
    laws = SimpleUploadedFile("club.toml", CLUB)

    answer = signed_in(owner).post("/arenas/new/", FORM | {"own_laws": laws})

    assert answer.status_code == 303, answer.content.decode()
    arena = Arena.objects.get()
    for place in (f"/arenas/{arena.slug}/", "/lobby/"):
        assert "Our club" in Client().get(place).content.decode(), place
    for name in ("Mira", "Tomasz"):
        joined(arena, name)
    match = selectors.load(ArenaMatch.objects.get().match_id).state.match
    assert (match.ruleset.slug, match.ruleset.queen_points) == ("our-club", 4)
    assert Client().get(f"/matches/{ArenaMatch.objects.get().match_id}/").status_code == 200
    assert "our-club" in KIND.write(arena)


@pytest.mark.parametrize(
    ("laws", "changed", "says"),
    [
        (b"queen_points = 4", {}, "#id_own_laws"),
        (b"\xff", {}, "This is not a text file"),
        (CLUB.replace(b"icf", b"baca19"), {}, "for one player"),
        (CLUB.replace(b"icf", b"classic"), {}, "when time is up"),
        (CLUB, {"is_rated": "yes"}, "matches are friendly"),
    ],
)
def test_own_laws_that_hold_nothing_and_a_rated_arena_under_them_are_refused(laws: bytes, changed: dict, says: str):
    answer = signed_in(account("Asha")).post(
        "/arenas/new/", FORM | changed | {"own_laws": SimpleUploadedFile("club.toml", laws)}
    )

    assert answer.status_code == 422 and says in answer.content.decode() and not Arena.objects.exists()


def test_own_laws_that_make_no_sense_are_warned_of_and_taken_on_request():
    client = signed_in(account("Asha"))
    assert "despite_warnings" not in client.get("/arenas/new/").content.decode()

    def sent(**more: str):
        return client.post("/arenas/new/", FORM | more | {"own_laws": SimpleUploadedFile("club.toml", ODD)})

    answer = sent()

    assert answer.status_code == 422 and 'name="despite_warnings"' in answer.content.decode()
    assert sent(despite_warnings="on").status_code == 303


def test_an_account_has_two_arenas_open_and_opens_no_flood_of_them():
    owner = account("Asha")
    page = signed_in(owner)
    statuses = [page.post("/arenas/new/", FORM).status_code for _ in range(3)]
    assert statuses == [303, 303, 409]
    for _ in range(3):
        for arena in Arena.objects.filter(state="open"):
            playing.end(arena, guest_id=owner.pk, now=timezone.now())
        last = page.post("/arenas/new/", FORM)

    assert last.status_code == 409 and "short time" in last.content.decode()
    assert Arena.objects.count() == 4


def test_two_who_join_are_in_one_match_at_once_and_their_pages_lead_there():
    arena = opened()
    asha, her = joined(arena, "Asha")
    tomasz, his_page = joined(arena, "Tomasz")

    loaded = selectors.load(Match.objects.get().pk)
    assert {one.guest for one in loaded.players} == {asha.pk, tomasz.pk}
    assert loaded.deadline is not None and loaded.state.match.head.take_back == "never"
    for page in (her, his_page):
        assert f"/matches/{loaded.match_id}/" in page.get(f"/arenas/{arena.slug}/").content.decode()
    shown = Client().get(f"/matches/{loaded.match_id}/").content.decode()
    assert f"/arenas/{arena.slug}/" in shown and "Friday arena" in shown


def test_the_winner_leads_streaks_count_twice_and_those_who_are_free_meet_again():
    arena = opened()
    asha, _ = joined(arena, "Asha")
    tomasz, _ = joined(arena, "Tomasz")
    for number in range(1, 5):
        concede(Match.objects.exclude(phase="over").get(), tomasz)
        playing.take_results(now=timezone.now())
        assert len(state_of(arena).results) == number, "two alone in an arena meet again at once"

    assert table(arena) == {"Asha": 2 + 2 + 4 + 4, "Tomasz": 0}
    first = presenters.table_rows(arena, state_of(arena))[0]
    assert (first["streak"], first["place"], first["won"], first["played"]) == (4, 1, 4, 4)
    breakers = [Seat.objects.get(match=one.match, side="a").guest_id for one in ArenaMatch.objects.order_by("pk")]
    assert breakers.count(asha.pk) - breakers.count(tomasz.pk) in (-1, 0, 1), "the break passes on"


def test_a_third_player_is_paired_with_the_next_free_one_and_not_with_somebody_who_plays():
    arena = opened()
    people = [joined(arena, name)[0] for name in ("Asha", "Tomasz", "Mira")]
    assert Match.objects.count() == 1
    first = Match.objects.get()
    seated = set(Seat.objects.filter(match=first).values_list("guest_id", flat=True))
    waiting = next(one for one in people if one.pk not in seated)

    concede(first, next(one for one in people if one.pk in seated))
    playing.take_results(now=timezone.now())

    second = Match.objects.exclude(pk=first.pk).get()
    assert waiting.pk in Seat.objects.filter(match=second).values_list("guest_id", flat=True)


def test_somebody_whose_page_is_closed_is_paired_with_nobody():
    arena = opened()
    asha, _ = joined(arena, "Asha")
    ArenaPlayer.objects.filter(guest=asha).update(here_until=timezone.now() - timedelta(seconds=1))
    joined(arena, "Tomasz")

    assert not Match.objects.exists()
    playing.arrive(ArenaPlayer.objects.get(guest=asha), now=timezone.now())
    assert Match.objects.count() == 1


def test_who_leaves_keeps_their_points_and_comes_back():
    arena = opened()
    _asha, her = joined(arena, "Asha")
    tomasz, _ = joined(arena, "Tomasz")
    concede(Match.objects.get(), tomasz)
    her.post(f"/arenas/{arena.slug}/", {"do": "leave"})
    playing.take_results(now=timezone.now())

    assert Match.objects.count() == 1 and table(arena)["Asha"] == 2
    assert "Come back" in her.get(f"/arenas/{arena.slug}/").content.decode()
    her.post(f"/arenas/{arena.slug}/", {"do": "join"})
    assert Match.objects.count() == 2 and table(arena)["Asha"] == 2


def test_a_computer_takes_the_seat_where_nobody_is_free_and_counts_one():
    arena = opened(computer="easy")
    _asha, _ = joined(arena, "Asha")
    playing.run(now=timezone.now())
    assert not Match.objects.exists(), "a person may still come"
    playing.run(now=timezone.now() + timedelta(seconds=11))

    match = Match.objects.get()
    assert Seat.objects.get(match=match, side="b").level == "easy"
    _tomasz, _ = joined(arena, "Tomasz")
    assert Match.objects.count() == 1, "she plays"
    state = state_of(arena)
    acts = [Result(match=match.pk.hex, winner="a", points_a=9)]
    STORE.append(Arena.objects.get(), acts, "result", at=timezone.now(), guest_id=None)
    assert table(arena) == {"Asha": 1, "Tomasz": 0} and state.pairings[match.pk.hex].b == ""


def test_a_rated_arena_needs_an_account_counts_for_ratings_and_pairs_no_two_accounts_of_one_browser():
    arena = opened(is_rated=True)
    visitor = as_guest(Guest.objects.create(name="Visitor"))
    refused = visitor.post(f"/arenas/{arena.slug}/", {"do": "join"})
    assert refused.status_code == 409 and "account" in refused.content.decode()

    one, two, three = (account(name) for name in ("Asha", "Ashatoo", "Tomasz"))
    browser = signed_in(one)
    browser.post(f"/arenas/{arena.slug}/", {"do": "join"})
    browser.force_login(Account.objects.get(guest=two))
    browser.post(f"/arenas/{arena.slug}/", {"do": "join"})
    assert not Match.objects.exists()
    signed_in(three).post(f"/arenas/{arena.slug}/", {"do": "join"})

    match = Match.objects.get()
    assert match.rated_group
    for number, seat in enumerate(Seat.objects.filter(match=match).order_by("side")):
        strike(match, Guest.objects.get(pk=seat.guest_id), number)
    concede(match, three)
    assert RatedResult.objects.filter(match=match).count() == 2


def strike(match: Match, guest: Guest, number: int) -> None:
    """One stroke of somebody, when it is theirs to play."""
    loaded = selectors.load(match.pk)
    assert loaded.state.match.awaiting.seats[0] in loaded.seats_of(guest.pk), "a weak stroke passes the turn"
    async_to_sync(services.ask)(
        match_id=match.pk,
        author=services.Guest(guest.pk),
        request_id=f"s{number}",
        after=loaded.state.version,
        request=MakeStroke(Stroke(0.0, 0.3, 4.0)),
    )


def test_two_of_whom_one_has_blocked_the_other_do_not_meet():
    arena = opened()
    asha, _ = joined(arena, "Asha")
    tomasz = Guest.objects.create(name="Tomasz")
    Block.objects.create(guest=asha, blocked=tomasz)
    as_guest(tomasz).post(f"/arenas/{arena.slug}/", {"do": "join"})

    assert not Match.objects.exists()
    joined(arena, "Mira")
    assert Match.objects.count() == 1


def test_when_time_is_up_nobody_is_paired_matches_that_began_still_count_and_then_it_is_over():
    arena = opened()
    _asha, _ = joined(arena, "Asha")
    tomasz, _ = joined(arena, "Tomasz")
    late = arena.ends_at + timedelta(minutes=1)
    playing.run(now=late)
    assert not state_of(arena).closed

    concede(Match.objects.get(), tomasz)
    playing.take_results(now=late)
    playing.run(now=late)

    assert state_of(arena).closed and table(arena) == {"Asha": 2, "Tomasz": 0}
    assert Match.objects.count() == 1
    late_join = as_guest(Guest.objects.create()).post(f"/arenas/{arena.slug}/", {"do": "join", "name": "Late"})
    assert late_join.status_code == 409 and "over" in late_join.content.decode()


def test_a_match_that_nobody_ends_is_let_go_a_quarter_of_an_hour_after_the_end():
    arena = opened()
    for name in ("Asha", "Tomasz"):
        joined(arena, name)
    playing.run(now=arena.ends_at + playing.LAST_MATCHES + timedelta(seconds=1))

    state = state_of(arena)
    assert state.closed and [one.is_let_go for one in state.pairings.values()] == [True]
    assert not ArenaMatch.objects.filter(ended_at=None).exists()


def test_a_match_in_which_nothing_happens_holds_nobody_up():
    arena = opened()
    for name in ("Asha", "Tomasz"):
        joined(arena, name)
    Match.objects.update(changed_at=timezone.now() - playing.IDLE - timedelta(seconds=1))
    playing.take_results(now=timezone.now())

    assert [one.is_let_go for one in state_of(arena).pairings.values()] == [True, False]
    assert Match.objects.count() == 2, "both are free, and meet again"


def test_after_a_restart_the_arena_goes_on_from_what_is_stored():
    arena = opened()
    joined(arena, "Asha")
    tomasz, _ = joined(arena, "Tomasz")
    concede(Match.objects.get(), tomasz)
    STORE._memory.clear()

    playing.run(now=timezone.now())  # what a new process does first
    playing.take_results(now=timezone.now())

    assert table(arena) == {"Asha": 2, "Tomasz": 0} and Match.objects.count() == 2


def test_two_processes_that_pair_at_once_give_everybody_one_match():
    arena = opened()
    people = [Guest.objects.create(name=f"P{number}") for number in range(6)]
    now = timezone.now()
    Arena.objects.update(starts_at=now + timedelta(seconds=30))
    arena.refresh_from_db()
    for guest in people:
        playing.join(arena, guest, device="", now=now)
    assert not Match.objects.exists(), "it has not begun"
    Arena.objects.update(starts_at=now)
    stale = Arena.objects.get()
    STORE.state(stale)
    playing.pair_free(Arena.objects.get(), now=now)
    playing.pair_free(stale, now=now)  # has read before the other one wrote

    assert Match.objects.count() == 3
    assert sorted(Seat.objects.values_list("guest_id", flat=True)) == sorted(one.pk for one in people)


def test_an_organiser_leaves_a_result_out_and_undoes_that_in_the_log_but_nothing_else():
    arena = opened()
    owner = Guest.objects.get(name__startswith="Owner")
    joined(arena, "Asha")
    tomasz, _ = joined(arena, "Tomasz")
    match = Match.objects.get()
    concede(match, tomasz)
    playing.take_results(now=timezone.now())
    organiser, stranger = signed_in(owner), signed_in(account("Stranger"))
    asked = {"do": "leave-out", "match": match.pk.hex, "why": "A computer played"}
    assert stranger.post(f"/arenas/{arena.slug}/organise/", asked).status_code == 403
    assert organiser.post(f"/arenas/{arena.slug}/organise/", asked).status_code == 303
    assert table(arena) == {"Asha": 0, "Tomasz": 0}

    entries = {type(one.act): one.number for one in STORE.log(Arena.objects.get()).entries}
    log = organiser.get(f"/arenas/{arena.slug}/log/").content.decode()
    assert "A computer played" in log
    refused = organiser.post(f"/arenas/{arena.slug}/undo/", {"entry": entries[Result]})
    assert refused.status_code in (303, 409) and table(arena)["Asha"] == 0
    STORE.revert(Arena.objects.get(), [entries[LeaveOut]], at=timezone.now(), guest_id=owner.pk)
    assert table(arena)["Asha"] == 2
    with pytest.raises(CompetitionChangeError):
        STORE.revert(Arena.objects.get(), [entries[Result]], at=timezone.now(), guest_id=owner.pk)


def test_in_a_match_of_an_arena_a_claim_against_somebody_who_left_works_and_no_computer_plays_on():
    arena = opened()
    joined(arena, "Asha")
    joined(arena, "Tomasz")
    loaded = selectors.load(Match.objects.get().pk)
    breaker = next(one for one in loaded.players if one.side == "a")
    other = next(one for one in loaded.players if one.side == "b")
    Seat.objects.filter(match_id=loaded.match_id, side="a").update(left_at=timezone.now() - timedelta(seconds=90))
    loaded = selectors.load(loaded.match_id)

    request = async_to_sync(absences.checked)(loaded, other.guest, ClaimAbsence("board"))
    assert isinstance(request, ClaimAbsence)
    with pytest.raises(absences.AbsenceError):
        async_to_sync(absences.checked)(
            loaded, other.guest, StandIn(side=loaded.sides_of(breaker.guest)[0], player=0, level="easy", name="")
        )
    concede(Match.objects.get(), Guest.objects.get(pk=other.guest))
    with pytest.raises(rematches.NoRematchError):
        rematches.ask_for(loaded.match_id, other.guest)


def test_a_forged_cookie_and_a_flood_of_joins_are_refused():
    arena = opened()
    forged = Client()
    forged.cookies[COOKIE] = "00000000000000000000000000000000:nothing"
    assert forged.post(f"/arenas/{arena.slug}/", {"do": "leave"}).status_code == 303
    assert not ArenaPlayer.objects.exists()
    page = Client()
    statuses = {page.post(f"/arenas/{arena.slug}/", {"do": "join", "name": "X"}).status_code for _ in range(30)}
    assert statuses == {303, 429}
    assert ArenaPlayer.objects.count() == 1


def test_a_name_with_markup_is_a_text_and_an_erased_player_has_none():
    arena = opened()
    guest, _ = joined(arena, "<b>Boss</b>")
    shown = Client().get(f"/arenas/{arena.slug}/").content.decode()
    assert "<b>Boss</b>" not in shown and "&lt;b&gt;Boss" in shown
    guest.delete()
    assert "(deleted)" in Client().get(f"/arenas/{arena.slug}/").content.decode()


async def test_the_page_of_who_waits_hears_of_the_match_at_once(record_property):
    arena = await database_sync_to_async(opened)()
    asha = await Guest.objects.acreate(name="Asha")
    await database_sync_to_async(playing.join)(arena, asha, device="", now=timezone.now())
    from carrom_web.config.asgi import application

    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", ORIGIN), (b"cookie", cookie_of(asha.pk).encode())]
    socket = WebsocketCommunicator(application, f"/ws/arenas/{arena.slug}/player/", headers)
    connected, _ = await socket.connect(timeout=60)
    assert connected and json.loads(await socket.receive_from(timeout=60)) == {"kind": "here"}
    tomasz = await Guest.objects.acreate(name="Tomasz")
    began = time.perf_counter()
    await database_sync_to_async(playing.join)(arena, tomasz, device="", now=timezone.now())
    message = json.loads(await socket.receive_from(timeout=60))
    record_property("pairing_s", time.perf_counter() - began)

    match = await Match.objects.aget()
    assert message == {"kind": "paired", "url": f"/matches/{match.pk}/"}
    await socket.disconnect(timeout=60)
    player = await ArenaPlayer.objects.aget(guest=asha)
    assert player.here_until < timezone.now() + playing.RELOAD + timedelta(seconds=1), "gone after a reload's time"

    stranger = WebsocketCommunicator(application, f"/ws/arenas/{arena.slug}/player/", headers[:2])
    await stranger.connect(timeout=60)
    assert (await stranger.receive_output(timeout=60))["type"] == "websocket.close"


def test_the_nearest_in_points_meet_and_not_the_same_two_again_while_others_play():
    a, b, c = (Free(key=key, score=score, waited_s=5) for key, score in (("a", 10), ("b", 0), ("c", 9)))
    assert pairs([a, b, c], others_play=True) == (("a", "c"),)
    just_met = [Free(key="a", last="b", waited_s=2), Free(key="b", last="a", waited_s=2)]
    assert pairs(just_met, others_play=True) == ()
    assert pairs(just_met, others_play=False) == (("a", "b"),)
    waited = [Free(key="a", last="b", waited_s=11), Free(key="b", last="a", waited_s=10)]
    assert pairs(waited, others_play=True) == (("a", "b"),)
    assert pairs([Free(key="a", apart=frozenset({"b"})), Free(key="b")], others_play=False) == ()


def test_acts_that_do_not_fit_are_refused():
    fold = ArenaFold()
    state = fold.start()
    for act in (
        Announce(title="A", terms=ArenaTerms()),
        Join(player="p"),
        Join(player="q"),
        Pair(match="m", a="p", b="q"),
    ):
        state = fold.apply(state, act)
    for act in (
        Pair(match="n", a="p", b="q"),
        Pair(match="m", a="p"),
        Result(match="unknown", winner="a"),
        LeaveOut(match="m"),
        Pair(match="n", a="x"),
    ):
        with pytest.raises(CompetitionChangeError):
            fold.apply(state, act)
    level = fold.apply(state, Result(match="m", winner="", points_a=3, points_b=3))
    assert [(row.key, row.place, row.score) for row in level.table()] == [("p", 1, 1), ("q", 1, 1)]
    with pytest.raises(CompetitionChangeError):
        fold.apply(level, LetGo(match="m"))


def test_one_plays_everybody_at_once_each_on_one_board_and_goes_where_somebody_waits_longest():
    arena = opened(way="host", clock="none", most_boards=2)
    owner = Guest.objects.get(name__startswith="Owner")
    people = [joined(arena, name)[0] for name in ("Asha", "Tomasz", "Mira")]

    assert Match.objects.count() == 2, "two boards at once"
    matches = list(Match.objects.order_by("made_at"))
    assert {Seat.objects.get(match=one, side="b").guest_id for one in matches} == {owner.pk}
    page = signed_in(owner)
    assert page.get(f"/arenas/{arena.slug}/next/").json() == {"is_host": True, "url": ""}, "guests break"
    for number, (match, guest) in enumerate(zip(matches, people, strict=False)):
        strike(match, guest, number)
    assert page.get(f"/arenas/{arena.slug}/next/").json()["url"] == f"/matches/{matches[0].pk}/"
    shown = page.get(f"/arenas/{arena.slug}/").content.decode()
    assert shown.count("Your turn") == 2 and "one against all" in shown
    assert "data-next-board" in page.get(f"/matches/{matches[0].pk}/").content.decode()
    assert as_guest(people[0]).get(f"/arenas/{arena.slug}/next/").json() == {"is_host": False, "url": ""}
    assert Client().get(f"/arenas/{arena.slug}/next/").status_code == 403

    concede(matches[0], owner)
    playing.take_results(now=timezone.now())
    assert Match.objects.count() == 3, "who waited has the free board"
    assert table(arena)["Asha"] == 1 and table(arena)[owner.name] == 0
    playing.run(now=timezone.now())
    assert Match.objects.count() == 3, "nobody plays twice"


def test_a_computer_plays_everybody_at_once():
    arena = opened(way="computer", computer="easy")
    for name in ("Asha", "Tomasz"):
        joined(arena, name)

    assert list(Seat.objects.filter(side="b").values_list("level", flat=True)) == ["easy", "easy"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"way": "host", "clock": "15"}, "clock"),
        ({"way": "computer", "computer": "nobody"}, "computer"),
        ({"way": "computer", "computer": "easy", "is_rated": "yes"}, "is_rated"),
        ({"way": "host", "clock": "none", "most_boards": "51"}, "most_boards"),
    ],
)
def test_terms_of_simultaneous_boards_that_do_not_fit_are_refused(changed: dict[str, str], field: str):
    answer = signed_in(account("Asha")).post("/arenas/new/", FORM | changed)

    assert answer.status_code == 422 and f"#id_{field}" in answer.content.decode()


def test_boards_without_a_clock_may_stand_still_for_longer():
    arena = opened(way="host", clock="none")
    joined(arena, "Asha")
    Match.objects.update(changed_at=timezone.now() - playing.IDLE - timedelta(minutes=1))
    playing.take_results(now=timezone.now())
    assert not any(one.is_let_go for one in state_of(arena).pairings.values())

    Match.objects.update(changed_at=timezone.now() - playing.IDLE_WITHOUT_CLOCK - timedelta(minutes=1))
    playing.take_results(now=timezone.now())
    assert all(one.is_let_go for one in state_of(arena).pairings.values())
    playing.run(now=arena.ends_at + timedelta(hours=1))
    assert state_of(arena).closed
