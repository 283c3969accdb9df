"""A question as a link's query: short, readable, read back strictly, and ruled on as what it was made of."""

import random
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from carrom.laws.cases import differences_of, read_file
from carrom.laws.conformance import board_of
from carrom.laws.facts import ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Ruling
from carrom.laws.situations import possible, situations
from carrom.laws.values import parameters, with_values
from carrom.notation.question import (
    LONGEST,
    Question,
    QuestionError,
    question_from,
    question_of,
    read_question,
    write_question,
)
from carrom.terms import Side
from tests.support.thorough import one_of

LAW_CASES = sorted((Path(__file__).parents[1] / "laws").glob("*/*.toml"))


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ordinary_situation_is_ruled_alike_through_its_link(slug: str):
    ruleset = RULESETS[slug]
    tried = 0

    for situation in situations(solo=ruleset.side_count == 1):
        if possible(situation, ruleset):
            query = write_question(question_of(situation.board, situation.facts, ruleset))
            read = read_question(query)
            assert write_question(read) == query
            assert judge(read.board, read.facts, read.laws) == judge(situation.board, situation.facts, ruleset), query
            tried += 1

    assert tried > 200


def as_seen_by_the_striker(ruling: Ruling, striker: Side) -> object:
    """The outcome of a ruling, with sides as 'own' and 'other'."""

    def reported(side: Side | None) -> str:
        return "" if side is None else "own" if side is striker else "other"

    after, end = ruling.after, ruling.outcome
    return (
        [(one.reason, reported(one.side), one.clauses, one.pieces, one.count, one.fact) for one in ruling.findings],
        ruling.returns,
        (
            after.white_up,
            after.black_up,
            after.queen,
            reported(after.queen_side),
            after.early_queen,
            after.first_of_turn,
        ),
        (after.owed_by(striker), after.owed_by(striker.other), reported(after.to_play), after.seat, after.passes),
        (after.broken, after.attempt, after.reprieved, ruling.next_seat),
        (ruling.restore, ruling.sanction, ruling.warned),
        end and (end.end, end.why, reported(end.winner), end.points, end.extra_points, end.loser_points),
    )


@pytest.mark.parametrize("slug", RULESETS)
def test_every_stroke_of_random_boards_is_ruled_alike_through_its_link_whichever_side_struck(slug: str):
    ruleset, rng = RULESETS[slug], random.Random(5)
    strokes, sides = 0, set()

    while strokes < one_of(200, 600):
        for board, facts, ruling in board_of(ruleset, rng):
            assert not isinstance(ruling, ContradictoryFactsError)
            query = write_question(question_of(board, facts, ruleset))
            read = read_question(query)
            through_link = judge(read.board, read.facts, read.laws)
            here = as_seen_by_the_striker(ruling, board.to_play)
            assert as_seen_by_the_striker(through_link, Side.A) == here, query
            strokes += 1
            sides.add(board.to_play)

    assert sides == ({Side.A} if ruleset.side_count == 1 else {Side.A, Side.B})


@pytest.mark.parametrize("file", LAW_CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_law_case_holds_through_its_link(file: Path):
    for case in read_file(file):
        given = {key: value for key, value in case.given.items() if key != "options"}
        asked = Question(case.ruleset.slug, case.given.get("options", {}), given, case.stroke)
        read = read_question(write_question(asked))
        through_link = replace(case, ruleset=read.laws, given=read.given, stroke=read.stroke)
        assert differences_of(through_link) == (), write_question(asked)


@pytest.mark.parametrize(
    ("query", "is_written"),
    [
        ("", "ruleset=icf"),
        ("ruleset=icf&own=9&opponent=9&queen=up&touched=yes&improper=no", "ruleset=icf"),
        ("pocketed=own,striker&own=6", "ruleset=icf&own=6&pocketed=own,striker"),
        ("pocketed=own&pocketed=striker&own=6", "ruleset=icf&own=6&pocketed=own,striker"),
        ("broken=no", "ruleset=icf&attempt=1"),
        ("attempt=2", "ruleset=icf&attempt=2"),
        ("broken=yes&attempt=2", "ruleset=icf"),
        ("option_game_target=25", "ruleset=icf"),
        ("option_game_target=none&option_coin_points=2", "ruleset=icf&option_coin_points=2&option_game_target=none"),
        ("option_technical_foul=other_side", "ruleset=icf&option_technical_foul=other_side"),
        ("option_technical_foul=no", "ruleset=icf&option_technical_foul=no"),
        ("option_players_allowed=2", "ruleset=icf&option_players_allowed=2"),
        ("option_declared_events=push:void,drag:void", "ruleset=icf&option_declared_events=push:void,drag:void"),
        ("warnings=push:1,leaning:2&declared=push", "ruleset=icf&warnings=push:1,leaning:2&declared=push"),
        ("claims_extra=0", "ruleset=icf&claims_extra=0"),
        ("claims_extra=yes", "ruleset=icf"),
        ("https://carrom.example/laws/what-if/?ruleset=kagw&own=2#ruling", "ruleset=kagw&own=2"),
    ],
)  # fmt: skip
def test_a_link_says_what_is_not_ordinary_and_nothing_else(query: str, is_written: str):
    assert write_question(read_question(query)) == is_written


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("ruleset=nobody", "ruleset"),
        ("own=10", "own"),
        ("own=-1", "own"),
        ("own=²", "own"),
        ("white=3", "white"),
        ("ruleset=baca19&own=3", "own"),
        ("queen=gone", "queen"),
        ("pocketed=own,coin", "pocketed"),
        ("pocketed=white", "pocketed"),
        ("colours=open&ruleset=common&pocketed=own", "pocketed"),
        ("declared=sneezed", "declared"),
        ("warnings=push", "warnings"),
        ("warnings=push:often", "warnings"),
        ("option_game_target=many", "option_game_target"),
        ("option_nothing=1", "option_nothing"),
        ("options=x", "options"),
        ("anything=1", "anything"),
    ],
)
def test_what_a_link_cannot_say_is_refused_by_its_key(query: str, key: str):
    with pytest.raises(QuestionError) as refused:
        read_question(query)

    assert refused.value.key == key
    assert refused.value.code == "question"
    assert key in str(refused.value)


def test_a_link_that_is_too_long_is_refused():
    with pytest.raises(QuestionError):
        read_question("own=" + "9" * LONGEST)


def test_a_clubs_own_ruleset_is_described_by_what_it_changes():
    club = ruleset_from_text('base = "kagw"\nslug = "our-club"\ntitle = "Ours"\n[values]\nqueen_points = 7\n')
    situation = next(s for s in situations() if s.words == "three down each: the striker falls")

    asked = question_of(situation.board, situation.facts, club)

    assert dict(parse_qsl(write_question(asked)))["ruleset"] == "kagw"
    assert asked.options == {"queen_points": 7}
    assert all(getattr(asked.laws, name) == getattr(club, name) for name in parameters())


def test_the_way_of_the_striker_is_reported_as_well():
    facts = StrokeFacts(direction=Direction.BACKWARD, crossed_front_line=False, struck_behind_line=True)
    laws = with_values(RULESETS["kagw"], {"queen_points": 2})
    board = replace(situations()[0].board, reprieved=True, passes=2)

    read = read_question(write_question(question_of(board, facts, laws)))

    assert read.facts == facts and read.laws == laws
    assert (read.board.reprieved, read.board.passes) == (True, 2)


def test_an_empty_field_of_a_form_says_nothing():
    assert question_from({"ruleset": "icf", "own": "", "option_game_target": "", "queen": ""}) == read_question("")
