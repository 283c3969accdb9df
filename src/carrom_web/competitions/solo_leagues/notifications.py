"""Notifications of a season: a week ends soon in which somebody has no set. It goes out with the email of the same."""

from datetime import date, timedelta

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from carrom_web.competitions.solo_leagues import labels, repository, selectors
from carrom_web.competitions.solo_leagues.models import Player
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

    guests = guests_to_notify([player.person])
    if player.guest_id is not None:
        guests.add(player.guest_id)
    push.notify(guests, text, tag=f"set-{player.season.slug}", lifetime=A_DAY)
