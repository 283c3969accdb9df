"""What people read of a ruling: pairs, declared facts, the queen, what ends with a board."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Region
from carrom.match import entries, requests
from carrom.match.awaiting import Awaiting, Decision, Due
from carrom.match.entries import Entry, Player
from carrom.match.snapshot import GameResult, MatchResult, Tally
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.terms import Piece, Queen, Seat, Side
from carrom_web.matches import phrases, rendering
from tests.support.thorough import examples

RETURNED = {"icf": " places ", "baca19": "(white|black) to the centre"}
PAIRS = tuple(
    Player(side=side, name=name)
    for side, name in zip((Side.A, Side.B) * 2, ("Asha", "Ben", "Chitra", "Dev"), strict=True)
)


def started(ruleset: str = "icf", *, players: Sequence[str | Player] = ("Asha", "Ben"), **options: object) -> Match:
    return Match.new(ruleset, players=players, breaks=Side.A, seed=3, **options)


def on_a_sheet(ruleset: str = "icf", *, asks_claims: bool = False) -> Match:
    """A match on a real board: strokes are entered by their facts."""
    head = new_head(ruleset, players=("Asha", "Ben"), breaks=Side.A, positions=False, asks_claims=asks_claims)
    return Match(Record((start(head, SeededRng(3)),)))


def reported(
    match: Match, request: requests.Request, author: str | None = None
) -> tuple[str, dict[str, object] | None]:
    """What a page shows of a request: the sentence, and the ruling."""
    before = match.state.match
    match.answer(request, author=author)
    entry = match.entries[-1]
    return rendering.entry_text(before, entry), rendering.ruling_json(before, entry)


def test_a_fact_without_a_stroke_is_named_with_who_declared_it():
    match = started()

    by_clock, _ruling = reported(match, requests.Declare(("time_exceeded",), Side.A, made=False), entries.CLOCK)
    by_player, ruling = reported(match, requests.Declare(("touched_coin",), Side.A, made=False))

    assert by_clock.startswith("Time exceeded, declared by the clock: one white is owed")
    assert by_player.startswith("Touched a coin by hand, declared by Asha: one white is owed")
    assert ruling is not None and ruling["sentence"] == by_player


def test_a_fact_about_a_stroke_stands_behind_what_fell():
    match = started()
    match.play_stroke(0.0, 0.0, 1.2)

    sentence, _ruling = reported(match, requests.Declare(("push",), Side.A, made=True), Seat.SOUTH)

    assert sentence.startswith("Nothing down; pushed instead of struck, declared by Asha: ")


def test_a_pair_is_called_as_one_side():
    match = started("kagw", players=PAIRS)
    before = match.state.match

    assert phrases.side_name(before, Side.A) == "Asha and Chitra"
    assert phrases.side_called(before, Side.A) == "Asha's side"
    _sentence, ruling = reported(match, requests.Declare(("push",), Side.A, made=False))
    texts = [reason["text"] for reason in ruling["reasons"]]  # type: ignore[index]
    assert any("Asha's side" in text for text in texts) and not any("Asha and Chitra" in text for text in texts)


def test_who_plays_alone_is_called_by_name():
    match = started().state.match

    assert phrases.side_called(match, Side.A) == phrases.side_name(match, Side.A) == "Asha"


@pytest.mark.parametrize("slug", ["icf", "baca19"])
def test_what_goes_back_by_itself_is_not_said_to_be_placed_by_anybody(slug: str):
    match = started(slug, players=("Asha",) if slug == "baca19" else ("Asha", "Ben"))
    seen: list[str] = []
    for number in range(400):
        if match.awaiting.kind is Decision.CAP:
            match.answer(requests.AtCap("play_on"))
        elif match.awaiting.kind is Decision.PLACING:
            match.answer(_placed(match))
        before = match.state.match
        if match.awaiting.kind is Decision.STROKE:
            _strike(match, number)
            seen.append(rendering.entry_text(before, match.entries[-1]))
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


def test_the_end_of_a_game_and_the_change_of_sides_are_reported():
    entry, match = ended_game(started(options={"board_limit": 2, "game_target": 1}))
    before = replace(match.state.match, standing=entry.followed.standing)

    (game,) = entry.followed.game_results
    winner = "Asha" if game.winner is Side.A else "Ben"
    won, lost = sorted(game.score, reverse=True)
    assert rendering.after_board_text(before, entry) == f"{winner} wins game 1, {won} to {lost}. The sides swap places."


@pytest.mark.parametrize(
    ("ruleset", "winner", "games", "points", "says"),
    [
        ("icf", Side.A, (2, 1), (60, 55), "Asha wins the match, 2 to 1 games"),
        ("kagw", Side.A, (2, 0), (12, 0), "Asha wins the match, 2 to 0 boards"),
        ("kagw", Side.B, (2, 1), (12, 18), "Ben wins the match on total points, 18 to 12"),
        ("kagw", Side.A, (2, 1), (8, 8), "Points are level at 8; Asha wins the match on boards, 2 to 1"),
    ],
)
def test_the_result_says_what_decided(
    ruleset: str, winner: Side, games: tuple[int, int], points: tuple[int, int], says: str
):
    played = started(ruleset).state.match
    result = MatchResult(winner=winner, games=Tally(*games), points=Tally(*points))
    ended = tuple(GameResult(game=number, winner=winner, score=Tally()) for number in range(1, sum(games) + 1))

    assert phrases.result_text(replace(played, result=result, games=ended)) == says


@pytest.mark.parametrize("slug", RULESETS)
def test_what_a_ruleset_means_is_described_in_five_facts(slug: str):
    facts = phrases.ruleset_facts(RULESETS[slug])

    assert len(facts) == 5 and all(fact.endswith(".") and "  " not in fact for fact in facts)
    assert ("total points decide" in facts[-1]) == (slug == "kagw")


def strokes_around_the_queen(board: BoardState) -> list[StrokeFacts]:
    """What may happen on this board to her, her cover and the striker."""
    own = board.colour_of(board.to_play) or Piece.WHITE
    fell = [(own,), (own, own), (), (Piece.BLACK if own is Piece.WHITE else Piece.WHITE,)]
    if board.queen is Queen.ON_BOARD and not board.early_queen:
        fell += [(Piece.QUEEN,), (Piece.QUEEN, own)]
    return [StrokeFacts(pocketed=each, striker_pocketed=striker) for each in fell for striker in (False, True)]


@pytest.mark.parametrize("slug", [slug for slug, ruleset in RULESETS.items() if ruleset.side_count == 2])
def test_who_has_a_queen_to_cover_learns_it_by_headline_sentence_and_what_is_awaited(slug: str):
    """Whatever left her waiting: alone, with the first own coin, with a cover that came out again."""
    reasons, rng = set(), random.Random(1)
    for _ in range(examples(48)):
        match = on_a_sheet(slug)
        if match.awaiting.kind is Decision.READY:
            match.answer(requests.Ready(), author=entries.UMPIRE)
        while match.awaiting.kind is Decision.STROKE and match.state.match.board.strokes < 8:
            facts = rng.choice(strokes_around_the_queen(match.state.match.board))
            sentence, ruling = reported(match, requests.StateFacts(facts), entries.UMPIRE)
            board = match.entries[-1].followed.ruling.after
            waits = board.queen is Queen.AWAITING_COVER
            for text in (ruling["headline"], sentence, phrases.awaiting_text(match.state.match)):
                assert ("must cover the queen" in text) == waits, (text, facts)
            reasons |= {one["code"] for one in ruling["reasons"]} if waits else set()

    expected = {"queen_to_cover"} | ({"queen_first_coin", "queen_cover_put_off"} if slug == "icf" else set())
    assert expected <= reasons


def test_a_headline_says_what_follows_the_coin_that_is_placed_first():
    match = on_a_sheet()
    reported(match, requests.StateFacts(StrokeFacts(pocketed=(Piece.WHITE,))), entries.UMPIRE)
    reported(match, requests.StateFacts(StrokeFacts(pocketed=(Piece.QUEEN,))), entries.UMPIRE)
    before = match.state.match
    match.answer(
        requests.StateFacts(StrokeFacts(pocketed=(Piece.WHITE,), striker_pocketed=True)), author=entries.UMPIRE
    )
    followed = match.entries[-1].followed
    due = Due(piece=Piece.WHITE, side=Side.A, placer=Seat.NORTH, region=Region.OUTER_CIRCLE, why=Reason.DUE_PLACED)
    placing = replace(followed.standing, awaiting=Awaiting(kind=Decision.PLACING, seats=(Seat.NORTH,), dues=(due, due)))

    headline = rendering.headline(before, placing, followed.ruling, Side.A)

    assert headline == "Ben places 2 white, then Asha must cover the queen"


def test_a_failed_attempt_says_who_breaks_and_not_only_who_plays():
    match = on_a_sheet()
    missed = StrokeFacts(touched=False)

    headlines = [reported(match, requests.StateFacts(missed), entries.UMPIRE)[1]["headline"] for _ in range(3)]

    assert headlines == ["Asha breaks again", "Asha breaks again", "Ben breaks"]


def test_a_won_board_says_how_many_points_the_winner_may_still_take():
    match = on_a_sheet(asks_claims=True)

    last = StrokeFacts(pocketed=(Piece.WHITE,) * 9, striker_pocketed=True)
    _sentence, ruling = reported(match, requests.StateFacts(last), entries.UMPIRE)

    assert match.state.match.awaiting.kind is Decision.CLAIM
    assert ruling["headline"] == "Ben wins the board with 3 points, and may take 1 more"
