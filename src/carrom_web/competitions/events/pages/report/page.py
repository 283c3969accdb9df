"""Players enter the result of their match by their own link; the result pad's requests are answered in JSON.

GET   ?way=winner&value=a   {says, tells: [{text, warn}]}, or {problem}; without a way: back to their page
POST  way, value, time_up   stored until the other confirms it: {says}, or {problem} with status 409
      do=confirm, report    what the other said stands
      do=take-back          what they said themselves is forgotten
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.competitions.events import link_tokens, pad_sentences
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Registration
from carrom_web.competitions.events.permissions import REGISTRATION_HOLDER
from carrom_web.competitions.events.presenters import own_link
from carrom_web.competitions.events.services import reports
from carrom_web.competitions.events.services.draws import contest_of
from carrom_web.competitions.events.services.pad import result_on_pad
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "registrations/<str:token>/results/<slug:key>/<str:fixture>/", name="event-report", audience=REGISTRATION_HOLDER
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str, key: str, fixture: str) -> HttpResponse:
    """Say what a result would decide; with POST keep it, confirm it, or take it back."""
    form = link_tokens.form_with_token(token)
    if request.method != "POST":
        return _asked(request, form, key, fixture) if "way" in request.GET else _back(form)
    given, now = request.POST, timezone.now()
    if given.get("do") == "confirm":
        number = given.get("report", "")
        pk = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
        reports.confirm(form, key, fixture, pk, now=now)
        return _back(form)
    if given.get("do") == "take-back":
        reports.take_back(form, key, fixture)
        return _back(form)
    way, value, time_up = given.get("way", ""), given.get("value", ""), given.get("time_up") == "on"
    try:
        reports.report(form, key, fixture, way, value, time_up=time_up, now=now)
    except CarromError as error:
        return JsonResponse({"problem": localized(error)}, status=409)
    return JsonResponse({})


def _asked(request: HttpRequest, form: Registration, key: str, fixture: str) -> HttpResponse:
    given = request.GET
    time_up = given.get("time_up") == "on"
    try:
        if reports.entry_in(form, key) is None:
            raise reports.ReportError("not-open")
        _category, found = contest_of(form.event, key, whole_names=form.event.club.for_evenings)
        way, value = given.get("way", ""), given.get("value", "")
        result = result_on_pad(form.event, found, key, fixture, way, value, time_up=time_up)
        return JsonResponse(pad_sentences.what_it_decides(form.event, found, result))
    except CarromError as error:
        return JsonResponse({"problem": localized(error)})


def _back(form: Registration) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": own_link(form)})
