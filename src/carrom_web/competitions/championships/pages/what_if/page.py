"""A player's needs in the remaining events: a sentence for the player, and a table of everybody who can still do it.

GET with person, target, left, entrants, weight, bonus, table. Template
`competitions/championships/pages/what_if/page.html` gets
what `CompetitionKind.context` gives, and:
    form, errors, index
    people   choices of the form; empty before an event has ended
    tables   list of (number, name, here)
    left     the events that are left: list of {title, entrants, weight}
    answer   sentences about who was asked for
    rows     of the table: {place, name, total, verdict, certain, possible, nothing, as_now, best, here}
    more     how many lines are not shown; careful: whether some answers are on the careful side
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from carrom.errors import CarromError
from carrom.tournament.championship import NOTHING, Event, StandingsRow, Terms
from carrom.tournament.championship_needs import MOST_LEFT, Coming, Needs, Verdict, needs
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.forms import WhatIf
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.presenters import number
from carrom_web.competitions.championships.state import decimal
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("championships/<slug:slug>/what-if/", name="championship-what-if", audience=KIND.viewer)
MOST_ROWS = 16


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, and answer."""
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    legs = event_results.leg_results(championship, book)
    chosen = request.GET.get("table", "")
    index = int(chosen) if chosen.isdecimal() and int(chosen[:4]) < len(book.tables) else 0
    counted, lines = event_results.table_of(book, legs, book.tables[index])
    names = {key: name or _("(deleted)") for key, name in event_results.names_in(legs).items()}
    announced = [one for one in legs if one.leg.table == book.tables[index] and one.state != "over"][:MOST_LEFT]
    events = [one.event for one in counted if one.event is not None]
    people = [(line.key, f"{line.place}. {names.get(line.key)}") for line in lines]
    given = {
        "entrants": max((len(one.places) for one in events), default=8),
        "weight": "1",
        "target": 1,
        "left": len(announced) if announced or book.closed else 1,
        "bonus": number(max((more for one in events for more in one.bonus.values()), default=NOTHING)),
    }
    asked = "person" in request.GET
    form = WhatIf(
        given | request.GET.dict() if asked else given | {"person": people[0][0] if people else ""}, people=people
    )
    context: dict[str, Any] = {"left": [], "answer": [], "rows": [], "more": 0, "careful": False}
    if people and form.is_valid():
        data = form.cleaned_data
        left = _left(announced, data)
        try:
            found = _needed(book.counting.terms, events, lines, data, [coming for _title, coming in left])
        except CarromError as error:
            form.add_error(None, localized(error))
        else:
            context |= {
                "left": [
                    {"title": title, "entrants": coming.entrants, "weight": number(coming.weight)}
                    for title, coming in left
                ],
                "answer": _answer(book.counting.terms, left, found[data["person"]], data, names) if asked else [],
                "rows": [
                    _row(line, found[line.key], names, here=asked and line.key == data["person"])
                    for line in lines
                    if line.key in found
                ],
                "more": len(lines) - len(found),
                "careful": any(not one.is_exact for one in found.values()),
            }
    context |= KIND.context(request, championship, book, here="championship-what-if") | {
        "form": form,
        "people": people,
        "tables": [(place, name or _("Standings"), place == index) for place, name in enumerate(book.tables)],
        "index": index,
        "errors": error_list(form) if people else [],
    }
    status = 422 if asked and form.errors else 200
    return render(request, "competitions/championships/pages/what_if/page.html", context, status=status)


def _left(announced: Sequence[event_results.LegResult], data: Mapping[str, Any]) -> list[tuple[str, Coming]]:
    """The events that are left, the next one first: those announced, then as many more as were asked for."""
    bonus, count = decimal(data["bonus"]), data["left"]
    count = len(announced) or 1 if count is None else count
    found = [
        (
            one.leg.title,
            Coming(entrants=one.leg.entrants or data["entrants"], weight=decimal(one.leg.weight), bonus=bonus),
        )
        for one in announced[:count]
    ]
    plain = Coming(entrants=data["entrants"], weight=decimal(data["weight"]), bonus=bonus)
    return found + [(_("Not announced yet"), plain)] * (count - len(found))


def _needed(
    terms: Terms,
    events: Sequence[Event],
    lines: Sequence[StandingsRow],
    data: Mapping[str, Any],
    coming: Sequence[Coming],
) -> dict[str, Needs]:
    """Return the needs of the first of the table, and of the chosen player."""
    keys = [line.key for line in lines[:MOST_ROWS]]
    asked = data["person"]
    return {
        key: needs(terms, events, key, coming, target=data["target"])
        for key in (*keys, *(() if asked in keys else (asked,)))
    }


def _verdict_words(verdict: Verdict) -> str:
    return {
        "certain": _("certain"),
        "own-hands": _("in their own hands"),
        "open": _("possible"),
        "out": _("out of reach"),
    }[verdict]


def _row(line: StandingsRow, found: Needs, names: Mapping[str, str], *, here: bool) -> dict[str, Any]:
    is_settled = found.verdict in ("certain", "out")
    return {
        "place": line.place,
        "name": names.get(line.key),
        "total": number(line.total),
        "verdict": _verdict_words(found.verdict),
        "is_settled": is_settled,
        "certain": found.certain,
        "possible": found.possible,
        "nothing": found.every.nothing,
        "as_now": found.every.as_now,
        "best": found.every.best,
        "here": here,
    }


def _answer(
    terms: Terms, left: Sequence[tuple[str, Coming]], found: Needs, data: Mapping[str, Any], names: Mapping[str, str]
) -> list[str]:
    """The answer for one person, sentence by sentence; the last one says what was assumed."""
    who = {"name": names.get(data["person"]), "target": data["target"]}
    if found.verdict == "certain":
        return [_("%(name)s is certain to finish in place %(target)s or better, whatever happens.") % who]
    if found.verdict == "out":
        return [_("%(name)s can no longer finish in place %(target)s or better.") % who]
    coming = left[0][1]
    said = [*_next_event(terms, coming, found, who)]
    if len(left) > 1:
        said += _every_event(len(left), found)
    if not found.is_exact:
        said.append(_("There are very many possible outcomes: these answers are on the safe side."))
    said.append(_("Shared places are not considered; a player who would be level counts as not behind."))
    return said


def _next_event(terms: Terms, coming: Coming, found: Needs, who: Mapping[str, Any]) -> list[str]:
    points = terms.points(coming.entrants)

    def of(place: int) -> dict[str, Any]:
        worth: Decimal = points[place - 1] * coming.weight
        return {**who, "place": place, "points": number(worth)}

    said = []
    if found.certain is None:
        said.append(_("No place in the next event makes it certain: it also depends on the others."))
    elif found.certain == coming.entrants:
        said.append(_("%(name)s only has to take part: any place is enough.") % who)
    elif found.certain == 1:
        said.append(_("Winning it is certain to be enough; that scores %(points)s.") % of(1))
    else:
        said.append(
            _("Place %(place)s or better is certain to be enough; place %(place)s scores %(points)s.")
            % of(found.certain)
        )
    if found.possible is None:
        said.append(_("It is possible only by missing the next event: by taking part, more results would be dropped."))
    elif found.possible != found.certain:
        said.append(
            _("Place %(place)s is the worst place that may still be enough; it scores %(points)s.") % of(found.possible)
        )
    return said


def _every_event(count: int, found: Needs) -> list[str]:
    """Describe the needs in each of several remaining events."""
    every = found.every
    if every.best == 1:
        return [
            ngettext(
                "Winning the last event is enough, whatever the others do.",
                "Winning all %(n)s remaining events is enough, whatever the others do.",
                count,
            )
            % {"n": count}
        ]
    if every.best:
        said = ngettext(
            "Place %(place)s or better in the last event is enough, whatever the others do.",
            "Place %(place)s or better in each of the %(n)s remaining events is enough, whatever the others do.",
            count,
        )
        return [said % {"place": every.best, "n": count}]
    if every.as_now:
        return [
            ngettext(
                "If everybody goes on as before, place %(place)s or better in the last event is enough.",
                "If everybody goes on as before, place %(place)s or better in each of the %(n)s remaining events is "
                "enough.",
                count,
            )
            % {"place": every.as_now, "n": count}
        ]
    if every.nothing:
        return [
            ngettext(
                "If nobody else scores, place %(place)s or better in the last event is enough.",
                "If nobody else scores, place %(place)s or better in each of the %(n)s remaining events is enough.",
                count,
            )
            % {"place": every.nothing, "n": count}
        ]
    return [_("Even winning all remaining events is not enough alone.")]
