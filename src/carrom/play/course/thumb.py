"""Strokes toward oneself, made with the thumb."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="thumb",
    title=_("Backward strokes"),
    says=_(
        "A coin that lies behind your lines can be sunk by a stroke toward yourself. On a board of wood you use "
        "the thumb."
    ),
    ruleset="icf",
    part=Part.FINER,
    order=3,
    steps=(
        Step(
            key="straight-back",
            title=_("Straight back"),
            says=_("Sink the white coin in the near left pocket, by a stroke toward yourself."),
            goals=((Goal.BACKWARD, _("Sink it by a backward stroke")),),
            pieces=((2, -290.0, -313.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(-0.177, 1.934, 1.61),),
            hint=_("Touch the coin: the line points at it. Then pull the striker any way; that only sets the power."),
            praise=_("Short ways need little power."),
            rules=("ICF-L34",),
        ),
        Step(
            key="along-the-frame",
            title=_("Along the frame"),
            says=_("The coin lies at the frame near you. Send it along the frame to the near right pocket."),
            goals=((Goal.BACKWARD, _("Sink it along the frame")),),
            pieces=((2, 180.0, -345.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(0.0, -2.2108, 1.43),),
            hint=_("Come from the left and hit the coin on its left side, almost along the frame."),
            praise=_("A coin close to the frame is led by it."),
            rules=("ICF-L34",),
        ),
        Step(
            key="cut-back",
            title=_("A cut backward"),
            says=_("Now it takes a cut: the coin lies to the side of the way. Sink it in the near left pocket."),
            goals=((Goal.BACKWARD, _("Cut it into the near left pocket")),),
            pieces=((2, -255.0, -325.0), (12, 40.0, -70.0), (15, 30.0, 150.0)),
            shown=(Stroke(0.0, 1.8169, 1.63),),
            hint=_("Hit the coin on the side away from the pocket, softly."),
            praise=_("Thumb, cut and soft hand: you can reach the whole board now."),
            rules=("ICF-L34",),
        ),
    ),
)
