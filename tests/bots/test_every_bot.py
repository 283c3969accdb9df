"""Every computer in `carrom/bots/players` keeps the promises of `carrom.bots.protocol.Bot`."""

import itertools
import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from carrom.bots import search
from carrom.bots.agent import Agent
from carrom.bots.contest import play_board, rating_difference
from carrom.bots.protocol import NothingToAnswerError, asked_seat
from carrom.bots.registry import UnknownBotError, find, names
from carrom.match.requests import Choose, MakeStroke, Pass, Place, Reply, Toss
from carrom.physics.native import native
from carrom.play.handlers import answer
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.state import PlayState
from carrom.terms import Piece, Seat
from tests.support.bots import situations
from tests.support.thorough import one_of

SOME = 1500  # strokes
FEW = 200  # strokes where many pieces move: at the break one costs as much as twenty later
every_bot = pytest.mark.parametrize("name", names())
SITUATIONS: dict[str, tuple[Callable[[], PlayState], type]] = {
    "toss": (situations.toss, Toss),
    "choice": (situations.choice, Choose),
    "the break": (situations.rack, MakeStroke),
    "a stroke": (situations.midgame, MakeStroke),
    "a covering stroke": (situations.to_cover, MakeStroke),
    "a placing": (situations.placing, Place),
}


@every_bot
@pytest.mark.parametrize("what", ["draw", "replay", "take_back"])
def test_a_computer_replies_to_an_offer_and_the_reply_is_accepted(name: str, what: str):
    state, entries = situations.offered(what)()

    request = find(name).answer(state, random.Random(5), seat=Seat.NORTH)

    assert isinstance(request, Reply)
    assert request.offer == len(entries) - 1
    assert what != "take_back" or request.accept
    entry, _ = answer(state, request, author="north", request_id="r", time="", rng=random.Random(1), entries=entries)
    assert entry.asked == request


@pytest.fixture(scope="module", autouse=True)
def engine() -> None:
    """The kernel is loaded before a clock is tampered with."""
    native()


@every_bot
@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_computer_answers_every_decision_with_what_the_laws_accept(name: str, situation: str):
    make, kind = SITUATIONS[situation]
    state = make()
    seat = asked_seat(state)

    request = find(name).answer(state, random.Random(5), seat=seat, budget=FEW if situation == "the break" else SOME)

    assert isinstance(request, kind)
    entry, _ = answer(state, request, author=seat.value, request_id="r", time="", rng=random.Random(1), entries=())
    assert entry.asked == request


def test_a_break_may_look_ahead_less_than_other_strokes():
    bot = find("club")
    assert isinstance(bot, Agent) and bot.effort.ahead is not None
    hasty = replace(bot, effort=replace(bot.effort, break_ahead=search.Ahead(1, 2, 1)))

    at_the_rack = [each.think(situations.rack(), random.Random(5)).imagined for each in (bot, hasty)]
    later = [each.think(situations.midgame(), random.Random(5), SOME) for each in (bot, hasty)]

    assert at_the_rack[1] < at_the_rack[0] - 1000
    assert later[0] == later[1]


@every_bot
@pytest.mark.parametrize("situation", ["a stroke", "a placing", "the break"])
def test_same_state_and_seed_give_the_same_answer_and_another_seed_another(name: str, situation: str):
    state, budget = SITUATIONS[situation][0](), FEW if situation == "the break" else SOME

    answers = [find(name).answer(state, random.Random(seed), budget=budget) for seed in (7, 7, 8)]

    assert answers[0] == answers[1]
    assert situation == "a placing" or answers[0] != answers[2]


@every_bot
@pytest.mark.parametrize("situation", [situations.rack, situations.midgame])
def test_thinking_is_bounded_by_strokes_and_the_bound_about_holds(name: str, situation: Callable[[], PlayState]):
    bot = find(name)
    assert isinstance(bot, Agent)
    state = situation()

    imagined = [bot.think(state, random.Random(3), budget).imagined for budget in (1, 60, 200)]

    assert imagined == sorted(imagined)
    assert all(made <= budget + 64 for made, budget in zip(imagined, (1, 60, 200), strict=True))


@every_bot
@pytest.mark.parametrize("situation", one_of([situations.midgame], [situations.rack, situations.midgame]))
def test_a_bound_that_is_never_reached_changes_nothing(name: str, situation: Callable[[], PlayState]):
    bot, state = find(name), situation()
    assert isinstance(bot, Agent)

    at_leisure = bot.think(state, random.Random(3))

    assert bot.think(state, random.Random(3), 10**6) == at_leisure
    assert at_leisure.imagined >= bot.think(state, random.Random(3), 60).imagined


@every_bot
def test_a_slow_machine_gives_the_same_answer(name: str, monkeypatch: pytest.MonkeyPatch):
    state = situations.midgame()
    answered = find(name).answer(state, random.Random(4), seat=Seat.SOUTH, budget=SOME)
    now = itertools.count(step=3600)
    for clock in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        monkeypatch.setattr(time, clock, lambda: float(next(now)))

    assert find(name).answer(state, random.Random(4), seat=Seat.SOUTH, budget=SOME) == answered


@every_bot
@pytest.mark.parametrize("budget", [150, 4000])
def test_how_many_strokes_are_imagined_at_once_changes_no_decision(
    name: str, budget: int | None, monkeypatch: pytest.MonkeyPatch
):
    bot, found = find(name), []
    assert isinstance(bot, Agent)
    for chunk in (search.CHUNK, 700):
        monkeypatch.setattr(search, "CHUNK", chunk)
        found.append(bot.think(situations.midgame(), random.Random(5), budget))

    assert found[0] == found[1]


@every_bot
def test_a_computer_with_no_place_for_its_striker_passes(name: str):
    state = situations.no_room_at_the_line()

    request = find(name).answer(state, random.Random(3))

    assert request == Pass()


@every_bot
def test_a_computer_from_whom_nothing_is_awaited_says_so(name: str):
    with pytest.raises(NothingToAnswerError):
        find(name).answer(situations.midgame(), random.Random(1), seat=Seat.NORTH)


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_a_good_computer_covers_the_queen_with_a_coin_before_a_pocket(name: str):
    state, bot = situations.to_cover(), find(name)
    assert isinstance(bot, Agent)

    covered = 0
    for seed in range(4):
        request = MakeStroke(bot.think(state, random.Random(seed)).stroke)  # as it is meant: the hand may slip
        entry, _ = answer(state, request, author="south", request_id="r", time="", rng=random.Random(1), entries=())
        assert entry.followed.facts is not None
        covered += Piece.WHITE in entry.followed.facts.pocketed and not entry.followed.facts.striker_pocketed

    assert covered >= 3


def test_an_unknown_computer_is_refused_with_the_names_that_there_are():
    with pytest.raises(UnknownBotError, match="easy"):
        find("grandmaster")


def test_computers_are_listed_from_weak_to_strong():
    strengths = [find(name).strength for name in names()]

    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.slow
@every_bot
def test_a_whole_board_of_a_computer_against_the_weakest_can_be_verified(name: str):
    played = play_board(find(name), find("easy"), seed=11, budget=one_of(150, None))

    report = verify(Record(played.entries))

    assert played.winner in ("a", "b")
    assert report.holds


def test_the_rating_difference_is_even_for_even_wins_and_its_interval_narrows_with_boards():
    low, middle, high = rating_difference(10, 10)
    narrow_low, _, narrow_high = rating_difference(100, 100)

    assert middle == pytest.approx(0.0)
    assert low < narrow_low < 0.0 < narrow_high < high
    assert rating_difference(20, 10)[1] > 0.0
