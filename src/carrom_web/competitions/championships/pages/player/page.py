"""A player or a team in a championship: places and points, event by event; of a merged player it leads to the survivor.

Template `competitions/championships/pages/player/page.html` gets what `CompetitionKind.context` gives, and:
    name         as the standings have it
    follow       `CompetitionKind.follow`
    club_player  the address of their page in the club; empty for a team
    lines        `presenters.lines_of`
    socket       as on the page of the championship
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.presenters import lines_of, socket_of
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/players/<str:key>/", name="championship-player", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show them."""
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    if (who := book.who(key)) != key:
        return redirect("championship-player", slug, who)
    legs = event_results.leg_results(championship, book)
    person = event_results.person_in(legs, key)
    context = KIND.context(request, championship, book, here="") | {
        "name": person.name,
        "follow": KIND.follow(request, championship, book, key),
        "club_player": reverse("club-player", args=[championship.club.slug, person.root]) if person.root else "",
        "lines": lines_of(book, legs, key),
        "socket": socket_of(legs),
    }
    return render(request, "competitions/championships/pages/player/page.html", context)
