"""The result pad's requests: preview and store the result of one fixture. Answers in JSON.

GET   ?way=winner&value=a   {says, tells: [{text, warn}]}, or {problem}
POST  way, value, time_up   stores it: {says}, or {problem} with status 409
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import pad_sentences
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.services.draws import contest_of, store_result
from carrom_web.competitions.events.services.organising import UnknownCategoryError
from carrom_web.competitions.events.services.pad import result_on_pad
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "events/<slug:slug>/draws/<slug:key>/fixtures/<str:fixture>/pad/",
    name="event-pad",
    audience=KIND.official(Action.DRAW),
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str, fixture: str) -> HttpResponse:
    """Say what a result would decide; with POST store it. A result that is sent again changes nothing."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    given: Any = request.POST if request.method == "POST" else request.GET
    if not event.categories.filter(key=key).exists():
        raise UnknownCategoryError()
    try:
        _category, found = contest_of(event, key, whole_names=True)
        result = result_on_pad(
            event,
            found,
            key,
            fixture,
            given.get("way", ""),
            given.get("value", ""),
            time_up=given.get("time_up") == "on",
        )
        decided = pad_sentences.what_it_decides(event, found, result)
        if request.method == "POST" and result not in found.contest.results:
            store_result(event, guest_id, key, fixture, result, now=timezone.now())
    except CarromError as error:
        return JsonResponse({"problem": localized(error)}, status=409 if request.method == "POST" else 200)
    return JsonResponse(decided)
