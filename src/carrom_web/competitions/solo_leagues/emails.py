"""The emails of a season: text and HTML, in the language of the player. A letter that cannot be sent stops nothing."""

from collections.abc import Sequence
from datetime import date

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from carrom_web.competitions.solo_leagues import labels, repository, selectors, week_report
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, Player, SoloSet
from carrom_web.core import mail


def joined(player_id: int) -> None:
    """Confirm to a player that they play, or are on the waiting list, with their link."""
    player = _player(player_id)
    with translation.override(player.language):
        if player.status == Player.Status.WAITING:
            lines = [_("All places are taken. You are on the waiting list; we write to you when a place becomes free.")]
        else:
            division = repository.division_title(player.season, player.division)
            lines = [_("You play in this season: %(division)s.") % {"division": division}]
        _send(player, _("You are in"), [*lines, *_own_link(player)])


def link_again(player_id: int) -> None:
    """Send a player's link once more, to their address."""
    player = _player(player_id)
    with translation.override(player.language):
        lines = [_("Somebody has just tried to enter you again. You are already in this season.")]
        _send(player, _("Your link"), [*lines, *_own_link(player)])


def asked_again(player_id: int) -> None:
    """Ask somebody of last season whether they play in the next one."""
    player = _player(player_id)
    with translation.override(player.language):
        division = repository.division_title(player.season, player.division)
        lines = [_("A new season begins, and you have a place in it: %(division)s.") % {"division": division}]
        _send(player, _("Will you play?"), [*lines, _("Please say yes or no here:"), _own_address(player)])


def moved_up(player_id: int) -> None:
    """Tell that somebody who waited has a place."""
    player = _player(player_id)
    with translation.override(player.language):
        _send(player, _("You have a place"), [_("A place has become free and it is yours."), *_own_link(player)])


def withdrawn(player_id: int) -> None:
    """Tell that a withdrawal was taken."""
    player = _player(player_id)
    with translation.override(player.language):
        _send(player, _("Withdrawn"), [_("You have withdrawn."), *_own_link(player)])


def witness_asked(set_id: int) -> None:
    """Ask a witness to confirm a set."""
    row = SoloSet.objects.select_related("player__season__club").get(pk=set_id)
    player = row.player
    with translation.override(player.language):
        values = {"name": player.name, "boards": ", ".join(str(score) for score in row.strokes), "day": row.day}
        lines = [
            _("%(name)s names you as the witness of a 19-coin set on %(day)s: %(boards)s strokes.") % values,
            _("Did you see it? Please say yes or no here:"),
            _address(player, reverse("solo-witness", args=[selectors.witness_token(row)])),
        ]
        _send(player, _("Did you see this set?"), lines, to=row.witness_email)


def correction_decided(asked_id: int) -> None:
    """Tell a player whether the correction that they asked for was accepted."""
    asked = CorrectionRequest.objects.select_related("set__player__season__club").get(pk=asked_id)
    player = asked.set.player
    with translation.override(player.language):
        values = {"boards": ", ".join(str(score) for score in asked.strokes), "day": asked.day}
        if asked.status == CorrectionRequest.Status.ACCEPTED:
            lines = [_("Your correction was accepted: your set of %(day)s is now %(boards)s.") % values]
        else:
            lines = [
                _("Your correction of the set of %(day)s to %(boards)s was not accepted; the set is unchanged.")
                % values
            ]
        _send(player, _("Your correction"), [*lines, *_own_link(player)])


def decided(set_id: int) -> None:
    """Tell a player what became of their set."""
    row = SoloSet.objects.select_related("player__season__club", "season").get(pk=set_id)
    player = row.player
    with translation.override(player.language):
        values = {"boards": ", ".join(str(score) for score in row.strokes), "day": row.day}
        words = {
            SoloSet.Status.COUNTS: _("Your set of %(day)s counts: %(boards)s.") % values,
            SoloSet.Status.REFUSED: _("Your set of %(day)s was not accepted: %(boards)s.") % values,
            SoloSet.Status.STRUCK: _("Your set of %(day)s was removed: %(boards)s.") % values,
        }
        line = words.get(SoloSet.Status(row.status))
        if line is not None:
            entries = repository.entries_about(row)
            reason = entries[-1].reason if entries else ""
            _send(player, _("Your set"), [line, *([reason] if reason else []), *_own_link(player)])


def set_missing(player_id: int, number: int) -> None:
    """Remind a player that a week ends soon in which they have no set."""
    player = _player(player_id)
    terms = repository.terms_of(player.season)
    week = next(one for one in terms.all_weeks if one.number == number)
    with translation.override(player.language):
        values = {
            "week": labels.week_label(terms, number),
            "day": formats.date_format(date.fromisoformat(terms.deadline(week)), "DATE_FORMAT"),
            "zone": terms.time_zone,
        }
        lines = [
            _("%(week)s: you have not handed in a set yet. It is due by the end of %(day)s (%(zone)s).") % values,
            *_own_link(player),
            _("You can stop these reminders there."),
        ]
        _send(player, _("A set is missing"), lines)


def week_reported(player_id: int, number: int) -> None:
    """Send a player the report of a week."""
    player = _player(player_id)
    with translation.override(player.language):
        report = week_report.made(player.season, number, timezone.now())
        lines = [
            *report.paragraphs,
            _("The whole report, with the table and a picture to share:"),
            _address(player, report.url),
            *_own_link(player),
            _("You can stop these reports there."),
        ]
        _send(player, report.title, lines)


def _player(player_id: int) -> Player:
    return Player.objects.select_related("season__club").get(pk=player_id)


def _own_link(player: Player) -> list[str]:
    return [_("Hand in your sets, see your place, or withdraw here; this link is only for you:"), _own_address(player)]


def _own_address(player: Player) -> str:
    return _address(player, reverse("solo-own", args=[selectors.token_of(player)]))


def _address(player: Player, path: str) -> str:
    return (settings.SITE_URL or player.site).rstrip("/") + path


def _send(player: Player, subject: str, lines: Sequence[str], *, to: str = "") -> None:
    if not (to or player.email):
        return  # entered by the organiser, or their data was erased
    season = player.season
    title = repository.terms_of(season).title
    greeting = [] if to else [_("Hello %(name)s,") % {"name": player.name}]
    mail.send(
        subject=f"{title}: {subject}",
        paragraphs=[*greeting, *lines],
        footer=f"{title}\n{season.club.name}",
        to=to or player.email,
    )
