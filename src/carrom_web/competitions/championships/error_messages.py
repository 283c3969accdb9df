"""The sentences of the errors of championships."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-championship.closed": _("This championship is closed. Undo the closing first."),
    "bad-championship.counts-already": _("This already counts in the championship."),
    "bad-championship.no-event": _("This event is no longer in the championship."),
    "bad-championship.no-event-title": _("Enter a title for the event."),
    "bad-championship.no-points": _("Enter points other than 0."),
    "bad-championship.no-points-table": _("Enter the points of each place, the winner's first."),
    "bad-championship.no-reason": _("Say what the points are for; everybody can read it."),
    "bad-championship.no-title": _("Enter a title for the championship."),
    "bad-championship.not-points": _("%(text)r is not a number of points. Write it as 12 or 12.5."),
    "bad-championship.not-teams": _("Here you can only join two names of a team. Merge players in the club's list."),
    "bad-championship.place": _("A place is a number from 1 to %(most)d."),
    "bad-championship.same-team": _("These two are already one team."),
    "bad-championship.weight": _("The weight of an event must be above 0."),
    "not-allowed-in-club.change": _("Only an organiser of the club can change its championships."),
    "unknown-championship-player": _("Nobody is listed at this address."),
}
