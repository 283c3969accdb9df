"""The game for one: nineteen pieces in as few strokes as possible."""

from carrom.laws.ruling import Reason
from carrom.messages import gettext_noop as _
from carrom.play.lesson_goals import Goal
from carrom.play.lessons import Lesson, Part, Step
from carrom.terms import Queen, Side, Stroke

OTHERS = ((12, -40.0, -70.0), (13, 110.0, 20.0), (3, -30.0, 150.0))  # coins that lie out of the way

LESSON = Lesson(
    key="baca19",
    title=_("19 coins, alone"),
    says=_("A game for one: sink all nineteen pieces in as few strokes as you can. White first, then black."),
    ruleset="baca19",
    part=Part.RULES,
    order=5,
    steps=(
        Step(
            key="black-too-early",
            title=_("White before black"),
            says=_("White coins and the queen come first. Sink a black coin too early once."),
            goals=((Reason.BLACK_RETURNS, _("Sink the black coin")),),
            pieces=((11, 300.0, 250.0), (2, -40.0, -70.0), (3, 110.0, 20.0), (13, -30.0, 150.0)),
            shown=(Stroke(0.176, -0.2232, 1.93),),
            hint=_("Hit the black coin on the side away from the far right pocket."),
            praise=_("It comes back to the middle. The stroke counts."),
            rules=("B-016",),
        ),
        Step(
            key="together",
            title=_("A black coin with a white one"),
            says=_(
                "There is a way to get rid of a black coin early: sink it in one stroke with a white "
                "coin. Both lie at the far right pocket."
            ),
            goals=((Reason.BLACK_STAYS, _("Sink a white and a black coin in one stroke")),),
            pieces=((2, 309.0, 285.0), (11, 329.0, 337.0), (12, -40.0, -70.0), (13, -110.0, 20.0), (3, -130.0, 150.0)),
            shown=(Stroke(-0.083, -0.6374, 1.84),),
            hint=_("Strike the nearer one so that it pushes the other. Half power is enough."),
            praise=_("Both stay down: you saved one stroke."),
            rules=("B-021",),
        ),
        Step(
            key="queen",
            title=_("The queen and her cover"),
            says=_("Sink the queen. Then cover her: the next stroke must sink a white coin."),
            goals=(
                (Goal.QUEEN, _("Sink the queen")),
                (Goal.COVERED, _("Then a white coin")),
            ),
            pieces=((1, -300.0, 250.0), (2, 300.0, 250.0), *OTHERS),
            shown=(
                Stroke(-0.141, 0.2763, 1.61),
                Stroke(0.0, -0.5503, 2.03),
            ),
            hint=_("First the queen on the left, then the white coin on the right."),
            praise=_("A black coin would not have covered her."),
            rules=("B-017",),
        ),
        Step(
            key="last-white",
            title=_("Remember the queen"),
            says=_(
                "One white coin is left, and the queen is still there. Sink the white coin once, to see what happens."
            ),
            goals=((Reason.OWN_LAST_QUEEN_UP, _("Sink the last white coin too early")),),
            pieces=((2, 300.0, 250.0), (1, -20.0, 10.0), (12, -40.0, -70.0), (13, 110.0, 20.0)),
            shown=(Stroke(0.106, -0.3542, 1.6),),
            hint=_("Hit the white coin on the side away from the far right pocket."),
            praise=_("It comes back to the middle: without a white coin nothing could cover the queen."),
            rules=("B-018",),
        ),
        Step(
            key="clear",
            title=_("Clear the board"),
            says=_("Only one of the nineteen pieces is left. Sink it."),
            goals=((Goal.WON, _("Sink the last coin")),),
            pieces=((12, 300.0, 250.0),),
            shown=(Stroke(-0.038, -0.6049, 1.46),),
            hint=_("Hit the coin on the side away from the far right pocket."),
            praise=_("Done. Your strokes are counted, and fewer is better; five boards make an average."),
            queen=Queen.COVERED,
            queen_side=Side.A,
            rules=("B-003", "B-004"),
        ),
    ),
)
