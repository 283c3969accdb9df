"""A club evening: one category, who loses is out, single games, the fee in cash at the door."""

from datetime import date, time

from carrom.messages import gettext_noop as _
from carrom.tournament.category import CategoryTerms, MatchTerms
from carrom.tournament.event import EventTerms, Method, Venue
from carrom.tournament.play_days import Day

TITLE = _("Knock-out evening")
SAYS = _("One evening, singles, losers are out, one game to 25 points or eight boards, fee in cash")

TERMS = EventTerms(
    title="Club evening",
    venue=Venue("To be announced"),
    days=(Day(date(2027, 3, 5), time(18), time(23)),),
    time_zone="Europe/London",
    deadline=date(2027, 3, 5),
    currency="GBP",
    pays=(Method.CASH,),
    boards=4,
    categories=(
        CategoryTerms(
            key="singles", title="Singles", fee=500, least=4, most=32, format="knockout",
            match=MatchTerms(length="game", expected_minutes=40),
        ),
    ),
)  # fmt: skip
