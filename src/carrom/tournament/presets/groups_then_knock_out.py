"""A day in two parts: groups of four in the morning, the best two of each play on."""

from datetime import date, time

from carrom.messages import gettext_noop as _
from carrom.tournament.category import CategoryTerms, Kind, MatchTerms
from carrom.tournament.event import EventTerms, Method, Venue
from carrom.tournament.play_days import Day

TITLE = _("Groups, then knock-out")
SAYS = _("One day, groups of four in which everybody plays everybody, then the best two of each group in a knock-out")

_MATCH = MatchTerms(length="eight_boards", minutes=40, at_limit="finish_board", expected_minutes=40)

TERMS = EventTerms(
    title="Carrom day",
    venue=Venue("To be announced"),
    days=(Day(date(2027, 6, 12), time(9), time(19)),),
    time_zone="Europe/Warsaw",
    deadline=date(2027, 6, 5),
    currency="PLN",
    pays=(Method.CASH,),
    boards=8,
    categories=(
        CategoryTerms(
            key="singles", title="Singles", fee=4000, least=8, most=32, format="groups-knockout", match=_MATCH
        ),
        CategoryTerms(
            key="doubles", title="Doubles", kind=Kind.DOUBLES, fee=6000, least=4, most=16, format="groups-knockout",
            match=_MATCH,
        ),
    ),
)  # fmt: skip
