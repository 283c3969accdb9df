"""A match league's results for rating lists: every match played, person against person, with its day.

Singles and doubles alone; of a tie each match by its line-ups. A rating is of strength: with a handicap the points that
were given in advance are taken off again, so the result counts as it was played.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.league.match_scores import without_handicap
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.results import Result
from carrom.tournament.teams import match_name
from carrom_web.competitions.events.played_matches import group_under
from carrom_web.competitions.events.services.line_ups import line_up_of
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.models import League, TeamMember
from carrom_web.competitions.match_leagues.services.captains import handicap_of
from carrom_web.core.hooks import MatchPlayer, PlayedMatch, PlayerCompetition

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


def results(source: str) -> list[PlayedMatch]:
    """Everything that was played in a league, as it stands now."""
    row = League.objects.filter(pk=_pk(source)).first()
    return [] if row is None else [one for one in _matches_in(repository.seen(row)) if one.group]


def _matches_in(seen: repository.LeagueView) -> Iterable[PlayedMatch]:
    laws = repository.laws_of(seen.terms)
    people = {
        member.key: MatchPlayer(member.person_id, repository.shown_person(member))
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
            if slot is None or not a or len(a) != len(b) or not result.is_played:
                continue
            yield PlayedMatch(
                key=match_name(fixture, number) if number else fixture,
                day=date.fromisoformat(slot.day),
                group=group_under(laws, len(a)),
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


def matches_of_players(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Return the matches of one person, under all their players, in announced leagues of their club."""
    own = set(player_ids)
    leagues = {row.team.league_id: row.team.league for row in _rosters(player_ids)}
    return [
        match
        for league in leagues.values()
        for match in _matches_in(repository.seen(league))
        if own & {one.player for one in (*match.a, *match.b)}
    ]


def competitions_of_players(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The leagues that one person plays in, with their teams."""
    return [
        PlayerCompetition(
            kind=_("Match leagues"),
            title=row.team.league.title,
            url=reverse("match-league-team", args=[row.team.league.slug, row.team.key]),
            day=row.team.league.first_day,
            detail=row.team.name if repository.terms_of(row.team.league).kind == "teams" else "",
        )
        for row in _rosters(player_ids)
    ]


def _rosters(player_ids: Sequence[UUID]) -> list[TeamMember]:
    rows = TeamMember.objects.filter(person__in=player_ids).exclude(team__league__state=League.State.DRAFT)
    return list(rows.exclude(team__league__state=League.State.CANCELLED).select_related("team__league"))
