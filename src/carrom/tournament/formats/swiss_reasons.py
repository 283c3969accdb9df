"""Why two meet in a Swiss round: sentences without their full stops, by the codes of reasons."""

from collections.abc import Mapping
from types import MappingProxyType

from carrom.messages import Message
from carrom.messages import gettext_noop as _

REASONS: Mapping[str, Message] = MappingProxyType(
    {
        "swiss-numbers": _("numbers %(a)s and %(b)s of the first round, by %(by)s"),
        "swiss-number": _("number %(a)s of the first round, by %(by)s"),
        "swiss-level": _("both have the same score, %(points)s: places %(a)s and %(b)s of the %(of)s with it"),
        "swiss-float": _("their scores are %(a)s and %(b)s: not everyone can meet an opponent with the same score"),
        "swiss-bye": _("the bye goes to an entrant with a score of %(points)s; entrants with a lower score: %(below)s"),
        "swiss-method": _("paired by the method %(method)s"),
        "swiss-kept-open": _(
            "%(passed)s better pairings would leave no complete round among the %(rounds)s that follow"
        ),
        "swiss-since-changed": _("entrants or results have changed since, so the draw cannot be checked again"),
        # what it cost
        "swiss-cost-bye-points": _("the entrant with the bye is ahead of the last one, in points by %(amount)s"),
        "swiss-cost-bye-place": _("entrants below the one with the bye: %(amount)s"),
        "swiss-cost-gap": _("the difference of points, squared: %(amount)s"),
        "swiss-cost-apart": _("from the same country or club (%(amount)s)"),
        "swiss-cost-floats": _("again against a higher or lower score, as in recent rounds (%(amount)s)"),
        "swiss-cost-breaks": _("both are due to break, or both not to (%(amount)s)"),
        "swiss-cost-distance": _("distance from the places that should meet, squared: %(amount)s"),
        # why nobody else
        "swiss-met-before": _("%(a)s and %(b)s met in round %(round)s"),
        "swiss-had-bye": _("%(a)s had a bye before"),
        "swiss-leaves-others-out": _("with %(a)s against %(b)s the others could not all be paired"),
        "swiss-equal": _("%(a)s against %(b)s would have been as good a round"),
        "swiss-spoils-later-rounds": _("with %(a)s against %(b)s a later round could not be drawn"),
        "swiss-dearer-bye-points": _("with %(a)s against %(b)s the bye would go to a higher score (by %(by)s)"),
        "swiss-dearer-bye-place": _("with %(a)s against %(b)s the bye would go to a higher place (by %(by)s)"),
        "swiss-dearer-gap": _("with %(a)s against %(b)s the others' points would differ more (by %(by)s, squared)"),
        "swiss-dearer-apart": _("with %(a)s against %(b)s more compatriots or club mates would meet (%(by)s)"),
        "swiss-dearer-floats": _(
            "with %(a)s against %(b)s more entrants would again meet a higher or lower score (%(by)s)"
        ),
        "swiss-dearer-breaks": _("with %(a)s against %(b)s the breaks would be less balanced (%(by)s)"),
        "swiss-dearer-distance": _(
            "with %(a)s against %(b)s others would be further from their places (by %(by)s, squared)"
        ),
    }
)
