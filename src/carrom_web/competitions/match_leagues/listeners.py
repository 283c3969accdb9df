"""When a match that is the sheet of a fixture of a league ends, its result is the fixture's."""

from django.utils import timezone

from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.matches.match_sync import MatchSync

LEAGUE_RESULT_TAKER = MatchSync("taker of results of leagues", lambda: scorekeeping.take_results(now=timezone.now()))
