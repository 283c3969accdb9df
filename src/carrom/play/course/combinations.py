"""Combinations: a coin sinks another one."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="combinations",
    title=_("Combinations"),
    says=_("The striker hits one coin, and that coin sinks another."),
    ruleset="icf",
    part=Part.FINER,
    order=5,
    steps=(
        Step(
            key="two-whites",
            title=_("One pushes the other"),
            says=_("Two white coins lie in line with the far right pocket. Hit the first, and it sinks the second."),
            goals=((Goal.COMBINATION, _("Sink the second coin with the first")),),
            pieces=((2, 317.0, 295.0), (3, 296.0, 258.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(0.0, -0.5645, 1.67),),
            hint=_("Strike straight along the line of both coins."),
            praise=_("This is called a pair: always look for two coins in line with a pocket."),
        ),
        Step(
            key="black-helps",
            title=_("Black helps you"),
            says=_("A black coin lies in front of your white one. Hit the black coin so that it sinks the white one."),
            goals=((Goal.COMBINATION, _("Sink the white coin with the black one")),),
            pieces=((2, -317.0, 295.0), (12, -296.0, 258.0), (15, 40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(-0.087, 0.4166, 1.74),),
            hint=_("Strike straight along the line of both coins, not too hard: the black one should stay."),
            praise=_("Your coin is down and your opponent’s is not. You play on."),
        ),
        Step(
            key="gap",
            title=_("Over a gap"),
            says=_("Now there is a gap between the coins. The first must hit the second just right."),
            goals=((Goal.COMBINATION, _("Sink the second coin with the first")),),
            pieces=((2, 320.0, 310.0), (3, 276.0, 225.0), (12, -40.0, -70.0), (13, -110.0, 20.0)),
            shown=(Stroke(-0.032, -0.5935, 1.96),),
            hint=_("The second is close to the pocket and forgives a little. Aim the first at its middle."),
            praise=_("The wider the gap, the closer the pocket should be."),
        ),
    ),
)
