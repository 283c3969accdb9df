"""The site's adapters for django-allauth: display and names of the second factor."""

from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.base_user import AbstractBaseUser

from carrom_web.core.links import qr_of


class SecondFactor(DefaultMFAAdapter):
    """Gives QR codes that the content security policy lets through: no image in a `data:` address."""

    def get_totp_issuer(self) -> str:
        """How an authenticator app calls this site."""
        return "Carrom"

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """How an authenticator app calls the account."""
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        """The code as an SVG that stands in the page itself."""
        code = qr_of(url)
        return (
            f'<svg class="qr" viewBox="0 0 {code["width"]} {code["width"]}" role="img" aria-label="QR code">'
            f'<path d="{code["path"]}"/></svg>'
        )
