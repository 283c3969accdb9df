"""What a ruling cites: the clauses that apply to the stroke, all of them, and no other.

`DEMANDS` is written from the documents' texts, over the board before, the facts and what followed. It knows nothing of
reasons, findings and conditions of the library.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.clauses.citing import applies
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruled import Ruled
from carrom.laws.ruleset import Ruleset, effect_of
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Ruling
from carrom.laws.texts.lookup import State, clauses, finding_sentence, reason_template
from carrom.terms import Piece, Queen, Side
from tests.support.laws.boards import played_board
from tests.support.thorough import examples

EVERY = pytest.mark.parametrize("slug", list(RULESETS))


@dataclass(frozen=True)
class Stroke:
    """A stroke as somebody who watches the board tells it."""

    board: BoardState
    facts: StrokeFacts
    ruling: Ruling
    ruleset: Ruleset

    @property
    def fell(self) -> tuple[Piece, ...]:
        return self.facts.pocketed + self.facts.dropped

    @property
    def mine(self) -> Piece:
        if self.board.solo:
            return Piece.BLACK if not self.board.white_up and self.board.queen is Queen.COVERED else Piece.WHITE
        coins = [piece for piece in self.fell if piece is not Piece.QUEEN]
        return self.board.colour_of(self.board.to_play) or (coins or [Piece.WHITE])[0]

    @property
    def own(self) -> int:
        return self.fell.count(self.mine)

    @property
    def others(self) -> int:
        return len(self.fell) - self.own - self.queen

    @property
    def queen(self) -> bool:
        return Piece.QUEEN in self.fell

    @property
    def own_gone(self) -> bool:
        up = self.board.white_up if self.mine is Piece.WHITE else self.board.black_up
        return 0 < self.own == up

    @property
    def others_gone(self) -> bool:
        up = self.board.black_up if self.mine is Piece.WHITE else self.board.white_up
        return 0 < self.others == up

    @property
    def striker(self) -> bool:
        return self.facts.striker_pocketed

    @property
    def breach(self) -> bool:
        """Somebody said that the player in turn broke a law of this ruleset."""
        fouls = [fact for fact in self.facts.declared if effect_of(self.ruleset, fact) == "foul"]
        return self.facts.improper or bool(fouls and not self.facts.by_opponent)

    @property
    def over(self) -> bool:
        return self.ruling.over

    @property
    def keeps(self) -> bool:
        return self.ruling.keeps_turn

    @property
    def queen_back(self) -> bool:
        return any(back.piece is Piece.QUEEN and not back.jumped for back in self.ruling.returns)

    @property
    def coin_back(self) -> bool:
        return any(back.piece is not Piece.QUEEN and not back.jumped for back in self.ruling.returns)

    @property
    def waits(self) -> bool:
        """The queen waited for her cover before the stroke."""
        return self.board.queen is Queen.AWAITING_COVER

    @property
    def opening(self) -> bool:
        return self.facts.made and not self.board.broken


Demand = Callable[[Stroke], bool]
# what must be so where a clause is cited, and the clauses that speak of it
DEMANDS: tuple[tuple[Demand, str], ...] = (
    (
        lambda s: s.striker,
        "ICF-L72 ICF-L73 ICF-L74 ICF-L75 ICF-L98 ICF-L99 ICF-L100 ICF-L101 ICF-L108 ICF-L109 ICF-L111 "
        "K-048 C-073 C-078 P-031 P-032 L-015 L-018 L-019 L-020 L-058",
    ),
    (
        lambda s: s.own > 0,
        "ICF-L73 ICF-L75 ICF-L77 ICF-L97 ICF-L98 ICF-L101 ICF-L107 ICF-L108 K-034 K-042 K-043 K-056 C-072 C-081 "
        "P-025 P-032 P-033 P-039 P-040 L-019 L-020 L-026 L-029 L-050 L-068 L-110 L-142 L-169 B-018 B-021 B-025 B-026",
    ),
    (lambda s: s.own == 0, "ICF-L74 ICF-L92 ICF-L99 ICF-L100 P-031 P-024 B-020 B-022 B-023 B-027 B-028 K-037 K-040"),
    (
        lambda s: s.others > 0,
        "ICF-L74 ICF-L75 ICF-L76 ICF-L102 ICF-L103 ICF-L104 ICF-L105 ICF-L106 ICF-L109 ICF-L110 ICF-L111 ICF-L112 "
        "ICF-L125 K-051 K-052 K-053 K-055 C-079 C-080 C-082 P-038 L-017 L-028 L-029 L-049 L-143 L-149 "
        "B-019 B-020 B-021 B-022 B-024 B-025 B-027 B-028",
    ),
    (
        lambda s: s.queen,
        "ICF-L92 ICF-L97 ICF-L98 ICF-L99 ICF-L104 K-039 K-040 K-042 K-043 K-053 C-069 C-072 C-073 P-022 P-033 "
        "L-024 L-025 L-026 L-050 L-051 L-064 L-065 B-022 B-026 B-028",
    ),
    (lambda s: s.breach, "ICF-L2 ICF-L14 ICF-L64 ICF-L76 ICF-L77 L-132"),
    (lambda s: s.facts.improper or bool(s.facts.declared), "ICF-L33 K-026 K-031 C-004 C-038 P-015 P-021"),
    (
        lambda s: not s.breach,
        "ICF-L48 ICF-L73 ICF-L74 ICF-L75 ICF-L97 ICF-L125 K-036 K-037 K-052 C-063 P-033 L-030 L-139",
    ),
    (lambda s: not s.striker, "ICF-L48 ICF-L97 ICF-L102 ICF-L104 ICF-L106 ICF-L107 ICF-L125 K-036 K-037 P-033 L-139"),
    (
        lambda s: s.opening,
        "ICF-L44 ICF-L45 ICF-L46 ICF-L47 K-032 K-033 K-058 C-046 C-049 C-084 P-008 L-056 L-057 L-058 L-059 "
        "B-014 B-015 B-024 B-025 B-026 B-027 B-028 B-036",
    ),
    (lambda s: s.waits, "ICF-L100 ICF-L101 ICF-L102 L-033 B-023"),
    (lambda s: s.waits or s.queen, "ICF-L15 ICF-L96 K-020 K-021 C-068 P-023 P-024 L-021 L-022 L-143 B-017"),
    (lambda s: s.queen_back, "ICF-L93 ICF-L96 K-021 K-044 C-071 C-073 P-024 P-037 L-022 L-033 L-051 B-023"),
    (lambda s: s.queen_back or s.coin_back, "K-062 B-031"),
    (lambda s: bool(s.ruling.returns) or bool(s.facts.left_board), "L-136"),
    (lambda s: s.coin_back, "ICF-L84 ICF-L86 K-061 K-063 C-076 P-035 B-030"),
    (
        lambda s: s.over,
        "ICF-L5 ICF-L52 ICF-L53 ICF-L54 ICF-L102 ICF-L103 ICF-L104 ICF-L105 ICF-L106 ICF-L107 ICF-L108 ICF-L109 "
        "ICF-L110 ICF-L111 ICF-L112 K-018 K-022 K-068 K-072 C-002 C-055 C-057 C-058 C-059 P-009 P-026 P-027 P-028 "
        "P-038 P-039 P-040 L-049 L-067 L-070 L-092 L-093 L-107 L-109 L-148 L-149",
    ),
    (
        lambda s: not s.over,
        "ICF-L14 ICF-L48 ICF-L64 ICF-L72 ICF-L73 ICF-L74 ICF-L75 ICF-L76 ICF-L77 ICF-L96 ICF-L98 ICF-L99 ICF-L100 "
        "ICF-L101 ICF-L125 K-036 K-037 K-038 K-048 C-063 C-074 C-078 P-031 P-032 L-015 L-018 L-030 L-031 L-074",
    ),
    (lambda s: s.keeps or s.breach, "P-032"),
    (lambda s: s.keeps or s.board.solo, "ICF-L73 ICF-L75 K-036 L-002"),
    (lambda s: not s.keeps or s.board.solo, "ICF-L64 ICF-L74 ICF-L76 ICF-L77 ICF-L96 ICF-L100"),
    (lambda s: not s.keeps, "K-016 K-037 K-038 C-062 C-074 P-024 P-031 L-015"),
    (lambda s: s.own_gone, "ICF-L107 ICF-L108 K-056 C-081 P-039 P-040 L-020 L-068 L-110 L-147 L-169 B-018"),
    (lambda s: s.others_gone, "ICF-L103 ICF-L106 ICF-L111 K-055 C-082 P-038"),
    (
        lambda s: s.own_gone and s.others_gone,
        "ICF-L102 ICF-L104 ICF-L105 ICF-L109 ICF-L110 ICF-L112 L-049 L-149",
    ),
    (lambda s: s.board.queen is Queen.ON_BOARD, "ICF-L105 ICF-L106 ICF-L107 ICF-L108 ICF-L111"),
    (lambda s: bool(s.facts.left_board), "ICF-L65 K-050 P-034 P-036 L-034 L-035 L-036 L-077"),
    (lambda s: not s.facts.touched, "K-035 L-013 L-044"),
    (lambda s: s.facts.touched, "ICF-L44 K-033 L-139"),
    (lambda s: s.facts.passed, "ICF-L137"),
    (lambda s: bool(s.facts.dropped), "ICF-L71 ICF-L113"),
)


def demanded() -> Mapping[str, tuple[Demand, ...]]:
    """What each clause demands."""
    found: dict[str, tuple[Demand, ...]] = {}
    for demand, ids in DEMANDS:
        for clause in ids.split():
            found[clause] = (*found.get(clause, ()), demand)
    return found


ASKED = demanded()


def wrongly_cited(stroke: Stroke) -> Iterator[str]:
    """The clauses of a ruling that speak of something else."""
    for clause in stroke.ruling.clauses:
        if not all(demand(stroke) for demand in ASKED.get(clause, ())):
            yield clause


def rulings(ruleset: Ruleset, strokes: int, first: int = 0) -> Iterator[Stroke]:
    """Random rulings of whole boards."""
    seed, left = first, strokes
    while left > 0:
        for board, facts, ruling in played_board(ruleset, seed, 200):
            yield Stroke(board, facts, ruling, ruleset)
            left -= 1
        seed += 1


def test_the_demands_name_clauses_of_the_documents() -> None:
    assert set(ASKED) <= set(clauses())
    for slug in RULESETS:
        decided = {
            one.id
            for one in clauses().values()
            if one.document == slug and one.kind == "adjudicate" and one.id in RULESETS[slug].conditions
        }
        assert len(decided & set(ASKED)) > len(decided) / 2, (slug, sorted(decided - set(ASKED)))


@EVERY
def test_no_clause_is_cited_that_speaks_of_another_stroke(slug: str) -> None:
    for stroke in rulings(RULESETS[slug], examples(4_000)):
        assert not list(wrongly_cited(stroke)), (list(wrongly_cited(stroke)), stroke)


@EVERY
def test_every_clause_that_applies_is_cited_and_its_condition_holds_for_those_who_ask_afterwards(slug: str) -> None:
    ruleset = RULESETS[slug]
    own = [clause for clause in ruleset.conditions if clauses()[clause].document == slug]
    for stroke in rulings(ruleset, examples(2_500)):
        ruled = Ruled.of(stroke.board, stroke.facts, stroke.ruling)
        cited = stroke.ruling.clauses
        assert all(applies(clause, ruled, ruleset) for clause in cited)
        silent = [clause for clause in own if applies(clause, ruled, ruleset) and clause not in cited]
        assert not silent, (silent, stroke)


@EVERY
def test_every_clause_that_a_ruling_may_cite_says_when_it_applies(slug: str) -> None:
    ruleset = RULESETS[slug]
    of_rulings = {reason for reason in Reason if not reason.value.startswith(("place_", "striker_o", "striker_part"))}
    named = {one for reason in of_rulings for one in ruleset.citations[reason]}
    named |= {one for ids in ruleset.fact_citations.values() for one in ids}

    assert named <= set(ruleset.conditions)


@pytest.mark.parametrize(
    ("slug", "clause"), [("icf", "ICF-L77"), ("baca19", "B-024"), ("polish", "P-024"), ("kagw", "K-036")]
)
def test_a_clause_that_says_always_is_found_out(slug: str, clause: str) -> None:
    """The demands see a condition that is too wide: they are no echo of the library's own."""
    ruleset = RULESETS[slug]
    always = MappingProxyType({**ruleset.conditions, clause: lambda ruled: True})
    careless = replace(ruleset, conditions=always)

    assert any(clause in wrongly_cited(stroke) for stroke in rulings(careless, 4_000))


def test_icf_a_proper_stroke_never_cites_the_laws_of_improper_ones() -> None:
    proper = [stroke for stroke in rulings(RULESETS["icf"], examples(5_000)) if not stroke.breach]

    assert len(proper) > examples(2_000)
    assert not [stroke for stroke in proper if {"ICF-L76", "ICF-L77"} & set(stroke.ruling.clauses)]


def test_baca19_a_stroke_after_the_break_never_cites_the_clauses_of_the_break() -> None:
    of_the_break = {"B-014", "B-015", "B-024", "B-025", "B-026", "B-027", "B-028", "B-036"}
    after = [stroke for stroke in rulings(RULESETS["baca19"], examples(5_000)) if stroke.board.broken]

    assert len(after) > examples(3_000)
    assert not [stroke for stroke in after if of_the_break & set(stroke.ruling.clauses)]


@pytest.mark.clause("L-076")
def test_several_fouls_of_one_stroke_that_cost_one_coin_say_so() -> None:
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), first_of_turn=False)
    two_off = judge(board, StrokeFacts(left_board=(Piece.WHITE, Piece.BLACK)), RULESETS["common"])
    one_off = judge(board, StrokeFacts(left_board=(Piece.WHITE,)), RULESETS["common"])

    assert "L-076" in two_off.clauses and "L-076" not in one_off.clauses
    assert two_off.after.owed_by(Side.A) == 0 and two_off.after.white_up == one_off.after.white_up == 7


@pytest.mark.clause("K-047", "L-116")
@pytest.mark.parametrize(("slug", "clause"), [("kagw", "K-047"), ("common", "L-116")])
def test_a_striker_under_a_coin_or_on_its_edge_is_the_referees_and_costs_nothing(slug: str, clause: str) -> None:
    """They take it out or lay it flat: no fact that may be declared is about it, so nobody can be charged for it."""
    ruleset = RULESETS[slug]
    cited = {one for ids in (*ruleset.citations.values(), *ruleset.fact_citations.values()) for one in ids}
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), first_of_turn=False)

    ruling = judge(board, StrokeFacts(pocketed=(Piece.WHITE,)), ruleset)

    assert clauses()[clause].state is State.REFEREE and clause not in cited
    assert ruling.keeps_turn and not ruling.returns and ruling.after.owed == (0, 0)
    assert RULESETS["common"].upright_coin == "referee_flat"


@pytest.mark.clause("L-034")
@pytest.mark.parametrize("slug", list(RULESETS))
def test_a_piece_off_the_board_is_never_called_an_improper_stroke(slug: str) -> None:
    ruleset = RULESETS[slug]
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True), solo=ruleset.side_count == 1)
    ruling = judge(board, StrokeFacts(left_board=(Piece.WHITE,)), ruleset)
    reported = " ".join(finding_sentence(finding, {Side.A: "Asha", Side.B: "Ben"}) for finding in ruling.findings)

    assert "improper" not in reported
    assert ("foul" in reported) == ruleset.coin_off_foul


@pytest.mark.clause("B-033")
def test_where_any_shot_is_forbidden_the_refusal_does_not_speak_of_the_queen_alone() -> None:
    assert RULESETS["baca19"].placing_makes_shot == "forbidden"
    assert "queen" not in reason_template(Reason.PLACE_MAKES_SHOT)
