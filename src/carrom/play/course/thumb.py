"""Strokes toward oneself, made with the thumb."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="thumb",
    title=_("Backward strokes"),
    says=_("You can sink a coin behind your lines with a stroke toward yourself. On a real board you use the thumb."),
    ruleset="icf",
    part=Part.FINER,
    order=3,
    steps=(
        Step(
            key="straight-back",
            title=_("Straight back"),
            says=_("Sink the white coin in the near left pocket, with a stroke toward yourself."),
            goals=((Goal.BACKWARD, _("Sink it with a backward stroke")),),
            pieces=((2, -290.0, -313.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(-0.177, 1.934, 1.61),),
            hint=_(
                "Touch the coin: the line points at it. Then pull the striker in any direction; that "
                "only sets the power."
            ),
            praise=_("Short ways need little power."),
            rules=("ICF-L34",),
        ),
        Step(
            key="along-the-frame",
            title=_("Along the frame"),
            says=_("The coin is at the frame near you. Send it along the frame to the near right pocket."),
            goals=((Goal.BACKWARD, _("Sink it along the frame")),),
            pieces=((2, 180.0, -345.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(0.0, -2.2108, 1.43),),
            hint=_("Come from the left and hit the coin on its left side, almost along the frame."),
            praise=_("A coin close to the frame follows it."),
            rules=("ICF-L34",),
        ),
        Step(
            key="cut-back",
            title=_("A cut backward"),
            says=_("Now you need a cut: the coin is off to the side. Sink it in the near left pocket."),
            goals=((Goal.BACKWARD, _("Cut it into the near left pocket")),),
            pieces=((2, -255.0, -325.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(0.0, 1.8169, 1.63),),
            hint=_("Hit the coin on the side away from the pocket, softly."),
            praise=_("Thumb, cut and soft touch: now you can reach the whole board."),
            rules=("ICF-L34",),
        ),
    ),
)
