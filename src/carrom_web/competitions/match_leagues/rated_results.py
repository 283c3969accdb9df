"""What a match league gives to rating lists: every match that was played, person against person, with its day.

Singles and doubles alone; of a tie each match by its line-ups. A rating is of strength: with a handicap the points that
were given in advance are taken off again, so the result counts as it was played.
"""

from collections.abc import Iterable
from datetime import date

from django.urls import reverse

from carrom.league.match_terms import without_handicap
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.registration import identity
from carrom.tournament.results import Result
from carrom.tournament.teams import match_name
from carrom_web.competitions.events.services.line_ups import line_up_of
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.services.captains import handicap_of
from carrom_web.competitions.ratings.rating_sources import group_under
from carrom_web.core.hooks import RatedMatch, RatedPerson

PREFIX = "league"


def is_own(source: str) -> bool:
    """Whether a source is a match league."""
    return source.startswith(f"{PREFIX}:")


def choices(club_id: int) -> list[tuple[str, str]]:
    """The match leagues of a club that can be rated, the newest first."""
    rows = League.objects.filter(club=club_id).exclude(state__in=[League.State.DRAFT, League.State.CANCELLED])
    rows = rows.order_by("-first_day")
    return [(f"{PREFIX}:{row.pk}", row.title) for row in rows]


def version(source: str) -> int:
    """The version of a league's record; -1: it is gone."""
    return League.objects.filter(pk=_pk(source)).values_list("version", flat=True).first() or -1


def results(source: str) -> list[RatedMatch]:
    """All that was played in a league, as it stands now."""
    row = League.objects.filter(pk=_pk(source)).first()
    return [] if row is None else list(_rated_matches(repository.seen(row)))


def _rated_matches(seen: repository.LeagueView) -> Iterable[RatedMatch]:
    laws = repository.laws_of(seen.terms)
    people = {
        member.key: RatedPerson(f"person {identity(member.name, None)}", repository.shown_person(team, member.name))
        for team in seen.teams.values()
        for member in team.members.all()
        if member.name
    }
    for meeting in seen.league.meetings:
        fixture = meeting.fixture.id
        slot = seen.league.slots.get(fixture)
        for number, result in _matches(seen, meeting):
            a, b = (
                tuple(people[one] for one in _players(seen, fixture, number, key) if one in people)
                for key in (result.a, result.b)
            )
            group = group_under(laws, len(a)) if len(a) == len(b) else None
            if slot is None or group is None or not result.is_played:
                continue
            yield RatedMatch(
                key=match_name(fixture, number) if number else fixture,
                day=date.fromisoformat(slot.day),
                group=group,
                a=a,
                b=b,
                winner=result.winner,
                points_a=result.points.a,
                points_b=result.points.b,
                about=seen.terms.title,
                url=reverse("match-fixture", args=[seen.row.slug, fixture]),
            )


def _matches(seen: repository.LeagueView, meeting: Meeting) -> list[tuple[int, Result]]:
    """The matches of a fixture that were played, as they were on the board."""
    fixture = meeting.fixture.id
    contest = seen.league.contest_of(fixture)
    if contest.tie is None:
        found = [(0, meeting.result)] if meeting.result else []
    else:
        found = [
            (one.number, one.result)
            for one in contest.tie_matches
            if one.result.fixture == fixture and one.result.pair == {meeting.a, meeting.b}
        ]
    turned = [(number, one if one.a == meeting.a else one.turned()) for number, one in found]
    return [(number, without_handicap(one, handicap_of(seen, fixture, number))) for number, one in turned]


def _players(seen: repository.LeagueView, fixture: str, number: int, key: str) -> tuple[str, ...]:
    contest = seen.league.contest_of(fixture)
    if number:
        line_up = line_up_of(contest, fixture, key)
        return line_up.matches[number - 1] if line_up else ()
    return contest.entrant(key).persons


def _pk(source: str) -> int:
    return int(source.partition(":")[2])
