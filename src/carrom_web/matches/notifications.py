"""Notifies players of matches by correspondence of their turn, and when time is short or up: by push or email."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom_web.accounts.models import Account
from carrom_web.core import mail
from carrom_web.matches import correspondence, days_off, models, phrases, selectors
from carrom_web.matches.correspondence import SOON, TURN
from carrom_web.matches.loaded import Loaded
from carrom_web.push import services as push
from carrom_web.push.services import Text

DAYS_FROM_H = 36  # hours from which days are said
_log = logging.getLogger(__name__)


def notify_due(now: datetime) -> int:
    """Send every notice that is due, each once; return of how many matches that was."""
    rows = models.Match.objects.filter(notice_at__lte=now).values_list("pk", flat=True)
    return sum(_notify(match_id, now) for match_id in list(rows))


def _notify(match_id: UUID, now: datetime) -> bool:
    """Send the notice of one match; False if another server has, or somebody has played meanwhile."""
    try:
        loaded, row = selectors.load(match_id), models.Match.objects.only("notice", "notice_at").get(pk=match_id)
    except Exception:  # one that is damaged must not silence the others
        _log.exception("match %s cannot be read: nobody is notified of it", match_id)
        models.Match.objects.filter(pk=match_id).update(notice="", notice_at=None)
        return False
    if row.notice_at is None or row.notice_at > now:
        return False
    what = row.notice
    then = correspondence.next_notice(loaded, done=what, by=None, now=now)
    with transaction.atomic():
        unchanged = {"version": loaded.state.version, "notice": what, "notice_at": row.notice_at}
        same = models.Match.objects.filter(pk=match_id, **unchanged)
        if not same.update(notice=then.what, notice_at=then.at):
            return False
        texts = _texts(loaded, what, now)
        away = days_off.ends_of((guest_id for guest_id, _write in texts), now)
        for guest_id, write in texts:
            if guest_id not in away:
                _send(loaded, guest_id, write)
    return True


def _texts(loaded: Loaded, what: str, now: datetime) -> list[tuple[UUID, Callable[[], Text]]]:
    """Return who is notified, each with what writes it."""
    awaited = correspondence.awaited_guests(loaded)
    if what in (TURN, SOON):
        write = _turn if what == TURN else _soon
        return [(one, partial(write, loaded, one, now)) for one in awaited]
    waiting = correspondence.waiting_guests(loaded)
    late = [(one, partial(_out, loaded, one)) for one in awaited]
    return [*late, *((one, partial(_claim, loaded, one)) for one in waiting)]


def _turn(loaded: Loaded, guest_id: UUID, now: datetime) -> Text:
    title = _("Your turn against %(name)s") % {"name": _others(loaded, guest_id)}
    return Text(title, _time_left(loaded, now), _url(loaded))


def _soon(loaded: Loaded, guest_id: UUID, now: datetime) -> Text:
    title = _("Little time left against %(name)s") % {"name": _others(loaded, guest_id)}
    return Text(title, _time_left(loaded, now), _url(loaded))


def _out(loaded: Loaded, guest_id: UUID) -> Text:
    body = _("Play before %(name)s claims the match.") % {"name": _others(loaded, guest_id)}
    return Text(_("Your time is up"), body, _url(loaded))


def _claim(loaded: Loaded, guest_id: UUID) -> Text:
    title = _("%(name)s did not play in time") % {"name": _others(loaded, guest_id)}
    return Text(title, _("You may claim the match, or go on waiting."), _url(loaded))


def _url(loaded: Loaded) -> str:
    return reverse("match", args=[loaded.match_id])


def _time_left(loaded: Loaded, now: datetime) -> str:
    """Say how much time is left, in whole days or hours; what is played, where no time runs."""
    if loaded.deadline is None:
        return phrases.format_phrase(loaded.state.match.ruleset)
    hours = max(1, round((loaded.deadline - now).total_seconds() / 3600))
    if hours < DAYS_FROM_H:
        return ngettext("You have %(n)s hour.", "You have %(n)s hours.", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("You have %(n)s day.", "You have %(n)s days.", days) % {"n": days}


def _others(loaded: Loaded, guest_id: UUID) -> str:
    """The names of those against whom somebody plays."""
    match, own = loaded.state.match, loaded.sides_of(guest_id)
    return phrases.names([phrases.side_name(match, side.other) for side in own[:1]])


def _send(loaded: Loaded, guest_id: UUID, write: Callable[[], Text]) -> None:
    lifetime = timedelta(days=loaded.days or 1)
    if not push.notify([guest_id], write, tag=f"turn-{loaded.match_id}", lifetime=lifetime):
        _email(guest_id, write)


def _email(guest_id: UUID, write: Callable[[], Text]) -> None:
    """Write to an account that has no device, in its language; a guest without an account has no address."""
    account = Account.objects.filter(guest_id=guest_id, wants_turns=True).first()
    if account is None:
        return
    if settings.LETTERS_ARRIVE and not EmailAddress.objects.filter(user=account, email=account.email, verified=True):
        return
    site = settings.SITE_URL.rstrip("/")
    with translation.override(account.language or translation.get_language()):
        text = write()
        mail.send(
            subject=text.title,
            paragraphs=[text.body, *([site + text.url] if site else [])],
            footer=_("You can stop these emails on the page “Notifications” of your account."),
            to=account.email,
        )
