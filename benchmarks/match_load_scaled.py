"""The load of `match_load` on two server processes, with PostgreSQL and Redis.

    carrom bench match_load_scaled

Of each match one player is on either process, and spectators are on both: every stroke goes through Redis. The database
syncs before it acknowledges.
"""

from collections.abc import Iterator

from benchmarks._two_processes import cannot_run, cpu_of, two_processes
from benchmarks.event_load import allow_many_sockets
from benchmarks.match_load import Load, under
from carrom.cli.benchmarks.figures import Figure


def measure() -> Iterator[Figure]:
    """Start everything on new data, seat everybody, let all play at once."""
    if cannot_run():
        return
    allow_many_sockets()
    with two_processes() as site:

        def spent() -> dict[str, float]:
            pids = {"PostgreSQL": site.database.process, "Redis": site.redis.process}
            others = {name: cpu_of(pid) for name, pid in pids.items() if pid is not None}
            return {"both servers": sum(server.cpu() for server in site.servers)} | others

        urls = [server.url for server in site.servers]
        yield from under(Load(urls=urls, cpu=spent, memory=lambda: sum(server.memory() for server in site.servers)))
