"""The sentences of the errors of clubs."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # AccountNeededError
    "account-needed": _("This role gives access to other people's data, so it needs an account here."),
    # BoardNameTakenError
    "board-name-taken": _("Another board of this club has that name. Choose a different one."),
    # ClubFullError
    "club-limit.boards": _("A club can have at most %(most)s boards here."),
    "club-limit.clubs": _("One person can own at most %(most)s clubs."),
    # LastOwnerError
    "last-owner.hand-over": _("A club needs an owner. Hand it over to somebody else first."),
    "last-owner.has-members": _("You own a club with other members. Hand it over to one of them first."),
    # NotAllowedInClubError
    "not-allowed-in-club.always-protected": _("This site sends emails, so every club asks for protected accounts."),
    "not-allowed-in-club.missing-role": _("Your roles in this club do not allow this. Ask its owner or an organiser."),
    "not-allowed-in-club.no-club": _(
        "You are not an organiser of any club. Create a club first, or ask a club's owner to make you an organiser."
    ),
    "not-allowed-in-club.owner-not-member": _("Only a member can own a club. Invite them first."),
    "not-allowed-in-club.role-above": _("Only somebody above this role can give it or end it."),
    "not-allowed-in-club.role-for-members": _("Only a member can have this role. Invite them first."),
    # NothingToUndoError
    "nothing-to-undo.outdated": _("This no longer applies, or was already undone."),
    "nothing-to-undo.undone": _("This was already undone."),
    # UnknownClubError
    "unknown-club": _("There is no club at this address. Check the link."),
}
