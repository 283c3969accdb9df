"""`carrom operator`: which accounts see the operator's pages at `/admin/`."""

from allauth.account.models import EmailAddress
from django.conf import settings

from carrom.cli.inputs import print_json
from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Account


class NoAccountError(NotAllowedError):
    """Nobody has signed up with this address."""

    code = "no-account"


class AddressNotConfirmedError(NotAllowedError):
    """The account with this address has not confirmed that the address is theirs."""

    code = "address-not-confirmed"


def make_operator(email: str) -> None:
    """Let an account see the operator's pages. Raises NoAccountError, AddressNotConfirmedError."""
    account = _account(email)
    confirmed = EmailAddress.objects.filter(user=account, email__iexact=account.email, verified=True).exists()
    if settings.LETTERS_ARRIVE and not confirmed:
        raise AddressNotConfirmedError(email=account.email)
    Account.objects.filter(pk=account.pk).update(is_staff=True)


def remove_operator(email: str) -> None:
    """Close the operator's pages to an account, from its next request on. Raises NoAccountError."""
    Account.objects.filter(pk=_account(email).pk).update(is_staff=False)


def report(email: str | None, *, remove: bool, as_json: bool = False) -> int:
    """Make somebody an operator or remove one, then print all of them."""
    if email and remove:
        remove_operator(email)
    elif email:
        make_operator(email)
    emails = Account.objects.filter(is_staff=True, is_active=True).order_by("email").values_list("email", flat=True)
    if as_json:
        print_json(list(emails))
        return 0
    print("\n".join(emails) or "There are no operators yet.")
    return 0


def _account(email: str) -> Account:
    account = Account.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if account is None:
        raise NoAccountError(email=email)
    return account
