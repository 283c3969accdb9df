"""The sentences of the errors of histories from SoL."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "sol-history.changed": _(
        "%(titles)s changed since this import, so the import cannot be undone. Cancel or close what you do not want."
    ),
    "sol-history.file": _("%(file)s: %(problem)s"),
    "sol-history.gone": _("This upload was imported or cancelled already, or is older than a day. Upload it again."),
    "sol-history.met": _("%(a)s and %(b)s played in the same event, so they are different people."),
    "sol-history.not-last": _("Only the latest import can be undone. Undo later imports first."),
    "sol-history.nothing": _("Choose at least one championship or rating list."),
    "sol-history.too-large": _(
        "These files have more than %(megabytes)d MB together. Import them one after the other."
    ),
    "sol-history.unknown-person": _("One of the people you chose has changed since. Check the choices again."),
}
