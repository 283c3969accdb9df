"""The sentences of the errors of moderation."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # ModerationError
    "moderation.not-operator": _("Only an operator of this site can do this."),
    "moderation.of-operator": _("This is an operator of the site. Remove them first: carrom operator EMAIL --remove."),
    "moderation.reason": _("Say why."),
    "moderation.days": _("Choose 1 to %(most)d days, or until it is lifted."),
    "moderation.appeal": _("Write what we should know. You can appeal once against each decision."),
    "moderation.answer": _("Write an answer. An appeal is answered once."),
    "moderation.name": _("This person has no name that could be taken away."),
    # RestrictionGoneError
    "restriction-gone": _("This decision is not in force any more."),
}
