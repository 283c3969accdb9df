"""Bring a match that was played elsewhere: from another site, or at a prompt.

Template `matches/pages/bring_record/page.html` gets:
    refused   a sentence why the file was not taken, or ""
    sides     list of (value, label): who of the match the reader was
    greatest  how large a file may be, in bytes
    values    for {{ values|json_script:"values" }}: `surfaces` (the stored values of each named one and the kernel's
              parameters), `laws` (addresses of the worker, of Pyodide, "" before `carrom offline`, of its package)

The page reads the file before it is sent, and shows its matches or the line that cannot be read. It plays the chosen
match on the board: what the file says of where pieces lie, else what the laws say in the page's own Python.

POST `record` (a file), `match` (which of its matches, from 1; "" if it has one) and `side` ("a", "b" or ""): 303 to the
match, 422 with `refused`.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.physics.surface import SURFACES
from carrom.play.surfaces import stored_surface
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.bundle import bundle_address
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import record_files, record_limits

ROUTE = Route("matches/import/", name="bring-record", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST store the match."""
    if request.method != "POST":
        return _form(request)
    file = request.FILES.get("record")
    if file is None:
        return _form(request, _("Choose a file first."))
    chosen = request.POST.get("match", "")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 7 else None
    guest = guest_for(request)
    try:
        data = file.read(record_limits.GREATEST + 1)
        match_id = record_files.bring(guest, data, request.POST.get("side", ""), number)
    except record_limits.RecordFileError as error:
        return remember(_form(request, localized(error)), guest, request)
    answer = HttpResponse(status=303, headers={"Location": reverse("share", args=[match_id])})
    return remember(answer, guest, request)


def _form(request: HttpRequest, refused: str = "") -> HttpResponse:
    sides = [("a", _("The first player")), ("b", _("The second player")), ("", _("Neither, or both"))]
    context = {
        "nav": "play",
        "refused": refused,
        "sides": sides,
        "greatest": record_limits.GREATEST,
        "values": {"surfaces": _surfaces(), "laws": _laws()},
    }
    status = 422 if refused else 200
    return may_run_wasm(render(request, "matches/pages/bring_record/page.html", context, status=status))


def _surfaces() -> list[tuple[tuple[tuple[str, float], ...], tuple[float, ...]]]:
    return [(stored_surface(surface), surface.parameters) for surface in SURFACES.values()]


def _laws() -> dict[str, str]:
    return {
        "worker": static("notation/laws_worker.js"),
        "pyodide": settings.PYODIDE_URL,
        "bundle": bundle_address() if settings.PYODIDE_URL else "",
    }
