"""The sentences of the errors of what every app uses."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    # BadJsonError
    "bad-json.bad-constant": _("%(name)s is not a number that JSON has."),
    "bad-json.missing-fields": _("%(type)s needs these fields: %(names)s."),
    "bad-json.no-form-fits": _("%(found)r has none of the forms that are expected here."),
    "bad-json.not-finite": _("A finite number was expected, not %(found)r."),
    "bad-json.not-iso-8601": _("A %(type)s in the form of ISO 8601 was expected, not %(found)r."),
    "bad-json.not-json": _("This cannot be read as JSON: %(cause)s."),
    "bad-json.not-list": _("A list was expected, not %(found)r."),
    "bad-json.not-number": _("A number was expected, not %(found)r."),
    "bad-json.not-one-of": _("One of %(values)s was expected, not %(found)r."),
    "bad-json.not-whole": _("A whole number was expected, not %(found)r."),
    "bad-json.other-kind": _("%(type)s of the kind %(kind)s was expected, not %(found)r."),
    "bad-json.other-length": plural(
        "A list of %(count)d value was expected, not %(found)r.",
        "A list of %(count)d values was expected, not %(found)r.",
        by="count",
    ),
    "bad-json.other-type": _("%(type)s was expected, not %(found)r."),
    "bad-json.other-value": _("%(expected)s was expected, not %(found)r."),
    "bad-json.unknown-fields": _("%(type)s has no fields of these names: %(names)s."),
    # LinkExpiredError, LinkRevokedError, LinkUsedError
    "link-expired": _("This link has expired. Ask the person who sent it for a new one."),
    "link-revoked": _("This link was revoked. Ask the person who sent it for a new one."),
    "link-used": _("This link was already used. Ask the person who sent it for a new one."),
    # SignInError
    "sign-in": _("Sign in first."),
}
