"""Every setting that tournaments declare, as it was reviewed: its default, bounds, choices and labels, in one table."""

from collections.abc import Callable

from carrom.settings import settings_of
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.format import find, slugs
from carrom.tournament.regulation import Regulation
from carrom.tournament.teams import TieTerms
from tests.support.settings import declared


def test_the_settings_of_tournaments_are_those_that_were_reviewed(golden: Callable[[str, str], None]):
    kinds = (EventTerms, CategoryTerms, TieTerms, Regulation)
    groups = {kind.__name__: settings_of(kind) for kind in kinds} | {slug: find(slug).options for slug in slugs()}

    golden("tournament/settings.txt", declared(groups))
