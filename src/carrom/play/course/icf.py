"""The laws of the International Carrom Federation: how other rulesets differ."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Queen, Side, Stroke

OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way
WHITES = (
    *((-150.0, -40.0), (-60.0, -110.0), (70.0, -70.0), (180.0, -20.0), (-10.0, 20.0)),
    *((140.0, 110.0), (-100.0, 110.0), (30.0, 190.0), (230.0, 60.0)),
)
NINE = tuple((2 + i, x, y) for i, (x, y) in enumerate(WHITES))  # a white board from which no coin was sunk yet

LESSON = Lesson(
    key="icf",
    title=_("International laws"),
    says=_("The laws used at world championships. Try what happens when something goes wrong, and what is allowed."),
    ruleset="icf",
    part=Part.RULES,
    order=1,
    steps=(
        Step(
            key="opponents-coin",
            title=_("Your opponent’s coin"),
            says=_("White is yours. Sink a black coin once, to see what it does."),
            goals=((Reason.OPPONENT_POCKETED, _("Sink the black coin")),),
            pieces=((11, 300.0, 250.0), (2, -40.0, -70.0), (3, 110.0, 20.0), (13, -30.0, 150.0)),
            shown=(Stroke(0.172, -0.224, 1.57),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_(
                "The black coin stays down, and your turn is over. There is no other penalty: you only helped "
                "your opponent."
            ),
            rules=("ICF-L125",),
        ),
        Step(
            key="both-down",
            title=_("Coin and striker both go in"),
            says=_("Sink the white coin so hard that the striker follows it into the pocket."),
            goals=((Reason.STRIKER_WITH_OWN, _("Sink a white coin and the striker")),),
            pieces=((2, 313.0, 288.0), *OTHERS),
            shown=(Stroke(0.0, -0.5253, 1.62),),
            hint=_("Strike straight at the white coin beside the far right pocket, with more than half power."),
            praise=_(
                "Your coin comes back, and one more with it. But you sank a coin of your own, so you still play on."
            ),
            rules=("ICF-L73",),
        ),
        Step(
            key="early-queen",
            title=_("The queen too early"),
            says=_("None of your coins is down yet. Sink the queen anyway, to see what happens."),
            goals=((Reason.QUEEN_TOO_EARLY, _("Sink the queen")),),
            pieces=((1, -300.0, 250.0), (12, 120.0, -130.0), (13, -140.0, 200.0), *NINE),
            shown=(Stroke(-0.129, 0.3065, 1.82),),
            hint=_("Hit the queen on the side away from the far left pocket."),
            praise=_(
                "Too early: the queen goes back to the middle, and your turn is over. First sink one coin of your own."
            ),
            earned=False,
            rules=("ICF-L92", "ICF-L95"),
        ),
        Step(
            key="backward",
            title=_("Strike backward"),
            says=_(
                "A coin is behind your lines. You may strike toward yourself, with the thumb. Sink the "
                "white coin in the near left pocket."
            ),
            goals=((Goal.BACKWARD, _("Sink it with a backward stroke")),),
            pieces=((2, -290.0, -313.0), *OTHERS),
            shown=(Stroke(0.0, 1.6901, 1.58),),
            hint=_(
                "Slide the striker to the right of the coin. Then point the line down to the left, through the "
                "coin to the pocket."
            ),
            praise=_("Not every ruleset allows this. These laws do."),
            rules=("ICF-L34",),
        ),
        Step(
            key="win",
            title=_("Win the board"),
            says=_("The queen is yours. Sink your last white coin."),
            goals=((Goal.WON, _("Sink your last coin")),),
            pieces=((2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0), (14, -120.0, 130.0)),
            shown=(Stroke(0.0, -0.549, 2.15),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_(
                "The board is yours: 1 point for each of the three black coins, and 3 for the queen. That makes 6."
            ),
            queen=Queen.COVERED,
            queen_side=Side.A,
            rules=("ICF-L52", "ICF-L53"),
        ),
    ),
)
