"""The 29-point text: how it differs."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Queen, Side, Stroke

OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way

LESSON = Lesson(
    key="classic",
    title=_("Classic 29-point game"),
    says=_("An older text for longer games: the queen is worth 5 points, and the opponent’s coins are protected."),
    ruleset="classic",
    part=Part.RULES,
    order=2,
    steps=(
        Step(
            key="opponents-coin",
            title=_("Hands off the black coins"),
            says=_("Strike a black coin straight into a pocket once, to see what it costs."),
            goals=((Reason.OPPONENT_COIN_FOUL, _("Sink the black coin")),),
            pieces=((11, 300.0, 250.0), (2, -40.0, -70.0), (3, 110.0, 20.0), (13, -30.0, 150.0)),
            shown=(Stroke(0.0, -0.5505, 1.61),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_(
                "A foul: the black coin stays down, your turn is over, and one of your own coins comes back as well."
            ),
            rules=("C-079",),
        ),
        Step(
            key="both-down",
            title=_("Coin and striker both go in"),
            says=_("Sink the white coin so hard that the striker follows it into the pocket."),
            goals=((Reason.STRIKER_WITH_OWN, _("Sink a white coin and the striker")),),
            pieces=((2, 313.0, 288.0), *OTHERS),
            shown=(Stroke(0.0, -0.5253, 1.63),),
            hint=_("Strike straight at the white coin beside the far right pocket, with more than half power."),
            praise=_("Your coin stays down. One coin comes back for the lost striker, and your turn is over."),
            rules=("C-078",),
        ),
        Step(
            key="last-too-early",
            title=_("The last coin before the queen"),
            says=_(
                "Only one white coin is left, and the queen is still on the board. Sink the white coin once, to "
                "see why that is a mistake."
            ),
            goals=((Reason.OWN_LAST_QUEEN_UP, _("Sink your last coin too early")),),
            pieces=((2, 300.0, 250.0), (1, -20.0, 10.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(0.0, -0.5507, 1.67),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_(
                "Your last coin comes back, and one more with it, and your turn is over. Sink the queen "
                "before your last coin."
            ),
            rules=("C-081",),
        ),
        Step(
            key="opponents-last",
            title=_("The opponent’s last coin"),
            says=_("Only one black coin is left. Sink it once, to see what happens."),
            goals=((Reason.OPPONENT_LAST_RETURNS, _("Sink the last black coin")),),
            pieces=((11, 300.0, 250.0), (2, -40.0, -70.0), (3, 110.0, 20.0)),
            shown=(Stroke(0.0, -0.5488, 1.6),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_(
                "You cannot win the board for your opponent by accident: the coin comes back, and one of yours with it."
            ),
            rules=("C-082",),
        ),
        Step(
            key="win",
            title=_("Win the board"),
            says=_("The queen is yours. Sink your last white coin."),
            goals=((Goal.WON, _("Sink your last coin")),),
            pieces=((2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0), (14, -120.0, 130.0)),
            shown=(Stroke(0.132, -0.3124, 1.49),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_(
                "1 point for each of the three black coins, and 5 for the queen. That makes 8. A game goes to "
                "29 points."
            ),
            queen=Queen.COVERED,
            queen_side=Side.A,
            rules=("C-056", "C-057", "C-052"),
        ),
    ),
)
