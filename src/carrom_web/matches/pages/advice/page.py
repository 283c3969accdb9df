"""The coach's advice on one stroke of a match that is over; JSON, no template.

GET `?hand=steady`, a name of `carrom.bots.worker.HANDS`, or a magnitude, `?hand=1.4`. Gives

    {solo, best, cost, ideas: [{stroke: [offset, angle, speed], title, note, share}]}

`best` is the chance to win the board with the best stroke, 0 to 1, and `cost` {idea, aim} what the stroke that was made
cost in it, or null; alone both are strokes, `best` below zero. `share` says how often the piece of an idea falls, as
text. Else {code, text}: 409 while the match or its daily rack is played, 404 for another number, 503 where too many
wait.
"""

import re
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom.bots.worker import HANDS
from carrom.errors import NotAllowedError
from carrom.play.record import Record
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.cache import ProcessCache
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import coach_phrases, daily, selectors
from carrom_web.matches.coach import COACH, USUAL_HAND, CoachBusyError, Question

if TYPE_CHECKING:
    from carrom.bots.coach import Advice

ROUTE = Route("matches/<uuid:match_id>/advice/<int:number>/", name="advice", audience=ANYONE)

LEAST_HAND = 0.1  # a hand that never errs has no neighbours to choose from


class NotOverError(NotAllowedError):
    """A match is still played: nobody is helped with its next stroke."""

    code = "match-not-over"


class DailyRackNotOverError(NotAllowedError):
    """Others may still play this rack today: the coach speaks of it tomorrow."""

    code = "daily-rack-not-over"


_questions: ProcessCache[tuple[UUID, int], dict[int, Question]] = ProcessCache(32)  # of a match and its version


@require_safe
def page(request: HttpRequest, match_id: UUID, number: int) -> HttpResponse:
    """Give the advice on one stroke."""
    try:
        question = _question(match_id, number)
        advice = COACH.advise(question, _magnitude(request.GET.get("hand", USUAL_HAND)), guest_id_of(request))
    except (NotOverError, DailyRackNotOverError) as error:
        return JsonResponse({"code": error.code, "text": localized(error)}, status=409)
    except CoachBusyError as error:
        return JsonResponse({"code": error.code, "text": localized(error)}, status=503)
    return JsonResponse(_as_json(advice))


def _magnitude(hand: str) -> float:
    """The magnitude of a hand by its name or number, in tenths; the usual one for anything else."""
    named = HANDS.get(hand)
    if named is not None:
        return named
    found = re.fullmatch(r"\d(\.\d)?", hand, re.ASCII)
    return max(LEAST_HAND, float(found[0])) if found else HANDS[USUAL_HAND]


def _question(match_id: UUID, number: int) -> Question:
    """The stroke with this number. Raises Http404, NotOverError, DailyRackNotOverError."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    if loaded.state.match.phase != "over":
        raise NotOverError()
    if daily.is_played_today(match_id):
        raise DailyRackNotOverError()
    known = _questions.get_or_set((match_id, loaded.state.version), lambda: _strokes(match_id))
    if number not in known:
        raise Http404
    return known[number]


def _strokes(match_id: UUID) -> dict[int, Question]:
    """The strokes of a match, by the numbers of their entries."""
    record = Record(tuple(selectors.record(match_id)))
    return {
        entry.number: Question(f"{match_id}.{entry.number}", before, made) for entry, before, made in record.strokes()
    }


def _as_json(advice: "Advice") -> dict[str, Any]:
    cost = advice.cost and {"idea": advice.cost.idea, "aim": advice.cost.aim}
    return {
        "solo": advice.solo,
        "best": advice.best,
        "cost": cost,
        "ideas": [
            {
                "stroke": [idea.stroke.offset, idea.stroke.angle, idea.stroke.speed],
                "title": coach_phrases.title(idea),
                "note": coach_phrases.note(idea, solo=advice.solo),
                "share": coach_phrases.share(idea.falls) if idea.piece is not None else "",
            }
            for idea in advice.ideas
        ],
    }
