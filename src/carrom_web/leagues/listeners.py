"""Where a match that was stored is kept for a fixture of a league, its end is the fixture's result."""

from django.utils import timezone

from carrom_web.leagues.actions import keeping
from carrom_web.matches.taker import Taker

LEAGUE_RESULT_TAKER = Taker("taker of results of leagues", lambda: keeping.take_results(now=timezone.now()))
