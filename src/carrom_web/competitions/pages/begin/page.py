"""Start a competition with terms: a club, a preset or an earlier one, then all terms; or from its file.

The template of the kind (`TermsPage.template`, which extends `competitions/terms.html`) gets nav, kind, heading,
back {url, title}, terms, form, rows, errors, problem, and:
    clubs     the clubs for which the reader organises; chosen: the one chosen
    presets   list of {slug, title, says, chosen}; preset: which one it begins with
    earlier   list of {slug, title, first_day, chosen}: those of these clubs, to begin with one; copy: which
    is_new    true
    quick     a form of few fields that makes a draft, POST it with do=quick; None where the kind has none
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.selectors import clubs_to_organise
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.page_values import TermsPage
from carrom_web.competitions.pages.edit.page import context_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

MOST_EARLIER = 6


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which a competition of this kind is started."""
    if kind.terms is None:
        return None
    return Route(f"{kind.path}new/", name=f"{kind.prefix}-new", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Show the form; with POST store a draft and go there."""
    asks: TermsPage[Any, Any] = kind.terms  # type: ignore[assignment]  # else there is no such page
    guest_id, now = guest_id_of(request), timezone.now()
    own = clubs_to_organise(guest_id)
    asked = request.POST if request.method == "POST" else request.GET
    copied = kind.at(slug, guest_id) if (slug := asked.get("copy", "")) else None
    preset = asks.presets.get(asked.get("preset", "")) or next(iter(asks.presets.values()))
    before = asks.copy(asks.of(copied)) if copied is not None else asks.begin_with(preset)
    chosen = next((club for club in own if club.slug == asked.get("club")), None)
    chosen = chosen or (copied.club if copied is not None and copied.club in own else own[0] if own else None)
    is_sent = request.method == "POST" and chosen is not None
    file = request.FILES.get("file") if is_sent else None
    is_quick = is_sent and asks.quick is not None and request.POST.get("do") == "quick"
    edited = asks.edit(before, request.POST if is_sent and file is None and not is_quick else None, True)
    quick = asks.quick(before, request.POST if is_quick else None) if asks.quick is not None else None
    used = quick if is_quick and quick is not None else edited
    is_sent = is_sent and not edited.again
    made, problem = None, ""
    try:
        if file is not None:
            made = kind.stored(chosen, guest_id, file.read(), now=now)  # type: ignore[arg-type]  # chosen where it is sent
        elif is_sent and (terms := used.terms()) is not None:
            made = asks.start(chosen, guest_id, terms, copied, now)  # type: ignore[arg-type]
    except CarromError as error:
        problem = localized(error)
    if made is not None:
        return HttpResponse(status=303, headers={"Location": kind.url(made, "organise")})
    errors = used.errors() if is_sent and file is None and not problem else []
    context = context_of(kind, edited, problem=problem, is_sent=False) | {
        "errors": errors,
        "is_new": True,
        "quick": quick.form if quick is not None else None,
        "terms": before,
        "heading": asks.title,
        "back": kind.list_link,
        "clubs": own,
        "chosen": chosen,
        "preset": preset.slug,
        "presets": [
            {"slug": one.slug, "title": _(one.title), "says": _(one.says), "chosen": not copied and one == preset}
            for one in asks.presets.values()
        ],
        "copy": copied.slug if copied is not None else "",
        "earlier": [
            {"slug": one.slug, "title": one.title, "first_day": one.first_day, "chosen": one == copied}
            for one in kind.store.visible_to(guest_id).filter(club__in=own)[:MOST_EARLIER]
        ],
    }
    return render(
        request, asks.template, context, status=(409 if problem and file is None else 422) if is_sent else 200
    )
