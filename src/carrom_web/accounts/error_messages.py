"""The sentences of the errors of accounts."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # AddressNotConfirmedError
    "address-not-confirmed": _("%(email)s is not confirmed. Sign in once with the code we sent there."),
    # NameRefusedError
    "name.reserved": _("Nobody can be called “%(name)s” here: the name looks like the site's own."),
    "name.taken-away": _("Nobody can be called “%(name)s” here: the site's operators have taken this name away."),
    "name.imitates": _(
        "“%(name)s” looks like the name of another player. Add something to yours, such as your town. "
        "If it is you, sign in first."
    ),
    # NoAccountError
    "no-account": _("There is no account with the address %(email)r. Sign up at /accounts/signup/ first."),
}
