"""Seasons of 19-coin solo over their database: joining, three ways of handing in, evidence, corrections, undo."""

import pytest

from carrom_web.solo_leagues import state_store
from tests.web.solo_seasons import NOW, confirmed, joined, new_season

pytestmark = pytest.mark.django_db


def averages(season) -> dict[str, str]:
    return {row.name: row.average for table in state_store.tables(season, NOW) for row in table.rows}


def test_a_set_counts():
    season = new_season()
    player = joined(season)
    confirmed(player)
    assert averages(season) == {"Anu Nair": "22.80"}
