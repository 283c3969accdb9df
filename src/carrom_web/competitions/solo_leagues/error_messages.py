"""The sentences of the errors of solo leagues."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "already-plays": _(
        "This person has been in the season since %(day)s. We sent the link again to the address given then."
    ),
    "bad-evidence": _("%(details)s"),
    "bad-sheet.not-text": _("This is not a text file. Save the table as CSV and choose it again."),
    "bad-sheet.too-large": _("The file is too large: a week has at most %(most)d lines."),
    "bad-sheet.nothing": _("No line with a name and numbers was found. Write a player and the boards in each line."),
    "changed-since.nothing-to-undo": _("There is nothing to undo in this entry of the log."),
    "changed-since.place-lost": _(
        "This cannot be undone: something newer has replaced it, or it was already undone. Undo the newer entry first."
    ),
    "changed-since.stale": _("Somebody else has changed this in the meantime. You see the current version; try again."),
    "not-official.announce": _("Only an organiser of the club can announce its seasons."),
    "not-official.role": _("Your roles in this season's club do not allow this. Ask its owner or an organiser."),
    "not-your-set": _("This set has already ended. Ask the organiser if it was handed in by mistake."),
    "nothing-to-decide.division-full": plural(
        "%(division)s is full: it has %(most)d place. Move a player to another division first.",
        "%(division)s is full: it has %(most)d places. Move a player to another division first.",
        by="most",
    ),
    "nothing-to-decide.next-season-exists": _("The next season already exists. You find it among the club's seasons."),
    "nothing-to-decide.no-division": _("The season has no such division."),
    "nothing-to-decide.no-previous-season": _("This season does not follow another one: there are no averages to use."),
    "nothing-to-decide.nobody-level": _("No players are level where lots would decide."),
    "nothing-to-say.decided": _("This set has already been decided. Nothing was changed."),
    "nothing-to-say.film-closed": _("This set does not accept a film now."),
    "nothing-to-say.has-record": _(
        "This set has a record. Correct the board on its sheet; the season follows automatically."
    ),
    "nothing-to-say.no-film": _("Enter the address of the film first."),
    "nothing-to-say.no-name": _("Enter your name: it is shown with the set."),
    "nothing-to-say.no-request": _("Nobody requested a correction of this set."),
    "nothing-to-say.no-week": _("The season has no such week."),
    "nothing-to-say.no-witness-needed": _("This set is not waiting for a witness."),
    "nothing-to-say.not-counting": _("This set does not count. Hand in another one."),
    "nothing-to-say.not-waiting": _("This set is not waiting for a decision."),
    "nothing-to-say.nothing-different": _("Nothing has changed. Change the numbers or the day."),
    "nothing-to-say.nothing-to-refuse": _("There is nothing to refuse."),
    "nothing-to-say.request-closed": _("The request to correct this set is no longer open."),
    "nothing-to-say.word-not-accepted": _(
        "Under this season's terms, the organiser's confirmation is not enough for such a set."
    ),
    "own-witness": _("Players cannot witness their own sets. Send this link to somebody who saw it."),
    "season-file.damaged": _("The file is damaged (%(detail)s). Nothing was stored."),
    "season-file.film-address": _("The address of a film starts with https://."),
    "season-file.incomplete": _("The log names %(key)s, but the file has no other data about it."),
    "season-file.no-announcement": _("The log of a season must begin with its announcement."),
    "season-file.other-format": _("This is not a season in format %(format)d."),
    "season-file.texts": _("Names and texts of players and sets are texts."),
    "season-file.too-large": _("The file is larger than %(most)d kB."),
    "season-has-sets.day-without-week": _(
        "A set was played on %(day)s, and that day would not be in any week. Let a week include it."
    ),
    "season-has-sets.division-in-use": _("%(division)s has players. Move them to another division first."),
    "season-has-sets.free-dates": _("This season has free dates, not weeks. Change the season to give it weeks."),
    "season-has-sets.laws-in-use": _("Sets were played under these laws, so the laws stay for this season."),
    "season-has-sets.set-in-another-week": _(
        "A set was played on %(day)s, in week %(week)d. With these weeks it would be in week %(other)d: "
        "change only later weeks."
    ),
    "season-has-sets.set-in-no-week": _(
        "A set was played on %(day)s, in week %(week)d. With these weeks it would not be in any week: change "
        "only later weeks."
    ),
    "season-has-sets.too-few-places": plural(
        "%(count)d player already has a place, more than the %(most)d places of all divisions.",
        "%(count)d players already have a place, more than the %(most)d places of all divisions.",
        by="count",
    ),
    "season-not-open.no-players": _("This season is not open for players now."),
    "season-not-open.no-sets": _("This season is not open for sets now."),
    "season-not-open.not-playing": _(
        "You are not in this season yet: you are waiting for a place, or have not accepted yours."
    ),
    "season-not-open.over": _("This season is over. Look for the next one."),
    "season-not-open.withdrawn": _("You have withdrawn from this season. Join it again first."),
    "unknown-player.deleted": _("This entry no longer exists."),
    "unknown-player.link": _("This link does not lead to a player. Use the whole link from our email."),
    "unknown-player.not-in-season": _("There is no such player in this season."),
    "unknown-set.week": _("This season has no such week."),
    "unknown-set.link": _("This link does not lead to a set. Use the whole link from our email."),
    "unknown-set.not-in-season": _("There is no such set in this season."),
    "unknown-set.not-yours": _("This is not one of your sets."),
    "unknown-set.superseded": _("Another witness was named for this set since, or its numbers were changed."),
}
