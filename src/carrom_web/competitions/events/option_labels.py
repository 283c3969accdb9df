"""What the options of formats are called in forms; one without words here is shown by its own name."""

from django.utils.translation import gettext as _


def option_label(slug: str, name: str) -> str:
    """What an option is called."""
    own = {
        ("swiss", "boards"): _("Boards of a round"),
        ("ladder", "rounds"): _("Rounds, 0 for no end"),
    }
    named = {
        "second_final": _("Second final"),
        "seeds": _("Seeds"),
        "seed_by": _("Seeded"),
        "seed_lots": _("Places of seeds"),
        "apart": _("Kept apart"),
        "apart_rounds": _("Apart for rounds"),
        "third_place": _("Match for third place"),
        "groups": _("Groups"),
        "into_groups": _("Into groups"),
        "qualify": _("Go on from a group"),
        "flights": _("Flights"),
        "rest_in_last": _("All others in the last flight"),
        "legs": _("Times everybody meets"),
        "boards": _("Matches of a round, at most"),
        "ties": _("May end tied"),
        "numbers": _("Numbers"),
        "reach": _("Rungs above"),
        "again_after": _("Rounds before they meet again"),
        "winner_takes": _("The winner takes"),
        "rounds": _("Rounds"),
        "method": _("Method"),
        "within": _("Within those level"),
        "last_round": _("Last round"),
        "first_round": _("First round"),
        "country_rounds": _("Compatriots apart, rounds"),
        "club_rounds": _("Club mates apart, rounds"),
        "top_rounds": _("The best apart, rounds"),
        "accelerated_rounds": _("Accelerated rounds"),
        "late_points": _("Points for a round missed"),
        "breaks": _("Who breaks"),
    }
    return own.get((slug, name)) or named.get(name) or name.replace("_", " ").capitalize()


def choice_label(name: str, choice: str) -> str:
    """What one of an option's values is called."""
    own = {
        ("winner_takes", "rung"): _("the rung; those between move down"),
        ("winner_takes", "exchange"): _("the other's rung; the two exchange"),
        ("seed_lots", "fixed"): _("fixed"),
        ("seed_lots", "drawn"): _("drawn by lot"),
        ("within", "slide"): _("first meets the middle (slide)"),
        ("within", "fold"): _("first meets the last (fold)"),
        ("within", "adjacent"): _("first meets the second"),
        ("last_round", "as-before"): _("as those before"),
        ("last_round", "adjacent"): _("neighbours of the standings"),
        ("breaks", "toss"): _("as tossed"),
        ("breaks", "balanced"): _("each as often as the other"),
        ("method", "best"): _("the best of all pairings"),
        ("method", "all"): _("all that can still be played"),
        ("method", "serial"): _("serial (SoL)"),
        ("method", "dazed"): _("dazed (SoL)"),
        ("method", "staggered"): _("staggered (SoL)"),
    }
    named = {
        "none": _("nobody"),
        "club": _("club mates"),
        "country": _("compatriots"),
        "seed": _("by seed"),
        "rating": _("by seed, then rating"),
        "lots": _("by lot"),
        "strength": _("by strength"),
        "pots": _("by lot from pots of equal strength"),
        "snake": _("by strength alone (snake)"),
    }
    return own.get((name, choice)) or named.get(choice, choice)


def says_label(says: str) -> str:
    """What an option is, as a sentence."""
    sentence = _(says)
    return f"{sentence[:1].upper()}{sentence[1:]}."
