"""Where a match that was stored is kept for a fixture of a league, its end is the fixture's result."""

from django.utils import timezone

from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.matches.match_sync import MatchSync

LEAGUE_RESULT_TAKER = MatchSync("taker of results of leagues", lambda: scorekeeping.take_results(now=timezone.now()))
