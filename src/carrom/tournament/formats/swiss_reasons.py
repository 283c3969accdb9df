"""Why two meet in a Swiss round: sentences without their full stops, by the codes of reasons."""

from collections.abc import Mapping
from types import MappingProxyType

from carrom.messages import Message
from carrom.messages import gettext_noop as _

REASONS: Mapping[str, Message] = MappingProxyType(
    {
        "swiss-numbers": _("numbers %(a)s and %(b)s of the first round, by %(by)s"),
        "swiss-number": _("number %(a)s of the first round, by %(by)s"),
        "swiss-level": _("both have %(points)s points: places %(a)s and %(b)s of the %(of)s with as many"),
        "swiss-float": _("they have %(a)s and %(b)s points: not all can meet somebody with as many"),
        "swiss-bye": _("the bye goes to %(points)s points; %(below)s stand lower"),
        "swiss-method": _("paired by the method %(method)s"),
        "swiss-kept-open": _(
            "%(passed)s rounds that fit better would leave no full round among the %(rounds)s that follow"
        ),
        "swiss-since-changed": _("entrants or results were changed since, so that the draw cannot be worked out again"),
        # what it cost
        "swiss-cost-bye-points": _("the bye's receiver has %(amount)s points more than the last"),
        "swiss-cost-bye-place": _("%(amount)s stand below the bye's receiver"),
        "swiss-cost-gap": _("the difference of points, squared: %(amount)s"),
        "swiss-cost-apart": _("from the same country or club (%(amount)s)"),
        "swiss-cost-floats": _("somebody meets other points the same way as lately (%(amount)s)"),
        "swiss-cost-breaks": _("both wait for the same, to break or not to (%(amount)s)"),
        "swiss-cost-distance": _("away from the places that should meet, squared: %(amount)s"),
        # why nobody else
        "swiss-met-before": _("%(a)s and %(b)s met in round %(round)s"),
        "swiss-had-bye": _("%(a)s had a bye before"),
        "swiss-leaves-others-out": _("with %(a)s against %(b)s the others could not all be paired"),
        "swiss-equal": _("%(a)s against %(b)s would have been as good a round"),
        "swiss-spoils-later-rounds": _("with %(a)s against %(b)s a later round could not be drawn"),
        "swiss-dearer-bye-points": _("with %(a)s against %(b)s the bye would go %(by)s points higher"),
        "swiss-dearer-bye-place": _("with %(a)s against %(b)s the bye would go %(by)s places higher"),
        "swiss-dearer-gap": _("with %(a)s against %(b)s the others' points would differ more (by %(by)s, squared)"),
        "swiss-dearer-apart": _("with %(a)s against %(b)s more compatriots or club mates would meet (%(by)s)"),
        "swiss-dearer-floats": _("with %(a)s against %(b)s more would meet other points the same way again (%(by)s)"),
        "swiss-dearer-breaks": _("with %(a)s against %(b)s breaks would be balanced worse (%(by)s)"),
        "swiss-dearer-distance": _(
            "with %(a)s against %(b)s others would be further from their places (by %(by)s, squared)"
        ),
    }
)
