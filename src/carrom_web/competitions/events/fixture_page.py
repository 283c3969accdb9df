"""The page of one fixture, for everybody; those who may draw also find what they can do with it.

Template `competitions/events/pages/fixture/page.html` gets what `CompetitionKind.context` gives, and:
    category   {key, title}
    fixture    as `draw_parts.fixture_row` gives it; why, a list of sentences
    may        whether the reader may draw; then free_boards, sides (with which one can be exchanged), result_fields:
               {label, example, lacks, may_tie}, how a result is entered and what a winner alone would lack, and pad:
               what the result pad needs
    problem    a sentence about what was tried last; tried: {fixture, boards, time_up} as they were sent
    asked      what is not done yet, as the page of the draw has it
The page of the draw fetches from it what lies in folds, by their `data-fold`.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.event import EventTerms
from carrom.tournament.format import find
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, day_rows, draw_labels, draw_parts, seeding, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import results


def show(
    request: HttpRequest,
    event: Event,
    category: Category,
    name: str,
    *,
    problem: str = "",
    asked: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a fixture by its name. Raises Http404: there is none."""
    terms, guest_id = terms_of(event), guest_id_of(request)
    shown = contests.shown(category, whole_names=selectors.is_official(event, guest_id))
    meeting = shown.followed.by_fixture.get(name) if shown is not None else None
    if shown is None or meeting is None:
        raise Http404
    table = BoardCall.objects.filter(category=category, fixture=name, ended_at=None).first()
    may = selectors.may(event, guest_id, Action.DRAW)
    context = KIND.context(request, event, terms, here="event-draws") | {
        "category": {"key": category.key, "title": terms.category(category.key).title},
        "fixture": draw_parts.fixture_row(shown, meeting, table),
        "why": _why(shown, meeting, category),
        "may": may,
        "problem": problem,
        "tried": {field: request.POST.get(field, "") for field in ("fixture", "boards", "time_up")} if problem else {},
        "asked": asked,
    }
    if may:
        busy = set(BoardCall.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
        context |= {
            "free_boards": [board for board in range(1, terms.boards + 1) if board not in busy],
            "sides": draw_parts.exchangeable(shown),
            "result_fields": _result_fields(shown, meeting, terms, category.key),
            "pad": day_rows.pad_fields(terms, category.key, shown, meeting),
        }
    return render(request, "competitions/events/pages/fixture/page.html", context, status=status)


def _why(shown: contests.ContestView, meeting: Meeting, category: Category) -> list[str]:
    """Why these two meet; it may take as long as the draw of the round did."""
    reasons = find(shown.record.format).why_these(shown.contest, meeting.fixture.id)
    seeds = seeding.why_seeded(
        {one.key: one for one in shown.contest.entrants}, meeting, shown.names, seeding.source_of(category)
    )
    return [draw_labels.why_label(shown, one) for one in reasons] + seeds


def _result_fields(shown: contests.ContestView, meeting: Meeting, terms: EventTerms, key: str) -> dict[str, Any]:
    """How a result is entered here, and what a result with less detail would lack."""
    by_games = terms.category(key).match.reported_as == "games"
    takes_games = not results.lacking(shown, meeting, "games", of_a_tie=False)[0]
    tie_break, _needs = results.lacking(shown, meeting, "winner", of_a_tie=False)
    return {
        "label": _("Points of each game, first side first") if by_games else _("Boards, first side first"),
        "example": "25-12" if by_games else "5-0 0-3q 8-0",
        "by_games": by_games,
        "takes_games": takes_games,
        "lacks": draw_labels.tie_break_label(tie_break) if tie_break else "",
        "may_tie": shown.may_tie(meeting.fixture),
    }
