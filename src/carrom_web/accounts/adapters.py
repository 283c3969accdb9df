"""The site's adapters for django-allauth: limits of tries, letters of sign-ins, display of the second factor."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse

from carrom_web.accounts import emails, known_browsers, sign_ins
from carrom_web.accounts.models import Account, SignIn
from carrom_web.core.browsers import label_of
from carrom_web.core.links import qr_of

FROM_ONE_NETWORK, FOR_ONE_ACCOUNT = "10/m/ip", "5/300s/key"  # wrong passwords
LETTERS, WAYS_THROUGH = "5/h/key", "1/h/key"  # to one address
WITH_CODES = frozenset({"account/email/password_reset_code", "account/email/unknown_account"})


class SignInAdapter(DefaultAccountAdapter):
    """Counts wrong passwords by network and by account; nobody can use these limits to lock an owner out.

    A browser from which the account was used before has a limit of its own. Who has to wait on another gets a
    letter with a way through; and so where somebody asks for codes again and again.
    """

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Pass if a password may be tried. Raises ValidationError."""
        email = str(credentials.get("email", "")).lower()
        account = Account.objects.filter(email=email).first()
        key = self._get_login_attempts_cache_key(request, **credentials)
        mark = known_browsers.mark_of(request, account)
        if mark:
            usage = _take(request, "login_failed", FOR_ONE_ACCOUNT, f"{key}:{mark}")
        else:
            usage = _take(request, "login_failed", FROM_ONE_NETWORK, key)
            by_account = usage and _take(request, "login_failed", FOR_ONE_ACCOUNT, key)
            if usage and by_account:
                usage.usage += by_account.usage
            elif usage:
                self._give_way_through(request, account)
                usage = None
        self._login_failed_rl_usage = usage
        if not usage:
            raise self.validation_error("too_many_login_attempts")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter; so many with codes, and then one with a way through."""
        if template_prefix in WITH_CODES:
            request, account = _request(), Account.objects.filter(email=email.lower()).first()
            mark = known_browsers.mark_of(request, account)
            if not _take(request, "letters", LETTERS, f"{email.lower()}:{mark}"):
                if not mark:
                    self._give_way_through(request, account)
                return
        super().send_mail(template_prefix, email, context)

    def post_login(self, request: HttpRequest, user: Account, *, signup: bool, **more: Any) -> HttpResponse:
        """Go on after a sign-in: a letter to the owner if the browser was unknown; it is known from now on."""
        response = super().post_login(request, user, signup=signup, **more)
        if not signup and not known_browsers.mark_of(request, user):
            row = SignIn.objects.filter(pk=request.session.get(sign_ins.KEY, 0)).first()
            if row is not None:
                emails.new_sign_in(user, row, request)
        known_browsers.remember_account(response, user, request)
        return response

    def _give_way_through(self, request: HttpRequest, account: Account | None) -> None:
        if account is not None and account.is_active and _take(request, "way_through", WAYS_THROUGH, account.email):
            emails.locked(account, request)


def _take(request: HttpRequest, action: str, rate: str, key: str) -> ratelimit.RateLimitUsage | None:
    return ratelimit.consume(request, app="allauth.account", action=action, config={action: rate}, key=key)


def _request() -> HttpRequest:
    request = context.request
    assert request is not None  # noqa: S101  # letters with codes are asked for on a page
    return request


class SecondFactor(DefaultMFAAdapter):
    """Gives QR codes that the content security policy lets through: no image in a `data:` address."""

    def get_totp_issuer(self) -> str:
        """How an authenticator app calls this site."""
        return "Carrom"

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """How an authenticator app calls the account."""
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """The name of a new passkey if its owner gives none: the browser in which it is made."""
        agent = _request().META.get("HTTP_USER_AGENT", "")
        return label_of(agent) or super().generate_authenticator_name(user, type)

    def build_totp_svg(self, url: str) -> str:
        """The code as an SVG that stands in the page itself."""
        code = qr_of(url)
        return (
            f'<svg class="qr" viewBox="0 0 {code["width"]} {code["width"]}" role="img" aria-label="QR code">'
            f'<path d="{code["path"]}"/></svg>'
        )
