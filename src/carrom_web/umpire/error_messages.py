"""Sentences of this package's errors."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "board-taken.just-taken": _("Somebody else has just started a match on this board."),
    "board-taken.match-on-board": _(
        "A match is being played on this board. Take it off first, or choose another board."
    ),
    "link-expired.sheet": _("Your link to this sheet has expired. Ask the person who started the sheet for a new one."),
    "link-limit": plural(
        "A sheet has at most %(most)d link. Use the one you have.",
        "A sheet has at most %(most)d links. Use one you have.",
        by="most",
    ),
    "link-revoked.sheet": _("Your link to this sheet was revoked. Ask the person who started the sheet."),
    "no-right.no-link-for-role": _("There is no link for this role."),
    "no-right.officials-only": _("Only the officials of the match can do this."),
    "no-right.own-sheet": _("You are scoring this sheet yourself. A second person must verify it."),
    "no-right.umpire-writes": _("This match now has an umpire: its players follow the sheet."),
    "not-scorer.another-device": _("You are scoring this sheet on another device. Here you follow it."),
    "not-scorer.somebody-else": _("Somebody else is scoring this sheet. You are following it."),
    "not-scorer.taken-over": _("Somebody else has just taken over this sheet. You are following it."),
    "not-known-here.missing-entry": _("Entry %(number)d is missing."),
    "not-known-here.no-record": _("This page does not have the record of this sheet."),
    "not-known-here.no-sheet": _("No sheet is open on this page."),
    "not-known-here.toss": _("Only the server can toss."),
    "not-known-here.unknown-entry": _("It follows an entry that this page does not have."),
    "lock-moved": _("Somebody else has just taken over this sheet. Check who is scoring now, then ask again."),
    "unknown-match.sheet": _("There is no sheet at this address. Check the link."),
    "unreadable-message.content": _("The message cannot be read: %(cause)s"),
    "unreadable-message.no-id": _("A request needs an id of its own and the number of the entry that it follows."),
    "unreadable-message.not-json": _("This message is not valid JSON."),
    "unreadable-message.text-too-long": _("A text has at most %(most)d characters."),
    "unreadable-message.too-large": _("A message has at most %(most)d bytes."),
    "unreadable-message.too-many-facts": _("One stroke cannot have so many pieces or facts."),
    "unreadable.entry-number": _("The number of an entry is a whole number, 0 or more."),
}
