"""A European weekend: Swiss singles on both days, doubles on the first evening, under the ICF laws."""

from datetime import date, time

from carrom.messages import gettext_noop as _
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.event import EventTerms, Method, Venue
from carrom.tournament.play_days import Day

TITLE = _("Swiss weekend")
SAYS = _(
    "Two days, nine rounds of singles and five of doubles, ICF laws, one game to 25 points "
    "or eight boards in each round"
)

_ONE_GAME = MatchTerms(length="game", minutes=45, at_limit="finish_board", expected_minutes=45)
_EUROPEAN = ("points", "buchholz", "net_points", "points_for", "lots")

TERMS = EventTerms(
    title="Carrom weekend",
    venue=Venue("To be announced"),
    days=(Day(date(2027, 5, 8), time(9), time(19)), Day(date(2027, 5, 9), time(9), time(17))),
    time_zone="Europe/Berlin",
    deadline=date(2027, 4, 30),
    ruleset="icf",
    currency="EUR",
    pays=(Method.CASH,),
    boards=12,
    categories=(
        CategoryTerms(
            key="singles", title="Singles", fee=2500, least=8, most=64, format="swiss",
            format_values=(("rounds", 9), ("country_rounds", 3), ("top_rounds", 1)), tie_breaks=_EUROPEAN,
            match=_ONE_GAME,
        ),
        CategoryTerms(
            key="doubles", title="Doubles", kind=Kind.DOUBLES, fee=3000, least=6, most=32, format="swiss",
            format_values=(("rounds", 5),), tie_breaks=_EUROPEAN, match=_ONE_GAME,
        ),
    ),
)  # fmt: skip
