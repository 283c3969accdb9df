"""Letters about an account's safety, to its confirmed address: new sign-ins, changed credentials, a way through.

Where no letters arrive no address is confirmed, so that none is written.
"""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from carrom_web.accounts.known_browsers import way_through
from carrom_web.accounts.models import Account, SignIn
from carrom_web.accounts.protection import has_confirmed_address
from carrom_web.core import mail


def new_sign_in(account: Account, sign_in: SignIn, request: HttpRequest) -> None:
    """Tell the owner that their account was used on a browser for the first time."""
    values = {"browser": sign_in.browser or _("an unknown browser"), "when": _now()}
    lines = [
        _("Somebody signed in to your account for the first time on this browser: %(browser)s, %(when)s.") % values,
        _("If it was you, there is nothing to do. If not, sign that device out and change your password:"),
        _url(request, "account-devices"),
    ]
    _send(account, request, _("A new sign-in to your account"), lines)


def changed(account: Account, what: str, request: HttpRequest, *, to: str = "") -> None:
    """Tell the owner what changed about how they sign in; `to`: the address that was theirs, instead of the present."""
    lines = [
        f"{what} ({_now()})",
        _("If it was you, there is nothing to do. If not, choose a new password now:"),
        _url(request, "account_reset_password"),
    ]
    _send(account, request, _("Your account was changed"), lines, to=to)


def locked(account: Account, request: HttpRequest) -> None:
    """Give the owner a way through while somebody else makes sign-in or codes wait."""
    lines = [
        _("Somebody tries to get into your account again and again, so sign-in from unknown browsers waits."),
        _("They are not in. If you want to sign in now, open this link in the browser that you want to use:"),
        _url(request, "account-way-through", way_through(account)),
        _("It is valid for a day. A passkey is never made to wait: add one to your account."),
    ]
    _send(account, request, _("If you cannot sign in now"), lines)


def _send(account: Account, request: HttpRequest, subject: str, lines: Sequence[str], *, to: str = "") -> None:
    if not to and not has_confirmed_address(account):
        return
    footer = _("You get this because you have an account at %(address)s.") % {"address": _site(request)}
    mail.send(subject=subject, paragraphs=lines, footer=footer, to=to or account.email)


def _site(request: HttpRequest) -> str:
    return (settings.SITE_URL or request.build_absolute_uri("/")).rstrip("/")


def _url(request: HttpRequest, name: str, *arguments: str) -> str:
    return _site(request) + reverse(name, args=arguments)


def _now() -> str:
    return formats.date_format(timezone.now(), "DATETIME_FORMAT") + " UTC"
