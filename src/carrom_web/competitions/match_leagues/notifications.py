"""Notifications of a match league to captains: they go out with the emails that remind of the same."""

from collections.abc import Callable
from datetime import date, timedelta

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.models import Team
from carrom_web.people.selectors import guests_to_notify
from carrom_web.push import services as push
from carrom_web.push.services import Text

A_DAY = timedelta(days=1)


def match_soon(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that is near."""
    _notify(team_id, fixture, lambda: _("your match is near"))


def result_missing(team_id: int, fixture: str) -> None:
    """Remind a captain of a match that has no result yet."""
    _notify(team_id, fixture, lambda: _("a result is missing"))


def result_unconfirmed(team_id: int, fixture: str) -> None:
    """Remind a captain that a result of the other side waits for their word."""
    _notify(team_id, fixture, lambda: _("a result waits for you"))


def _notify(team_id: int, fixture: str, what: Callable[[], str]) -> None:
    team = Team.objects.select_related("league__club").get(pk=team_id)
    seen = repository.seen(team.league)
    meeting, slot = seen.league.meeting(fixture), seen.league.slots.get(fixture)
    url = reverse("match-fixture", args=[team.league.slug, fixture])
    names = f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"

    def text() -> Text:
        day = formats.date_format(date.fromisoformat(slot.day), "DATE_FORMAT") if slot else ""
        body = ", ".join(part for part in (names, f"{day} {slot.time}".strip() if slot else "") if part)
        return Text(f"{seen.terms.title}: {what()}", body, url)

    guests = guests_to_notify([team.person]) | set(team.captains.values_list("guest_id", flat=True))
    push.notify(guests, text, tag=f"league-{team.league.slug}-{fixture}", lifetime=A_DAY)
