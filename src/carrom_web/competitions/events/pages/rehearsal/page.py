"""A rehearsal of an event for its organisers: a possible course, its length, matches that do not fit. Stores nothing.

`?seed=` begins one; it comes step by step, so that it can be stopped by leaving. Template
`competitions/events/pages/rehearsal/page.html` gets what `CompetitionKind.context` gives, and:
    fields   list of {key, title, entries, is_drawn}: how many entries each category is to have
    seed, absent  as asked, or to begin with
    runs     whether one is asked for: where `rehearsal` stands its steps come, then the result (`result.html`)
    again    address of another one
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from typing import Any, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import State
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import Known
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import WHY_NOT, clock
from carrom_web.competitions.events.rehearsals import (
    MOST_ENTRIES,
    Rehearsal,
    Rehearsed,
    Step,
    prepared,
    rehearse,
)
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/rehearsal/", name="event-rehearsal", audience=KIND.official(Action.ORGANISE))
TEMPLATE = "competitions/events/pages/rehearsal/page.html"
STEPS, RESULT = "<!-- steps -->", "<!-- result -->"  # where the page is cut: there they are sent as they come
MOST_SHOWN = 16  # rows of places and of a first round
_AT_ONCE = asyncio.Semaphore(2)  # in this process: the server goes on serving meanwhile


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask how; with a seed rehearse."""
    event = KIND.at(slug, guest_id_of(request))
    terms = terms_of(event)
    runs = "seed" in request.GET
    seed = _number(request.GET, "seed", 999_999_999) or random.SystemRandom().randrange(1, 1_000_000)
    absent = _number(request.GET, "absent", 50) or 0
    asked = {
        one.key: number
        for one in terms.categories
        if (number := _number(request.GET, f"entries-{one.key}", MOST_ENTRIES)) is not None
    }
    categories = prepared(event, terms, asked)
    query = {f"entries-{key}": str(number) for key, number in asked.items()} | {"absent": str(absent)}
    context = KIND.context(request, event, terms, here="event-rehearsal") | {
        "fields": [
            {
                "key": one.terms.key,
                "title": one.terms.title,
                "entries": len(one.contest.entrants),
                "is_drawn": bool(one.contest.draws),
            }
            for one in categories
        ],
        "most_entries": MOST_ENTRIES,
        "seed": seed,
        "absent": absent,
        "runs": runs,
        "again": f"?{urlencode(query | {'seed': str(seed % 999_999_999 + 1)})}",
        "stop": f"?{urlencode(query)}",
    }
    if not runs:
        return render(request, TEMPLATE, context)
    before, _steps_here, rest = render_to_string(TEMPLATE, context, request).partition(STEPS)
    between, _result_here, after = rest.partition(RESULT)
    made = Rehearsal(categories, seed=seed)
    steps = _steps(made, terms, absent / 100, (before, between, after), translation.get_language())
    return cast(HttpResponse, StreamingHttpResponse(steps, content_type="text/html; charset=utf-8"))


async def _steps(
    made: Rehearsal, terms: EventTerms, absent: float, page: tuple[str, str, str], language: str
) -> AsyncIterator[str]:
    """The page, piece by piece. Leaving the page stops it after the current step."""
    before, between, after = page
    yield before
    async with _AT_ONCE:
        steps: Iterator[Step] = rehearse(made, terms, absent=absent)
        while (step := await asyncio.to_thread(next, steps, None)) is not None:
            with translation.override(language):
                yield f"<li>{escape(_words(step))}</li>\n"
    with translation.override(language):
        result = render_to_string("competitions/events/pages/rehearsal/result.html", _result(made, terms))
    yield f"{between}{result}{after}"


def _words(step: Step) -> str:
    if not step.title:
        return _("Putting all matches on the boards")
    if step.is_played:
        return _("%(title)s: draw %(number)s played") % {"title": step.title, "number": step.draws}
    return _("%(title)s: draw %(number)s made") % {"title": step.title, "number": step.draws}


def _result(made: Rehearsal, terms: EventTerms) -> dict[str, Any]:
    plan = made.plan
    titles = {one.terms.key: one.terms.title for one in made.categories}
    minutes = {one.terms.key: one.terms.match.expected_minutes for one in made.categories}
    planned = plan.planned if plan else ()
    keys = [one.key for one in planned] + [one.key for one in (plan.unfit if plan else ())]
    unfit = sorted(
        (titles[one.key.partition(" ")[0]], one.key.partition(" ")[2], _(WHY_NOT[one.why]))
        for one in (plan.unfit if plan else ())
    )
    return {
        "categories": [_category(one) for one in made.categories],
        "matches": len(keys),
        "hours": sum(minutes[key.partition(" ")[0]] for key in keys) / 60,
        "boards": terms.boards,
        "boards_needed": plan.boards_needed if plan else None,
        "fits": plan.fits if plan else True,
        "unfit": [
            {"title": title, "fixtures": [name for _title, name, _why in rows], "why": why}
            for (title, why), rows in (
                (key, list(found)) for key, found in groupby(unfit, key=lambda row: (row[0], row[2]))
            )
        ],
        "starts": clock(min(one.start for one in planned), terms) if planned else "",
        "ends": clock(plan.ends, terms) if plan and plan.ends else "",
        "seed": made.seed,
    }


def _category(one: Rehearsed) -> dict[str, Any]:
    contest = one.contest
    form = formats.find(contest.format)
    met, rows = form.meetings(contest), form.standings(contest)
    first = min((each.fixture.round for each in met), default=0)
    opening = [each for each in met if each.fixture.round == first]

    def name(slot: object) -> str:
        return one.names.get(slot.key, slot.key) if isinstance(slot, Known) else _("Bye")

    played = [each for each in met if each.state is State.DECIDED]
    return {
        "title": one.terms.title,
        "entries": len(contest.entrants),
        "rounds": contest.rounds,
        "matches": len(played),
        "missed": sum(each.result is not None and not each.result.is_played for each in played),
        "fault": localized(one.fault) if one.fault else "",
        "draw": [{"a": name(each.fixture.a), "b": name(each.fixture.b)} for each in opening[:MOST_SHOWN]],
        "more": max(0, len(opening) - MOST_SHOWN),
        "places": [
            {"place": row.place, "name": one.names.get(row.key, row.key), "won": row.won, "played": row.played}
            for row in rows[:MOST_SHOWN]
        ]
        if contest.draws and not one.fault
        else [],
    }


def _number(asked: QueryDict, name: str, most: int) -> int | None:
    text = asked.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < 10 else None
