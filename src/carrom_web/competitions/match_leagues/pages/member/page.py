"""A player's own page in a team of a league: their data, by the link that their captain passes on.

Template `competitions/match_leagues/pages/member/page.html` gets what `CompetitionKind.context` gives, and:
    member        the player, with their team
    stored_until  until when their data are stored (`stored_until.html`)

POST here with do=data (a file), forget (asks once more).
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.match_leagues import privacy, repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.permissions import MEMBER_LINK_HOLDER
from carrom_web.core.confirmation import confirmation
from carrom_web.core.pages import Route
from carrom_web.people.retention import stored_until

ROUTE = Route("leagues/players/<str:token>/", name="match-league-member", audience=MEMBER_LINK_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show their data; with POST give them as a file, or delete them."""
    member = selectors.member_with_token(token)
    league = member.team.league
    if request.method == "POST" and request.POST.get("do") == "data":
        answer = JsonResponse(privacy.export_member(member), json_dumps_params={"indent": 2, "ensure_ascii": False})
        answer.headers["Content-Disposition"] = 'attachment; filename="own-data.json"'
        return answer
    if request.method == "POST" and request.POST.get("do") == "forget":
        says = _("The name %(name)s is removed from this team and its results, and you are in no line-up any more.")
        question = confirmation(
            request,
            title=_("Delete my data?"),
            says=says % {"name": member.name},
            button=_("Delete my data"),
            back=request.path,
        )
        if question is not None:
            return question
        privacy.erase_member(member)
        return HttpResponse(status=303, headers={"Location": reverse("match-league", args=[league.slug])})
    if request.method == "POST":
        raise CompetitionChangeError("unknown-request")
    seen = repository.seen(league)
    context = KIND.context(request, seen.row, seen, here="match-league-member") | {
        "member": member,
        "stored_until": stored_until(member.person),
    }
    return render(request, "competitions/match_leagues/pages/member/page.html", context)
