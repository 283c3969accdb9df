"""Positions read and drawn, strokes simulated and judged, and "judge this"."""

from typing import Any

from django.http import HttpRequest

from carrom import svg
from carrom.equipment.position import Position
from carrom.game import Match
from carrom.laws.cases import judge_values
from carrom.match.rules import shipped
from carrom.notation.pieces import read_position, write_position
from carrom.notation.question import read_question
from carrom.notation.situation import looks_like_a_situation, read_situation, write_situation
from carrom.play.situation import NotBetweenStrokesError, situation_of
from carrom.terms import piece_of
from carrom_web.api.errors import NothingHereError
from carrom_web.api.permissions import PUBLIC
from carrom_web.api.routing import Endpoints
from carrom_web.api.schemas import AimedStroke, Json, PositionText, PositionValues, Question, Ruleset
from carrom_web.core.translation import ruleset_title
from carrom_web.matches.law_texts import clauses_json

ENDPOINTS = Endpoints("Laws and positions")


def position_values(position: Position, text: str, situation: str | None) -> Json:
    """Return a position as its readers get it."""
    return {
        "text": text,
        "situation": situation,
        "pieces": [
            {"number": one.number, "piece": piece_of(one.number).value, "x": one.x, "y": one.y}
            for one in position.pieces
        ],
        "svg": svg.board(position),
    }


@ENDPOINTS.get("/rulesets", audience=PUBLIC, response=list[Ruleset], summary="Rulesets")
def rulesets(request: HttpRequest) -> Any:
    """Return the laws under which one can play here."""
    return [
        {"slug": one.slug, "title": ruleset_title(one), "players": one.side_count, "edition": one.edition}
        for one in shipped().values()
    ]


@ENDPOINTS.post("/positions", audience=PUBLIC, response=PositionValues, summary="Read a position")
def read_a_position(request: HttpRequest, body: PositionText) -> Any:
    """Read a position or a situation strictly, and return it as it is written, piece by piece, and as a picture."""
    if looks_like_a_situation(body.text):
        situation = read_situation(body.text)
        return position_values(situation.position, write_position(situation.position), write_situation(situation))
    position = read_position(body.text)
    return position_values(position, write_position(position), None)


@ENDPOINTS.post("/strokes", audience=PUBLIC, response=Json, summary="Try a stroke")
def try_a_stroke(request: HttpRequest, body: AimedStroke) -> Any:
    """Simulate a stroke on a situation, judge it, and return where all lie then. Nothing is stored."""
    match = Match.from_situation(body.situation)
    match.play_stroke(body.offset, body.angle, body.speed)
    entry = match.entries[-1]
    ruling, facts = entry.followed.ruling, entry.followed.facts
    assert ruling is not None and facts is not None  # noqa: S101  # a stroke was made
    try:
        situation = write_situation(situation_of(match.state))
    except NotBetweenStrokesError:
        situation = None
    return {
        **position_values(match.position, write_position(match.position), situation),
        "pocketed": [piece.value for piece in facts.pocketed],
        "striker_pocketed": facts.striker_pocketed,
        "keeps_turn": ruling.keeps_turn,
        "findings": [
            {"reason": one.reason.value, "count": one.count, "clauses": list(one.clauses)} for one in ruling.findings
        ],
        "is_over": match.over,
    }


@ENDPOINTS.post("/rulings", audience=PUBLIC, response=Json, summary="Judge this")
def judge_this(request: HttpRequest, body: Question) -> Any:
    """Rule on a stroke that somebody describes: findings, what comes back, whose turn it is, and the clauses.

    The keys are those of a law case (docs/laws/cases.md). What could not have happened is refused with its reason.
    """
    if body.query is not None:
        question = read_question(body.query)
        laws, given, stroke = question.laws, dict(question.given), dict(question.stroke)
    else:
        if body.ruleset not in shipped():
            raise NothingHereError()
        laws, given, stroke = shipped()[body.ruleset], body.given, body.stroke
    ruled = judge_values(laws, {"given": given, "stroke": stroke})
    return ruled | {"texts": clauses_json(ruled["clauses"])}
