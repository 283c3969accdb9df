"""A player of a club in all its competitions: matches, form, head to head.

It is public if the player agreed to be named; else only they and the club's officials see it.
Template `people/pages/club_player/page.html` gets:
    club          {name, slug}
    player        {id, name, others, is_named}; others: further names, for officials and themself
    person        as officials see them (`club_players.player_row`), else none
    is_self       whether they look at themself; may_claim: whether the account has their address
    kinds         list of {title, rows: [PlayerCompetition]}
    tally         `player_results.Tally`, of those matches that are shown
    form          list of "won", "lost", "tied": the last matches, the newest last
    matches       list of `OwnMatch`, of one page; matches_more: address of the next ones
    opponents     list of `HeadToHead`
    against       {name, id} where only the matches against one are shown (`?against=…`)
    nav           "umpire"

POST by themself: do=show or hide (their name in public), do=claim (by an account with their confirmed address).
"""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.core.pages import Route
from carrom_web.people import player_results, selectors, services
from carrom_web.people.models import Player
from carrom_web.people.pages.club_players.page import player_rows
from carrom_web.people.permissions import PLAYER_THEMSELF, PLAYER_VIEWER, handle_domain_errors, sees_persons

ROUTE = Route(
    "clubs/<slug:slug>/players/<uuid:player>/", name="club-player", audience=PLAYER_VIEWER, post=PLAYER_THEMSELF
)
MATCHES_PER_PAGE = 40
MOST_OPPONENTS = 30


@require_http_methods(["GET", "HEAD", "POST"])
@handle_domain_errors
def page(request: HttpRequest, slug: str, player: UUID) -> HttpResponse:
    """Show the player; with POST take their own word."""
    club = clubs.club_named(slug)
    root, guest_id = selectors.player_in(club.pk, player), guest_id_of(request)
    if request.method == "POST":
        _do(request, root, guest_id)
        return HttpResponse(status=303, headers={"Location": request.path})
    official, is_self = sees_persons(root, guest_id), selectors.is_self(root, guest_id)
    name, *others = selectors.names_of([root])[root.pk] or [_("somebody")]
    context = _results(request, root) | {
        "nav": "umpire",
        "club": {"name": club.name, "slug": club.slug},
        "player": {
            "id": root.pk,
            "name": name,
            "others": others if official or is_self else [],
            "is_named": root.shows_name,
        },
        "person": player_rows([root])[0] if official or is_self else None,
        "is_self": is_self,
        "is_official": official,
        "may_claim": guest_id is not None and not is_self and selectors.may_claim(root, guest_id),
    }
    return render(request, "people/pages/club_player/page.html", context)


def _do(request: HttpRequest, player: Player, guest_id: UUID | None) -> None:
    asked = request.POST.get("do")
    if asked == "claim":
        services.claim(player, guest_id)
    elif asked in ("show", "hide") and selectors.is_self(player, guest_id):
        services.set_consent(player, shows_name=asked == "show")


def _results(request: HttpRequest, player: Player) -> dict[str, Any]:
    everything = player_results.matches_of(player)
    opponents = player_results.head_to_head(everything)
    chosen = next((one for one in opponents if str(one.opponent.root) == request.GET.get("against")), None)
    matches = everything
    if chosen is not None and chosen.opponent.root is not None:
        matches = player_results.against(everything, chosen.opponent.root)
    page_of = Paginator(matches, MATCHES_PER_PAGE).get_page(request.GET.get("page"))
    kinds: dict[str, list[Any]] = {}
    for one in player_results.competitions_of(player):
        kinds.setdefault(one.kind, []).append(one)
    words = {True: "won", False: "lost", None: "tied"}
    query = f"against={chosen.opponent.root}&" if chosen else ""
    return {
        "kinds": [{"title": title, "rows": rows} for title, rows in kinds.items()],
        "tally": player_results.tally_of(matches),
        "form": [words[one.won] for one in matches[: player_results.LENGTH_OF_FORM]][::-1],
        "matches": page_of,
        "matches_more": f"?{query}page={page_of.next_page_number()}" if page_of.has_next() else "",
        "opponents": opponents[:MOST_OPPONENTS],
        "against": {"name": chosen.opponent.name, "id": chosen.opponent.root} if chosen else None,
    }
