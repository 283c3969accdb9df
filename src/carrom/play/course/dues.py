"""Giving coins back: where they help you most."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Put, Step

LESSON = Lesson(
    key="dues",
    title=_("Giving coins back"),
    says=_("When your opponent owes a coin, you place it. A good place costs your opponent strokes."),
    ruleset="icf",
    part=Part.FINER,
    order=4,
    steps=(
        Step(
            key="clear",
            title=_("Between many coins"),
            says=_("Your opponent owes a black coin. The circle is crowded: find a free spot."),
            goals=((Goal.RETURNED, _("Place the black coin")),),
            pieces=(
                (1, 0.0, 0.0),
                (2, 40.0, -33.0),
                (3, -45.0, -40.0),
                (12, 0.0, 52.0),
                (13, 55.0, 30.0),
                (4, 0.0, -55.0),
            ),
            shown=(Put(-0.05, 0.015),),
            hint=_("Inside the big circle. It may lie close to other coins, but not on them."),
            praise=_("It may even touch them."),
            due=14,
            rules=("ICF-L86", "ICF-L89"),
        ),
        Step(
            key="no-line",
            title=_("Not in line with the queen"),
            says=_(
                "You may not set up a stroke with the queen: the coin may not be in line with her and a "
                "pocket. Place it somewhere else."
            ),
            goals=((Goal.RETURNED, _("Place the black coin beside the line")),),
            pieces=((1, 29.6, -16.1), (2, 90.0, 160.0), (3, -120.0, 30.0), (12, 170.0, -60.0)),
            shown=(Put(-0.05, 0.0),),
            hint=_("Beside the queen rather than between her and a corner."),
            praise=_("No pocket lies on the line through her and your coin."),
            due=14,
            rules=("ICF-L114",),
        ),
        Step(
            key="guard",
            title=_("Block the ways"),
            says=_(
                "Your opponent sits opposite and likes the two pockets near you. Place the black coin so "
                "that white coins block its way to both."
            ),
            goals=((Goal.GUARDED, _("Place it where both ways are blocked")),),
            pieces=((1, 0.0, 130.0), (2, -65.0, -1.0), (3, -8.0, -1.4), (4, 160.0, 120.0), (12, -150.0, 90.0)),
            shown=(Put(-0.04, 0.03),),
            hint=_("Behind the two white coins in the circle, seen from you, and between them."),
            praise=_("Now your opponent must first move your coins, or go the hard way."),
            due=14,
            rules=("ICF-L86",),
        ),
    ),
)
