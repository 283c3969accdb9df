"""Answers of the HTTP API: an error is JSON with a stable code and a sentence, and all say what a limit leaves."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, JsonResponse

from carrom.errors import CarromError, NotAllowedError, UnreadableError
from carrom_web.api.errors import BadMethodError, TokenError
from carrom_web.core.translation import localized

MISSING = frozenset({"not-found", "unknown-match", "unknown-club", "unknown-club-player", "unknown-competition"})
STATUS = {
    "bad-request": 400,
    "method-not-allowed": 405,
    "challenge-gone": 410,
    "new-token": 422,
    "record-file": 422,
    "webhook": 422,
    "too-many-requests": 429,
    "too-many-streams": 429,
    "too-many-matches": 429,
}
STREAM = "/stream"


def status_of(error: CarromError) -> int:
    """Return the HTTP status of an error: 404 nothing there, 401 and 403 a token, 409 not now, 422 cannot be."""
    if error.code in MISSING:
        return 404
    if isinstance(error, TokenError):
        return 401 if error.args[0] in ("missing", "unknown") else 403
    if error.code in STATUS:
        return STATUS[error.code]
    return 409 if isinstance(error, NotAllowedError) and not isinstance(error, UnreadableError) else 422


def error_response(request: HttpRequest, error: CarromError) -> HttpResponse:
    """Answer with an error."""
    answer = JsonResponse({"code": error.code, "text": localized(error)}, status=status_of(error))
    if answer.status_code == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return finished(request, answer)


def finished(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Give an answer the headers of the API: what is left of the limit, and that pages of any site may read it."""
    taken = getattr(request, "api_taken", None)
    if taken is not None:
        answer.headers["RateLimit-Limit"] = str(taken.limit)
        answer.headers["RateLimit-Remaining"] = str(taken.remaining)
        answer.headers["RateLimit-Reset"] = str(taken.full_in_s)
        if not taken.allowed:
            answer.headers["Retry-After"] = str(max(1, taken.next_in_s))
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Access-Control-Expose-Headers"] = "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset"
    return answer


def as_api(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view of the API answer HEAD as GET, and any other method that it lacks by JSON."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        method = cast(str, request.method)
        if method == "HEAD" and not request.path.endswith(STREAM):
            request.method = "GET"
        answer = view(request, *args, **kwargs)
        if answer.status_code == 405:
            allowed = answer.headers.get("Allow", "")
            answer = error_response(request, BadMethodError(method=method, allowed=allowed))
            answer.headers["Allow"] = allowed
        return finished(request, answer)

    return answered
