"""Protected accounts: a confirmed address, and a passkey or an app's codes beside the password.

Who sees other people's data or money needs one (`clubs.rights.SENSITIVE`, `core.permissions.OPERATOR`), where the site
can send the letters that this takes. Reads, never writes.
"""

from urllib.parse import urlencode
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.accounts.models import Account
from carrom_web.core.cache import once_a_request
from carrom_web.core.permissions import Lack

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes alone protect nothing
LOCAL = ("localhost", "127.0.0.1", "[::1]")


@once_a_request
def lack_of(guest_id: UUID | None) -> Lack | None:
    """Return what somebody has to do next until their account is protected; None: it is.

    Where no letters arrive nobody can confirm an address, so that none has to.
    """
    account = Account.objects.filter(guest_id=guest_id, is_active=True).first() if guest_id else None
    return Lack.ACCOUNT if account is None else lack_of_account(account)


def lack_of_account(account: Account) -> Lack | None:
    """Return what an account lacks until it is protected; None: it is."""
    if settings.LETTERS_ARRIVE and not has_confirmed_address(account):
        return Lack.ADDRESS
    return None if has_factor(account) else Lack.FACTOR


def has_confirmed_address(account: Account) -> bool:
    """Whether the address by which an account signs in is confirmed."""
    return EmailAddress.objects.filter(user=account, email=account.email, verified=True).exists()


def has_factor(account: Account) -> bool:
    """Whether an account has a passkey or an app's codes."""
    return Authenticator.objects.filter(user=account, type__in=FACTORS).exists()


def next_step(lack: Lack, request: HttpRequest) -> tuple[str, str]:
    """Return the address and the words of the page on which the lack ends. Browsers have passkeys over https alone."""
    if lack is Lack.ACCOUNT:
        back = urlencode({"next": request.get_full_path()})
        return f"{reverse('account_signup')}?{back}", _("Sign up")
    if lack is Lack.ADDRESS:
        return reverse("account_email"), _("Confirm your address")
    if request.is_secure() or request.get_host().rsplit(":", 1)[0] in LOCAL:
        return reverse("mfa_add_webauthn"), _("Add a passkey")
    return reverse("mfa_activate_totp"), _("Set up codes from an app")
