"""Sign-in and changes of how one signs in: history moves, the device is listed, the owner gets a letter."""

import logging
from typing import Any, cast

from allauth.account import signals
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa_signals
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from carrom_web.accounts import emails, sign_ins
from carrom_web.accounts.models import Account
from carrom_web.accounts.protection import FACTORS
from carrom_web.accounts.services import merge_guest
from carrom_web.core import languages

_log = logging.getLogger(__name__)


@receiver(user_logged_in)
def bring_history_along(sender: object, user: object, **more: Any) -> None:
    """Join what was done in the browser that signed up. By then the address is confirmed, where that is asked."""
    if isinstance(user, Account) and user.comes_from is not None:
        merge_guest(user, user.comes_from)
        user.comes_from = None
        user.save(update_fields=["comes_from"])


@receiver(user_logged_in)
def list_device(sender: object, request: HttpRequest, user: object, **more: Any) -> None:
    """Add the browser to the owner's list."""
    if isinstance(user, Account):
        sign_ins.note_sign_in(request, user)


@receiver(user_logged_in)
def bring_language_along(sender: object, request: HttpRequest, user: object, **more: Any) -> None:
    """Speak the account's language on this browser, too; an account without one takes the browser's choice."""
    if not isinstance(user, Account):
        return
    if user.language:
        cast(Any, request).language_of_account = user.language
    elif languages.is_chosen(request):
        user.language = request.COOKIES[settings.LANGUAGE_COOKIE_NAME]
        user.save(update_fields=["language"])


@receiver(user_logged_out)
def end_device(sender: object, request: HttpRequest, user: object, **more: Any) -> None:
    """Take the browser from the owner's list; what is open in its other tabs hears of it."""
    sign_in_id = request.session.get(sign_ins.KEY)
    if isinstance(user, Account) and user.pk is not None and sign_in_id is not None:
        sign_ins.end(user, sign_in_id=sign_in_id)


@receiver([signals.password_changed, signals.password_set, signals.password_reset])
def password_changed(sender: object, request: HttpRequest, user: Account, **more: Any) -> None:
    """Sign out all other devices, and tell the owner."""
    sign_ins.end_others(user, request)
    emails.changed(user, _("The password of your account was changed."), request)


@receiver(signals.email_changed)
def address_changed(
    sender: object,
    request: HttpRequest,
    user: Account,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **more: Any,
) -> None:
    """Tell the owner at the address that was theirs."""
    if from_email_address is None or not from_email_address.verified:
        return
    what = _("The email address of your account is now %(new)s.") % {"new": to_email_address.email}
    emails.changed(user, what, request, to=from_email_address.email)


@receiver(mfa_signals.authenticator_added)
def factor_added(
    sender: object, request: HttpRequest, user: Account, authenticator: Authenticator, **more: Any
) -> None:
    """Tell the owner; the first one signs out all who came by the password alone."""
    if authenticator.type not in FACTORS:
        return
    if Authenticator.objects.filter(user=user, type__in=FACTORS).count() == 1:
        sign_ins.end_others(user, request)
    emails.changed(
        user, _factor(authenticator, _("A passkey was added."), _("Codes from an app were set up.")), request
    )


@receiver(mfa_signals.authenticator_removed)
def factor_removed(
    sender: object, request: HttpRequest, user: Account, authenticator: Authenticator, **more: Any
) -> None:
    """Tell the owner."""
    if authenticator.type in FACTORS:
        gone = _factor(authenticator, _("A passkey was removed."), _("Codes from an app were switched off."))
        emails.changed(user, gone, request)


@receiver(mfa_signals.authenticator_reset)
def recovery_codes_made(sender: object, request: HttpRequest, user: Account, **more: Any) -> None:
    """Tell the owner."""
    emails.changed(user, _("New recovery codes were made; the old ones no longer work."), request)


def _factor(authenticator: Authenticator, passkey: str, app: str) -> str:
    return passkey if authenticator.type == Authenticator.Type.WEBAUTHN else app


@receiver(user_logged_in)
def log_sign_in(**_signal: Any) -> None:
    """Write down that somebody signed in: who it was is in the list of their devices."""
    _log.info("signed in")


@receiver(user_login_failed)
def log_refused_sign_in(**_signal: Any) -> None:
    """Write down that a password was wrong, and nothing of what was typed."""
    _log.info("sign-in refused")
