"""The emails of a match league: text and HTML, in the team's language. One that cannot be sent stops nothing."""

from collections.abc import Sequence
from datetime import date

from django.conf import settings
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.core import mail


def entered(team_id: int) -> None:
    """Say that somebody is in, and give the captain their link."""
    team = Team.objects.select_related("league").get(pk=team_id)
    with translation.override(team.language):
        lines = [_("You are in: %(team)s.") % {"team": team.name}, *own_link(team)]
        send(team, _("You are in"), lines)


def day_asked(league_id: int, fixture: str) -> None:
    """Ask the other captain whether they agree to another day."""
    seen = _seen(league_id)
    asked = seen.league.proposals.get(fixture)
    if asked is None:
        return
    team = _other(seen, fixture, asked.by)
    if team is None:
        return
    with translation.override(team.language):
        words = {
            "team": seen.name(asked.by),
            "day": formats.date_format(date.fromisoformat(asked.slot.day), "DATE_FORMAT"),
            "time": asked.slot.time,
            "venue": asked.slot.venue,
        }
        lines = [_("%(team)s would like to play on %(day)s %(time)s %(venue)s.") % words]
        lines += [asked.reason] if asked.reason else []
        send(
            team,
            _("Another day?"),
            [*lines, _("Agree or decline here:"), fixture_address(team, fixture), *own_link(team)],
        )


def day_answered(league_id: int, fixture: str, key: str, agrees: bool) -> None:
    """Write to the captain who asked for another day what became of it."""
    seen = _seen(league_id)
    team = seen.teams.get(key)
    if team is None:
        return
    with translation.override(team.language):
        line = _("The other side agrees to your day.") if agrees else _("The other side does not agree to your day.")
        send(team, _("Your request for another day"), [line, fixture_address(team, fixture)])


def result_reported(league_id: int, fixture: str, by: str) -> None:
    """Ask the other captain to confirm a result."""
    seen = _seen(league_id)
    team = _other(seen, fixture, by)
    if team is None:
        return
    with translation.override(team.language):
        line = _("%(team)s has reported a result of your match.") % {"team": seen.name(by)}
        send(team, _("Is this correct?"), [line, _("Confirm or dispute it here:"), fixture_address(team, fixture)])


def _seen(league_id: int) -> repository.LeagueView:
    return repository.seen(League.objects.get(pk=league_id))


def _other(seen: repository.LeagueView, fixture: str, key: str) -> Team | None:
    meeting = seen.league.meeting(fixture)
    return seen.teams.get((meeting.b if meeting.a == key else meeting.a) or "")


def own_link(team: Team) -> list[str]:
    """The lines by which a captain comes to the page of their team."""
    words = _("Roster, home venue, days, line-ups and results are here; this link is only for your team:")
    return [words, address_of(team, reverse("match-league-own", args=[selectors.token_of(team)]))]


def fixture_address(team: Team, fixture: str) -> str:
    """The address of a fixture, for a captain."""
    return address_of(team, reverse("match-fixture", args=[team.league.slug, fixture]))


def address_of(team: Team, path: str) -> str:
    """The address of a page, on the site that the team was entered on."""
    return (settings.SITE_URL or team.site).rstrip("/") + path


def send(team: Team, subject: str, lines: Sequence[str]) -> None:
    """Send an email to a captain who has an address."""
    if not team.email:
        return
    greeting = [_("Hello %(name)s,") % {"name": team.captain}] if team.captain else []
    mail.send(
        subject=f"{team.league.title}: {subject}",
        paragraphs=[*greeting, *lines],
        footer=f"{team.league.title}\n{team.league.club.name}",
        to=team.email,
    )
