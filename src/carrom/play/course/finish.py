"""The end of a board: queen and last coin."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="finish",
    title=_("Queen and last coin"),
    says=_("The last two pieces decide the board. Their order matters."),
    ruleset="icf",
    part=Part.FINER,
    order=6,
    steps=(
        Step(
            key="wrong-order",
            title=_("The wrong order"),
            says=_("One white coin and the queen are left. Once, sink the white coin first, to see what happens."),
            goals=((Reason.OWN_LAST_QUEEN_UP, _("Sink your last coin too early")),),
            pieces=((1, -300.0, 250.0), (2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(0.11, -0.3493, 1.62),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_("You lose the board by 3 points. Sink the queen before your last coin, or together with it."),
            rules=("ICF-L107",),
        ),
        Step(
            key="right-order",
            title=_("The right order"),
            says=_("Now the queen first, then your last coin: it covers her, and the board is won."),
            goals=(
                (Goal.QUEEN, _("Sink the queen")),
                (Goal.WON, _("Then your last coin")),
            ),
            pieces=((1, -300.0, 250.0), (2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(
                Stroke(-0.162, 0.2457, 1.31),
                Stroke(0.168, -0.2373, 1.62),
            ),
            hint=_("First the queen on the left, then the white coin on the right."),
            praise=_("1 point for each of the two black coins, and 3 for the queen: 5 points."),
            rules=("ICF-L52", "ICF-L53"),
        ),
        Step(
            key="at-once",
            title=_("Both at once"),
            says=_("Queen and last coin in one stroke: that counts too."),
            goals=((Goal.WON, _("Sink both in one stroke")),),
            pieces=((1, 329.0, 337.0), (2, 309.0, 285.0), (12, -40.0, -70.0), (13, -110.0, 20.0)),
            shown=(Stroke(-0.083, -0.6374, 1.84),),
            hint=_("Strike the nearer one so that it pushes the other. Half power is enough."),
            praise=_("Hard to do, but good to know: in one stroke the order does not matter."),
            rules=("ICF-L97",),
        ),
    ),
)
