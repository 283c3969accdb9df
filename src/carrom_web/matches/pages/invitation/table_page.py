"""The page of a table: four seats, who is there, a link to each, and the match once all are taken.

Template `matches/pages/invitation/table.html` gets:
    is_host   whether the one who asks may seat computers
    is_seated whether they sit here
    places    list of {value, area, side, name, mine, level, free, partner, chosen, link}: the four seats;
              `value` is posted as `sit`, `area` the part of the grid, `chosen`: the link that was opened names it
    link, qr  of the whole table
    words     what will be played
    levels    the computers, as choices
    free      how many seats are free
    name      what the visitor is called
    refused   a sentence about what was refused, or ""
    is_open   whether anyone in the lobby may sit down
"""

import secrets
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from carrom_web.accounts.selectors import browser_of, guest_id_of, guest_of
from carrom_web.accounts.services import guest_for, remember, remember_browser
from carrom_web.core.links import qr_of
from carrom_web.core.translation import localized
from carrom_web.matches import challenges, models, tables
from carrom_web.matches.computers import level_choices, level_title
from carrom_web.matches.forms import NewMatch
from carrom_web.matches.proposals import TooManyMatchesError, visitor_name

AREAS = ("south", "east", "north", "west")


def answer(request: HttpRequest, table: models.Invitation) -> HttpResponse:
    """Show a table; with POST `sit=PLACE`, `leave=1`, `computer=PLACE` with `level`, or `free=PLACE` change it."""
    refused, status = "", 200
    if request.method == "POST":
        try:
            return _changed(request, table)
        except (tables.TableError, challenges.RatedError, challenges.ChallengeLevelError, TooManyMatchesError) as error:
            refused, status = localized(error), 409
            if not models.Invitation.objects.filter(pk=table.pk).exists():
                return HttpResponse(status=303, headers={"Location": reverse("lobby")})
    tables.renew(table, guest_id_of(request))
    return render(request, "matches/pages/invitation/table.html", _context(request, table, refused), status=status)


def _changed(request: HttpRequest, table: models.Invitation) -> HttpResponse:
    here = HttpResponse(status=303, headers={"Location": request.path})
    guest_id = guest_id_of(request)
    if "sit" in request.POST:
        challenges.check_rate(request.META.get("REMOTE_ADDR", ""))
        guest = guest_for(request, name=request.POST.get("name", ""))
        mark = (browser_of(request) or secrets.token_hex(16)) if table.is_rated else ""
        after = tables.sit(table.pk, guest, _place(request.POST["sit"]), device=mark)
        answer = _to_match(after.match_id) if after.match_id else here
        if mark:
            remember_browser(answer, mark, request)
        return remember(answer, guest, request)
    if "leave" in request.POST:
        if guest_id is not None:
            tables.leave(table.pk, guest_id)
        return HttpResponse(status=303, headers={"Location": reverse("lobby")}) if table.open_until else here
    named = "computer" if "computer" in request.POST else "free"
    place = _place(request.POST.get(named, ""))
    level = request.POST.get(f"level-{place[0]}{place[1]}", "") if named == "computer" else ""
    after = tables.set_computer(table.pk, guest_id, place, level)
    return _to_match(after.match_id) if after.match_id else here


def _context(request: HttpRequest, table: models.Invitation, refused: str) -> dict[str, Any]:
    guest, link = guest_of(request), request.build_absolute_uri(request.path)
    seated = tables.seats_of(table)
    own = next((one.place for one in seated if guest is not None and one.guest == guest), None)
    wish = NewMatch.of_wish(table.wish)
    return {
        "nav": "play",
        "is_host": guest is not None and table.host_id == guest.pk,
        "is_seated": own is not None,
        "places": [
            {
                "value": f"{one.place[0]}{one.place[1]}",
                "area": area,
                "side": one.place[0],
                "name": _name(one),
                "mine": one.place == own,
                "level": one.level,
                "free": one.is_free,
                "partner": own is not None and one.place != own and one.place[0] == own[0],
                "chosen": request.GET.get("seat") == f"{one.place[0]}{one.place[1]}",
                "link": f"{link}?seat={one.place[0]}{one.place[1]}",
            }
            for one, area in zip(seated, AREAS, strict=True)
        ],
        "free": sum(one.is_free for one in seated),
        "levels": level_choices(),
        "link": link,
        "qr": qr_of(link),
        "words": wish.words(),
        "name": guest.name if guest else "",
        "refused": refused,
        "is_open": table.open_until is not None,
    }


def _name(one: tables.AtTable) -> str:
    if one.level:
        return level_title(one.level)
    return (one.guest.name or visitor_name()) if one.guest else ""


def _place(value: str) -> tables.Place:
    return (value[:1], int(value[1:])) if value[1:].isdigit() else ("", 0)


def _to_match(match_id: UUID) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("match", args=[match_id])})
