"""The match that the start page shows, stored when its first stroke is made; JSON, no template (docs/wire.md).

POST `proposal`, as the page has it. Gives {match, version, url}: the page keeps the stroke as one that is not answered
yet and goes to the match, which sends it. Sent twice it makes one match. Else {code, text}: 409 for a proposal that is
too old, 429 where one address begins too many.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import proposals

ROUTE = Route("play/first-stroke/", name="first-stroke", audience=ANYONE)


@require_POST
def page(request: HttpRequest) -> HttpResponse:
    """Begin the match."""
    try:
        proposal = proposals.proposal_of(request.POST.get("proposal", ""))
        guest = guest_for(request)
        started = proposals.begin(proposal, guest, request.META.get("REMOTE_ADDR", ""))
    except (proposals.ProposalError, proposals.TooManyMatchesError) as error:
        status = 429 if isinstance(error, proposals.TooManyMatchesError) else 409
        return JsonResponse({"code": error.code, "text": localized(error)}, status=status)
    url = reverse("match", args=[started.match_id])
    answer = JsonResponse({"match": str(started.match_id), "version": started.state.version, "url": url})
    return remember(answer, guest, request)
