"""A player of an event, for everybody: what they play next and where, their results and places.

Only who agreed to be named has this page. Template `competitions/events/pages/player/page.html` gets what
`CompetitionKind.context` gives,
and:
    player    {key, name}; club_player: the address of their page in the club
    follow    `CompetitionKind.follow`
    matches   list of {title, fixture, opponent, is_called, number or board, start, url}: now and next
    results   list of {title, fixture, opponent, score, won, how, url}
    places    list of {title, names, place, level, count, played, won, url, is_over, is_drawn}
    calendar  address of their matches as a calendar
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import contests, draw_labels, following, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.models import Event, Member
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/players/<slug:key>/", name="event-player", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show them."""
    event = KIND.at(slug, guest_id_of(request))
    person = following.person_of(event, key)
    terms = terms_of(event)
    day = day_of(event, terms)
    shown = day["contests"]
    found = [(key, entry, shown[key]) for key, entry in person.entries if key in shown]
    context = KIND.context(request, event, terms, here="") | {
        "player": {"key": key, "name": person.name},
        "club_player": reverse("club-player", args=[event.club.slug, person.root]),
        "follow": KIND.follow(request, event, terms, key),
        "matches": following.matches_of(day, person.entries),
        "results": [row for one in found for row in _results(event, terms, *one)],
        "places": [_place(event, terms, *one, shown.get(one[0])) for one in person.entries],
        "calendar": reverse("event-player-calendar", args=[slug, key]),
    }
    return render(request, "competitions/events/pages/player/page.html", context)


def _results(
    event: Event, terms: EventTerms, category: str, entry: str, shown: contests.ContestView
) -> list[dict[str, Any]]:
    return [
        _result(event, terms, category, shown, one, Side.A if one.a == entry else Side.B)
        for one in shown.meetings
        if entry in (one.a, one.b) and (one.result is not None or one.state is State.BYE)
    ]


def _result(
    event: Event, terms: EventTerms, category: str, shown: contests.ContestView, meeting: Meeting, side: Side
) -> dict[str, Any]:
    result, mine = meeting.result, meeting.a if side is Side.A else meeting.b
    slot = meeting.fixture.slot(side.other)
    played = result is not None and result.is_played
    return {
        "title": terms.category(category).title,
        "fixture": meeting.fixture.id,
        "opponent": draw_labels.side_label(shown, slot, meeting.b if side is Side.A else meeting.a),
        "score": f"{draw_labels.score_label(result, side)}-{draw_labels.score_label(result, side.other)}"
        if result is not None and played
        else "",
        "how": draw_labels.result_label(result) if result is not None else draw_labels.state_label(meeting),
        "won": meeting.winner == mine,
        "tied": result is not None and result.winner is None and not result.both_lose,
        "url": reverse("event-draw", args=[event.slug, category]) + f"#fixture-{meeting.fixture.id}",
    }


def _place(
    event: Event, terms: EventTerms, category: str, entry: str, shown: contests.ContestView | None
) -> dict[str, Any]:
    row = next((row for row in shown.standings if row.key == entry), None) if shown is not None else None
    own = Member.objects.filter(category__event=event, category__key=category, entry__key=entry)
    members = list(own.select_related("person__root").order_by("position"))
    return {
        "title": terms.category(category).title,
        "names": " & ".join(selectors.shown_name(one) for one in members) if len(members) > 1 else "",
        "place": row.place if row else None,
        "level": row.level if row else 1,
        "played": row.played if row else 0,
        "won": row.won if row else 0,
        "count": len(shown.contest.entrants) if shown else 0,
        "is_over": shown is not None and shown.is_over,
        "url": reverse("event-draw", args=[event.slug, category]),
    }
