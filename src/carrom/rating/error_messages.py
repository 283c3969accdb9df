"""Sentences of the errors of ratings."""

from carrom.messages import Message, plural
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    "bad-rating-list.line": _("Line %(line)s, %(name)s: %(cause)s"),
    "bad-rating-list.missing-column": _("The first line must name the columns; %(column)r is missing."),
    "bad-rating-list.no-name": _("Line %(line)s has no name."),
    "bad-rating-list.no-such-list": plural(
        "The file has %(count)s rating list; there is no number %(number)s.",
        "The file has %(count)s rating lists; there is no number %(number)s.",
        by="count",
    ),
    "bad-rating-list.not-csv": _("This cannot be read as CSV: %(problem)s."),
    "bad-rating-list.not-numbers": _(
        "Line %(line)s, %(name)s: rating, deviation and volatility must be numbers, and a day must look like"
        " 2026-05-09."
    ),
    "bad-rating-list.not-text": _("This is not text. Save the list as CSV in UTF-8."),
    "bad-rating-list.rate": _("%(title)s: the rating of %(name)s on %(day)s is not valid."),
    "bad-rating-list.result": _(
        "Line %(line)s: a day must look like 2026-05-09, points must be whole numbers, and the winner must be a, b or"
        " tied."
    ),
    "bad-rating-list.sides": _(
        "Line %(line)s: one person must play another, or a pair another pair; nobody can play against themselves."
    ),
    "bad-rating-list.too-long": _("The list has more than %(most)s lines. Split it into several files."),
    "bad-rating-list.too-many-columns": _("Line %(line)s has more columns than the first line."),
    "bad-rating-list.unknown-column": _("There is no column %(column)r. There are: %(columns)s."),
    "bad-rating.deviation": _("A deviation must be above 0 and at most 1000, not %(deviation)s."),
    "bad-rating.score": _("Result %(result)s: a score must be between 0 and 1, not %(score)s."),
    "bad-rating.sides": _(
        "Result %(result)s: one person must play another, or a pair another pair; nobody can play against themselves."
    ),
    "bad-rating.value": _("A rating must be between -%(highest)g and %(highest)g, not %(rating)s."),
    "bad-rating.volatility": _("A volatility must be above 0 and at most 1, not %(volatility)s."),
}
