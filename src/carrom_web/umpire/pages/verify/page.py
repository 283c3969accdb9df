"""A second person compares a sheet with their own paper, entering its boards without seeing those of the sheet.

A paper that agrees is stored at once with their name; differences are shown first, and stored on confirmation.

Template `umpire/pages/verify/page.html` gets:
    match_id   the UUID as text
    title      "Asha and Tomasz"
    sides      list of {side, name}
    alone      whether one side plays alone: strokes are compared then
    form       `umpire.papers.Filled`; POST it here: name, winner-G-B and points-G-B for each row
    rows       the form's rows as {row, label, differs: {paper, sheet} or none}
    differs    whether some board differs: POST again with hand_in=1 to keep it so
    stored     the paper that was stored (`second_sheets.papers_json`), after ?stored=<its entry>
    nav        "umpire"

Answers: 303 here again with ?stored after it was stored; 403 for readers who may not verify; 404 for no sheet.
"""

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.play.record import Record
from carrom.play.second_sheet import Difference, differences
from carrom_web.accounts.selectors import guest_id_of, guest_of
from carrom_web.core.pages import Route
from carrom_web.matches import cards, wire
from carrom_web.matches import selectors as matches
from carrom_web.umpire import second_sheets, services
from carrom_web.umpire.permissions import VERIFIER, refuse_verifier

ROUTE = Route("umpire/<uuid:match_id>/verify/", name="sheet-verify", audience=VERIFIER)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the form of a paper; with POST compare it, and keep it."""
    guest_id = guest_id_of(request)
    loaded = matches.load(match_id)
    match = loaded.state.match
    if request.method != "POST":
        guest = guest_of(request)
        form = second_sheets.blank(match, guest.name if guest else "")
        return _shown(request, loaded, form, stored=request.GET.get("stored", ""))
    form = second_sheets.filled(match, request.POST.dict())
    found = differences(match, form.boards) if form.boards else ()
    if not form.boards or (found and request.POST.get("hand_in") != "1"):
        return _shown(request, loaded, form, found=found, status=200 if form.boards else 422)
    try:
        number = services.verify(match_id, guest_id, form.name, form.boards, request_id=str(uuid4()))
    except CarromError as error:
        return refuse_verifier(request, error)
    here = reverse("sheet-verify", args=[match_id])
    return HttpResponse(status=303, headers={"Location": f"{here}?stored={number}"})


def _shown(
    request: HttpRequest,
    loaded: matches.Loaded,
    form: second_sheets.FilledSheet,
    *,
    found: tuple[Difference, ...] = (),
    stored: str = "",
    status: int = 200,
) -> HttpResponse:
    match = loaded.state.match
    differing = {(each.game, each.board): second_sheets.difference_json(match, each) for each in found}
    rows = [
        {
            "row": row,
            "label": second_sheets.board_name(match, row.game, row.board),
            "differs": differing.get((row.game, row.board)),
        }
        for row in form.rows
    ]
    handed_in = second_sheets.second_sheets_json(Record(tuple(matches.record(loaded.match_id)))) if stored else []
    context = {
        "nav": "umpire",
        "match_id": str(loaded.match_id),
        "title": cards.title(loaded),
        "sides": wire.view(loaded)["sides"],
        "alone": match.head.men == 1,
        "form": form,
        "rows": rows,
        "differs": bool(found),
        "stored": next((each for each in handed_in if str(each["entry"]) == stored), None),
    }
    return render(request, "umpire/pages/verify/page.html", context, status=status)
