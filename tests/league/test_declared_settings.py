"""Every setting that leagues and seasons declare, as it was reviewed: its default, bounds and choices, in one table."""

from collections.abc import Callable

from carrom.league.match_terms import MatchLeagueTerms
from carrom.league.solo_terms import Division, SeasonTerms
from carrom.settings import settings_of
from tests.support.settings import declared


def test_the_settings_of_leagues_are_those_that_were_reviewed(golden: Callable[[str, str], None]) -> None:
    groups = {kind.__name__: settings_of(kind) for kind in (MatchLeagueTerms, SeasonTerms, Division)}

    golden("league/settings.txt", declared(groups))
