"""Holds evenings of so many players, and prints what each step cost as JSON.

Run as `python -m benchmarks._evening SIZE...` with CARROM_DATA set to a folder of its own. Pages are asked for in this
process, through everything that a request passes but the server itself; time is processor time, the middle one of nine.
"""

import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django

django.setup()

from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402

from carrom_web.config.setup import set_up  # noqa: E402

TIMES = 9


def main(sizes: Sequence[str]) -> None:
    """One evening after the other; before them a small one, by which everything is loaded."""
    set_up()
    held(4)
    for size in sizes:
        print(json.dumps(held(int(size))), flush=True)


def held(players: int) -> dict[str, float]:
    """What an evening costs, step by step."""
    phone = Client(SERVER_NAME="localhost")
    names = "\n".join(f"Given{number} Longer-Family-Name" for number in range(players))
    sent = {"names": names, "way": "rounds", "boards": "8", "minutes": "20", "do": "play"}
    started, begin = spent(lambda: phone.post("/tonight/", sent))
    address = started["Location"]
    costs: dict[str, list[float]] = {"decides": [], "result": [], "day": [], "again": []}
    size = 0
    for _time in range(min(TIMES, players // 2)):
        page = phone.get(address).content.decode()
        pad = re.findall(r'data-pad="([^"]+)"', page)[0]
        steps: tuple[tuple[str, Callable[[], HttpResponse]], ...] = (
            ("decides", partial(phone.get, pad, {"way": "total", "value": "25-14"})),
            ("result", partial(phone.post, pad, {"way": "total", "value": "25-14"})),
            ("day", partial(phone.get, address)),
            ("again", partial(phone.get, address)),
        )
        for name, step in steps:
            answer, cost = spent(step)
            costs[name].append(cost)
            size = len(answer.content) if name == "again" else size
    middle = {name: statistics.median(all_of_it) for name, all_of_it in costs.items()}
    return {"players": players, "begin": begin, "bytes": size, **middle}


def spent(step: Callable[[], HttpResponse]) -> tuple[HttpResponse, float]:
    """An answer and the processor time that it took."""
    started = time.process_time()
    answer = step()
    if answer.status_code not in (200, 303):
        raise RuntimeError(f"{answer.status_code}: {answer.content[:500]!r}")
    return answer, time.process_time() - started


if __name__ == "__main__":
    main(sys.argv[1:])
