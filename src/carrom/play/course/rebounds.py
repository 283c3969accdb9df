"""Rebounds: coin and striker off the frames."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Stroke

LESSON = Lesson(
    key="rebounds",
    title=_("Rebounds"),
    says=_(
        "The frame is part of the game: coins and striker bounce off it at about the angle they "
        "came, like light from a mirror."
    ),
    ruleset="icf",
    part=Part.FINER,
    order=2,
    steps=(
        Step(
            key="coin-off-the-side",
            title=_("A coin off the side"),
            says=_(
                "The white coin has no straight way. Send it to the frame on the left, so that it "
                "crosses to the far right pocket."
            ),
            goals=((Goal.BANKED, _("Sink it off the frame")),),
            pieces=((2, -270.0, -30.0), (12, 40.0, -60.0), (15, -100.0, 220.0)),
            shown=(Stroke(-0.177, 0.4813, 2.05),),
            hint=_("Slide the striker to the right and hit the coin so that it meets the frame halfway."),
            praise=_("It left the frame at the same angle, only slower."),
        ),
        Step(
            key="coin-comes-back",
            title=_("A coin comes back"),
            says=_("Send the white coin to the far side, so that it comes back to a pocket near you."),
            goals=((Goal.BANKED, _("Sink it off the far side")),),
            pieces=((2, 240.0, 240.0), (12, -120.0, 40.0), (15, -160.0, 200.0)),
            shown=(Stroke(0.0, -0.4913, 3.0),),
            hint=_("Look where the way to the far side and back would end, and strike hard: it is a long way."),
            praise=_("Such a stroke needs room: first check what is on the way back."),
        ),
        Step(
            key="striker-off-the-side",
            title=_("The striker off the side"),
            says=_("Black coins block the way to the white one. Send the striker to a frame first."),
            goals=((Goal.STRIKER_BANKED, _("Sink it off the frame")),),
            pieces=(
                (2, -313.0, 288.0),
                (12, -190.0, 70.0),
                (13, -150.0, 40.0),
                (14, -225.0, 110.0),
                (15, -105.0, 20.0),
            ),
            shown=(Stroke(0.142, -0.9864, 2.15),),
            hint=_("Look for the spot on the frame between striker and coin, as in a mirror."),
            praise=_("The striker keeps most of its speed off the frame, so strike as you would straight on."),
        ),
        Step(
            key="back-to-you",
            title=_("A coin near you"),
            says=_("The white coin is behind your line. Send the striker to the far side and back."),
            goals=((Goal.STRIKER_BANKED, _("Sink it off the far side")),),
            pieces=((2, -312.0, -300.0), (12, 40.0, -70.0), (13, -40.0, 20.0), (15, 30.0, 150.0)),
            shown=(Stroke(-0.113, 0.1513, 2.3),),
            hint=_("The spot on the far side is halfway between striker and coin. Strike hard."),
            praise=_("With this stroke no coin is out of reach."),
        ),
    ),
)
