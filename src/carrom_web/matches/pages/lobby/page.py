"""The lobby: find somebody to play, by one press or from the list, or watch.

Template `matches/pages/lobby/page.html` gets:
    name      what the visitor is called
    here      how many pages show the lobby
    tiles     list of {title, about, value, waiting, wait, mine}: quick pairing; `value` is posted as `seek`, `waiting`:
              how many seek the same, `wait`: how long one usually waits, "" where too few did lately, `mine`: whether
              this visitor does
    own       {words, is_rated, seeks_near, rating, is_provisional} of the visitor's challenge, or None
    open      list of {id, host} and the same: challenges that fit the filters
    may_rate  whether the visitor has an account, so that they may play rated matches
    best      list of {name, value, gain}: the best of this week
    chosen, choices   filters: what was chosen, and what can be, by `challenges.FILTERS`
    tables    list of {url, host, words, free}: tables of four that wait
    live      list of {url, title, score, format, turn, watchers}
    sections  list of `hooks.LobbySection`: what else one may join now
    refused      a sentence about what was refused, or ""
    waiting   id of the challenge that this page waits for

POST `seek=RULESET LENGTH CLOCK [doubles]` or `seek=own` with the three and `sides` as fields, `accept=ID`, or
`withdraw=1`; `name`, `rated=1` and `level=near` are optional. Answers: 303 to the match, to the table, or here; 409
with `refused`: a challenge is gone, or not for this visitor; 422 for what nobody can seek; 429 an error page. GET
`?waiting=ID` leads to the match of this own challenge (303) once there is one; without it, a visitor who has posted one
is led there.
"""

import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom.match.rules import shipped
from carrom_web.accounts.selectors import browser_of, guest_id_of, guest_of, has_account
from carrom_web.accounts.services import guest_for, remember, remember_browser
from carrom_web.core.error_page import error_page
from carrom_web.core.hooks import registry
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import cards, challenges, models, online_ratings, phrases, selectors, tables
from carrom_web.matches.forms import CLOCKS, NewMatch
from carrom_web.matches.lobby_consumer import LOBBY_ID
from carrom_web.matches.presence import PRESENCE
from carrom_web.matches.proposals import TooManyMatchesError, visitor_name
from carrom_web.matches.waits import expected_waits

ROUTE = Route("lobby/", name="lobby", audience=ANYONE)

MOST_OPEN, MOST_LIVE, MOST_BEST = 50, 12, 5  # on one page
IDLE = timedelta(minutes=10)  # a match in which nothing has happened for so long is not live
DOUBLES = "doubles"
TABLE_TERMS = "icf board 30"
TABLE = f"{TABLE_TERMS} {DOUBLES}"
QUICK = ("icf board 15", "icf game 15", "common board 30", "classic board none", "icf board 3d")


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the lobby; with POST seek, accept or withdraw."""
    if request.method != "POST":
        match_id = _match_of(request)
        if match_id is not None:
            return _to_match(match_id)
        own = challenges.own_challenge(guest_id_of(request))
        if own is not None and request.GET.get("waiting") != str(own.pk):
            return _here(waiting=own.pk, query=request.GET)
        return _lobby(request)
    try:
        return _done(request)
    except TooManyMatchesError as error:
        return error_page(
            request,
            status=429,
            code=error.code,
            title=_("Too many challenges"),
            what=localized(error),
            safe=_("What you posted before still stands."),
            todo=_("Wait a minute, then try again."),
        )
    except NotAllowedError as error:
        return _lobby(request, refused=localized(error), status=409)


def _done(request: HttpRequest) -> HttpResponse:
    """Do what the form asks for."""
    challenges.check_rate(request.META.get("REMOTE_ADDR", ""))
    if "withdraw" in request.POST:
        guest_id = guest_id_of(request)
        if guest_id is not None:
            challenges.withdraw(guest_id)
        return _here()
    if "accept" in request.POST:
        wanted = _uuid(request.POST["accept"])
        if wanted is None:
            return _lobby(request, refused=localized(challenges.ChallengeGoneError()), status=409)
        guest = guest_for(request, name=request.POST.get("name", ""))
        mark = browser_of(request) or secrets.token_hex(16)
        match_id = challenges.accept(wanted, guest, device=mark)
        tables.leave_all(guest)
        return remember(remember_browser(_to_match(match_id), mark, request), guest, request)
    sought = request.POST.get("seek", "")
    answers = request.POST if sought == "own" else dict(zip(challenges.FILTERS, sought.split(), strict=False))
    for_four = sought.endswith(f" {DOUBLES}") or (sought == "own" and request.POST.get("sides") == DOUBLES)
    form = challenges.form_of(answers, sides=DOUBLES if for_four else "singles")
    mark = browser_of(request) or secrets.token_hex(16)
    wanted_also = challenges.Sought(request.POST.get("rated") == "1", request.POST.get("level") == "near", mark)
    if not form.is_valid():
        return _lobby(
            request, refused=" ".join(str(text) for texts in form.errors.values() for text in texts), status=422
        )
    guest = guest_for(request, name=request.POST.get("name", ""))
    if for_four:
        table = tables.join(guest, form, wanted_also)
        answer = _to_match(table.match_id) if table.match_id else _to_table(table.pk)
    else:
        if wanted_also.is_rated:
            challenges.check_rated(guest, form)
        tables.leave_all(guest)
        own = challenges.seek(guest, form, wanted_also)
        answer = _to_match(own.match_id) if own.match_id else _here(waiting=own.pk)
    if wanted_also.is_rated:
        remember_browser(answer, mark, request)
    return remember(answer, guest, request)


def _lobby(request: HttpRequest, *, refused: str = "", status: int = 200) -> HttpResponse:
    guest = guest_of(request)
    guest_id = guest.pk if guest else None
    chosen = NewMatch.known({name: request.GET[name] for name in challenges.FILTERS if request.GET.get(name)})
    now = timezone.now()
    all_open = list(challenges.open_challenges(without=guest_id)[: 4 * MOST_OPEN])
    fitting = [one for one in all_open if all(one.wish[name] == value for name, value in chosen.items())]
    own = challenges.own_challenge(guest_id)
    waits = expected_waits(QUICK)
    waiting_tables = [_table(one) for one in _shown_tables(guest_id)]
    context = {
        "nav": "lobby",
        "name": guest.name if guest else "",
        "here": max(async_to_sync(PRESENCE.look)(LOBBY_ID).watchers, 1),
        "tiles": [
            _tile(
                value,
                [one.terms for one in all_open if not one.is_rated and not one.seeks_near],
                own.terms if own else "",
                waits.get(value),
            )
            for value in QUICK
        ],
        "own": {"words": _words(own.terms), **_rated(own)} if own else None,
        "open": [
            {"id": one.pk, "host": one.host.name or visitor_name(), "words": _words(one.terms), **_rated(one)}
            for one in fitting[:MOST_OPEN]
        ],
        "may_rate": has_account(guest_id),
        "best": _best(),
        "table": {"value": TABLE, "free": _free_seats(waiting_tables)},
        "tables": waiting_tables,
        "chosen": chosen,
        "choices": [_choice(name, str(chosen.get(name, ""))) for name in challenges.FILTERS],
        "live": [
            {**cards.card(one), "watchers": async_to_sync(PRESENCE.look)(one.match_id).watchers}
            for one in selectors.listed_matches(since=now - IDLE, most=MOST_LIVE)
        ],
        "sections": registry.hook.lobby_section(),
        "refused": refused,
        "waiting": own.pk if own else "",
    }
    return render(request, "matches/pages/lobby/page.html", context, status=status)


def _shown_tables(guest_id: UUID | None) -> list[models.Invitation]:
    """Those at which somebody sits already among them: it is their way back."""
    own = models.Invitation.objects.filter(is_table=True, match=None, open_until__gt=timezone.now())
    mine = list(own.filter(seats__guest=guest_id)) if guest_id else []
    return [*mine, *tables.open_tables(guest_id)[:MOST_OPEN]]


def _table(table: models.Invitation) -> dict[str, Any]:
    """A table of four that waits."""
    seated = tables.seats_of(table)
    people = [one.guest.name or visitor_name() for one in seated if one.guest is not None]
    return {
        "url": reverse("invitation", args=[table.pk]),
        "people": phrases.names(people),
        "words": _words(table.terms),
        "terms": table.terms,
        **_rated(table),
        "free": sum(one.is_free for one in seated),
    }


def _free_seats(found: list[dict[str, Any]]) -> int:
    """The seats that one may take by the tile of two against two: it seeks a friendly match."""
    friendly = [one for one in found if not one["is_rated"] and not one["seeks_near"]]
    return sum(one["free"] for one in friendly if one["terms"] == TABLE_TERMS)


def _rated(one: models.Invitation) -> dict[str, Any]:
    """How a challenge is rated: the rating of its host in its group, and whether it seeks somebody near to it."""
    ruleset = shipped().get(one.terms.split()[0])
    group = online_ratings.group_for(ruleset, is_doubles=one.is_table) if ruleset else ""
    found = online_ratings.all_standings([one.host_id], group).get(one.host_id) if group else None
    return {
        "is_rated": one.is_rated,
        "seeks_near": one.seeks_near,
        "rating": round(found.rating.value) if found else None,
        "is_provisional": bool(found and found.is_provisional),
    }


def _best() -> list[dict[str, Any]]:
    """The best of this week in the group that is played most."""
    group = online_ratings.groups_played()[0]
    rows = online_ratings.best_of_week(group, online_ratings.week_of(timezone.now()))[:MOST_BEST]
    return [{"name": row.guest.name, "value": round(row.value), "gain": round(row.gain)} for row in rows]


def _tile(value: str, sought: list[str], own: str, wait: timedelta | None) -> dict[str, object]:
    title, about = {
        "icf board 15": (_("One board"), _("International laws, 15 s a stroke, about 6 min")),
        "icf game 15": (_("To 25 points"), _("International laws, 15 s a stroke, about 25 min")),
        "common board 30": (_("One board, with more time"), _("Common laws, 30 s a stroke, about 10 min")),
        "classic board none": (_("One board at leisure"), _("Classic laws, no clock")),
        "icf board 3d": (_("By correspondence"), _("International laws, one board, 3 days a stroke")),
    }[value]
    return {
        "title": title,
        "about": about,
        "value": value,
        "waiting": sought.count(value),
        "wait": _wait_words(wait) if wait is not None else "",
        "mine": value == own,
    }


def _wait_words(wait: timedelta) -> str:
    """The expected wait as one reads it, in its largest unit."""
    if wait < timedelta(minutes=1):
        return _("usually less than a minute")
    now = timezone.now()
    return _("usually %(time)s") % {"time": timesince(now - wait, now, depth=1)}


def _words(terms: str) -> str:
    """Laws, length and clock as one reads them."""
    fields = NewMatch(changes_laws=False).fields
    return " · ".join(
        str(dict(fields[name].choices)[value])  # type: ignore[attr-defined]
        for name, value in zip(challenges.FILTERS, terms.split(), strict=True)
    )


def _choice(name: str, chosen: str) -> dict[str, object]:
    """A select of the filters, and of an own challenge."""
    field = NewMatch(changes_laws=False).fields[name]
    choices = [
        (value, str(label))
        for value, label in field.choices  # type: ignore[attr-defined]
        if name != "ruleset" or challenges.can_be_sought(value)
    ]
    default = CLOCKS[1][0] if name == "clock" else str(field.initial)
    return {"name": name, "label": field.label, "choices": choices, "chosen": chosen, "default": default}


def _match_of(request: HttpRequest) -> UUID | None:
    """The match of the challenge that this page waits for, while it goes on."""
    waiting, guest_id = _uuid(request.GET.get("waiting", "")), guest_id_of(request)
    if waiting is None or guest_id is None:
        return None
    return challenges.match_of(waiting, guest_id)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _to_match(match_id: UUID) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("match", args=[match_id])})


def _to_table(table_id: UUID) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("invitation", args=[table_id])})


def _here(*, waiting: UUID | None = None, query: QueryDict | None = None) -> HttpResponse:
    asked = {**(query.dict() if query else {}), **({"waiting": str(waiting)} if waiting else {})}
    return HttpResponse(status=303, headers={"Location": reverse("lobby") + (f"?{urlencode(asked)}" if asked else "")})
