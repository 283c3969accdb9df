"""An evening: the players at the board and in the queue; its organisers enter the winner (POST with winner)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions import services
from carrom_web.competitions.models import names_of
from carrom_web.core.pages import Route
from tests.support.web.knock_out_evening.kind import KIND, STORE, Win
from tests.support.web.knock_out_evening.models import EveningPlayer

ROUTE = Route("evenings/<slug:slug>/", name="evening", audience=KIND.viewer, post=KIND.organiser)


@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST store the winner."""
    row = KIND.at(slug, guest_id := guest_id_of(request))
    if request.method == "POST":
        services.do(STORE, row, guest_id, Win(winner=request.POST.get("winner", "")), now=timezone.now())
        return HttpResponse(status=303, headers={"Location": request.path})
    queue, names = KIND.view(row), names_of(EveningPlayer, row)
    context = KIND.context(request, row, queue, here="evening") | {"players": [(key, names[key]) for key in queue]}
    return render(request, "tests/support/web/knock_out_evening/pages/evening/page.html", context)
