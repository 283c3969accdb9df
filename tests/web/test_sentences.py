"""What people read of a ruling: pairs, declared facts, the queen, what ends with a board."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from carrom.laws.rulesets.every import RULESETS
from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.entries import Entry, Player
from carrom.match.standing import MatchResult, Tally
from carrom.play.game import Match
from carrom.terms import Seat, Side
from carrom_web.matches import sentences, telling

RETURNED = {"icf": " places ", "baca19": "(white|black) to the centre"}
PAIRS = tuple(
    Player(side=side, name=name)
    for side, name in zip((Side.A, Side.B) * 2, ("Asha", "Ben", "Chitra", "Dev"), strict=True)
)


def begun(ruleset: str = "icf", *, players: Sequence[str | Player] = ("Asha", "Ben"), **options: object) -> Match:
    return Match.new(ruleset, players=players, breaks=Side.A, seed=3, **options)


def told(match: Match, request: requests.Request, author: str | None = None) -> tuple[str, dict[str, object] | None]:
    """What a page is told of a request: the sentence, and the ruling."""
    before = match.state.match
    match.answer(request, author=author)
    entry = match.entries[-1]
    return telling.entry_text(before, entry), telling.ruling_json(before, entry)


def test_a_fact_without_a_stroke_is_named_with_who_declared_it():
    match = begun()

    by_clock, _ruling = told(match, requests.Declare(("time_exceeded",), Side.A, made=False), entries.CLOCK)
    by_player, ruling = told(match, requests.Declare(("touched_coin",), Side.A, made=False))

    assert by_clock.startswith("Time exceeded, declared by the clock: one white is owed")
    assert by_player.startswith("Touched a coin by hand, declared by Asha: one white is owed")
    assert ruling is not None and ruling["sentence"] == by_player


def test_a_fact_about_a_stroke_stands_behind_what_fell():
    match = begun()
    match.play_stroke(0.0, 0.0, 1.2)

    sentence, _ruling = told(match, requests.Declare(("push",), Side.A, made=True), Seat.SOUTH)

    assert sentence.startswith("Nothing down; pushed instead of struck, declared by Asha: ")


def test_a_pair_is_called_as_one_side():
    match = begun("kagw", players=PAIRS)
    before = match.state.match

    assert sentences.side_name(before, Side.A) == "Asha and Chitra"
    assert sentences.side_called(before, Side.A) == "Asha's side"
    _sentence, ruling = told(match, requests.Declare(("push",), Side.A, made=False))
    texts = [reason["text"] for reason in ruling["reasons"]]  # type: ignore[index]
    assert any("Asha's side" in text for text in texts) and not any("Asha and Chitra" in text for text in texts)


def test_who_plays_alone_is_called_by_name():
    match = begun().state.match

    assert sentences.side_called(match, Side.A) == sentences.side_name(match, Side.A) == "Asha"


@pytest.mark.parametrize("slug", ["icf", "baca19"])
def test_what_goes_back_by_itself_is_not_said_to_be_placed_by_anybody(slug: str):
    match = begun(slug, players=("Asha",) if slug == "baca19" else ("Asha", "Ben"))
    seen: list[str] = []
    for number in range(400):
        if match.awaiting.kind is Decision.CAP:
            match.answer(requests.AtCap("play_on"))
        elif match.awaiting.kind is Decision.PLACING:
            match.answer(_placed(match))
        before = match.state.match
        if match.awaiting.kind is Decision.STROKE:
            _strike(match, number)
            seen.append(telling.entry_text(before, match.entries[-1]))
            assert (" places " in seen[-1]) == (match.awaiting.kind is Decision.PLACING), seen[-1]
        if re.search(RETURNED[slug], " ".join(seen)):
            return
    pytest.fail("nothing came back in 400 strokes")


def _strike(match: Match, number: int) -> None:
    """A hard stroke from one of the free places, its direction by number."""
    spans = match.domain.spans  # type: ignore[union-attr]
    low, high = spans[number % len(spans)]
    match.play_stroke((low + high) / 2, 0.03 * (number % 31 - 15), 4.0 + number % 4)


def _placed(match: Match) -> requests.Place:
    domain = match.domain
    return requests.Place(domain.piece, *domain.suggested)  # type: ignore[union-attr, misc]


def ended_game(match: Match) -> tuple[Entry, Match]:
    """Play until a game is over: nobody aims, both strike hard."""
    number = 0
    while not match.entries[-1].followed.game_results:
        number += 1
        assert number < 900
        if match.awaiting.kind is Decision.PLACING:
            match.answer(_placed(match))
        elif match.awaiting.kind is Decision.CLAIM:
            match.answer(requests.Claim(0))
        else:
            _strike(match, number)
    return match.entries[-1], match


def test_the_end_of_a_game_and_the_change_of_sides_are_told():
    entry, match = ended_game(begun(options={"board_limit": 2, "game_target": 1}))
    before = replace(match.state.match, standing=entry.followed.standing)

    (game,) = entry.followed.game_results
    winner = "Asha" if game.winner is Side.A else "Ben"
    won, lost = sorted(game.score, reverse=True)
    assert telling.after_board_text(before, entry) == f"{winner} wins game 1, {won} to {lost}. The sides change places."


@pytest.mark.parametrize(
    ("ruleset", "winner", "games", "points", "says"),
    [
        ("icf", Side.A, (2, 1), (60, 55), "Asha wins the match, 2 to 1 games"),
        ("kagw", Side.A, (2, 0), (12, 0), "Asha wins the match, 2 to 0 boards"),
        ("kagw", Side.B, (2, 1), (12, 18), "Ben wins the match by the total of points, 18 to 12"),
    ],
)
def test_the_result_says_what_decided(
    ruleset: str, winner: Side, games: tuple[int, int], points: tuple[int, int], says: str
):
    played = begun(ruleset).state.match
    result = MatchResult(winner=winner, games=Tally(*games), points=Tally(*points))

    assert sentences.result_text(replace(played, result=result)) == says


@pytest.mark.parametrize("slug", RULESETS)
def test_what_a_ruleset_means_is_told_in_five_facts(slug: str):
    facts = sentences.ruleset_facts(RULESETS[slug])

    assert len(facts) == 5 and all(fact.endswith(".") and "  " not in fact for fact in facts)
    assert ("total of points" in facts[-1]) == (slug == "kagw")
