"""Challenge match: one match between two, the strongest or two by lot; the others only watch."""

from collections.abc import Mapping

from carrom.equipment.arrangement import Rng
from carrom.messages import Message
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.brackets import rows_by_reach
from carrom.tournament.contest import Contest, word
from carrom.tournament.entries import by_strength
from carrom.tournament.fixtures import Fixture, Known, why
from carrom.tournament.format import Format, Layout, NothingToDrawError, TooFewError
from carrom.tournament.formats.knockout import reach_of
from carrom.tournament.ranking import Row
from carrom.tournament.rng import shuffled

OPTIONS: Settings = {
    "who": Setting(
        default="strength",
        choices={"strength": _("the two strongest"), "lots": _("two by lot")},
        label=_("Who plays the match"),
        says=_("the two strongest by seed and rating, or any two"),
    ),
}
REASONS: Mapping[str, Message] = {
    "challenge-match": _("%(first)s and %(second)s play the only match, chosen by %(how)s"),
}


class ChallengeMatch(Format):
    """One fixture, drawn at once."""

    title = _("Challenge match")
    says = _("one match between two, and the others watch")
    options = OPTIONS
    reasons = REASONS
    layouts = (Layout.BRACKET,)

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The match. Raises NothingToDrawError, TooFewError."""
        if contest.draws:
            raise NothingToDrawError("bracket")
        entrants = [one for one in contest.entrants if one.plays_in(1)]
        if len(entrants) < 2:
            raise TooFewError("bracket", count=len(entrants))
        how = word(contest, OPTIONS, "who")
        first, second, *_others = shuffled(entrants, rng) if how == "lots" else by_strength(entrants)
        reason = why("challenge-match", first=first.key, second=second.key, how=how)
        return (Fixture(id="1.1", round=1, place=1, a=Known(first.key), b=Known(second.key), why=(reason,)),)

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Winner, loser, and all others level behind them."""
        met = self.meetings(contest)
        return rows_by_reach(contest, met, reach_of(contest, met))


FORMAT = ChallengeMatch()
