"""The lobby: find somebody to play, by one press or from the list, or watch.

Template `matches/pages/lobby/page.html` gets:
    name      what the visitor is called
    here      how many pages show the lobby
    tiles     list of {title, about, value, waiting, mine}: quick pairing; `value` is posted as `seek`, `waiting`: how
              many seek the same, `mine`: whether this visitor does
    own       {words} of the visitor's challenge, or None
    open      list of {id, host, words}: challenges that fit the filters
    chosen, choices   filters: what was chosen, and what can be, by `challenges.FILTERS`
    tables    list of {url, host, words, free}: tables of four that wait
    live      list of {url, title, score, format, turn, watchers}
    refused      a sentence about what was refused, or ""
    waiting   id of the challenge that this page waits for

POST `seek=RULESET LENGTH CLOCK [doubles]` or `seek=own` with the three and `sides` as fields, `accept=ID`, or
`withdraw=1`; `name` is optional. Answers: 303 to the match, to the table, or here; 409 with `refused`: a challenge is
gone; 422 for what nobody can seek; 429 an error page. GET `?waiting=ID` leads to the match of this own challenge (303)
once there is one; without it, a visitor who has posted one is led there.
"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.selectors import guest_id_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import cards, challenges, models, phrases, selectors, tables
from carrom_web.matches.forms import CLOCKS, NewMatch
from carrom_web.matches.lobby_consumer import LOBBY_ID
from carrom_web.matches.presence import PRESENCE
from carrom_web.matches.proposals import TooManyMatchesError, visitor_name

ROUTE = Route("lobby/", name="lobby", audience=ANYONE)

MOST_OPEN, MOST_LIVE = 50, 12  # on one page
IDLE = timedelta(minutes=10)  # a match in which nothing has happened for so long is not live
DOUBLES = "doubles"
TABLE_TERMS = "icf board 30"
TABLE = f"{TABLE_TERMS} {DOUBLES}"
QUICK = ("icf board 15", "icf game 15", "common board 30", "classic board none")


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
        tables.leave_all(guest)
        return remember(_to_match(challenges.accept(wanted, guest)), guest, request)
    sought = request.POST.get("seek", "")
    answers = request.POST if sought == "own" else dict(zip(challenges.FILTERS, sought.split(), strict=False))
    for_four = sought.endswith(f" {DOUBLES}") or (sought == "own" and request.POST.get("sides") == DOUBLES)
    form = challenges.form_of(answers, sides=DOUBLES if for_four else "singles")
    if not form.is_valid():
        return _lobby(
            request, refused=" ".join(str(text) for texts in form.errors.values() for text in texts), status=422
        )
    guest = guest_for(request, name=request.POST.get("name", ""))
    if for_four:
        table = tables.join(guest, form)
        at = _to_match(table.match_id) if table.match_id else _to_table(table.pk)
        return remember(at, guest, request)
    tables.leave_all(guest)
    own = challenges.seek(guest, form)
    answer = _to_match(own.match_id) if own.match_id else _here(waiting=own.pk)
    return remember(answer, guest, request)


def _lobby(request: HttpRequest, *, refused: str = "", status: int = 200) -> HttpResponse:
    guest = guest_of(request)
    guest_id = guest.pk if guest else None
    chosen = NewMatch.known({name: request.GET[name] for name in challenges.FILTERS if request.GET.get(name)})
    now = timezone.now()
    all_open = list(challenges.open_challenges(without=guest_id)[: 4 * MOST_OPEN])
    fitting = [one for one in all_open if all(one.wish[name] == value for name, value in chosen.items())]
    own = challenges.own_challenge(guest_id)
    waiting_tables = [_table(one) for one in _shown_tables(guest_id)]
    context = {
        "nav": "lobby",
        "name": guest.name if guest else "",
        "here": max(async_to_sync(PRESENCE.look)(LOBBY_ID).watchers, 1),
        "tiles": [_tile(value, [one.terms for one in all_open], own.terms if own else "") for value in QUICK],
        "own": {"words": _words(own.terms)} if own else None,
        "open": [
            {"id": one.pk, "host": one.host.name or visitor_name(), "words": _words(one.terms)}
            for one in fitting[:MOST_OPEN]
        ],
        "table": {"value": TABLE, "free": sum(one["free"] for one in waiting_tables if one["terms"] == TABLE_TERMS)},
        "tables": waiting_tables,
        "chosen": chosen,
        "choices": [_choice(name, str(chosen.get(name, ""))) for name in challenges.FILTERS],
        "live": [
            {**cards.card(one), "watchers": async_to_sync(PRESENCE.look)(one.match_id).watchers}
            for one in selectors.listed_matches(since=now - IDLE, most=MOST_LIVE)
        ],
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
        "free": sum(one.is_free for one in seated),
    }


def _tile(value: str, sought: list[str], own: str) -> dict[str, object]:
    title, about = {
        "icf board 15": (_("One board"), _("International laws, 15 s a stroke, about 6 min")),
        "icf game 15": (_("To 25 points"), _("International laws, 15 s a stroke, about 25 min")),
        "common board 30": (_("One board, with more time"), _("Common laws, 30 s a stroke, about 10 min")),
        "classic board none": (_("One board at leisure"), _("Classic laws, no clock")),
    }[value]
    return {"title": title, "about": about, "value": value, "waiting": sought.count(value), "mine": value == own}


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
