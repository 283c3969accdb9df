"""The first lesson: place, aim, power, sink, queen, cover, foul, due."""

from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Put, Step
from carrom.terms import Stroke

NEAR_FAR_RIGHT, NEAR_FAR_LEFT = (300.0, 250.0), (-300.0, 250.0)
TO_FAR_RIGHT, TO_FAR_LEFT = Stroke(0.0, -0.5437, 1.4), Stroke(0.0, 0.5437, 1.4)
OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way

LESSON = Lesson(
    key="first",
    title=_("Learn carrom in three minutes"),
    says=_("Eight short steps on a real board. You can skip any of them."),
    ruleset="icf",
    part=Part.START,
    order=1,
    steps=(
        Step(
            key="place",
            title=_("Place the striker"),
            says=_(
                "You play from the two lines nearest to you. Slide the striker to the right until it is below the "
                "white coin, then pull it back and let go."
            ),
            goals=((Goal.PLACED, _("Hit the white coin from below")),),
            pieces=((2, 150.0, 60.0), (12, -120.0, 90.0), (3, -60.0, 200.0)),
            shown=(Stroke(0.15, 0.0, 1.0),),
            hint=_("Slide the striker along its line first. Pull straight back, and it goes straight ahead."),
            praise=_("The striker may start anywhere between the two circles of your line."),
        ),
        Step(
            key="aim",
            title=_("Aim"),
            says=_(
                "Drag anywhere on the board to turn the line to the white coin. Then pull the striker back and let go: "
                "it goes where the line points."
            ),
            goals=((Goal.TOUCHED, _("Hit the white coin")),),
            pieces=((2, -180.0, 60.0), (12, 0.0, 80.0), (13, 160.0, 120.0), (3, 60.0, 230.0)),
            shown=(Stroke(0.0, 0.5225, 1.2),),
            hint=_("The circle at the end of the line is where the striker will be when it hits."),
            praise=_("White is yours. Hit a black coin first, and you help your opponent."),
        ),
        Step(
            key="power",
            title=_("Power"),
            says=_("The further you pull, the harder you strike. Send the white coin all the way to the far side."),
            goals=((Goal.FAR_SIDE, _("Reach the far side")),),
            pieces=((2, 0.0, -60.0), (12, 140.0, 40.0), (13, -150.0, 60.0), (3, 200.0, 200.0)),
            shown=(Stroke(0.0, 0.0, 3.0),),
            hint=_("Pull further back. The ring round the striker shows how hard you strike."),
            praise=_("Most strokes need less than half of the power. Soft strokes are easier to control."),
        ),
        Step(
            key="sink",
            title=_("Sink a coin"),
            says=_("Sink the white coin in the far right pocket. If you sink one of your coins, you play again."),
            goals=((Goal.SUNK, _("Sink a white coin")),),
            pieces=((2, *NEAR_FAR_RIGHT), *OTHERS),
            shown=(TO_FAR_RIGHT,),
            hint=_("Hit the coin on the side away from the pocket: it moves straight away from the striker."),
            praise=_("Sink your nine coins before your opponent does, and you win the board."),
        ),
        Step(
            key="queen",
            title=_("The queen"),
            says=_("The red queen belongs to nobody yet. She is worth extra points. Sink her."),
            goals=((Goal.QUEEN, _("Sink the queen")),),
            pieces=((1, *NEAR_FAR_LEFT), (2, 180.0, 170.0), *OTHERS),
            shown=(TO_FAR_LEFT,),
            hint=_("She is a coin like any other: hit her on the side away from the pocket."),
            praise=_("She is not yours yet. The next step shows why."),
        ),
        Step(
            key="cover",
            title=_("Cover the queen"),
            says=_(
                "The queen counts only if you sink a coin of your own right after her: that covers her. Otherwise she "
                "goes back to the middle."
            ),
            goals=((Goal.QUEEN, _("Sink the queen")), (Goal.COVERED, _("Then a white coin"))),
            pieces=((1, *NEAR_FAR_LEFT), (2, *NEAR_FAR_RIGHT), *OTHERS),
            shown=(TO_FAR_LEFT, TO_FAR_RIGHT),
            hint=_("First the queen on the left, then the white coin on the right."),
            praise=_("Covered: the queen is yours, whatever happens next."),
        ),
        Step(
            key="foul",
            title=_("Lose the striker"),
            says=_(
                "Sinking the striker is a foul. Try it once, here where it costs nothing: strike straight into a far "
                "pocket."
            ),
            goals=((Goal.STRIKER_LOST, _("Sink the striker")),),
            pieces=((2, 40.0, 260.0), *OTHERS),
            shown=(Stroke(0.0, -0.525, 1.6),),
            hint=_("Point the line at the middle of a far pocket, and use about half power."),
            praise=_("In a match your turn would end here, and one of your pocketed coins would come back."),
        ),
        Step(
            key="due",
            title=_("Give a coin back"),
            says=_(
                "Your opponent sank the striker and owes a black coin. You place it: anywhere in the big circle, but "
                "not on the centre and not on another coin."
            ),
            goals=((Goal.RETURNED, _("Place the black coin")),),
            pieces=((1, 0.0, 0.0), (2, 40.0, 190.0), (12, -90.0, -150.0), (13, 180.0, 120.0)),
            shown=(Put(0.045, -0.045),),
            hint=_("Inside the big circle, and clear of the other coins."),
            praise=_("Place it where it is hard to sink. That is all you need for your first match."),
            due=14,
        ),
    ),
)
