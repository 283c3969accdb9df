"""A match as a match file, to keep, to import elsewhere or to replay with `carrom replay`. A download; no template.

GET `?form=derived` also has what followed from each request, `?form=json` has that as JSON.
"""

from typing import cast, get_args
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.notation.record import EXTENSION, JSON_EXTENSION, JSON_MEDIA_TYPE, MEDIA_TYPE
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import record_files, selectors

ROUTE = Route("matches/<uuid:match_id>/record/", name="record", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the whole match as a file."""
    form = request.GET.get("form", "text")
    if form not in get_args(record_files.Form):
        raise Http404
    try:
        text = record_files.given(match_id, cast(record_files.Form, form))
    except selectors.UnknownMatchError:
        raise Http404 from None
    kind, ending = (JSON_MEDIA_TYPE, JSON_EXTENSION) if form == "json" else (MEDIA_TYPE, EXTENSION)
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="carrom-{match_id}{ending}"'
    return response
