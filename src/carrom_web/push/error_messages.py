"""The sentences of the errors of notifications."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # PushError
    "push.endpoint": _("Notifications of this browser go through a service that the site cannot reach safely."),
    "push.keys": _("The browser sent keys that cannot be used. Reload the page and try again."),
    "push.often": _("That was very often. Wait a minute and try again."),
}
