"""Notifications of a season: a week ends soon in which somebody has no set; the report of a week."""

from collections.abc import Iterable
from datetime import date, timedelta
from uuid import UUID

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from carrom_web.competitions.report_news import followers_of, notify_of_report
from carrom_web.competitions.solo_leagues import labels, repository, selectors, week_report
from carrom_web.competitions.solo_leagues.models import Player, Season
from carrom_web.people.selectors import guests_to_notify
from carrom_web.push import services as push
from carrom_web.push.services import Text

A_DAY = timedelta(days=1)


def set_missing(player_id: int, number: int) -> None:
    """Remind a player that a week ends soon in which they have no set."""
    player = Player.objects.select_related("season__club").get(pk=player_id)
    terms = repository.terms_of(player.season)
    week = next(one for one in terms.all_weeks if one.number == number)

    def text() -> Text:
        day = formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT")
        about = {"week": labels.week_label(terms, number), "day": day}
        body = _("%(week)s: hand one in by the end of %(day)s.") % about
        return Text(
            f"{terms.title}: {_('a set is missing')}", body, reverse("solo-own", args=[selectors.token_of(player)])
        )

    push.notify(_devices_of(player), text, tag=f"set-{player.season.slug}", lifetime=A_DAY)


def week_reported(player_id: int, number: int) -> None:
    """Notify a player of the report of a week."""
    player = Player.objects.select_related("season__club").get(pk=player_id)
    _notify_of_week(player.season, number, _devices_of(player))


def week_reported_to_followers(season_id: int, number: int) -> None:
    """Notify who follows somebody in a season of the report of a week."""
    season = Season.objects.select_related("club").get(pk=season_id)
    _notify_of_week(season, number, followers_of(season))


def _notify_of_week(season: Season, number: int, guests: Iterable[UUID]) -> None:
    notify_of_report(season, lambda: week_report.made(season, number, timezone.now()), guests)


def _devices_of(player: Player) -> set[UUID]:
    guests = guests_to_notify([player.person])
    return guests if player.guest_id is None else guests | {player.guest_id}
