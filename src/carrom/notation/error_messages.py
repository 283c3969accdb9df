"""Sentences of the errors of carrom.notation; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "at-place": _("line %(line)d, column %(column)d: %(sentence)s"),
    "bad-character": _("The character %(character)r is not allowed here. Use spaces."),
    "bad-json": _("This JSON is not that of a match file. %(error)s"),
    "bad-number.expected": _("Expected a number like 12 or -0.25 here, found %(found)s."),
    "bad-number.not-whole": _("Expected a whole number here, found %(found)s."),
    "bad-number.too-large": _("This number is too large."),
    "bad-situation": _("This is not a situation. %(cause)s"),
    "bad-syntax.deep": _("There are too many brackets within brackets."),
    "bad-syntax.empty": _("There is no piece here. Write %(empty)r for a board without pieces."),
    "bad-syntax.expected": _("Expected %(expected)s here, found %(found)s."),
    "bad-syntax.no-number": _("This piece has no number. Write %(piece)s(x,y)."),
    "bad-syntax.open-bracket": _("Expected %(closing)r before the end of the line."),
    "bad-syntax.open-variation": _("A variation is still open here. Close it with ')' on a line of its own."),
    "bad-syntax.quoted": _("This quoted text has a character or an escape that is not allowed in JSON."),
    "bad-syntax.situation": _("A situation is one line, and begins with a ruleset."),
    "bad-syntax.stroke": _("A stroke is one line, such as: offset 0.1203 angle -0.21 speed 2.4"),
    "bad-value": _("Something on this line is not possible. %(error)s"),
    "bad-value.elsewhere": _("%(name)r is not written here: it has a place or a line of its own."),
    "bad-value.time": _("%(time)r is not a time. Write a day and a time once, such as 2026-11-21T18:00:40Z."),
    "derived-otherwise.check": _("The match does not lead to this checksum, but to %(check)s. Something was changed."),
    "derived-otherwise.facts": _("Other facts follow from entry %(number)d than the file says."),
    "derived-otherwise.followed": _("Entry %(number)d leads elsewhere than the file says."),
    "derived-otherwise.position": _("After entry %(number)d the pieces do not lie where the file says."),
    "derived-otherwise.result": _("The match does not end with this result."),
    "entry": _("match %(match)d, entry %(number)d: %(cause)s"),
    "key-twice": _("%(name)s occurs here twice."),
    "missing-key.expected": _("Expected %(expected)s here, found %(found)s."),
    "missing-key.match": _("The file has no match."),
    "missing-key.variation": _("This variation has no entry."),
    "no-chance": _("Nothing was drawn by chance here, or other pieces were laid."),
    "not-a-record": _("A match file begins with the line '%(first)s'."),
    "other-version.edition": _(
        "This program does not know edition %(edition)d of the ruleset %(ruleset)r. Ask for the file with everything "
        "that followed."
    ),
    "other-version.end": _(
        "Laws or engine of another version played this match, and it ends otherwise here. Ask for the file with "
        "everything that followed."
    ),
    "other-version.entry": _(
        "Laws or engine of another version played this match, and entry %(number)d leads elsewhere here. Ask for the "
        "file with everything that followed."
    ),
    "other-version.refused": _(
        "Laws or engine of another version played this match, and this is refused here: %(cause)s Ask for the file "
        "with everything that followed."
    ),
    "piece-twice.all": _("There are only %(most)d pieces."),
    "piece-twice.of-colour": _("There are only %(most)d pieces %(letter)s."),
    "question.at": _("%(key)s: %(sentence)s"),
    "question.item": _("This cannot contain %(item)r. Write it like 'push:1'."),
    "question.title": _("A title has at most %(most)d characters, all of them printable."),
    "question.too-long": _("The query is longer than %(most)d characters."),
    "question.unknown-key": _("There is no such key."),
    "question.unknown-ruleset": _("There is no ruleset %(name)r. There are: %(rulesets)s."),
    "question.value": _("%(cause)s"),
    "refused": _("%(cause)s"),
    "several-matches": plural(
        "The file has %(count)d match, but one is read here.",
        "The file has %(count)d matches, but one is read here. Choose one of them.",
        by="count",
    ),
    "text-too-long": plural(
        "The text has %(count)d character, but at most %(most)d are allowed.",
        "The text has %(count)d characters, but at most %(most)d are allowed.",
        by="count",
    ),
    "truncated": _("The file is cut off: its last match does not close with 'end' and a number."),
    "truncated.entries": plural(
        "The match has %(count)d entry, but its end says %(given)s.",
        "The match has %(count)d entries, but its end says %(given)s.",
        by="count",
    ),
    "unexpected-text.line": _("Expected the end of the line here, found %(found)s."),
    "unexpected-text.variation": _("No variation is open here."),
    "unknown-piece": _("There is no piece %(piece)s. There are %(least)s to %(most)s."),
    "unknown-version": _("The file has version %(given)s. This program reads version %(version)d."),
    "unknown-word.expected": _("Expected %(expected)s here, found %(found)s."),
    "unknown-word.line": _("No line of a match begins with %(word)r."),
    "unknown-word.seat": _("Nobody sits at %(seat)s: the seats are %(seats)s."),
    "unwritable.comment": _("A comment is one line of printable characters, not %(value)r."),
    "unwritable.not-finite": _("%(value)r is not a finite number."),
    "unwritable.piece": _("A position has no piece with the number %(number)r."),
    "unwritable.type": _("%(value)r is of a type that is not allowed here."),
    "wrong-entry-number": _("Expected entry %(number)d here, found %(found)r."),
    "wrong-order.below": _("Nothing that %(name)r could belong to is above it."),
    "wrong-order.closing": _("After the result and the checksum only the end of the match comes."),
    "wrong-order.head": _("%(name)r stands before the first entry."),
    "wrong-order.variation": _("A variation stands after the entry in whose place it could have been played."),
}
