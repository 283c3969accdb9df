"""Where rated results come from: categories of events, single matches, and what higher apps tell, such as leagues.

Those apps answer the hooks `rating_sources`, `rated_results` and `rated_version`. Only what was played counts: no
walk-over, nobody who was sent away, no computer.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.laws.ruleset import Ruleset
from carrom.rating.families import Kind, family_of, group_of
from carrom.terms import Side
from carrom.tournament.commands import Tell
from carrom.tournament.event import EventTerms
from carrom.tournament.event import Kind as EntryKind
from carrom.tournament.record import effective
from carrom.tournament.results import Result
from carrom.tournament.scoring import result_of_match
from carrom_web.clubs.models import Club
from carrom_web.clubs.models import Member as ClubMember
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.models import Category, Entry
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.hooks import RatedMatch, RatedPerson, registry
from carrom_web.matches import selectors as match_queries
from carrom_web.matches.models import Seat


def group_under(ruleset: Ruleset, sides: int) -> str | None:
    """The group in which a result under this ruleset counts, one or two a side; None: it does not."""
    family = family_of(ruleset)
    kinds: dict[int, Kind] = {1: "singles", 2: "doubles"}
    return None if family is None or sides not in kinds else group_of(family, kinds[sides])


def choices(club: Club) -> list[tuple[str, str]]:
    """What a club can mark, with titles, the latest first: categories of its events, then what other apps have."""
    found = []
    for event in club.events.filter(state="published").prefetch_related("categories").order_by("-first_day", "-pk"):
        terms = terms_of(event)
        titles = {one.key: one for one in terms.categories}
        found += [
            (f"category:{row.pk}", f"{terms.title}: {titles[row.key].title}")
            for row in event.categories.all()
            if row.key in titles and titles[row.key].kind is not EntryKind.SOLO
        ]
    return found + [one for told in registry.hook.rating_sources(club_id=club.pk) for one in told]


def titles_of(club: Club, sources: Sequence[str]) -> dict[str, str]:
    """What sources are called; the club's events are read once for all."""
    known = dict(choices(club)) if sources else {}
    return {one: _match_title(one) if one.startswith("match:") else known.get(one, one) for one in sources}


def _match_title(source: str) -> str:
    return _("Match %(key)s") % {"key": source.removeprefix("match:")[:8]}


def results_of(club: Club, source: str) -> list[RatedMatch]:
    """All results of a source that count, as they stand now; none if the source is gone."""
    prefix, _colon, name = source.partition(":")
    if prefix == "category":
        category = Category.objects.select_related("event").filter(pk=int(name), event__club=club).first()
        return [] if category is None else list(_of_category(category))
    if prefix == "match":
        return list(_of_match(club, UUID(name)))
    found: list[RatedMatch] | None = registry.hook.rated_results(source=source)
    return found or []


def version_of(source: str) -> int:
    """The version of what another app tells; -1: nobody tells it any more."""
    found: int | None = registry.hook.rated_version(source=source)
    return -1 if found is None else found


def _of_category(category: Category) -> Iterable[RatedMatch]:
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
        group = group_under(ruleset, len(side_a))
        known = len(side_a) == len(side_b) and all(one in people for one in (*side_a, *side_b))
        if group is None or not known or not result.is_played or result.both_lose:
            continue
        yield RatedMatch(
            key=key,
            day=days.get(result.fixture, terms.days[-1].date),
            group=group,
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


def _people(category: Category) -> tuple[dict[str, RatedPerson], dict[str, tuple[str, ...]]]:
    """Everybody of a category by his key in contests, and the keys of each entry."""
    people: dict[str, RatedPerson] = {}
    entries: dict[str, tuple[str, ...]] = {}
    for entry in Entry.objects.filter(category=category).select_related("form").prefetch_related("members"):
        members = sorted(entry.members.all(), key=lambda one: one.position)
        entries[entry.key] = tuple(contests.person_key(one) for one in members)
        for member in members:
            guest = entry.form.guest_id if member.position == 0 else None
            shown = selectors.shown_name(member) if member.name else ""
            people[contests.person_key(member)] = RatedPerson(f"person {member.identity}", shown, guest)
    return people, entries


def _days(found: contests.ContestView, terms: EventTerms) -> Mapping[str, date]:
    """On which day each fixture was played: when it was told, but no day on which the event was not."""
    first, last = terms.days[0].date, terms.days[-1].date
    days = {}
    for line in effective(found.record):
        if isinstance(line.act, Tell) and line.at:
            day = datetime.fromisoformat(line.at).astimezone(terms.zone).date()
            days[line.act.result.fixture] = min(max(day, first), last)
    return days


def _of_match(club: Club, match_id: UUID) -> Iterable[RatedMatch]:
    """A single match on the site: rated if all its players are people who belong to the club."""
    seats = list(Seat.objects.filter(match_id=match_id).select_related("guest", "match").order_by("side", "player"))
    sides = {side: [one for one in seats if one.side == side.value] for side in Side}
    guests = {one.guest_id for one in seats if one.guest_id is not None}
    belong = ClubMember.objects.filter(club=club, guest_id__in=guests).values("guest_id").distinct().count()
    if not seats or len(guests) != len(seats) or belong != len(guests):
        return
    state = match_queries.load(match_id).state.match
    group = group_under(state.ruleset, len(sides[Side.A]))
    if state.result is None or group is None or len(sides[Side.A]) != len(sides[Side.B]):
        return
    result = result_of_match(
        "match", "a", "b", boards=state.boards, games=state.games, match=state.result, ruleset=state.ruleset
    )
    if not result.is_played:
        return
    yield RatedMatch(
        key="match",
        day=seats[0].match.made_at.date(),
        group=group,
        a=tuple(_guest(one) for one in sides[Side.A]),
        b=tuple(_guest(one) for one in sides[Side.B]),
        winner=result.winner,
        points_a=result.points.a,
        points_b=result.points.b,
        url=reverse("match", args=[match_id]),
    )


def _guest(seat: Seat) -> RatedPerson:
    assert seat.guest is not None  # noqa: S101  # asked by the caller
    return RatedPerson(f"guest {seat.guest_id}", seat.guest.name, seat.guest_id)
