"""Why two meet in a Swiss round, as English sentences without their full stops."""

from collections.abc import Mapping
from types import MappingProxyType

WHY: Mapping[str, str] = MappingProxyType(
    {
        "swiss-numbers": "numbers {a} and {b} of the first round, by {by}",
        "swiss-number": "number {a} of the first round, by {by}",
        "swiss-level": "both have {points} points: places {a} and {b} of the {of} with as many",
        "swiss-float": "they have {a} and {b} points: not all can meet somebody with as many",
        "swiss-bye": "the bye goes to {points} points; {below} stand lower",
        "swiss-method": "paired by the method {method}",
        "swiss-kept-open": "{passed} rounds that fit better would leave no full round among the {rounds} that follow",
        "swiss-since-changed": "entrants or results were changed since, so that the draw cannot be worked out again",
        # what it cost
        "swiss-cost-bye-points": "the bye's receiver has {amount} points more than the last",
        "swiss-cost-bye-place": "{amount} stand below the bye's receiver",
        "swiss-cost-gap": "the difference of points, squared: {amount}",
        "swiss-cost-apart": "from the same country or club ({amount})",
        "swiss-cost-floats": "somebody meets other points the same way as lately ({amount})",
        "swiss-cost-breaks": "both wait for the same, to break or not to ({amount})",
        "swiss-cost-distance": "away from the places that should meet, squared: {amount}",
        # why nobody else
        "swiss-met-before": "{a} and {b} met in round {round}",
        "swiss-had-bye": "{a} had a bye before",
        "swiss-leaves-others-out": "with {a} against {b} the others could not all be paired",
        "swiss-equal": "{a} against {b} would have been as good a round",
        "swiss-spoils-later-rounds": "with {a} against {b} a later round could not be drawn",
        "swiss-dearer-bye-points": "with {a} against {b} the bye would go {by} points higher",
        "swiss-dearer-bye-place": "with {a} against {b} the bye would go {by} places higher",
        "swiss-dearer-gap": "with {a} against {b} the others' points would differ more (by {by}, squared)",
        "swiss-dearer-apart": "with {a} against {b} more compatriots or club mates would meet ({by})",
        "swiss-dearer-floats": "with {a} against {b} more would meet other points the same way again ({by})",
        "swiss-dearer-breaks": "with {a} against {b} breaks would be balanced worse ({by})",
        "swiss-dearer-distance": "with {a} against {b} others would be further from their places (by {by}, squared)",
    }
)
