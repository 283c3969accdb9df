"""Championships: SoL's tables and dropped events."""

from decimal import Decimal

import pytest

from carrom.tournament.championship import (
    TABLES,
    Apart,
    ChampionshipError,
    Event,
    Terms,
    apart,
    awards,
    event_of,
    standings,
)
from carrom.tournament.formats.swiss import FORMAT
from carrom.tournament.sol_championship import championship_of
from carrom.tournament.sol_event import NotForSolError
from carrom.tournament.sol_file import read_sol
from tests.support.tournament.sol import SOL_FILE
from tests.support.tournament.swiss_events import swiss_event


def event(*keys: str, **reported: object) -> Event:
    """An event that ended in this order."""
    return Event(key="x", places={key: place for place, key in enumerate(keys, 1)}, **reported)


def numbers(table: tuple[Decimal, ...]) -> list[float]:
    return [float(one) for one in table]


def test_the_tables_are_sols():
    assert numbers(TABLES["fixed"](18)) == [18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert numbers(TABLES["fixed40"](41))[:4] == [1000, 900, 800, 750]
    assert numbers(TABLES["fixed40"](41))[-4:] == [10, 5, 1, 0]
    assert len(set(TABLES["fixed40"](40))) == 40 and sum(TABLES["fixed40"](41)) == 11_056
    assert numbers(TABLES["millesimal"](7)) == [1000, 858, 716, 574, 432, 290, 148]
    assert numbers(TABLES["centesimal"](4)) == [100, 67, 34, 1]
    assert numbers(TABLES["centesimal"](8))[1] == 85.86
    assert numbers(TABLES["asis"](3)) == [3, 2, 1]
    for table in TABLES.values():
        for count in range(1, 60):
            points = table(count)
            assert len(points) == count
            assert list(points) == sorted(points, reverse=True)


def test_a_table_of_ones_own_ends_where_its_points_end_and_never_rises():
    terms = Terms(table=(Decimal(10), Decimal(4)))

    assert {key: float(points) for key, points in awards(terms, event("a", "b", "c")).items()} == {
        "a": 10,
        "b": 4,
        "c": 0,
    }
    with pytest.raises(ChampionshipError):
        Terms(table=(Decimal(1), Decimal(2)))
    with pytest.raises(ChampionshipError):
        Terms(table="gold")
    with pytest.raises(ChampionshipError):
        Terms(drop_worst=-1)


def test_the_worst_are_dropped_and_an_event_missed_is_among_them():
    """SoL's rule: of three events one is dropped; nothing for those who came to one event only."""
    events = [event("a", "b", "c"), event("b", "a"), event("a", "b")]
    rows = {row.key: row for row in standings(Terms(drop_worst=1), events)}

    assert (float(rows["a"].total), rows["a"].dropped, rows["a"].events) == (36, (1,), 3)
    assert (float(rows["b"].total), rows["b"].dropped) == (34, (0,))
    assert (float(rows["c"].total), rows["c"].dropped, rows["c"].results[1]) == (14, (), None)
    twice = {row.key: row for row in standings(Terms(drop_worst=1), [event("a"), event("b"), event("a")])}
    assert (float(twice["a"].total), twice["a"].dropped) == (36, (1,))


def test_more_events_rank_before_fewer_at_the_same_total_and_others_share_a_place():
    events = [event("a", "b", weight=Decimal("0.5")), event("c"), event("b", bonus={"b": Decimal(-8)})]
    rows = standings(Terms(), events)

    assert [(row.place, row.key, float(row.total)) for row in rows] == [(1, "b", 18), (2, "c", 18), (3, "a", 9)]
    level = standings(Terms(), [event("a"), event("b")])
    assert [(row.place, row.key) for row in level] == [(1, "a"), (1, "b")]
    assert list(apart(rows)) == [Apart("b", "c", 2, 1)] and list(apart(level)) == []


def test_who_shares_a_place_shares_its_points():
    shared = Event(key="x", places={"a": 1, "b": 2, "c": 2, "d": 4})

    assert {key: float(points) for key, points in awards(Terms(), shared).items()} == {
        "a": 18,
        "b": 15,
        "c": 15,
        "d": 13,
    }
    best = awards(Terms(shared="best", attendance=Decimal(1)), shared)
    assert {key: float(points) for key, points in best.items()} == {"a": 19, "b": 17, "c": 17, "d": 14}


def test_a_contest_ends_as_an_event_of_a_championship():
    rows = FORMAT.standings(swiss_event(12, 4, 1))
    ended = event_of("open", rows)

    assert standings(Terms(), [ended])[0].key == rows[0].key
    assert {key: int(points) for key, points in awards(Terms(table="asis"), ended).items()} == {
        row.key: row.value("points") for row in rows
    }


def test_a_championship_of_a_sol_file_adds_its_prizes():
    prized = SOL_FILE.replace("prized: false", "prized: true")
    for points, prize in (("points: 2, retired", "points: 2, prize: '900.50', retired"),):
        prized = prized.replace(points, prize)
    terms, events = championship_of(read_sol(prized.encode()), 1)

    assert (terms.table, terms.drop_worst, [one.key for one in events]) == (
        "fixed40",
        1,
        ["2026-01-02 First round of the cup"],
    )
    rows = standings(terms, events)
    assert [(row.key, str(row.total)) for row in rows] == [("a1", "1000.00"), ("player-2", "900.50"), ("player-3", "0")]
    assert championship_of(read_sol(SOL_FILE.encode()), 1)[1] == (), "not prized yet"
    with pytest.raises(NotForSolError):
        championship_of(read_sol(SOL_FILE.encode()), 2)
