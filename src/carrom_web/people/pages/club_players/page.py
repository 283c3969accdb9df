"""The people of a club, for those who see personal data: a list with search, likely duplicates, merges and their log.

Template `people/pages/club_players/page.html` gets:
    club        {name, slug}
    may_merge   whether the one who asks organises in this club
    find, here  what was searched for; the address with it
    players     list of {id, name, others, email, born, is_named, places}; others: further names; of one page
    count, page, pages, newer, older   how many there are; the pages, and the addresses beside this one
    pairs       list of {a, b}, each as in `players`: who may be one person
    log         list of {id, at, by, text, may_undo}
    done        a sentence about what was just done
    error       a sentence about what could not be done
    nav         "umpire"

POST by an organiser: do=merge (player, into), do=undo (entry), do=apart (a, b). Answers: 303 here.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.people import selectors, services
from carrom_web.people.audit_labels import merge_labels
from carrom_web.people.models import AuditKind, Player

ROUTE = Route(
    "clubs/<slug:slug>/players/",
    name="club-players",
    audience=ClubMember(Action.SEE_PERSONS),
    post=ClubMember(Action.ORGANISE, Action.SEE_PERSONS, every=True),
)
PLAYERS_PER_PAGE = 60
MOST_OF_LOG = 50


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the people; with POST merge two, take a merge back, or tell two apart."""
    club = clubs.club_named(slug)
    error = ""
    if request.method == "POST":
        try:
            done = _do(request, club)
        except CarromError as refusal:
            error = localized(refusal)
        else:
            here = reverse("club-players", args=[slug])
            return HttpResponse(status=303, headers={"Location": f"{here}?done={done}"})
    context = _context(request, club) | {"error": error}
    return render(request, "people/pages/club_players/page.html", context, status=422 if error else 200)


def _do(request: HttpRequest, club: Club) -> str:
    sent, guest_id, now = request.POST, guest_id_of(request), timezone.now()
    match sent.get("do"):
        case "merge":
            player, into = sent.get("player", ""), sent.get("into", "")
            services.merge(club, guest_id, player_id=player, into_id=into, now=now)
            return AuditKind.MERGED
        case "apart":
            services.tell_apart(club, guest_id, a=sent.get("a", ""), b=sent.get("b", ""), now=now)
            return AuditKind.DISTINCT
        case _:
            number = sent.get("entry", "")
            services.unmerge(club, guest_id, int(number) if number.isdecimal() and len(number) < 19 else 0, now=now)
            return AuditKind.UNMERGED


def _context(request: HttpRequest, club: Club) -> dict[str, Any]:
    find = request.GET.get("find", "").strip()[:80]
    page_of = Paginator(selectors.players_of(club.pk, find=find), PLAYERS_PER_PAGE).get_page(request.GET.get("page"))
    may_merge = clubs.may(club.pk, guest_id_of(request), Action.ORGANISE)
    done = {
        AuditKind.MERGED: _("They are one player now. You can undo it in the log below."),
        AuditKind.UNMERGED: _("They are two players again."),
        AuditKind.DISTINCT: _("They stay two players, and you will not be asked about them again."),
    }

    def at(number: int) -> str:
        return f"?{urlencode({'find': find, 'page': number} if find else {'page': number})}"

    return {
        "nav": "umpire",
        "club": {"name": club.name, "slug": club.slug},
        "may_merge": may_merge,
        "find": find,
        "players": player_rows(page_of),
        "count": page_of.paginator.count,
        "page": page_of.number,
        "pages": page_of.paginator.num_pages,
        "newer": at(page_of.number - 1) if page_of.has_previous() else "",
        "older": at(page_of.number + 1) if page_of.has_next() else "",
        "pairs": _pairs(club) if may_merge and not find else [],
        "log": _log(club) if may_merge else [],
        "done": next((text for kind, text in done.items() if kind == request.GET.get("done")), ""),
    }


def _pairs(club: Club) -> list[dict[str, Any]]:
    pairs = selectors.likely_duplicates(club)
    rows = {row["id"]: row for row in player_rows({one.pk: one for pair in pairs for one in pair}.values())}
    return [{"a": rows[str(a.pk)], "b": rows[str(b.pk)]} for a, b in pairs]


def player_rows(players: Iterable[Player]) -> list[dict[str, Any]]:
    """Players as those see them who see personal data."""
    roots = list(players)
    names, with_account = selectors.names_of(roots), selectors.with_account(roots)
    rows = []
    for one in roots:
        first, *others = names[one.pk] or [_("somebody")]
        rows.append(
            {
                "id": str(one.pk),
                "name": first,
                "others": others,
                "email": one.email,
                "born": one.born,
                "is_named": one.shows_name,
                "has_account": one.pk in with_account,
            }
        )
    return rows


def _log(club: Club) -> list[dict[str, Any]]:
    entries = list(selectors.merges_of(club)[:MOST_OF_LOG])
    undoable, says = selectors.may_unmerge(club, entries), merge_labels(entries)
    return [
        {"id": one.pk, "at": one.at, "by": one.by, "text": says[one.pk], "may_undo": one.pk in undoable}
        for one in entries
    ]
