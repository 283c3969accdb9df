"""The sentences of the errors of what every app uses."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-text.half-a-pair": _("A text in the file holds half a surrogate pair."),
    "bad-text.not-utf-8": _("The file is not a text in UTF-8."),
    "bad-text.nul": _("A text in the file holds the character NUL."),
    # LinkExpiredError, LinkRevokedError, LinkUsedError
    "link-expired": _("This link has expired. Ask the person who sent it for a new one."),
    "link-revoked": _("This link was revoked. Ask the person who sent it for a new one."),
    "link-used": _("This link was already used. Ask the person who sent it for a new one."),
    # ProtectionNeededError
    "protection-needed.account": _("Other people's data and money are for people with an account. Sign up first."),
    "protection-needed.address": _("Confirm the address of your account first: you see other people's data or money."),
    "protection-needed.factor": _(
        "You see other people's data or money, so a password alone is not enough. Add a passkey to your account: "
        "it is one tap."
    ),
    # SignInError
    "sign-in": _("Sign in first."),
}
