"""The sentences of the errors of accounts."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # AddressNotConfirmedError
    "address-not-confirmed": _("%(email)s is not confirmed. Sign in once with the code we sent there."),
    # NoAccountError
    "no-account": _("There is no account with the address %(email)r. Sign up at /accounts/signup/ first."),
}
