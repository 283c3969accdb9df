"""Two writers at once on a log of each kind, many times: what each was answered and what is stored then, as JSON.

Both have worked their act out on the same version before either stores it. Who is refused does it again afterwards.

Run with `python -m`, with a data folder and a database of its own in the environment: threads need a real database.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import django

django.setup()

from django.db import connection, connections  # noqa: E402
from django.test.utils import override_settings  # noqa: E402

from carrom import serialization  # noqa: E402
from carrom.league.match_commands import Deduct  # noqa: E402
from carrom.league.solo_acts import Change  # noqa: E402
from carrom.log import Log  # noqa: E402
from carrom.rating.history import Terms  # noqa: E402
from carrom.tournament.commands import Assign  # noqa: E402
from carrom_web.audit.log_store import LogStore, iso  # noqa: E402
from carrom_web.competitions.championships import repository as championships  # noqa: E402
from carrom_web.competitions.championships import services as championship_services  # noqa: E402
from carrom_web.competitions.championships import state as championship_state  # noqa: E402
from carrom_web.competitions.events import contests  # noqa: E402
from carrom_web.competitions.events.services import draws  # noqa: E402
from carrom_web.competitions.match_leagues import repository as match_leagues  # noqa: E402
from carrom_web.competitions.ratings import repository as ratings  # noqa: E402
from carrom_web.competitions.ratings import state as rating_state  # noqa: E402
from carrom_web.competitions.ratings.services import organising as rating_services  # noqa: E402
from carrom_web.competitions.solo_leagues import repository as solo_leagues  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
from tests.support.web.draws import contest_of, event_with_entries, owner_id  # noqa: E402
from tests.support.web.events import ADULTS, NOW  # noqa: E402
from tests.support.web.match_leagues import PLAYERS, announced_league  # noqa: E402
from tests.support.web.solo_seasons import TERMS, new_season  # noqa: E402

ROUNDS, WRITERS = 20, 2
Acts = Callable[[int], Any]


def kinds() -> dict[str, tuple[LogStore[Any, Any, Any], Any, Acts]]:
    """A log of each kind, with an act for each number."""
    event = event_with_entries(4)
    draws.draw(event, owner_id(event), ADULTS, now=NOW)
    owner, club = owner_id(event), event.club
    league = announced_league(PLAYERS, {"Anu Nair": ("Anu Nair",), "Bela Rao": ("Bela Rao",)}).league
    team = str(league.teams.order_by("pk").first().key)
    counting = championship_state.Counting()
    return {
        "contest": (contests.STORE, contest_of(event).row, lambda number: Assign("1.1", 1 + number)),
        "match league": (match_leagues.STORE, league, lambda number: Deduct(team, 1 + number, "late")),
        "solo season": (
            solo_leagues.STORE,
            new_season(),
            lambda number: Change(terms=replace(TERMS, title=f"Season {number}")),
        ),
        "championship": (
            championships.STORE,
            championship_services.begin(club, owner, title="Cup", counting=counting, now=NOW),
            lambda number: championship_state.Announce(title=f"Cup {number}", counting=counting),
        ),
        "rating list": (
            ratings.STORE,
            rating_services.begin(club, owner, title="Ratings", terms=Terms(), now=NOW),
            lambda number: rating_state.Announce(title=f"List {number}", terms=Terms()),
        ),
    }


def write_at_once(store: LogStore[Any, Any, Any], row: Any, act_of: Acts) -> dict[str, Any]:
    """Rounds of two writers on one log."""
    before = (row.log_entries.count(), row.audit_entries.count(), row.version)
    reported: list[list[str]] = []
    for number in range(ROUNDS):
        barrier, outcomes = threading.Barrier(WRITERS), [""] * WRITERS

        def write(writer: int, number: int = number, barrier: Any = barrier, outcomes: list[str] = outcomes) -> None:
            act = act_of(WRITERS * number + writer)

            def change(log: Log[Any, Any]) -> Log[Any, Any]:
                after = log.append(act, at=iso(NOW))
                barrier.wait(60)
                return after

            try:
                own = type(row).objects.get(pk=row.pk)
                store.change(own, change, "edit", at=NOW, guest_id=None, writer=writer)
                outcomes[writer] = "stored"
            except Exception as error:  # whatever a thread meets is its outcome, which the test compares
                outcomes[writer] = getattr(error, "code", repr(error))
            finally:
                connections.close_all()

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        reported.append(sorted(outcomes))
        for writer, outcome in enumerate(outcomes):
            if outcome != "stored":
                again = type(row).objects.get(pk=row.pk)
                store.append(again, [act_of(WRITERS * number + writer)], "edit", at=NOW, guest_id=None)
    row.refresh_from_db()
    numbers = list(row.log_entries.order_by("number").values_list("number", flat=True))
    added = list(row.log_entries.filter(number__gt=before[0]).order_by("number").values_list("act", flat=True))
    wanted = [serialization.to_plain(act_of(number)) for number in range(WRITERS * ROUNDS)]
    fresh = LogStore(fold=store._fold, acts=store.acts, stale=store._stale)  # as another process reads it
    return {
        "answers": sorted({" and ".join(one) for one in reported}),
        "acts": _sorted(added) == _sorted(wanted),
        "numbered": numbers == list(range(1, len(numbers) + 1)),
        "audited": row.audit_entries.count() - before[1],
        "versions": row.version - before[2],
        "folded": fresh.read(row).log.state == store.read(row).log.state,
    }


def _sorted(acts: list[Any]) -> list[str]:
    return sorted(json.dumps(act, sort_keys=True) for act in acts)


def main() -> None:
    """Do it with every kind of log and print what came of it."""
    if connection.vendor == "sqlite":
        connections.settings["default"]["OPTIONS"]["timeout"] = 120  # many write at once, perhaps on a busy machine
    migrate()
    given = {"ALLOWED_HOSTS": ["testserver"], "SECURE_SSL_REDIRECT": False}
    with override_settings(**given, LETTERS_ARRIVE=False):  # nobody protects their account first
        found = {name: write_at_once(*kind) for name, kind in kinds().items()}
    print(json.dumps({"vendor": connection.vendor, "logs": found}))


if __name__ == "__main__":
    main()
