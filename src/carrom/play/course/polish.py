"""The house rules of a maker of boards: how they differ."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Put, Step
from carrom.terms import Queen, Side, Stroke

OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way
WHITES = (
    *((-150.0, -40.0), (-60.0, -110.0), (-230.0, 60.0), (180.0, -20.0), (-10.0, 20.0)),
    *((140.0, 110.0), (-100.0, 110.0), (30.0, 190.0), (230.0, 60.0)),
)
NINE = tuple((2 + i, x, y) for i, (x, y) in enumerate(WHITES))  # a white board from which no coin was sunk yet

LESSON = Lesson(
    key="polish",
    title=_("Polish house rules"),
    says=_(
        "Short and lively: strike backward with the thumb, keep your turn after some mistakes, "
        "and watch out for the last coin."
    ),
    ruleset="polish",
    part=Part.RULES,
    order=4,
    steps=(
        Step(
            key="backward",
            title=_("Strike backward"),
            says=_("You may strike toward yourself, with the thumb. Sink the white coin in the near right pocket."),
            goals=((Goal.BACKWARD, _("Sink it with a backward stroke")),),
            pieces=((2, 290.0, -313.0), *OTHERS),
            shown=(Stroke(0.113, -1.7897, 1.67),),
            hint=_(
                "Slide the striker to the left of the coin. Then point the line down to the right, through the "
                "coin to the pocket."
            ),
            praise=_("These rules ask for the thumb or a scissors snap with two fingers."),
            rules=("P-020",),
        ),
        Step(
            key="both-down",
            title=_("Coin and striker both go in"),
            says=_("Sink the white coin so hard that the striker follows it into the pocket."),
            goals=((Reason.STRIKER_WITH_OWN, _("Sink a white coin and the striker")),),
            pieces=((2, 313.0, 288.0), *OTHERS),
            shown=(Stroke(0.0, -0.5253, 1.62),),
            hint=_("Strike straight at the white coin beside the far right pocket, with more than half power."),
            praise=_("Two coins come back in all. But you play on."),
            rules=("P-032",),
        ),
        Step(
            key="together",
            title=_("Queen and coin at once"),
            says=_(
                "None of your coins is down yet. The queen and a white coin lie at the far right pocket. Sink both "
                "in one stroke."
            ),
            goals=((Reason.QUEEN_COVERED_NOW, _("Sink the queen and a white coin")),),
            pieces=((1, 329.0, 337.0), (10, 309.0, 285.0), *NINE[:-1], (12, 120.0, -130.0)),
            shown=(Stroke(0.013, -0.4051, 2.23),),
            hint=_("Strike the nearer one so that it pushes the other. Half power is enough."),
            praise=_("Covered at once, in whichever order they fell, and even as your first coin."),
            earned=False,
            rules=("P-033",),
        ),
        Step(
            key="due-centre",
            title=_("Put a coin back"),
            says=_(
                "Your opponent owes a black coin. You may put it anywhere in the big circle, even in the very "
                "middle. Put it where you like."
            ),
            goals=((Goal.RETURNED, _("Place the black coin")),),
            pieces=((2, 40.0, 110.0), (3, 120.0, 190.0), (12, -90.0, -150.0), (13, 180.0, 120.0)),
            shown=(Put(0.0, 0.0),),
            hint=_("Inside the big circle, and clear of the other coins."),
            praise=_("Most rulesets keep the middle free. This one does not."),
            due=14,
            rules=("P-035",),
        ),
        Step(
            key="last-too-early",
            title=_("The last coin before the queen"),
            says=_(
                "Only one white coin is left, and the queen is still on the board. Sink the white coin "
                "once, to see why nobody does that."
            ),
            goals=((Reason.OWN_LAST_QUEEN_UP, _("Sink your last coin too early")),),
            pieces=((2, 300.0, 250.0), (1, -20.0, 10.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(0.0, -0.5487, 2.98),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_("You lose the board at once. Always sink the queen before your last coin."),
            rules=("P-039", "P-040"),
        ),
        Step(
            key="win",
            title=_("Win the board"),
            says=_("The queen is yours. Sink your last white coin."),
            goals=((Goal.WON, _("Sink your last coin")),),
            pieces=((2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0), (14, -120.0, 130.0)),
            shown=(Stroke(0.079, -0.4063, 1.46),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_(
                "1 point for each of the three black coins, and 3 for the queen. That makes 6. A game goes to "
                "25 points."
            ),
            queen=Queen.COVERED,
            queen_side=Side.A,
            rules=("P-026", "P-027", "P-029"),
        ),
    ),
)
