"""A long list of one-line laws: how they differ."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Queen, Side, Stroke

OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way
WHITES = (
    *((-150.0, -40.0), (-60.0, -110.0), (70.0, -70.0), (180.0, -20.0), (-10.0, 20.0)),
    *((140.0, 110.0), (-100.0, 110.0), (30.0, 190.0), (-240.0, -90.0)),
)
NINE = tuple((2 + i, x, y) for i, (x, y) in enumerate(WHITES))  # a white board from which no coin was sunk yet
PLACES = (
    *((-200.0, 60.0), (-120.0, 30.0), (100.0, 20.0), (-40.0, -50.0)),
    *((-190.0, 180.0), (-30.0, 130.0), (120.0, 230.0), (60.0, 80.0)),
)
BLACKS = tuple((12 + i, x, y) for i, (x, y) in enumerate(PLACES))

LESSON = Lesson(
    key="common",
    title=_("Common laws"),
    says=_(
        "Strict rules from a long list: hit something with every stroke, forward only, and leave the opponent’s "
        "coins alone."
    ),
    ruleset="common",
    part=Part.RULES,
    order=6,
    steps=(
        Step(
            key="nothing-hit",
            title=_("Hit something"),
            says=_("Every stroke must hit a coin or the queen. Miss them all once, to see what it costs."),
            goals=((Reason.NOTHING_TOUCHED, _("Hit nothing at all")),),
            pieces=((2, 300.0, 250.0), *OTHERS),
            shown=(Stroke(-0.12, 0.6, 0.7),),
            hint=_("Point the line at an empty spot and strike softly."),
            praise=_("A foul: one of your coins comes back, and your turn is over."),
            rules=("L-013", "L-074"),
        ),
        Step(
            key="comes-back",
            title=_("Hit before you come back"),
            says=_(
                "The striker must hit something before it comes back into your half. Once, send it to "
                "the far side and back without a hit."
            ),
            goals=((Reason.CAME_BACK, _("Come back without a hit")),),
            pieces=((2, 300.0, 250.0), *OTHERS),
            shown=(Stroke(0.0, 0.729, 2.43),),
            hint=_("Slide the striker to where the way is clear and strike hard, straight ahead."),
            praise=_("A foul. In most other rulesets such a rebound is allowed."),
            rules=("L-046",),
        ),
        Step(
            key="colours",
            title=_("The first coin decides"),
            says=_(
                "At the start nobody has a colour. The first coin that falls gives you its colour. Sink the black coin."
            ),
            goals=((Reason.COLOUR_DECIDED, _("Sink the first coin")),),
            pieces=((11, 300.0, 250.0), (1, 0.0, 60.0), *NINE, *BLACKS),
            shown=(Stroke(0.172, -0.224, 1.57),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_("Black is yours for this board, and you play on."),
            earned=False,
            colours_open=True,
            rules=("L-063",),
        ),
        Step(
            key="opponents-coin",
            title=_("Your opponent’s coin"),
            says=_("White is yours. Strike a black coin straight into a pocket once."),
            goals=((Reason.OPPONENT_COIN_FOUL, _("Sink the black coin")),),
            pieces=((11, 300.0, 250.0), (2, -40.0, -70.0), (3, 110.0, 20.0), (13, -30.0, 150.0)),
            shown=(Stroke(0.0, -0.5505, 1.56),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_(
                "The black coin comes back. You hit it with the striker, so it is a foul too: one of your coins "
                "comes back."
            ),
            rules=("L-017", "L-028", "L-074"),
        ),
        Step(
            key="spoilt-cover",
            title=_("A clean cover"),
            says=_(
                "The queen is down and waits for her cover. Sink a white coin together with a black one, "
                "to see what goes wrong."
            ),
            goals=((Reason.QUEEN_COVER_SPOILT, _("Sink a white and a black coin in one stroke")),),
            pieces=((2, 309.0, 285.0), (11, 329.0, 337.0), (12, -40.0, -70.0), (13, -110.0, 20.0), (3, -130.0, 150.0)),
            shown=(Stroke(-0.083, -0.6374, 1.84),),
            hint=_("Strike the nearer one so that it pushes the other. Half power is enough."),
            praise=_("The cover does not count, and the queen goes back. Cover her with only white coins."),
            queen=Queen.AWAITING_COVER,
            queen_side=Side.A,
            rules=("L-143",),
        ),
    ),
)
