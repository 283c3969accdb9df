"""A player's challenges on a ladder, by their own link: challenge, answer, report the boards, confirm them.

Template `competitions/events/pages/challenges/page.html` gets what `CompetitionKind.context` gives, and:
    name, place   who they are and on which rung; None if they are not on it
    may           list of {key, name, place}: the players they may challenge now
    rows          their running challenges (`ladder_rows`), each with `asks`: answer, wait, tell, confirm or waiting
    ladder        address of the ladder; rules: its rules
    boards        what was typed last; problem: a sentence about it
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.formats.ladder import may_challenge
from carrom_web.competitions.events import contests, link_tokens
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.ladder_rows import ladder_rows, rules_of
from carrom_web.competitions.events.models import Challenge, Entry
from carrom_web.competitions.events.permissions import CHALLENGER
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import draws, ladders
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("challenges/<str:token>/", name="event-challenges", audience=CHALLENGER)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show them; with POST do one thing."""
    entry = link_tokens.entry_of_challenger(token)
    if request.method != "POST":
        return _show(request, entry)
    try:
        _do(request, entry)
    except CarromError as error:
        return _show(request, entry, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _do(request: HttpRequest, entry: Entry) -> None:
    data, now = request.POST, timezone.now()
    event, asked = entry.form.event, data.get("do", "")
    if asked == "challenge":
        found = draws.contest_of(event, entry.category.key)[1]
        if data.get("to") not in {one.key for one in found.contest.entrants}:
            raise FormError("no-opponent")
        ladders.challenge(event, entry.category.key, by=entry.key, to=data["to"], now=now)
        return
    made = _challenge(entry, data.get("challenge", ""))
    if asked in ("accept", "decline") and made.to != entry.key:
        raise FormError("not-yours")
    if asked == "accept":
        ladders.accept(event, made, now=now)
    elif asked == "decline":
        ladders.decline(event, made, now=now)
    elif asked == "withdraw" and made.by == entry.key:
        ladders.withdraw(event, made, now=now)
    elif asked == "tell":
        ladders.tell(event, made, by=entry.key, line=data.get("boards", "")[:200].strip(), now=now)
    elif asked == "confirm":
        ladders.confirm(event, made, by=entry.key, line=data.get("boards", ""), now=now)
    else:
        raise FormError("unknown-action")


def _challenge(entry: Entry, number: str) -> Challenge:
    rows = entry.category.challenges.select_related("category")
    made = rows.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 12 else None
    if made is None or entry.key not in (made.by, made.to):
        raise FormError("unknown-challenge")
    return made


def _show(request: HttpRequest, entry: Entry, *, problem: str = "", status: int = 200) -> HttpResponse:
    event, category = entry.form.event, entry.category
    terms, now = terms_of(event), timezone.now()
    found = contests.shown(category)
    context = KIND.context(request, event, terms, here="") | {
        "title": terms.title,
        "category": terms.category(category.key).title,
        "ladder": reverse("event-ladder", args=[event.slug, category.key]),
        "rules": rules_of(terms.category(category.key)),
        "boards": request.POST.get("boards", ""),
        "problem": problem,
    }
    if found is not None and any(one.key == entry.key for one in found.contest.entrants):
        shown = ladder_rows(category, found, terms, now, own=entry.key)
        rows = [row | {"asks": _asks(row["challenge"], entry.key)} for row in shown["running"]]
        own = [row for row in rows if row["is_own"] or row["is_to_own"]]
        places = {row["key"]: row["place"] for row in shown["rungs"]}
        taken = {key for row in rows for key in (row["challenge"].by, row["challenge"].to)}
        context |= {
            "name": found.name(entry.key),
            "place": places[entry.key],
            "rows": own,
            "rungs": shown["rungs"],
            "may": [
                {"key": key, "name": found.name(key), "place": places[key]}
                for key in (may_challenge(found.contest, entry.key) if not own else ())
                if key not in taken
            ],
        }
    return render(request, "competitions/events/pages/challenges/page.html", context, status=status)


def _asks(made: Challenge, own: str) -> Any:
    if made.state == Challenge.State.OPEN:
        return "answer" if made.to == own else "wait"
    if not made.boards:
        return "tell"
    return "waiting" if made.reported_by == own else "confirm"
