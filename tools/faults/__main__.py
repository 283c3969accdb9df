"""Run the faults for long and print the figures; status 1 where anything was lost or doubled."""

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks._two_processes import cannot_run
from benchmarks.event_load import allow_many_sockets
from tools.faults.kinds import WITH_POSTGRESQL, WITH_SQLITE
from tools.faults.run import Outcome, Sizes, run
from tools.faults.sites import one_process, two_servers


def main(words: Sequence[str]) -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--writes", type=int, default=10_000, help="acknowledged writes on each (default: 10,000)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="the longest on each (default: no limit)")
    parser.add_argument("--seed", type=int, default=1, help="of faults and strokes (default: 1)")
    asked = parser.parse_args(words)
    sizes = Sizes(writes=asked.writes, seconds=asked.minutes * 60)
    allow_many_sockets()
    outcomes: list[Outcome] = []
    with TemporaryDirectory(prefix="carrom-faults-") as name:
        if asked.database != "postgresql":
            (folder := Path(name, "one")).mkdir()
            with one_process(folder) as one:
                outcomes.append(run(one, WITH_SQLITE, sizes, asked.seed))
            show("SQLite, one process", outcomes[-1], sizes, asked.seed)
        if asked.database != "sqlite" and not cannot_run():
            (folder := Path(name, "two")).mkdir()
            with two_servers(folder) as two:
                outcomes.append(run(two, WITH_POSTGRESQL, sizes, asked.seed))
            show("PostgreSQL and Redis, two processes", outcomes[-1], sizes, asked.seed)
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


def show(title: str, outcome: Outcome, sizes: Sizes, seed: int) -> None:
    """Print what came of a run."""
    history = outcome.history
    strokes = sum(map(len, history.strokes.numbers.values()))
    notes = sum(map(len, history.notes.values()))
    refused = history.errors + history.strokes.refused
    written = f"{strokes} of matches, {notes} of sheets, {len(history.registrations)} registrations"
    written += f", {len(history.payments)} payments, {history.results.total()} results"
    print(f"{title}, seed {seed}: {history.count} writes were acknowledged in {outcome.took:.0f} s: {written}")
    if history.count < sizes.writes:
        why = "something is wrong" if outcome.wrong else f"{sizes.seconds / 60:.0f} minutes were over"
        print(f"  ended before {sizes.writes} writes: {why}")
    happened = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in sorted(outcome.faults.items()))
    print(f"  {outcome.faults.total()} faults: {happened}")
    if outcome.recovered:
        middle, worst = statistics.median(outcome.recovered), max(outcome.recovered)
        print(
            f"  from the end of a fault to the next acknowledged write: {middle:.2f} s (median), {worst:.1f} s at most"
        )
    print(f"  memory of the servers at the end: {outcome.memory:.0f} MB; refused: {dict(refused) or 'nothing'}")
    answered = ", ".join(f"{status or 'none'} {times}" for status, times in sorted(history.by_card.items()))
    print(f"  answers to payers whose payment service says nothing: {answered or 'nobody paid by card'}")
    print(f"  lost, doubled, or under another number: {len(outcome.wrong)}")
    for sentence in outcome.wrong[:20]:
        print(f"    {sentence}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
