"""A puzzle: the board, what to reach, and the stroke or place that somebody tries; judged by engine and laws.

Template `puzzles/pages/puzzle/page.html` gets:
    puzzle   {key, goal, side, queen, ruleset, is_placing}
    is_daily  whether it is today's
    theme    {key, title} of the puzzles that come next, or None: of any theme
    own      {solved, solved_first, tries}: what the reader has made of it before, or None
    standing  `selectors.Standing`
    next     address of the next one
    values   for {{ values|json_script:"puzzle" }}: `url`, `position`, `domain` as in `view` of docs/wire.md, `placing`
             where a due is placed (else None), `deceleration` of the striker

POST, JSON: {"stroke": {offset, angle, speed}}, {"place": {x, y}} or {"show": true}. Gives {reached, text, ruling,
motion, position, first, rating: {value, gain}, run, days}; of "show", which counts as a try that missed, also
`solution` [offset, angle, speed] or [x, y], and `note`; once it is solved `note` and `themes` come too. 404: no such
puzzle; 409 {code, text}: a try that is not legal, or cannot be read; 429: too many.
"""

import time
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from carrom import serialization
from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom.play.domain import placing_domain, stroke_domain
from carrom.play.lessons import Put
from carrom.puzzles.attempts import Attempt, attempt
from carrom.puzzles.collection import shipped
from carrom.puzzles.puzzle import Puzzle, Theme
from carrom.terms import Stroke
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.files import MALFORMED, parse_json
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized, ruleset_title
from carrom_web.matches import wire
from carrom_web.puzzles import phrases, selectors, services

ROUTE = Route("puzzles/<slug:key>/", name="puzzle", audience=ANYONE)

MOST_BYTES = 1_000
TRIES = RateLimit(burst=20, per_second=0.5)  # of one address


class BadTryError(UnreadableError):
    """A message that is no try."""

    code = "bad-puzzle-try"


class TooManyTriesError(NotAllowedError):
    """More tries than anybody makes."""

    code = "too-many-tries"


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a puzzle; with POST judge a try, or show the solution."""
    puzzle = shipped().get(key)
    if puzzle is None:
        raise Http404
    if request.method == "POST":
        return _answered(request, puzzle)
    theme = theme_in(request)
    guest_id = guest_id_of(request)
    own = selectors.try_of(guest_id, key)
    board = puzzle.situation.board
    context = {
        "nav": "learn",
        "puzzle": {
            "key": key,
            "goal": phrases.goal_text(puzzle),
            "side": phrases.side_text(board),
            "queen": phrases.queen_text(board),
            "ruleset": ruleset_title(puzzle.state.match.ruleset),
            "is_placing": puzzle.is_placing,
        },
        "is_daily": key == selectors.daily(selectors.today()).id,
        "theme": theme and {"key": theme.value, "title": phrases.theme_title(theme)},
        "own": own and {"solved": own.solved, "solved_first": own.solved_first, "tries": own.tries},
        "standing": selectors.standing(guest_id),
        "next": f"{reverse('next-puzzle')}?{urlencode({'theme': theme.value if theme else '', 'but': key})}",
        "values": _values(puzzle),
    }
    return opens_offline(render(request, "puzzles/pages/puzzle/page.html", context), private=True)


def theme_in(request: HttpRequest) -> Theme | None:
    """The theme that an address asks for; one that does not exist is none."""
    asked = request.GET.get("theme", "")
    return Theme(asked) if asked in tuple(Theme) else None


def _values(puzzle: Puzzle) -> dict[str, Any]:
    state = puzzle.state
    return {
        "url": reverse("puzzle", args=[puzzle.id]),
        "position": _laid(puzzle.situation.position.pieces),
        "domain": None if puzzle.is_placing else wire.stroke_domain(stroke_domain(state), state.match.ruleset),
        "placing": wire.placing_domain(placing_domain(state)) | {"may_forgo": False} if puzzle.is_placing else None,
        "physics": wire.physics(state.match.head),
    }


def _answered(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    if not TRIES.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return _refused(TooManyTriesError(), 429)
    try:
        made = _asked(request.body)
        tried = attempt(puzzle, puzzle.solution if made is None else made)
    except CarromError as error:
        return _refused(error, 409)
    guest = guest_for(request)
    is_shown = made is None
    counted = services.note_try(guest, puzzle, reached=tried.reached and not is_shown)
    answer = _answer(puzzle, tried, is_shown=is_shown) | _standing(counted, selectors.standing(guest.pk))
    return remember(HttpResponse(wire.encode(answer), content_type="application/json"), guest, request)


def _answer(puzzle: Puzzle, tried: Attempt, *, is_shown: bool) -> dict[str, Any]:
    knows = is_shown or tried.reached
    lying = tried.entry.followed.lying or tried.after.position or puzzle.situation.position
    return {
        "reached": tried.reached,
        "text": phrases.verdict(tried, puzzle),
        "motion": wire.motion_json(tried.motion) if tried.motion else None,
        "position": _laid(lying.pieces),
        "solution": list(puzzle.solution_values) if is_shown else None,
        "note": phrases.solution_note(puzzle) if knows else "",
        "themes": [phrases.theme_title(theme) for theme in puzzle.themes] if knows else [],
    }


def _standing(counted: services.Counted, standing: selectors.Standing) -> dict[str, Any]:
    return {
        "first": counted.is_first,
        "rating": {"value": round(standing.rating.value), "gain": round(counted.gain)},
        "run": standing.run,
        "days": standing.days,
    }


def _asked(body: bytes) -> Stroke | Put | None:
    """Return the try that a page sent; None: it wants to see the solution. Raises BadTryError."""
    if len(body) > MOST_BYTES:
        raise BadTryError()
    try:
        plain = parse_json(body)
        match plain:
            case {"show": True}:
                return None
            case {"place": {"x": x, "y": y}}:
                return Put(serialization.from_plain(float, x), serialization.from_plain(float, y))
            case {"stroke": stroke}:
                return serialization.from_plain(Stroke, stroke)
    except (*MALFORMED, serialization.BadJsonError):
        raise BadTryError() from None
    raise BadTryError()


def _laid(pieces: Any) -> list[list[float]]:
    return [[piece.number, piece.x, piece.y] for piece in pieces]


def _refused(error: CarromError, status: int) -> HttpResponse:
    return JsonResponse({"code": error.code, "text": localized(error)}, status=status)
