"""A hint for the stroke that is awaited now; JSON, no template.

Only for the player whose stroke it is, in a match against computers or alone that belongs to no event: where people
play each other nobody is helped. Gives {version, stroke: [offset, angle, speed], text}; a hint that is for an older
version than the page shows is of no use. Else {code, text}: 409 for others, and while no stroke is awaited or none may
be made; 503 where too many wait.
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom.bots.worker import HANDS
from carrom.errors import NotAllowedError
from carrom.match.awaiting import Decision
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import coach_phrases, own_hand, selectors
from carrom_web.matches.coach import COACH, USUAL_HAND, CoachBusyError, Question, may_have_hints

ROUTE = Route("matches/<uuid:match_id>/hint/", name="hint", audience=ANYONE)


class NoHintsError(NotAllowedError):
    """This match has no hints, or none for the person who asks."""

    code = "no-hints"


class NoStrokeNowError(NotAllowedError):
    """The match does not await a stroke of the person who asks, or none may be made."""

    code = "no-stroke-now"


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Give a good stroke for the position as it lies."""
    guest_id = guest_id_of(request)
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    try:
        if not may_have_hints(loaded, guest_id):
            raise NoHintsError()
        state = loaded.state
        seats = state.match.awaiting.seats
        if state.match.awaiting.kind is not Decision.STROKE or not set(seats) & set(loaded.seats_of(guest_id)):
            raise NoStrokeNowError()
        advice = COACH.advise(Question(f"{match_id}.{state.version}.hint", state), HANDS[USUAL_HAND], guest_id)
        if not advice.ideas:
            raise NoStrokeNowError()
    except (NoHintsError, NoStrokeNowError, CoachBusyError) as error:
        status = 503 if isinstance(error, CoachBusyError) else 409
        return JsonResponse({"code": error.code, "text": localized(error)}, status=status)
    own_hand.leave_out(match_id, state.version)
    idea = advice.ideas[0]
    stroke = [idea.stroke.offset, idea.stroke.angle, idea.stroke.speed]
    return JsonResponse({"version": state.version, "stroke": stroke, "text": coach_phrases.hint(idea)})
