"""Readings of single clauses that no case file tells: by a ruling of one stroke each."""

import json
from dataclasses import replace
from typing import Any

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.cases import judge_json
from carrom.laws.centre_places import centre_spot
from carrom.laws.facts import KIND_OF_FACT, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import effect_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Restore
from carrom.laws.values import RulesetValueError, with_values
from carrom.terms import Piece, Queen, Side

ICF, KAGW, CLASSIC, POLISH, COMMON = (RULESETS[slug] for slug in ("icf", "kagw", "classic", "polish", "common"))
BOARD = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))


def ruled(slug: str, given: dict[str, Any] | None = None, **stroke: Any) -> dict[str, Any]:
    return judge_json(slug, json.dumps({"given": given or {}, "stroke": stroke}))


@pytest.mark.clause("K-034")
def test_k034_it_is_no_matter_which_coin_the_striker_meets_first() -> None:
    facts = StrokeFacts(pocketed=(Piece.WHITE,), first_contact=Piece.BLACK)
    ruling = judge(BOARD, facts, KAGW)

    assert ruling.keeps_turn and not ruling.returns and "K-034" in ruling.clauses


@pytest.mark.clause("K-062", "K-055", "C-082")
@pytest.mark.parametrize("slug", ["kagw", "classic"])
def test_k062_the_opponent_places_all_that_a_foul_brings_back_his_own_last_coin_too(slug: str) -> None:
    for men, placer in ((2, "north"), (4, "east")):
        given = {"own": 3, "opponent": 1, "queen": "covered_own", "men": men}
        returns = ruled(slug, given, pocketed=["opponent"])["returns"]
        assert [(back["piece"], back["placer"], back["region"]) for back in returns] == [
            ("white", placer, "outer_circle"),
            ("black", placer, "outer_circle"),
        ]


@pytest.mark.clause("K-062", "K-066")
def test_k062_what_the_other_side_owes_is_placed_by_the_one_whose_stroke_made_it_payable() -> None:
    returns = ruled("kagw", {"own": 3, "opponent": 9, "opponent_owed": 1}, pocketed=["opponent"])["returns"]

    assert [(back["piece"], back["placer"]) for back in returns] == [("black", "south")]


@pytest.mark.clause("C-045", "C-083")
def test_c045_the_breaker_may_keep_the_rack_together_by_hand_until_the_first_stroke() -> None:
    before = ruled("classic", {"broken": False}, made=False, declared=["touched_coin"])
    by_the_other = ruled("classic", {"broken": False}, made=False, declared=["touched_coin"], by="opponent")
    later = ruled("classic", {"own": 7}, made=False, declared=["touched_coin"])

    assert before["own_owed"] == 0 and before["next"] == "own" and "C-045" in before["clauses"]
    assert by_the_other["opponent_owed"] == 1
    assert later["own"] == 8 and later["next"] == "opponent" and "C-083" in later["clauses"]
    assert ruled("kagw", {"broken": False}, made=False, declared=["touched_coin"])["own_owed"] == 1


@pytest.mark.clause("C-069", "C-072")
def test_a_coin_that_was_down_once_counts_though_dues_brought_all_nine_back() -> None:
    saved = ruled("classic", {"own": 9, "own_earned": True}, pocketed=["queen", "own"])
    never = ruled("classic", {"own": 9}, pocketed=["queen", "own"])

    assert saved["queen"] == "covered_own" and never["queen"] == "pending"
    assert ruled("icf", {"own": 9, "own_earned": True}, pocketed=["queen", "own"])["queen"] == "pending"


@pytest.mark.clause("P-014", "P-018")
def test_p014_no_foul_follows_from_a_finger_unless_somebody_declares_the_wrong_one() -> None:
    assert ruled("polish", {"own": 6}, pocketed=["own"])["next"] == "own"
    assert ruled("polish", {"own": 6}, pocketed=["own"], declared=["wrong_finger"])["next"] == "opponent"


@pytest.mark.clause("L-009")
def test_l009_the_choice_of_finger_alone_is_no_foul() -> None:
    thumb = ruled("common", {"own": 6}, pocketed=["own"], declared=["wrong_finger"])

    assert thumb["own"] == 5 and thumb["next"] == "own" and "L-009" in thumb["clauses"]


@pytest.mark.clause("P-015", "P-032")
@pytest.mark.parametrize("coins", [1, 2, 3])
def test_p032_a_pushed_stroke_with_the_striker_costs_its_coins_and_one_for_each_breach(coins: int) -> None:
    pushed = ruled("polish", {"own": 5}, pocketed=["own"] * coins + ["striker"], declared=["push"])

    assert pushed["own"] == 5 + 2 and pushed["next"] == "opponent"


@pytest.mark.clause("P-037", "L-137", "L-168")
def test_p037_the_queen_goes_as_near_to_the_middle_as_there_is_room() -> None:
    covered = ruled("polish", {"own": 9}, pocketed=["queen"])

    assert covered["region"] == "centre" and "P-037" in covered["clauses"]
    assert centre_spot([]) == (0.0, 0.0)
    x, y = centre_spot([(0.0, 0.01)])
    assert (x**2 + (y - 0.01) ** 2) ** 0.5 == pytest.approx(0.0318)


@pytest.mark.clause("L-027", "L-069")
def test_l027_a_queen_pocketed_when_no_own_coin_is_left_goes_back_and_the_turn_ends() -> None:
    late = ruled("common", {"own": 0, "opponent": 5}, pocketed=["queen"])

    assert (late["queen"], late["next"], late["board"]) == ("up", "opponent", "on")
    assert late["returned"]["queen"] == 1 and "L-027" in late["clauses"]
    for slug in ("icf", "kagw", "classic", "polish"):
        assert ruled(slug, {"own": 0, "opponent": 5})["error"] == "board-over"
    assert ruled("common", {"own": 0, "queen": "covered_opponent"})["error"] == "board-over"


@pytest.mark.clause("L-070", "L-066")
def test_l070_with_one_coin_each_and_the_queen_covered_the_first_to_pocket_his_wins_one_point() -> None:
    last = ruled("common", {"own": 1, "opponent": 1, "queen": "covered_opponent"}, pocketed=["own"])

    assert last["board"] == "own" and last["points"] == 1 and "L-070" in last["clauses"]


@pytest.mark.clause("L-066")
def test_l066_a_covered_queen_is_safe_from_later_fouls() -> None:
    foul = ruled("common", {"own": 5, "queen": "covered_own"}, pocketed=["striker"])

    assert foul["queen"] == "covered_own" and foul["own"] == 6 and "L-066" in foul["clauses"]


@pytest.mark.clause("L-063")
def test_l063_the_other_colour_returns_without_penalty_in_the_stroke_that_decides() -> None:
    open_colours = {"colours": "open"}
    direct = ruled("common", open_colours, pocketed=["black", "white"], direct=["black", "white"])

    assert (direct["own_colour"], direct["black"], direct["white"]) == ("black", 8, 9)
    assert direct["own_owed"] == 0 and direct["next"] == "own"


@pytest.mark.clause("L-055")
def test_l055_a_rim_coin_that_drops_later_counts_for_its_owner_and_leaves_the_turn() -> None:
    for piece, white, black in ((Piece.WHITE, 5, 6), (Piece.BLACK, 6, 5)):
        ruling = judge(BOARD, StrokeFacts(made=False, dropped=(piece,)), COMMON)
        assert (ruling.after.white_up, ruling.after.black_up, ruling.next_side) == (white, black, Side.A)


@pytest.mark.clause("L-054", "ICF-L71", "ICF-L113")
def test_a_coin_that_a_knock_makes_fall_counts_under_icf_and_is_put_back_under_common() -> None:
    knocked = StrokeFacts(made=False, dropped=(Piece.BLACK,), declared=("vibration",))

    counted, restored = judge(BOARD, knocked, ICF), judge(BOARD, knocked, COMMON)
    assert counted.after.black_up == 5 and counted.outcome is None
    assert restored.after == BOARD and restored.restore is Restore.POSITION and "L-054" in restored.clauses


@pytest.mark.clause("L-032")
def test_l032_what_is_owed_never_lapses_under_common() -> None:
    lapses = {"options": {"declared_events": {"claim_forgotten": "claim_lapses"}}}

    assert ruled("common", {"own_owed": 1, **lapses}, made=False, declared=["claim_forgotten"])["own_owed"] == 1
    assert ruled("icf", {"own_owed": 1}, made=False, declared=["claim_forgotten"])["own_owed"] == 0


@pytest.mark.clause("L-047")
def test_l047_who_struck_out_of_turn_gives_the_stroke_to_the_side_whose_turn_it_is() -> None:
    own = ruled("common", {"own": 6}, pocketed=["own"], declared=["out_of_turn"])
    other = ruled("common", {"own": 6}, made=False, declared=["out_of_turn"], by="opponent")

    assert own["own"] == 6 and own["next"] == "opponent" and "L-047" in own["clauses"]
    assert other["next"] == "own"
    lost = ruled("common", {"own": 6, "options": {"out_of_turn": "lose_board"}}, declared=["out_of_turn"])
    assert lost["board"] == "opponent"


@pytest.mark.clause("L-155")
def test_l155_a_stroke_after_stop_is_void_with_all_that_fell_or_left_the_board_and_costs_a_coin() -> None:
    void = ruled(
        "common", {"own": 7}, pocketed=["own", "queen"], off_board=["opponent"], declared=["struck_after_stop"]
    )

    assert (void["own"], void["opponent"], void["queen"], void["next"]) == (8, 9, "up", "opponent")
    assert void["returned"] == {"white": 1, "black": 0, "queen": 0, "own": 1, "opponent": 0}
    assert void["returns"] == [one for one in void["returns"] if not one["jumped"]]


@pytest.mark.clause("K-067")
def test_k067_a_claim_lapses_whichever_side_is_named_when_only_one_debt_is_open() -> None:
    by_claimant = ruled("kagw", {"opponent": 8, "opponent_owed": 2}, declared=["claim_forgotten"])
    by_debtor = ruled("kagw", {"own": 8, "own_owed": 2}, made=False, declared=["claim_forgotten"])
    saved = ruled(
        "kagw", {"opponent": 8, "opponent_owed": 2, "options": {"owed_lapse": "never"}}, declared=["claim_forgotten"]
    )

    assert (by_claimant["opponent"], by_claimant["opponent_owed"]) == (8, 0)
    assert (by_debtor["own"], by_debtor["own_owed"]) == (8, 0)
    assert saved["opponent_owed"] == 1 and saved["opponent"] == 9  # what can be paid is paid at the end of the turn


@pytest.mark.clause("K-059", "K-060", "K-065")
def test_k059_a_foul_of_the_side_that_waits_is_paid_at_once_and_takes_no_turn() -> None:
    touched = ruled("kagw", {"opponent": 6}, made=False, declared=["touched_coin"], by="opponent")

    assert touched["opponent"] == 7 and touched["opponent_owed"] == 0 and touched["next"] == "own"


@pytest.mark.clause("P-017", "L-125", "ICF-L91")
def test_leaving_costs_what_the_ruleset_or_an_event_says() -> None:
    foul = ruled("polish", {"own": 6}, made=False, declared=["left_seat"])
    board = ruled("polish", {"own": 6, "options": {"leaving": "lose_board"}}, made=False, declared=["left_seat"])

    assert foul["own"] == 7 and foul["next"] == "opponent"
    assert board["board"] == "opponent"
    assert ruled("icf", {"own": 6}, made=False, declared=["left_seat"])["board"] == "opponent"
    assert ruled("common", {"own": 6}, made=False, declared=["left_match"])["sanction"] == "game"


@pytest.mark.clause("P-038")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("coins_up_and_covered_queen", {"up": 4, "pending": 4, "covered_opponent": 7, "covered_own": 4}),
        ("coins_up_and_queen", {"up": 7, "pending": 7, "covered_opponent": 7, "covered_own": 4}),
        ("coins_up", {"up": 4, "pending": 4, "covered_opponent": 4, "covered_own": 4}),
    ],
)
def test_p038_the_queen_pays_if_the_winner_has_covered_her(reading: str, expected: dict[str, int]) -> None:
    last = {"own": 4, "opponent": 1, "options": {"lost_board_points": reading}}
    points = {
        queen: ruled("polish", last | {"queen": queen}, pocketed=["opponent"])["points"]
        for queen in ("up", "pending", "covered_opponent", "covered_own")
    }
    covering = ruled("polish", last | {"queen": "pending"}, pocketed=["own", "opponent"])

    assert points == expected
    assert covering["points"] == 3 and covering["queen"] == "covered_own"


@pytest.mark.clause("P-038")
def test_p038_the_polish_preset_takes_the_reading_of_the_text() -> None:
    assert POLISH.lost_board_points == "coins_up_and_covered_queen"


@pytest.mark.clause("C-080")
def test_c080_a_queen_counts_as_covered_in_this_turn_until_the_turn_passes() -> None:
    waiting = replace(BOARD, queen=Queen.AWAITING_COVER, queen_side=Side.A, first_of_turn=False)
    covered = judge(waiting, StrokeFacts(pocketed=(Piece.WHITE,)), CLASSIC).after
    later = judge(covered, StrokeFacts(pocketed=(Piece.WHITE,)), CLASSIC).after
    passed = judge(later, StrokeFacts(), CLASSIC).after

    assert [board.covered_this_turn for board in (waiting, covered, later, passed)] == [False, True, True, False]
    hit = StrokeFacts(pocketed=(Piece.BLACK,), struck=frozenset({Piece.BLACK}))
    literal = with_values(CLASSIC, {"pending_queen_back_on_opponent_foul": "covered_too"})
    assert judge(later, hit, CLASSIC).after.queen is Queen.COVERED
    assert judge(later, hit, literal).after.queen is Queen.ON_BOARD


@pytest.mark.clause("L-049", "L-149")
def test_l049_both_last_coins_are_replayed_though_one_was_hit_directly_but_not_with_the_striker_or_a_foul() -> None:
    last = {"own": 1, "opponent": 1, "queen": "covered_own"}
    both = ["own", "opponent"]

    assert ruled("common", last, pocketed=both, direct=["opponent"])["board"] == "replayed"
    for stroke in ({"pocketed": [*both, "striker"]}, {"pocketed": both, "declared": ["push"]}):
        spoilt = ruled("common", last, **stroke)
        assert (spoilt["board"], spoilt["own"], spoilt["opponent"], spoilt["next"]) == ("on", 2, 1, "opponent")


@pytest.mark.clause("C-058", "C-070")
def test_c070_a_losing_coverer_is_paid_only_where_an_event_says_so() -> None:
    last = BoardState(
        white_up=1, black_up=5, queen=Queen.COVERED, queen_side=Side.B, broken=True, earned=(True, True), score=(0, 3)
    )
    stroke = StrokeFacts(pocketed=(Piece.WHITE,))

    plain = judge(last, stroke, CLASSIC).outcome
    paid = judge(last, stroke, with_values(CLASSIC, {"loser_queen_points": True})).outcome
    assert plain is not None and (plain.points, plain.loser_points) == (5, 0)
    assert paid is not None and (paid.points, paid.loser_points) == (5, 5)


@pytest.mark.clause("K-042")
def test_k042_read_by_the_turn_a_coin_that_fell_before_the_queen_covers_her() -> None:
    given = {"own": 5, "first_of_turn": False}

    assert ruled("kagw", given, pocketed=["queen"])["queen"] == "pending"
    literal = ruled("kagw", given | {"options": {"cover_window": "same_turn"}}, pocketed=["queen"])
    assert literal["queen"] == "covered_own" and literal["next"] == "own"


def test_a_fact_that_restores_leaves_nothing_to_charge_whatever_else_is_declared() -> None:
    for declared in (["push", "outage"], ["outage", "push"]):
        reported = ruled("common", {"own": 6}, pocketed=["own"], declared=[*declared, "over_diagonal"])
        assert (reported["own"], reported["next"], reported["warned"]) == (6, "own", ["over_diagonal"])
        reasons = {finding["reason"] for finding in reported["findings"]}
        assert reasons == {Reason.FACT_RESTORES, Reason.WARNING}


@pytest.mark.clause("ICF-L29", "ICF-L30", "ICF-L32", "ICF-L33", "ICF-L37", "ICF-L38", "ICF-L50", "ICF-L62", "ICF-L122")
@pytest.mark.clause("ICF-L123", "ICF-L124", "ICF-L129", "ICF-L133", "ICF-L135", "ICF-L2", "ICF-L11")
@pytest.mark.parametrize("slug", list(RULESETS))
def test_every_declared_foul_costs_a_coin_and_cites_its_own_clauses(slug: str) -> None:
    ruleset = RULESETS[slug]
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), solo=ruleset.side_count == 1)
    fouls = [fact for fact in KIND_OF_FACT if effect_of(ruleset, fact) == "foul"]
    assert len(fouls) >= 5

    for fact in fouls:
        ruling = judge(board, StrokeFacts(declared=(fact,)), ruleset)
        assert ruling.after.white_up == 7, fact
        assert ruleset.fact_citations[fact], fact
        before = judge(board, StrokeFacts(made=False, declared=(fact,)), ruleset)  # L-041: touched before the strike
        assert set(ruleset.fact_citations[fact]) <= {*ruling.clauses, *before.clauses}, fact


@pytest.mark.parametrize("slug", list(RULESETS))
def test_each_ruleset_knows_the_facts_of_the_table_and_no_others(slug: str) -> None:
    known = {fact for fact in KIND_OF_FACT if effect_of(RULESETS[slug], fact) is not None}
    everybody = {"push", "drag", "not_flicked", "over_diagonal"}
    hands, seat = {"second_hand", "two_fingers", "wrong_finger"}, {"left_seat", "chair_moved"}
    pieces = {"touched_coin", "adjusted_coin"}
    not_icf = hands | {"intent_against_coins"}
    not_alone = {"left_seat", "time_exceeded", "delay", "out_of_turn", "distraction", "blocking", "claim_forgotten"}
    not_alone |= {"misplaced_coin"}
    table = {
        "icf": set(KIND_OF_FACT) - not_icf,
        "baca19": set(KIND_OF_FACT) - not_icf - not_alone,
        "kagw": everybody | hands | pieces | {"claim_forgotten"},
        "classic": everybody | pieces | {"body_touched_board"},
        "polish": everybody | hands | seat,
        "common": set(KIND_OF_FACT) - {"claim_forgotten", "before_play", "no_room_for_striker", "misplaced_coin"},
    }

    assert known == table[slug]


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("declared_events", {"push": "nonsense"}),
        ("declared_events", {"no_such_fact": "foul"}),
        ("foul_events", ["nonsense"]),
        ("foul_events", "technique"),
    ],
)
def test_effects_and_kinds_that_the_laws_do_not_know_are_refused(name: str, held: object) -> None:
    with pytest.raises(RulesetValueError) as refused:
        with_values(ICF, {name: held})

    assert refused.value.name == name
