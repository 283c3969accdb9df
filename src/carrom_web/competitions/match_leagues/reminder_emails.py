"""The emails by which a match league reminds captains by itself, and reports to them."""

from datetime import date

from django.utils import formats, translation
from django.utils.translation import gettext as _

from carrom_web.competitions.match_leagues import day_report, repository
from carrom_web.competitions.match_leagues.emails import address_of, fixture_address, own_link, send
from carrom_web.competitions.match_leagues.models import Team


def match_soon(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that is near."""
    team, seen = _team(team_id)
    with translation.override(team.language):
        line = _("Your match is near: %(match)s.") % {"match": _when(seen, fixture)}
        send(team, _("Your next match"), [line, fixture_address(team, fixture), *_reminder_end(team)])


def result_missing(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that has no result yet."""
    team, seen = _team(team_id)
    with translation.override(team.language):
        lines = [
            _("There is no result yet: %(match)s.") % {"match": _when(seen, fixture)},
            _("Enter the result, or agree on another day, here:"),
            fixture_address(team, fixture),
        ]
        send(team, _("A result is missing"), [*lines, *_reminder_end(team)])


def result_unconfirmed(team_id: int, fixture: str) -> None:
    """Remind a captain that a result of the other side waits for their word."""
    team, seen = _team(team_id)
    with translation.override(team.language):
        lines = [
            _("A result still waits for you: %(match)s.") % {"match": _when(seen, fixture)},
            _("Confirm or dispute it here:"),
            fixture_address(team, fixture),
        ]
        send(team, _("Is this correct?"), [*lines, *_reminder_end(team)])


def day_reported(team_id: int, number: int) -> None:
    """Send a captain the report of a match day."""
    team, _league = _team(team_id)
    with translation.override(team.language):
        report = day_report.made(repository.seen(team.league), number)
        lines = [
            *report.paragraphs,
            _("The whole report, with the table and a picture to share:"),
            address_of(team, report.url),
            *own_link(team),
            _("You can stop these reports there."),
        ]
        send(team, report.title, lines)


def _team(team_id: int) -> tuple[Team, repository.LeagueView]:
    team = Team.objects.select_related("league__club").get(pk=team_id)
    return team, repository.seen(team.league)


def _when(seen: repository.LeagueView, fixture: str) -> str:
    """Describe a match: sides, time and place."""
    meeting, slot = seen.league.meeting(fixture), seen.league.slots.get(fixture)
    names = f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"
    if slot is None:
        return names
    day = formats.date_format(date.fromisoformat(slot.day), "DATE_FORMAT")
    return ", ".join(part for part in (names, f"{day} {slot.time}".strip(), slot.venue) if part)


def _reminder_end(team: Team) -> list[str]:
    return [*own_link(team), _("You can stop these reminders there.")]
