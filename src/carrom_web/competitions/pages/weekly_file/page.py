"""The report of a week or match day as a file: a picture to pass on (SVG, PNG), or JSON for programs; no template."""

import time
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.errors import NotAllowedError
from carrom.printing import pictures
from carrom.svg.report_card import WIDTH, height_of
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.models import Competition
from carrom_web.core.cache import ProcessCache
from carrom_web.core.error_page import error_page
from carrom_web.core.middleware import let_be_shown_elsewhere
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized

LIMIT = RateLimit(burst=20, per_second=0.2)  # of one address, pictures in pixels that are not remembered
_RECENT: ProcessCache[tuple[object, ...], bytes] = ProcessCache(32)


class TooManyReportPicturesError(NotAllowedError):
    """One address asks for picture after picture."""

    code = "too-many-report-pictures"


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address of a kind's files."""
    if kind.reports is None:
        return None
    path = f"{kind.path}<slug:slug>/reports/<int:number>.<slug:extension>"
    return Route(path, name=f"{kind.prefix}-weekly-file", audience=kind.viewer)


@require_safe
def page(
    request: HttpRequest, slug: str, number: int, extension: str, *, kind: CompetitionKind[Any, Any]
) -> HttpResponse:
    """Return the file."""
    row, now = kind.at(slug, guest_id_of(request)), timezone.now()
    if kind.reports is None or extension not in ("svg", "png", "json"):
        raise Http404
    view = kind.view(row)
    if number not in kind.reports.numbers(row, view, now):
        raise Http404
    report = kind.reports.made(row, view, number, now)
    answer: HttpResponse
    if extension == "json":
        answer = JsonResponse(report.plain | {"url": request.build_absolute_uri(report.url)})
        if row.state != Competition.State.DRAFT:
            answer.headers["Access-Control-Allow-Origin"] = "*"  # public data, for a club's own pages
        return answer
    svg = report.picture()
    if extension == "svg":
        answer = HttpResponse(svg, content_type="image/svg+xml")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return let_be_shown_elsewhere(answer)
    key = (svg, get_language())
    png = _RECENT.get(key)
    if png is None:
        if not LIMIT.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
            return _refused(request)
        png = _RECENT.set(key, pictures.png(svg, width=WIDTH, height=height_of(svg)))
    answer = HttpResponse(png, content_type="image/png")
    answer.headers["Cache-Control"] = "public, max-age=60"
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}-{number}.png"'
    return let_be_shown_elsewhere(answer)


def _refused(request: HttpRequest) -> HttpResponse:
    error = TooManyReportPicturesError()
    return error_page(
        request,
        status=429,
        code=error.code,
        title=_("Too many pictures"),
        what=localized(error),
        todo=_("Wait a minute, then try again."),
    )
