"""Round robin: everybody meets everybody, once or twice."""

from collections.abc import Mapping, Sequence

from carrom.equipment.arrangement import Rng
from carrom.messages import Message
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.circle import circle, fit, legs
from carrom.tournament.contest import Contest, whole, word, yes
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import Fixture, Known, why
from carrom.tournament.format import Format, Layout, NothingToDrawError, TooFewError
from carrom.tournament.ranking import Row, ranked
from carrom.tournament.rng import shuffled
from carrom.tournament.table import table_of

ROUND_ROBIN_OPTIONS: Settings = {
    "legs": Setting(
        default=1,
        least=1,
        most=4,
        label=_("Times everybody plays everybody"),
        says=_("how often everybody plays everybody"),
    ),
    "boards": Setting(
        default=0,
        least=0,
        label=_("Most matches in a round"),
        says=_("0: as many as there are pairs"),
    ),
    "ties": Setting(default=True, label=_("May end tied"), says=_("a match may end tied")),
}
OPTIONS: Settings = {
    **ROUND_ROBIN_OPTIONS,
    "numbers": Setting(
        default="lots",
        choices={"lots": _("by lot"), "strength": _("by strength")},
        label=_("Numbers"),
        says=_("how numbers are given: by lot, or the best first"),
    ),
}
REASONS: Mapping[str, Message] = {
    "everybody-meets": _("everybody plays everybody: numbers %(number_a)s and %(number_b)s of %(of)s")
}


class RoundRobin(Format):
    """All rounds, drawn at once; ranked by the regulation."""

    title = _("Round robin")
    says = _("everybody plays everybody: all rounds are drawn at once, and points and tie-breaks decide the places")
    options = OPTIONS
    reasons = REASONS
    uses_tie_breaks = True
    layouts = (Layout.TABLE,)

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """All rounds. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("rounds")
        entrants = [one for one in contest.entrants if one.plays_in(1)]
        if len(entrants) < 2:
            raise TooFewError("round-robin")
        by_lot = word(contest, OPTIONS, "numbers") == "lots"
        order = shuffled(entrants, rng) if by_lot else by_strength(entrants)
        return everybody_meets(contest, OPTIONS, order)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Places by the regulation."""
        return ranked(table_of(contest, self.meetings(contest)))

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """As the organiser has set it."""
        return yes(contest, OPTIONS, "ties")


def everybody_meets(
    contest: Contest, options: Settings, order: Sequence[Entrant], *, stage: str = "", group: str = "", prefix: str = ""
) -> tuple[Fixture, ...]:
    """The fixtures of all rounds for entrants in the order of their numbers."""
    rounds = legs(circle(len(order)), whole(contest, options, "legs"))
    boards = whole(contest, options, "boards")
    if boards:
        rounds = fit(rounds, boards)
    return tuple(
        Fixture(
            id=f"{prefix}{number}.{place}",
            round=number,
            place=place,
            a=Known(order[a].key),
            b=Known(order[b].key),
            stage=stage,
            group=group,
            why=(why("everybody-meets", number_a=a + 1, number_b=b + 1, of=len(order)),),
        )
        for number, pairs in enumerate(rounds, 1)
        for place, (a, b) in enumerate(pairs, 1)
    )


FORMAT = RoundRobin()
