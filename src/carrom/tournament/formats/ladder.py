"""Ladder: everyone is on a rung; beating a player above takes that rung."""

from collections.abc import Sequence
from types import MappingProxyType

from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.messages import gettext_noop as _
from carrom.settings import Setting, Settings
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.brackets import row_of
from carrom.tournament.contest import Contest, whole, word, yes
from carrom.tournament.entries import strength
from carrom.tournament.fixtures import Fixture, Known, why
from carrom.tournament.format import Format, NothingToDrawError, TooFewError
from carrom.tournament.ranking import Row
from carrom.tournament.table import table_of

CHALLENGE = "challenge"
OPTIONS: Settings = {
    "reach": Setting(
        default=3, least=1, most=1000, label=_("Rungs above"), says=_("how many rungs up a player may challenge")
    ),
    "again_after": Setting(
        default=1,
        least=0,
        label=_("Rounds before a rematch"),
        says=_("rounds between two matches of the same two players"),
    ),
    "winner_takes": Setting(
        default="rung",
        choices={
            "rung": _("the rung; everyone between moves down"),
            "exchange": _("the other's rung; the two swap"),
        },
        label=_("The winner takes"),
        says=_("the rung, and everyone between moves down; or the two swap rungs"),
    ),
    "rounds": Setting(
        default=0,
        least=0,
        label=_("Rounds (0 for no limit)"),
        says=_("how many rounds are played; 0: as long as there are challenges"),
    ),
    "ties": Setting(
        default=True, label=_("May end tied"), says=_("a challenge may end tied; then everyone stays where they are")
    ),
    "answer_days": Setting(
        default=7,
        least=0,
        most=60,
        label=_("Days to answer"),
        says=_("days to answer a challenge; 0: no limit"),
    ),
    "play_days": Setting(
        default=14,
        least=0,
        most=120,
        label=_("Days to play"),
        says=_("days to play an accepted challenge; 0: no limit"),
    ),
    "refused": Setting(
        default="loses",
        choices={"loses": _("loses the rung"), "nothing": _("nothing happens")},
        label=_("Declined challenges"),
        says=_(
            "a player who declines a challenge or does not answer in time loses a rung, as after a "
            "defeat, or nothing happens"
        ),
    ),
}


class ChallengeError(NotAllowedError):
    """The ladder's rules do not let these two meet now."""

    code = "no-challenge"


class Ladder(Format):
    """Challenges by hand, or rounds in which neighbours meet."""

    title = _("Ladder")
    says = _("everyone has a rung; if you beat somebody above you, you take theirs")
    options = OPTIONS
    reasons = MappingProxyType(
        {
            "neighbours": _("%(below)s meets the next player above, %(above)s, on rung %(rung)s"),
            CHALLENGE: _("%(below)s challenges %(above)s, on rung %(rung)s"),
        }
    )
    takes_late_entries = True

    def draw(self, contest: Contest, rng: Rng) -> tuple[Fixture, ...]:
        """A round of neighbours: 1 and 2, 3 and 4 in odd rounds, 2 and 3, 4 and 5 in even ones.

        Raises:
            NothingToDrawError: challenges are open, or all rounds are played. TooFewError.
        """
        most = whole(contest, OPTIONS, "rounds")
        if most and contest.rounds >= most:
            raise NothingToDrawError("all-rounds", rounds=most)
        if any(not one.is_settled for one in self.meetings(contest)):
            raise NothingToDrawError("open-matches")
        number = contest.rounds + 1
        members = {one.key: one for one in contest.entrants}
        rungs = [key for key in rungs_of(contest, self.meetings(contest)) if members[key].plays_in(number)]
        if len(rungs) < 2:
            raise TooFewError("ladder")
        start = 0 if number % 2 or len(rungs) == 2 else 1
        return tuple(
            _fixture(number, place, below=rungs[rung + 1], above=rungs[rung], code="neighbours", rung=rung + 1)
            for place, rung in enumerate(range(start, len(rungs) - 1, 2), 1)
        )

    def standings(self, contest: Contest) -> tuple[Row, ...]:
        """The rungs, the top first."""
        met = self.meetings(contest)
        table = table_of(contest, met)
        return tuple(row_of(table, key, rung, 1, "") for rung, key in enumerate(rungs_of(contest, met), 1))

    def may_tie(self, contest: Contest, fixture: Fixture) -> bool:
        """As the organiser has set it."""
        return yes(contest, OPTIONS, "ties")

    def is_over(self, contest: Contest) -> bool:
        """Whether all rounds are played; one without a number of rounds never ends."""
        most = whole(contest, OPTIONS, "rounds")
        return most > 0 and contest.rounds >= most and all(one.is_settled for one in self.meetings(contest))


def challenge(contest: Contest, *, by: str, to: str) -> Fixture:
    """The fixture of a challenge, for the next draw by hand.

    Raises:
        ChallengeError: `to` is not above or too far above, one of the two has an open match, or they met too recently.
        UnknownEntrantError: there is none of that key.
    """
    met = FORMAT.meetings(contest)
    rungs = rungs_of(contest, met)
    number = contest.rounds + 1
    for key in (by, to):
        if not contest.entrant(key).plays_in(number):
            raise ChallengeError("not-playing", by=key)
        if any(key in one.keys and not one.is_settled for one in met):
            raise ChallengeError("open-match", by=key)
    up = rungs.index(by) - rungs.index(to)
    reach = whole(contest, OPTIONS, "reach")
    if up <= 0:
        raise ChallengeError("not-above", by=by, to=to)
    if up > reach:
        raise ChallengeError("too-far-above", by=by, to=to, reach=reach, rungs=up)
    last = max((one.fixture.round for one in met if set(one.keys) == {by, to}), default=None)
    wait = whole(contest, OPTIONS, "again_after")
    if last is not None and number - last <= wait:
        raise ChallengeError("met-recently", by=by, to=to, met=last, again=last + wait + 1)
    return _fixture(number, 1, below=by, above=to, code=CHALLENGE, rung=rungs.index(to) + 1)


def may_challenge(contest: Contest, by: str) -> tuple[str, ...]:
    """The entrants somebody on the ladder may challenge now, the highest first; empty if they no longer play."""
    rungs = rungs_of(contest, FORMAT.meetings(contest))
    own = rungs.index(by)
    found = []
    for to in rungs[max(0, own - whole(contest, OPTIONS, "reach")) : own]:
        try:
            challenge(contest, by=by, to=to)
        except ChallengeError:
            continue
        found.append(to)
    return tuple(found)


def rungs_of(contest: Contest, met: Sequence[Meeting]) -> tuple[str, ...]:
    """Return the present rungs, the top first.

    At first by seed, then rating, then the lots that were drawn, then key; then each result in the order of fixtures.
    """
    lot = {key: number for number, key in enumerate(contest.lots)}
    by_lot = sorted(contest.entrants, key=lambda one: (lot.get(one.key, len(lot)), one.key))
    rungs = [one.key for one in sorted(by_lot, key=strength)]  # stable
    exchange = word(contest, OPTIONS, "winner_takes") == "exchange"
    for one in met:
        if one.state is State.DECIDED and one.winner and one.loser:
            won, lost = rungs.index(one.winner), rungs.index(one.loser)
            if won > lost:
                if exchange:
                    rungs[won], rungs[lost] = rungs[lost], rungs[won]
                else:
                    rungs.insert(lost, rungs.pop(won))
    return tuple(rungs)


def _fixture(number: int, place: int, *, below: str, above: str, code: str, rung: int) -> Fixture:
    return Fixture(
        id=f"{number}.{place}",
        round=number,
        place=place,
        a=Known(below),
        b=Known(above),
        why=(why(code, below=below, above=above, rung=rung),),
    )


FORMAT = Ladder()
