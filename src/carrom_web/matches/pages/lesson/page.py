"""A playable lesson: one step after another, each judged by the engine and the laws.

Template `matches/pages/lesson/page.html` gets:
    lesson  {key, title, says}
    steps   list of {key, title, says, hint, goals: [words], rules: clauses}; all of them are on the page, one is shown
    next    the lesson that follows: {title, url}, or None
    first   whether it is the first lesson of all
    values  for {{ values|json_script:"lesson" }}: `key`, `url`, `parameters` of the surface and `steps`; a step has
            `key`, `position` and `domain` as in `view` of docs/wire.md, `placing` where a coin is put back, `shown`
            (actions), `goals` (their number)
    nav     "learn"

POST, JSON: {"step": key, "actions": [{"offset", "angle", "speed"} or {"x", "y"}, ...]}, everything that was done in the
step. Gives {reached, done, text, motion, position, domain} of the last one; 404 no such step, 409 {code, text}.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom import serialization
from carrom.equipment.position import Position
from carrom.errors import CarromError
from carrom.physics.surface import TOURNAMENT
from carrom.play import lessons
from carrom.play.course.every import LESSONS
from carrom.play.domain import domain_on
from carrom.play.lesson_goals import Missed
from carrom.play.lessons import Action, Attempt, Lesson, Part, Put, Step
from carrom.terms import Seat, Stroke
from carrom_web.core.files import MALFORMED, parse_json
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import law_texts, wire

ROUTE = Route("learn/<slug:key>/", name="lesson", audience=ANYONE)

MOST_BYTES = 4_000


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a lesson; with POST judge what was done in a step."""
    lesson = LESSONS.get(key)
    if lesson is None:
        raise Http404
    if request.method == "POST":
        return _judged(request, lesson)
    context = {
        "nav": "learn",
        "lesson": {"key": lesson.key, "title": _(lesson.title), "says": _(lesson.says)},
        "steps": [_presented(step) for step in lesson.steps],
        "next": _following(lesson),
        "first": lesson.part is Part.START,
        "values": {
            "key": lesson.key,
            "url": reverse("lesson", args=[lesson.key]),
            "steps": [_values(lesson, step) for step in lesson.steps],
            "parameters": list(TOURNAMENT.parameters),
        },
    }
    return opens_offline(may_run_wasm(render(request, "matches/pages/lesson/page.html", context)), private=False)


def _judged(request: HttpRequest, lesson: Lesson) -> HttpResponse:
    try:
        step, actions = _asked(request.body, lesson)
        result = lessons.attempt(lesson, step, actions)
    except CarromError as error:
        return JsonResponse({"code": error.code, "text": localized(error)}, status=409)
    answer = {
        "reached": result.reached,
        "done": result.reached == len(step.goals),
        "text": _text(step, result),
        "motion": wire.motion_json(result.motion) if result.motion else None,
        **_laid(lesson, result.position),
    }
    return HttpResponse(wire.encode(answer), content_type="application/json")


def _asked(body: bytes, lesson: Lesson) -> tuple[Step, list[Action]]:
    """Read a page's message. Raises BadActionError: it cannot be read, or there is no such step."""
    if len(body) > MOST_BYTES:
        raise lessons.BadActionError
    try:
        plain = parse_json(body)
        step = lesson.step(plain["step"])
        actions = [_action(each) for each in plain["actions"]]
    except (*MALFORMED, serialization.BadJsonError):
        raise lessons.BadActionError from None
    if not actions:
        raise lessons.BadActionError
    return step, actions


def _action(plain: Any) -> Action:
    if set(plain) == {"x", "y"}:
        return Put(*(serialization.from_plain(float, plain[axis]) for axis in ("x", "y")))
    return serialization.from_plain(Stroke, plain)


def _presented(step: Step) -> dict[str, Any]:
    return {
        "key": step.key,
        "title": _(step.title),
        "says": _(step.says),
        "hint": _(step.hint),
        "goals": [_(words) for _goal, words in step.goals],
        "rules": law_texts.clauses_json(step.rules),
    }


def _following(lesson: Lesson) -> dict[str, str] | None:
    keys = list(LESSONS)
    after = keys[keys.index(lesson.key) + 1 :]
    return {"title": _(LESSONS[after[0]].title), "url": reverse("lesson", args=[after[0]])} if after else None


def _values(lesson: Lesson, step: Step) -> dict[str, Any]:
    return {
        "key": step.key,
        "goals": len(step.goals),
        "shown": [serialization.to_plain(each) if isinstance(each, Stroke) else each._asdict() for each in step.shown],
        **_laid(lesson, step.position),
        "placing": wire.placing_domain(lessons.placing(lesson, step)) if step.due is not None else None,
    }


def _laid(lesson: Lesson, position: Position) -> dict[str, Any]:
    """Return the position, and the places for the striker."""
    return {
        "position": [[piece.number, piece.x, piece.y] for piece in position.pieces],
        "domain": wire.stroke_domain(domain_on(position, Seat.SOUTH, lesson.laws), lesson.laws),
    }


def _text(step: Step, result: Attempt) -> str:
    """Describe the result of the last action in a sentence."""
    if result.refused is not None:
        return law_texts.reason_text(result.refused)
    if result.missed is not None:
        return {
            Missed.STRIKER_DOWN: _(
                "The striker went in too: that is a foul. Try a softer stroke, or hit the coin elsewhere."
            ),
            Missed.NOTHING_TOUCHED: _("The striker hit nothing. Point the line at the coin."),
            Missed.NOT_MOVED: _("First slide the striker along its line until it is below the white coin."),
            Missed.OTHER_COIN: _("You hit another coin first. Yours is the white one."),
            Missed.NOT_YET: _("Not yet. %(hint)s") % {"hint": _(step.hint)},
        }[result.missed]
    if result.reached < len(step.goals):
        return _("Well done. Next: %(goal)s.") % {"goal": _(step.goals[result.reached][1])}
    return _(step.praise)
