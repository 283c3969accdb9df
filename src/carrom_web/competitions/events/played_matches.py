"""The matches played in a category, with their players: for ratings, and for a player's page."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.laws.ruleset import Ruleset
from carrom.rating.families import Kind, family_of, group_of
from carrom.tournament.category import Kind as EntryKind
from carrom.tournament.commands import Tell
from carrom.tournament.event import EventTerms
from carrom.tournament.record import effective
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom.tournament.results import Result
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import Category, Entry, Event, Member
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.hooks import MatchPlayer, PlayedMatch, PlayerCompetition


def group_under(ruleset: Ruleset, sides: int) -> str:
    """The group in which a result under this ruleset counts, one or two a side; empty: it does not."""
    family = family_of(ruleset)
    kinds: dict[int, Kind] = {1: "singles", 2: "doubles"}
    return "" if family is None or sides not in kinds else group_of(family, kinds[sides])


def matches_of(category: Category) -> Iterable[PlayedMatch]:
    """Every match of a category that was played, person against person; no walk-over."""
    found = contests.shown(category)
    if found is None:
        return
    terms = terms_of(category.event)
    own = terms.category(category.key)
    ruleset = contests.ruleset_of(terms, own)
    people, entries = _people(category)
    days = _days(found, terms)
    url = reverse("event-draw", args=[category.event.slug, category.key])
    about = f"{terms.title}: {own.title}"
    played: list[tuple[str, Result, Sequence[str], Sequence[str]]] = []
    for meeting in found.meetings:
        result = meeting.result
        if result is None:
            continue
        if own.kind is EntryKind.TEAM:
            for number, one, side_a, side_b in _tie(found, result):
                played.append((f"{result.fixture}/{number}", one, side_a, side_b))
        else:
            played.append((result.fixture, result, entries.get(result.a, ()), entries.get(result.b, ())))
    for key, result, side_a, side_b in played:
        known = len(side_a) == len(side_b) and all(one in people for one in (*side_a, *side_b))
        if not known or not result.is_played or result.both_lose:
            continue
        yield PlayedMatch(
            key=key,
            day=days.get(result.fixture, terms.days[-1].date),
            group=group_under(ruleset, len(side_a)),
            a=tuple(people[one] for one in side_a),
            b=tuple(people[one] for one in side_b),
            winner=result.winner,
            points_a=result.points.a,
            points_b=result.points.b,
            about=about,
            url=f"{url}#fixture-{result.fixture}",
        )


def _tie(found: contests.ContestView, tie: Result) -> Iterable[tuple[int, Result, Sequence[str], Sequence[str]]]:
    """The matches of a tie of teams with the persons who played them."""
    lines = {one.team: one.line_up.matches for one in found.contest.line_ups if one.fixture == tie.fixture}
    for one in found.contest.tie_matches:
        result = one.result
        if (result.fixture, result.pair) == (tie.fixture, tie.pair) and result.a in lines and result.b in lines:
            yield one.number, result, lines[result.a][one.number - 1], lines[result.b][one.number - 1]


def _people(category: Category) -> tuple[dict[str, MatchPlayer], dict[str, tuple[str, ...]]]:
    """Everybody of a category by their key in contests, and the keys of each entry."""
    people: dict[str, MatchPlayer] = {}
    entries: dict[str, tuple[str, ...]] = {}
    for entry in Entry.objects.filter(category=category).prefetch_related("members"):
        members = sorted(entry.members.all(), key=lambda one: one.position)
        entries[entry.key] = tuple(contests.person_key(one) for one in members)
        for member in members:
            shown = selectors.shown_name(member) if member.name else ""
            people[contests.person_key(member)] = MatchPlayer(member.person_id, shown)
    return people, entries


def _days(found: contests.ContestView, terms: EventTerms) -> Mapping[str, date]:
    """The day on which each fixture was played: that of its result, but always a day of the event."""
    first, last = terms.days[0].date, terms.days[-1].date
    days = {}
    for line in effective(found.record):
        if isinstance(line.act, Tell) and line.at:
            day = datetime.fromisoformat(line.at).astimezone(terms.zone).date()
            days[line.act.result.fixture] = min(max(day, first), last)
    return days


def matches_of_players(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Return the matches of one person, under all their players, in announced events of their club."""
    rows = _entered(player_ids).select_related("category__event")
    categories = {row.category_id: row.category for row in rows}
    own = set(player_ids)
    return [
        match
        for category in categories.values()
        for match in matches_of(category)
        if own & {one.player for one in (*match.a, *match.b)}
    ]


def competitions_of_players(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The categories that one person has entered, with their places."""
    found = []
    rows = _entered(player_ids).select_related("category__event", "entry").order_by("pk")
    for row in rows:
        event, category = row.category.event, row.category
        event_url = reverse("event", args=[event.slug])
        terms = terms_of(event)
        shown = contests.shown(category)
        line = next((one for one in shown.standings if one.key == row.entry.key), None) if shown else None
        detail = row.entry.team
        if shown is not None and line is not None and (line.played or shown.is_over):
            values = {"place": line.place, "count": len(shown.contest.entrants), "won": line.won, "played": line.played}
            place = _("place %(place)s of %(count)s, %(won)s of %(played)s won") % values
            detail = f"{detail}, {place}" if detail else place
        found.append(
            PlayerCompetition(
                kind=_("Events"),
                title=f"{terms.title}: {terms.category(category.key).title}",
                url=reverse("event-draw", args=[event.slug, category.key]) if shown else event_url,
                day=event.first_day,
                detail=detail,
            )
        )
    return found


def _entered(player_ids: Sequence[UUID]) -> "QuerySet[Member]":
    rows = Member.objects.filter(person__in=player_ids, agreed_at__isnull=False, plays=True)
    stands = (*TAKES_A_PLACE, EntryStatus.WAITING)
    return rows.filter(category__event__state=Event.State.OPEN, entry__standing__in=stands)
