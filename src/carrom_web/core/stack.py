"""Room on Python's stack, so that a page costs the same however deep the calls that make it (decision 0102).

CPython holds the frames of a thread in chunks of 16 kB. It asks the system for another one when a call does not fit
into the last, and gives that back when the call returns: a loop whose calls lie at the end of a chunk pays for it each
time.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
R = TypeVar("R")

# A frame of that many slots gets a chunk of 512 kB, the next power of two; calls below it lie in the half that is left.
# Memory that no call uses is none: the system gives pages when they are written to.
SLOTS = 32_768


def with_room(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with room for some thousand calls below it."""

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call


class RoomForRequest:
    """The first middleware: all that a request calls in its thread has room."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._answer = with_room(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        return self._answer(request)
