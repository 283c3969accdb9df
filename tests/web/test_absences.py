"""Somebody who has left a match: shown, claimed against by the laws' way, or a computer plays on; all by the server."""

from datetime import timedelta
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from carrom.match.entries import Player
from carrom.match.requests import ClaimAbsence, Reply, Request, StandIn
from carrom.match.rules import shipped
from carrom.play.game import new_head
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Seat, Side
from carrom_web.matches import absences, models, privacy, selectors, services
from carrom_web.matches.repository import Player as Seated
from tests.support.web.matches import MatchSocket, make_guest, new_id, start_match, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = ClaimAbsence("board")


def away(match_id: UUID, side: str, *, seconds: float, player: int = 0) -> None:
    """A player of this side has left so long ago."""
    models.Seat.objects.filter(match_id=match_id, side=side, player=player).update(
        left_at=timezone.now() - timedelta(seconds=seconds)
    )


def ask(match_id: UUID, guest: UUID | None, request: Request) -> None:
    async_to_sync(services.ask)(
        match_id=match_id,
        author=services.Guest(guest),
        request_id=new_id(),
        after=models.Match.objects.get(pk=match_id).version,
        request=request,
    )


def refused(match_id: UUID, guest: UUID | None, request: Request) -> str:
    """The reason, or the code, of a refusal that left everything as it was."""
    before = models.Match.objects.get(pk=match_id).version
    with pytest.raises((absences.AbsenceError, services.NotSeatedError)) as error:
        ask(match_id, guest, request)
    assert models.Match.objects.get(pk=match_id).version == before
    return error.value.message_id.removeprefix("absence.")


def computer_for(side: Side, player: int = 0) -> StandIn:
    return StandIn(side=side, player=player, name="", level="")


def match_of_two(**options: object) -> tuple[UUID, UUID, UUID]:
    first, second = make_guest("Asha"), make_guest("Tomasz")
    return start_match(first, second, breaks=Side.B, **options), first, second  # type: ignore[arg-type]


def test_the_board_is_claimed_a_minute_after_who_is_awaited_has_left_and_nothing_is_before():
    match_id, asha, tomasz = match_of_two()

    assert refused(match_id, asha, BOARD) == "here"
    away(match_id, "b", seconds=50)
    assert refused(match_id, asha, BOARD) == "early"
    away(match_id, "b", seconds=61)
    assert refused(match_id, make_guest("Olive"), BOARD) == "not-seated"
    assert refused(match_id, None, BOARD) == "not-seated"
    assert refused(match_id, asha, ClaimAbsence("match")) == "early", "five minutes for more than a board"
    assert refused(match_id, tomasz, BOARD) == "here", "who plays now claims nothing"
    ask(match_id, asha, BOARD)

    result = selectors.load(match_id).state.match.result
    assert result is not None and result.winner is Side.A
    assert verify(Record(tuple(selectors.record(match_id)))).holds


def test_of_a_longer_match_a_board_is_claimed_and_after_five_minutes_all_of_it():
    match_id, asha, _tomasz = match_of_two(length="match")
    away(match_id, "b", seconds=301)

    ask(match_id, asha, BOARD)

    match = selectors.load(match_id).state.match
    assert [(one.winner, one.how) for one in match.boards] == [(Side.A, "forfeited")]
    assert refused(match_id, asha, BOARD) == "here", "the next board is Asha's to break"
    other, olive, _sam = match_of_two(length="match")
    away(other, "b", seconds=301)
    ask(other, olive, ClaimAbsence("match"))
    assert selectors.load(other).state.match.result.winner is Side.A  # type: ignore[union-attr]


@pytest.mark.parametrize("slug", sorted(slug for slug, one in shipped().items() if one.side_count == 2))
def test_under_all_laws_a_claim_ends_the_waiting(slug: str):
    match_id, asha, _tomasz = match_of_two(ruleset=slug)
    away(match_id, "b", seconds=61)

    ask(match_id, asha, BOARD)

    match = selectors.load(match_id).state.match
    assert match.result is not None and match.result.winner is Side.A


def test_a_computer_plays_on_and_who_comes_back_has_their_seat_again():
    match_id, asha, tomasz = match_of_two(take_back="agreed")
    assert refused(match_id, asha, computer_for(Side.B)) == "here"
    away(match_id, "b", seconds=61)

    ask(match_id, asha, computer_for(Side.B))

    loaded = selectors.load(match_id)
    assert loaded.computers() == {Seat.NORTH: "steady"} and models.Match.objects.get(pk=match_id).awaits_computer
    assert loaded.left_by(tomasz) == (("b", 0),) and not loaded.seats_of(tomasz)
    back = StandIn(side=Side.B, player=0, name="", level=None)
    assert refused(match_id, asha, back) == "back"
    ask(match_id, tomasz, back)
    loaded = selectors.load(match_id)
    assert loaded.seats_of(tomasz) == (Seat.NORTH,) and not loaded.computers()
    assert loaded.state.match.player_at(Seat.NORTH).name == "Tomasz"
    assert not models.Match.objects.get(pk=match_id).awaits_computer
    assert verify(Record(tuple(selectors.record(match_id)))).holds


def match_of_four() -> tuple[UUID, list[UUID]]:
    guests = [make_guest(name) for name in ("Asha", "Mira", "Tomasz", "Sam")]
    places = [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    players = [
        Player(side=Side(side), name=name)
        for (side, _), name in zip(places, ("Asha", "Mira", "Tomasz", "Sam"), strict=True)
    ]
    seats = [Seated(side, number, guest, "") for (side, number), guest in zip(places, guests, strict=True)]
    return services.start_match(new_head(players=players, length="board", breaks=Side.A), seats), guests


def test_in_doubles_the_other_side_agrees_that_a_computer_plays_for_a_partner_who_has_left():
    match_id, (asha, mira, _tomasz, _sam) = match_of_four()
    away(match_id, "a", player=1, seconds=61)

    ask(match_id, asha, computer_for(Side.A, 1))

    (offer,) = selectors.load(match_id).state.match.offers
    assert offer.what == "stand_in" and not selectors.load(match_id).computers()
    models.Seat.objects.filter(match_id=match_id).update(left_at=None)  # they are back before it is answered
    assert refused(match_id, mira, Reply(offer.number, accept=True)) == "here"
    away(match_id, "a", player=1, seconds=61)
    ask(match_id, mira, Reply(offer.number, accept=True))
    assert list(selectors.load(match_id).computers().values()) == ["steady"]


async def test_who_leaves_is_noted_and_waited_for_from_when_the_other_is_there():
    match_id, first, second = await start_match_for_two(breaks=Side.B)
    async with MatchSocket(match_id, first) as asha:
        await asha.get("away")
        async with MatchSocket(match_id, second) as tomasz:
            assert (await tomasz.get("away"))["players"] == []
        gone = await asha.get("away")
        while not gone["players"]:
            gone = await asha.get("away")
        assert gone["players"][0][:2] == ["b", 0]
        assert (await asha.ask("absence", 0, what="board"))["code"] == "absence"
        async with MatchSocket(match_id) as olive:
            assert (await olive.ask("absence", 0, what="board"))["code"] == "not-seated"
    await _both_left_long_ago(match_id)
    async with MatchSocket(match_id, first) as asha:  # comes back to an empty match: the wait begins now
        seconds = {player[0]: player[2] for player in (await asha.get("away"))["players"]}
        assert seconds == {"b": pytest.approx(0, abs=30)}


async def _both_left_long_ago(match_id: UUID) -> None:
    from channels.db import database_sync_to_async

    for side in ("a", "b"):
        await database_sync_to_async(away)(match_id, side, seconds=3600)


def test_who_watches_a_match_of_the_lobby_takes_the_seat_that_a_computer_plays_for_somebody_who_left():
    match_id, asha, tomasz = match_of_two(take_back="agreed")
    mira, blocked = make_guest("Mira"), make_guest("Blocked")
    models.Block.objects.create(guest_id=asha, blocked_id=blocked)
    take = StandIn(side=Side.B, player=0, name="", level=None)
    assert refused(match_id, mira, take) == "back"  # Tomasz plays there
    away(match_id, "b", seconds=61)
    ask(match_id, asha, computer_for(Side.B))
    assert refused(match_id, mira, take) == "back"  # it is a match of friends
    models.Match.objects.filter(pk=match_id).update(is_listed=True)
    assert refused(match_id, blocked, take) == "back"

    ask(match_id, mira, take)

    row = models.Seat.objects.get(match_id=match_id, side="b")
    assert (row.guest_id, row.level, row.left_by) == (mira, "", None)
    assert selectors.load(match_id).state.match.players_of(Side.B)[0].name == "Mira"
    assert refused(match_id, tomasz, take) == "back"  # it is hers now
    privacy.erase_person(mira)
    assert "Mira" not in "".join(models.Entry.objects.values_list("content", flat=True))
