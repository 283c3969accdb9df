"""Open play: free players play next, for as long as they like."""

from collections import Counter
from types import MappingProxyType

from carrom.equipment.arrangement import Rng
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.contest import Contest, whole
from carrom.tournament.fixtures import Fixture, Known, why
from carrom.tournament.format import Format, NothingToDrawError, TooFewError
from carrom.tournament.ranking import Row, ranked
from carrom.tournament.rng import shuffled
from carrom.tournament.table import table_of

OPTIONS: Settings = {
    "rounds": Setting(
        default=0,
        least=0,
        most=9999,
        label=_("Matches (0 for no limit)"),
        says=_("how many matches are played; 0: as long as people like"),
    ),
}


class OpenPlay(Format):
    """One match after the other; each is a round of its own, so that people come and go between any two."""

    title = _("As long as people like")
    says = _("free players play next, against the person they have met the least")
    options = OPTIONS
    reasons = MappingProxyType(
        {
            "played-least": _("%(entrant)s was free and had played the least: %(played)s times"),
            "met-least": _("%(entrant)s was free and had met %(other)s the least: %(met)s times"),
        }
    )
    takes_late_entries = True
    draws_one_match = True
    uses_tie_breaks = True

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """The next match, of two who are in no open one.

        Raises:
            NothingToDrawError: all matches are drawn. TooFewError: fewer than two are free.
        """
        most = whole(contest, OPTIONS, "rounds")
        if most and contest.rounds >= most:
            raise NothingToDrawError("all-matches", rounds=most)
        number = contest.rounds + 1
        met = self.meetings(contest)
        busy = {key for one in met if not one.is_settled for key in one.keys}
        played = Counter(key for one in met for key in one.keys)
        pairs = Counter(frozenset(one.keys) for one in met)
        free = sorted(one.key for one in contest.entrants if one.plays_in(number) and one.key not in busy)
        if len(free) < 2:
            raise TooFewError("open-play")
        order = sorted(shuffled(free, rng), key=lambda key: played[key])  # stable: lots among those level
        first = order[0]
        second = min(order[1:], key=lambda key: (pairs[frozenset((first, key))], played[key]))
        return (
            Fixture(
                id=f"{number}.1",
                round=number,
                place=1,
                a=Known(first),
                b=Known(second),
                why=(
                    why("played-least", entrant=first, played=played[first]),
                    why("met-least", entrant=second, other=first, met=pairs[frozenset((first, second))]),
                ),
            ),
        )

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """Everyone by the regulation."""
        return ranked(table_of(contest, self.meetings(contest)))

    def is_over(self, contest: Contest) -> bool:
        """Whether all matches are played; without a number of matches it never ends."""
        most = whole(contest, OPTIONS, "rounds")
        return most > 0 and contest.rounds >= most and super().is_over(contest)


FORMAT = OpenPlay()
