"""Files and messages in which one value is broken: a clear error with a code, or a page that works; never a crash."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from carrom.errors import CarromError
from carrom.rating.history import Terms
from carrom.rating.lists import RatingListError, read_list, read_results
from carrom.tournament.event import Method
from carrom_web.clubs.models import Club
from carrom_web.competitions.championships import services as championships
from carrom_web.competitions.championships.kind import KIND as CHAMPIONSHIP
from carrom_web.competitions.championships.state import Counting, PutLeg
from carrom_web.competitions.events import event_file
from carrom_web.competitions.events.services import closing, draws, payments, registration
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.competitions.match_leagues import league_file
from carrom_web.competitions.ratings.kind import KIND as RATING_LIST
from carrom_web.competitions.ratings.services import organising as ratings
from carrom_web.competitions.ratings.state import Mark
from carrom_web.competitions.solo_leagues import season_file
from carrom_web.umpire import messages
from tests.support.thorough import one_of
from tests.support.web.championships import played_event
from tests.support.web.events import (
    ADULTS,
    LATE,
    NOW,
    application,
    cash_terms,
    new_event,
    organiser_of,
    pair_application,
)
from tests.support.web.match_leagues import CLUB_TEAMS, announced_league, as_guest, club_owner
from tests.support.web.solo_seasons import NOW as SEASON_NOW
from tests.support.web.solo_seasons import confirmed_set, joined_player, new_season
from tests.support.web.solo_seasons import organiser_of as season_organiser_of

FOUR = {name: (f"{name} One", f"{name} Two", f"{name} Three") for name in ("Reds", "Blues", "Greens", "Golds")}
pytestmark = pytest.mark.django_db
BROKEN: tuple[Any, ...] = (
    10**400,
    2**63,
    2**53 + 1,
    -1,
    0,
    1e308,
    float("inf"),
    float("nan"),
    True,
    None,
    "",
    "\x00",
    "\ud800",
    "9" * 5000,
    "x" * 5000,
    "2026-13-45",
    "0001-01-01",
    "9999-12-31",
    "0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59-12:00",
    "2026-02-29T25:00",
    [],
    [None],
    [[None]],
    {},
    {"kind": [None]},
    {"kind": {}},
)
BROKEN_COPIES = one_of(1, 6) * len(BROKEN)


def paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value of a JSON text, lists and tables among them."""
    if above:
        yield above
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield from paths(member, (*above, name))


def broken(value: Any, *, how_many: int, seed: int) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Copies of a value with one part broken or left out: the way to it, what stands there, the copy."""
    rng = random.Random(seed)
    ways = list(paths(value))
    for number in range(how_many):
        way = rng.choice(ways)
        changed = copy.deepcopy(value)
        inner = changed
        for name in way[:-1]:
            inner = inner[name]
        wrong = BROKEN[number % len(BROKEN)]
        inner[way[-1]] = wrong
        yield way, wrong, changed


def refusals(read: Callable[[bytes], Any], value: Any, *, how_many: int, seed: int) -> int:
    """How many broken copies are refused with a code; any other exception fails the test, with where it came from."""
    refused = 0
    for way, wrong, changed in broken(value, how_many=how_many, seed=seed):
        try:
            read(json.dumps(changed).encode())
        except CarromError as error:
            assert error.code and str(error)
            refused += 1
        except Exception as error:
            raise AssertionError(f"{way} as {str(wrong)[:60]!r}: {error!r}") from error
    return refused


def opened(client: Client, *pages: str) -> None:
    """The pages of what a file has made, which its values may break as well."""
    for page in pages:
        answer = client.get(page)
        assert answer.status_code < 500, page


@contextmanager
def reverted() -> Iterator[None]:
    """Store nothing of what is stored inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.slow
def test_an_event_with_one_broken_value_is_refused_or_its_pages_work():
    event = new_event(cash_terms())
    owner = organiser_of(event)
    for sign in "ABC":
        form = registration.hand_in(event, application(f"Player {sign}"), now=NOW)
        payments.record_payment(form, owner.pk, method=Method.CASH, cents=1000, now=NOW)
    registration.hand_in(event, pair_application("Anu Nair", "Binu Rao"), now=NOW)
    closing.close(event, now=LATE)
    draws.draw(event, owner.pk, ADULTS, now=LATE)
    client = as_guest(owner)

    def read(data: bytes) -> None:
        with reverted():
            slug = event_file.read(event.club, owner.pk, data, now=LATE).slug
            opened(client, *(f"/events/{slug}/{page}" for page in ("", "organise/", "desk/", "draws/", "log/")))

    assert refusals(read, json.loads(event_file.write(event)), how_many=BROKEN_COPIES, seed=1) > BROKEN_COPIES / 4


@pytest.mark.slow
def test_a_season_with_one_broken_value_is_refused_or_its_pages_work():
    season = new_season()
    confirmed_set(joined_player(season))
    owner = season_organiser_of(season)
    client = as_guest(owner)

    def read(data: bytes) -> None:
        with reverted():
            slug = season_file.read(season.club, owner.pk, data, now=SEASON_NOW).slug
            opened(client, *(f"/leagues/solo/{slug}/{page}" for page in ("", "organise/", "table/", "weeks/")))

    assert refusals(read, json.loads(season_file.write(season)), how_many=BROKEN_COPIES, seed=2) > BROKEN_COPIES / 4


@pytest.mark.slow
def test_a_match_league_with_one_broken_value_is_refused_or_its_pages_work():
    playing = announced_league(CLUB_TEAMS, FOUR)
    data = playing.owner.get(playing.page("match-league-export")).content
    guest, client = club_owner("Nora New")
    club = Club.objects.get(members__guest=guest)

    def read(changed: bytes) -> None:
        with reverted():
            slug = league_file.store(club, guest.pk, changed, now=NOW).slug
            opened(client, *(f"/leagues/matches/{slug}/{page}" for page in ("", "organise/", "fixtures/")))

    assert refusals(read, json.loads(data), how_many=BROKEN_COPIES, seed=3) > BROKEN_COPIES / 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", [CHAMPIONSHIP, RATING_LIST], ids=["championship", "rating list"])
def test_a_series_or_rating_list_with_one_broken_value_is_refused_or_its_pages_work(kind: CompetitionKind[Any, Any]):
    event = played_event(3)
    owner, category = organiser_of(event), event.categories.get().pk
    if kind is CHAMPIONSHIP:
        made: Any = championships.begin(event.club, owner.pk, title="Series", counting=Counting(), now=NOW)
        leg = PutLeg(key="one", title="Cup", day=NOW.date(), category=category)
        championships.do(made, owner.pk, leg, now=NOW)
    else:
        made = ratings.begin(event.club, owner.pk, title="Ratings", terms=Terms(), now=NOW)
        ratings.do(made, owner.pk, Mark(source=f"category:{category}"), now=NOW)
    client = as_guest(owner)

    def read(data: bytes) -> None:
        with reverted():
            row = kind.stored(event.club, owner.pk, data, now=NOW)
            opened(client, *(kind.url(row, page) for page in ("", "organise", "log")))

    assert refusals(read, json.loads(kind.written(made)), how_many=BROKEN_COPIES, seed=6) > BROKEN_COPIES / 4


LINES = (
    ("name", "rating", "deviation", "volatility", "day"),
    ("Asha", "1500", "350", "0.06", "2026-05-09"),
    ("Binu & Dev", "1612.5", "80", "0.05", "2026-05-10"),
)
RESULTS = (
    ("day", "a", "b", "points_a", "points_b", "winner"),
    ("2026-05-09", "Asha", "Binu", "25", "12", "a"),
    ("2026-05-10", "Asha & Dev", "Binu & Eve", "8", "8", "tied"),
)


@pytest.mark.parametrize(("rows", "read"), [(LINES, read_list), (RESULTS, lambda text: read_results(text, Terms()))])
def test_a_rating_file_with_one_broken_cell_is_refused_with_its_line(rows, read):
    rng, refused = random.Random(4), 0
    cells = [
        "1" * 400,
        "1e400",
        "nan",
        "-inf",
        "9" * 5000,
        "2026-13-45",
        "\x00",
        "\ud800",
        '"',
        "a\rb",
        "\r",
        "",
        "&",
        "a;b",
    ]
    for number in range(20 * len(cells)):
        changed = [list(row) for row in rows]
        row = rng.choice(changed)
        row[rng.randrange(len(row))] = cells[number % len(cells)]
        try:
            read("\r\n".join(",".join(row) for row in changed))
        except RatingListError as error:
            assert error.code and str(error)
            refused += 1
    assert refused > 100


def test_a_rating_file_whose_lines_end_with_a_lone_cr_is_read():
    text = "\r".join(",".join(row) for row in LINES)

    assert [line.name for line in read_list(text)] == ["Asha", "Binu & Dev"]


def test_a_sheet_refuses_every_broken_message():
    value = {"id": "abcdefgh", "after": 3, "request": {"kind": "claim", "points": 3}, "ago": 1.5}
    assert messages.read_report(json.dumps(value).encode()).after == 3
    facts = {"kind": "facts", "facts": {"pocketed": ["white", "queen"], "striker_pocketed": True}}
    for given in (value, value | {"request": facts}):
        assert refusals(messages.read_report, given, how_many=540, seed=5) > 200
    with pytest.raises(CarromError) as caught:
        messages.read_report(b'{"id": "abcdefgh", "after": 1, "request": {"kind": [null]}}')
    assert caught.value.code == "unreadable-message"


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b"\xff", b"", b"null", b'"\\ud800"']
)
def test_a_text_that_is_no_file_at_all_is_refused(text: bytes):
    event = new_event(cash_terms())
    season = new_season()
    readers: list[Callable[[], object]] = [
        lambda: event_file.read(event.club, organiser_of(event).pk, text, now=LATE),
        lambda: season_file.read(season.club, season_organiser_of(season).pk, text, now=SEASON_NOW),
        lambda: league_file.store(event.club, organiser_of(event).pk, text, now=NOW),
        lambda: messages.read_report(text),
    ]
    for read in readers:
        with pytest.raises(CarromError):
            read()
