"""A club tournament's rules: how they differ."""

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
    key="kagw",
    title=_("Club tournament (KAGW)"),
    says=_("Rules of a club tournament: strike forward only, and reach coins behind your line from the other side."),
    ruleset="kagw",
    part=Part.RULES,
    order=3,
    steps=(
        Step(
            key="behind-line",
            title=_("A coin on your own line"),
            says=_(
                "Before the striker has crossed your front line, it may not hit a coin on or behind that "
                "line. Hit the white coin once, to see the foul."
            ),
            goals=((Reason.PIECE_BEHIND_LINE, _("Hit the coin on your line")),),
            pieces=((2, 80.0, -225.0), *OTHERS),
            shown=(Stroke(0.0, -1.2696, 2.3),),
            hint=_("Slide the striker beside the white coin and strike along the line, a little forward."),
            praise=_("A foul: one of your coins comes back, and your turn is over."),
            rules=("K-030", "K-059"),
        ),
        Step(
            key="over-the-far-side",
            title=_("Reach it from the far side"),
            says=_(
                "The right way to a coin behind your line: send the striker to the far side, so that it comes "
                "back to the coin."
            ),
            goals=((Goal.STRIKER_BANKED, _("Sink it off the far side")),),
            pieces=((2, 312.0, -300.0), (12, -40.0, -70.0), (13, 40.0, 20.0), (3, -30.0, 150.0)),
            shown=(Stroke(0.033, -0.2184, 2.27),),
            hint=_(
                "Look for the spot on the far side halfway between the striker and the coin. Strike hard "
                "enough for it to come back."
            ),
            praise=_("Off the frame is always allowed here."),
            rules=("K-077",),
        ),
        Step(
            key="early-queen",
            title=_("The queen too early"),
            says=_("None of your coins is down yet. Sink the queen anyway, to see what happens."),
            goals=((Reason.QUEEN_TOO_EARLY_WAITS, _("Sink the queen")),),
            pieces=((1, -300.0, 250.0), (12, 120.0, -130.0), (13, -140.0, 200.0), *NINE),
            shown=(Stroke(0.14, 0.5853, 3.39),),
            hint=_("Hit the queen on the side away from the far left pocket."),
            praise=_("You play on, but she does not count: at the end of your turn she goes back to the middle."),
            earned=False,
            rules=("K-039", "K-040", "K-041"),
        ),
        Step(
            key="both-down",
            title=_("Coin and striker both go in"),
            says=_("Sink the white coin so hard that the striker follows it into the pocket."),
            goals=((Reason.STRIKER_WITH_OWN, _("Sink a white coin and the striker")),),
            pieces=((2, 313.0, 288.0), *OTHERS),
            shown=(Stroke(0.065, -0.4341, 1.63),),
            hint=_("Strike straight at the white coin beside the far right pocket, with more than half power."),
            praise=_("Your coin stays down. One coin comes back for the lost striker, and your turn is over."),
            rules=("K-038", "K-048"),
        ),
        Step(
            key="win",
            title=_("Win the board"),
            says=_("The queen is yours. Sink your last white coin."),
            goals=((Goal.WON, _("Sink your last coin")),),
            pieces=((2, 300.0, 250.0), (12, -40.0, -70.0), (13, 110.0, 20.0), (14, -120.0, 130.0)),
            shown=(Stroke(0.133, -0.3099, 2.08),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_(
                "1 point for each of the three black coins, and 5 for the queen. That makes 8. Each "
                "board is won or lost on its own."
            ),
            queen=Queen.COVERED,
            queen_side=Side.A,
            rules=("K-072", "K-073"),
        ),
    ),
)
