"""Thin cuts: a coin that is hit on its edge leaves sideways."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="thin-cuts",
    title=_("Thin cuts"),
    says=_("A coin moves straight away from the spot where it is hit. Hit its edge, and it goes off to the side."),
    ruleset="icf",
    part=Part.FINER,
    order=1,
    steps=(
        Step(
            key="edge",
            title=_("Hit the edge"),
            says=_(
                "The white coin is beside the way to the far right pocket. Come from the left and hit "
                "its near left edge."
            ),
            goals=((Goal.THIN, _("Sink it by its edge")),),
            pieces=((2, 318.0, 225.0), (12, -150.0, 90.0), (15, -60.0, 200.0)),
            shown=(Stroke(-0.146, -0.8057, 1.51),),
            hint=_("Aim so that the circle at the end of the line touches the coin on the side away from the pocket."),
            praise=_("The thinner the hit, the less speed the coin gets: strike harder than straight on."),
        ),
        Step(
            key="long",
            title=_("A long way to go"),
            says=_("Now the coin is far from the pocket on the left. Cut it there from the right end of your line."),
            goals=((Goal.THIN, _("Cut it into the far left pocket")),),
            pieces=((2, -270.0, 40.0), (12, 90.0, 90.0), (15, 60.0, 200.0)),
            shown=(Stroke(0.08, 0.9324, 1.61),),
            hint=_("Slide the striker to the right. Hit the right edge of the coin, from below."),
            praise=_("The farther the pocket, the more exact the hit must be."),
        ),
        Step(
            key="past-a-coin",
            title=_("Past a black coin"),
            says=_("A black coin blocks the straight way. Pass it and cut the white coin behind it."),
            goals=((Goal.THIN, _("Cut the white coin in")),),
            pieces=((2, 316.0, 240.0), (12, 175.0, 0.0), (13, -120.0, 90.0), (15, -60.0, 200.0)),
            shown=(Stroke(-0.175, -0.8176, 1.58),),
            hint=_("Come from the left, over the black coin, and hit the left edge of the white one."),
            praise=_("A thin cut often finds a way where there is no straight one."),
        ),
    ),
)
