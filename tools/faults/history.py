"""Compares what was acknowledged with what is stored: each acknowledged write once, numbers without gaps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tools.faults.writers import History

Stored = Mapping[str, Any]  # as `tools.faults.stored read` prints it


def faults_of(history: History, before: Stored, after: Stored) -> list[str]:
    """Give a sentence for each write that is lost, doubled, or under another number than was said."""
    found: list[str] = []
    acknowledged = {**history.strokes.numbers, **history.notes}
    for match, numbers in acknowledged.items():
        found += _entries(match, numbers, after["entries"].get(match, []))
    found += _once("registration", history.registrations, [name for _number, name in after["registrations"]])
    found += _gaps("registrations", [number for number, _name in after["registrations"]])
    stored = [note for _receipt, note in after["payments"]]
    found += _once("payment", history.payments, stored)
    found += _gaps("receipts", [receipt for receipt, _note in after["payments"]])
    sent = history.payments | set(history.unclear)
    found += [f"payment {note}: stored, and nobody sent it" for note in stored if note not in sent]
    for fixture, count in history.results.items():
        written = after["results"][fixture] - before["results"][fixture]
        if not count <= written <= count + history.unclear[fixture]:
            unclear = history.unclear[fixture]
            found.append(f"result {fixture}: written {written} times, acknowledged {count}, unclear {unclear}")
        if fixture in history.last and history.last[fixture] != after["stands"][fixture]:
            found.append(f"result {fixture}: stands {after['stands'][fixture]}, and the last answer said otherwise")
    found += _gaps("the draw's log", after["log"])
    found += [f"order {order}: open twice, or paid, and the service never answered" for order in after["orders"]]
    return found


def _entries(match: str, numbers: Mapping[str, int], stored: Sequence[Sequence[Any]]) -> Iterator[str]:
    times, at = Counter(name for _number, name in stored), {name: number for number, name in stored}
    for name, number in numbers.items():
        if times[name] != 1:
            yield f"entry {name} of {match}: stored {times[name]} times"
        elif at[name] != number:
            yield f"entry {name} of {match}: stored under {at[name]}, acknowledged under {number}"
    yield from _gaps(f"entries of {match}", [number for number, _name in stored], first=0)  # the head of the record


def _once(what: str, acknowledged: Iterable[str], stored: Sequence[str]) -> Iterator[str]:
    times = Counter(stored)
    yield from (f"{what} {one}: acknowledged and not stored" for one in acknowledged if not times[one])
    yield from (f"{what} {one}: stored {count} times" for one, count in times.items() if count > 1)


def _gaps(what: str, numbers: Sequence[int], first: int = 1) -> Iterator[str]:
    if list(numbers) != list(range(first, first + len(numbers))):
        yield f"{what}: numbers {list(numbers)[:5]}... of {len(numbers)} have a gap"
