"""An event on a projector: boards, what comes next, draws, places; it turns its pages by itself and follows live.

Template `competitions/events/pages/screen/page.html` gets what `CompetitionKind.context` gives, and:
    slides   list of {kind, title, rows}; kind is "boards", "plan", "draw", "places", "order" (sentences), "prizes"
             ((who, what)), "sponsors" (rows of `sponsors.sponsor_rows`), or "bracket",
             whose rows are its rounds {title, matches: list of two sides each {name, score, won}}
    qr       the code of the event's page
"""

from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.event import EventTerms
from carrom.tournament.format import Layout
from carrom.tournament.formats.knockout import THIRD_PLACE
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import announced, contests, draw_labels, draw_parts, printouts, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.sponsors import sponsor_rows
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/screen/", name="event-screen", audience=KIND.viewer)
BRACKET_ROUNDS = 4  # beside each other: from a round of 16 to the final
A_SLIDE = 10  # rows: more do not fit at a size that the last row of seats can read


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms = terms_of(event)
    whole_names = event.club.for_evenings and selectors.is_official(event, guest_id)  # among those who wrote them down
    day = day_of(event, terms, whole_names=whole_names)
    link = request.build_absolute_uri(reverse("event", args=[slug]))
    context = KIND.context(request, event, terms, here="") | {"slides": _slides(event, terms, day), "qr": qr_of(link)}
    return render(request, "competitions/events/pages/screen/page.html", context)


def _slides(event: Event, terms: EventTerms, day: dict[str, Any]) -> list[dict[str, Any]]:
    slides = _cut("boards", _("On the boards"), [board for board in day["boards"] if board["table"]])
    slides += _cut("plan", _("Next"), day["plan"][:A_SLIDE])
    won = _("%(won)s won of %(played)s")
    for key, shown in day["contests"].items():
        heading, drawn = _round(shown)
        slides += _cut("draw", f"{terms.category(key).title}, {heading}", drawn)
        slides += _brackets(terms.category(key).title, shown)
        rows = [
            {
                "place": str(row.place),
                "name": shown.name(row.key),
                "says": won % {"won": row.won, "played": row.played},
            }
            for row in shown.standings
        ]
        heading = f"{terms.category(key).title}, {_('Standings')}"
        slides += _cut("places", heading, rows)
        slides += _cut("order", heading, draw_labels.order_label(shown.standings, shown.name))
    for part in announced.prize_rows(terms):
        slides += _cut("prizes", f"{_('Prizes')}: {part['title']}", part["rows"])
    slides += _cut("sponsors", _("Sponsors"), sponsor_rows(event, terms))
    return slides or [{"kind": "empty", "title": terms.title, "rows": []}]


def _round(shown: contests.ContestView) -> tuple[str, list[dict[str, str]]]:
    """The round that is being played, or the last one: its heading, and who meets whom with what is known by now."""
    open_ones = [one.fixture.round for one in shown.meetings if not one.is_settled]
    number = min(open_ones, default=shown.contest.rounds)
    found = [one for one in shown.meetings if one.fixture.round == number and one.state is not State.EMPTY]
    rows = []
    for meeting in found:
        a, b = printouts.sides_of(shown, meeting)
        score = _("bye") if meeting.state is State.BYE else printouts.score_text(meeting)
        rows.append({"fixture": meeting.fixture.id, "a": a, "b": b, "score": score})
    is_plain = not any(one.fixture.stage for one in found if one.fixture.stage != THIRD_PLACE)
    heading = draw_labels.bracket_label(
        sum(one.fixture.stage != THIRD_PLACE for one in found),
        number,
        is_bracket=is_plain and draw_parts.is_bracket(shown),
    )
    return heading, rows


def _brackets(title: str, shown: contests.ContestView) -> list[dict[str, Any]]:
    """The last rounds of each bracket of a draw, side by side, as many as fit; none while it has one round."""
    form = formats.find(shown.record.format)
    stages: dict[str, dict[int, list[Meeting]]] = {}
    for one in shown.meetings:
        in_bracket = form.layout(one.fixture) is Layout.BRACKET and one.fixture.stage != THIRD_PLACE
        if in_bracket and one.state not in (State.EMPTY, State.NOT_NEEDED):
            stages.setdefault(one.fixture.stage, {}).setdefault(one.fixture.round, []).append(one)
    return [
        {
            "kind": "bracket",
            "title": title,
            "rows": [
                {
                    "title": draw_labels.bracket_label(len(rounds[number]), number, is_bracket=_halves(rounds)),
                    "matches": [_in_bracket(shown, one) for one in rounds[number]],
                }
                for number in sorted(rounds)[-BRACKET_ROUNDS:]
            ],
        }
        for rounds in stages.values()
        if len(rounds) > 1
    ]


def _halves(rounds: dict[int, list[Meeting]]) -> bool:
    """Whether each round has half as many matches as the one before, as in a bracket whose rounds have names."""
    sizes = [len(rounds[number]) for number in sorted(rounds)]
    return all(size == 2 * following for size, following in pairwise(sizes))


def _in_bracket(shown: contests.ContestView, meeting: Meeting) -> list[dict[str, Any]]:
    """The two sides of a match of a bracket, with what each has."""
    result = meeting.result
    played = result is not None and result.is_played
    return [
        {
            "name": draw_labels.side_label(shown, meeting.fixture.slot(side), key),
            "score": draw_labels.score_label(result, side) if result is not None and played else "",
            "won": bool(key) and key == meeting.winner,
        }
        for side, key in ((Side.A, meeting.a), (Side.B, meeting.b))
    ]


def _cut(kind: str, title: str, rows: list[Any]) -> list[dict[str, Any]]:
    """The rows on as many slides as they need."""
    parts = [rows[start : start + A_SLIDE] for start in range(0, len(rows), A_SLIDE)]
    several = len(parts) > 1
    return [
        {"kind": kind, "title": f"{title} ({number}/{len(parts)})" if several else title, "rows": part}
        for number, part in enumerate(parts, 1)
    ]
