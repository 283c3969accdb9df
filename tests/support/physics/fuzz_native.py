"""A program: call the compiled kernel's entries with arrays that are broken in every way, and with bytes of any kind.

    python fuzz_native.py MODULE SEED CALLS

Ends with 0 if each call was played or refused by TypeError, ValueError, OverflowError or BufferError. A sanitizer that
the module was compiled with ends the process if a call reads or writes where it may not. Needs numpy alone.
"""

import random
import struct
import sys
from array import array
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any

import numpy as np

ROWS = {
    "strokes": (np.float64, (3,)),
    "layouts": (np.float64, (20, 2)),
    "parameters": (np.float64, ()),
    "table": (np.float64, (2,)),
    "finals": (np.float64, (20, 2)),
    "fallen": (np.int8, (20,)),
    "facts": (np.int64, (15,)),
    "durations": (np.float64, ()),
    "segments": (np.float64, (10,)),
    "events": (np.float64, (5,)),
}
KINDS = ("f4", "f8", ">f8", "i1", "u1", "i4", "i8", "u8", "c16", "?", "S8", "M8[s]")
SPECIAL = (0.0, -0.0, 1.0, -1.0, 1e-300, 5e-324, 1e300, float("inf"), float("-inf"), float("nan"), 0.34, 20.0, 2.0**53)
STRANGE = (None, True, 1.0, "text", 2**80, -(2**80), b"", [1], (), object())
PLACES = (0.1, -0.2, 3, None, "text", float("nan"), float("inf"), 2**2000)
REFUSED = (TypeError, ValueError, OverflowError, BufferError)


def load(path: str) -> Any:
    loader = ExtensionFileLoader("_kernel", path)
    spec = spec_from_loader("_kernel", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def sound(rng: random.Random, parameters: np.ndarray, table: np.ndarray) -> dict[str, Any]:
    """Arrays that fit, with strokes and places of any kind: most of them are refused by the kernel, row by row."""
    count = rng.randrange(4)
    rows = rng.choice((0, 0, 41, 64, 300))
    given: dict[str, Any] = {
        "strokes": np.array(
            [[rng.uniform(-0.2, 0.2), rng.gauss(0, 1), rng.uniform(0, 6)] for _ in range(count)]
        ).reshape(-1, 3),
        "layouts": np.full((rng.choice((1, max(count, 1))), 20, 2), np.nan),
        "parameters": parameters.copy(),
        "table": table.copy(),
    }
    for name in ("finals", "fallen", "facts", "durations"):
        kind, row = ROWS[name]
        given[name] = np.zeros((count + rng.randrange(2), *row), kind)
    for name in ("segments", "events"):
        given[name] = np.zeros((rows, *ROWS[name][1]))
    for layout in given["layouts"]:
        for number in rng.sample(range(20), rng.randrange(20)):
            layout[number] = rng.uniform(-0.36, 0.36), rng.uniform(-0.36, 0.36)
    for _ in range(rng.randrange(3)):
        name = rng.choice(("strokes", "layouts"))
        if given[name].size:
            given[name].reshape(-1)[rng.randrange(given[name].size)] = rng.choice(SPECIAL)
    return given


def broken(rng: random.Random, value: Any) -> Any:
    """Something in place of an array: of another kind, shape or length, not writable, not contiguous, no array."""
    match rng.randrange(10):
        case 0:
            return value.astype(rng.choice(KINDS[:8]))
        case 1:
            return np.zeros(rng.choice(((), (0,), (1,), (7,), (3, 3), (2, 2, 2, 2))), rng.choice(KINDS))
        case 2:
            return value.reshape(-1)[: rng.randrange(value.size + 1)]
        case 3:
            return np.concatenate((value.reshape(-1), np.zeros(rng.randrange(50), value.dtype)))
        case 4:
            return np.repeat(value, 2, axis=0)[::2] if value.ndim else value
        case 5:
            return np.asfortranarray(value)
        case 6:
            value.setflags(write=False)
            return value
        case 7:
            return rng.choice(
                (None, 3, "text", b"", bytes(rng.randrange(200)), bytearray(24), [1.0], object(), {}, 1e9)
            )
        case 8:
            return array(rng.choice("bBhilqfd"), bytes(8 * rng.randrange(90)))
        case _:
            length = 8 * rng.randrange(1, 90)
            return np.frombuffer(bytearray(length + 8), np.uint8)[rng.randrange(8) :][:length].view(np.float64)


def round_of_anything(module: Any, rng: random.Random, parameters: np.ndarray, table: np.ndarray) -> tuple[int, int]:
    """Call the entries of rounds with anything; say how many calls were played, and how many refused."""
    count, boards = rng.randrange(20), rng.randrange(1, 4)

    def numbers(length: int, of: tuple[int, ...]) -> np.ndarray:
        return np.array([rng.choice((*of, rng.randrange(-(2**63), 2**63))) for _ in range(length)], np.int64)

    given = {
        "strokes": np.array(
            [[rng.uniform(-0.2, 0.2), rng.gauss(0, 1), rng.uniform(0, 6)] for _ in range(count)]
        ).reshape(-1, 3),
        "board_rows": np.array([rng.randrange(boards) for _ in range(count)], np.int64),
        "layouts": np.full((boards, 20, 2), np.nan),
        "boards": numbers(boards, (0, 1)),
        "parameters": parameters,
        "table": table,
        "bits": np.array([rng.randrange(49) if rng.random() < 0.999 else 49 for _ in range(23)]),
        "figures": np.array(rng.choices(SPECIAL, k=3)),
        "slots": numbers(rng.choice((0, 1, 2, 4, 4, 8, 8, 3)), (-1, 0, 1, 2)),
        "known": numbers(6 * rng.randrange(4), (0, 1)).reshape(-1, 6),
        "asked": numbers(13, (0, 1, 2, 3)),
        "hand": np.array(rng.choices(SPECIAL, k=15)),
        "now": np.array(rng.choices(SPECIAL, k=40)).reshape(2, 20),
        "fields": np.array([rng.randrange(49) for _ in range(15)]),
        "weights": np.array(rng.choices(SPECIAL, k=19)),
        "segments": np.zeros((rng.choice((0, 0, 40)), 10)),
        "events": np.zeros((0, 5)),
        "worths": np.zeros(count),
        "said": numbers(count, (16,)),
        "packed": numbers(count, (0,)),
        "left": np.zeros((count, 20, 2)),
        "summary": np.zeros(2, np.int64),
    }
    for layout in given["layouts"]:
        for number in rng.sample(range(20), rng.randrange(8)):
            layout[number] = rng.uniform(-0.36, 0.36), rng.uniform(-0.36, 0.36)
    names = {
        "imagine_strokes": list(given),
        "weigh_outcomes": ["left", *(name for name in given if name in WEIGHED_BY), "worths", "said", "packed"],
        "find_verdicts": ["boards", "packed", "slots", "known", "bits", "said", "worths"],
        "pack_strokes": ["strokes", "layouts", "fallen", "facts", "bits", "figures", "packed"],
    }
    given |= {
        "fallen": np.array([[rng.randrange(-128, 128) for _ in range(20)] for _ in range(count)], np.int8).reshape(
            -1, 20
        ),
        "facts": numbers(15 * count, (0, -1, 1)).reshape(-1, 15),
    }
    played = refused = 0
    for entry, arguments in names.items():
        own = {name: given[name].copy() for name in arguments}
        if entry == "find_verdicts":
            own |= {"packed": numbers(boards, (0,)), "said": numbers(1, (-1,)), "worths": numbers(boards, (0,))}
        if rng.random() < 0.3:
            name = rng.choice(arguments)
            own[name] = broken(rng, own[name])
        try:
            getattr(module, entry)(*own.values())
            played += 1
        except REFUSED:
            refused += 1
    return played, refused


def listing_of_anything(module: Any, rng: random.Random) -> tuple[int, int]:
    """Call the entries of aims with anything; say how many calls were played, and how many refused."""
    rows, coins, offsets = rng.randrange(6), rng.randrange(22), rng.randrange(4)

    def floats(*shape: int) -> np.ndarray:
        return np.array([rng.choice((rng.gauss(0, 0.2), *SPECIAL)) for _ in range(int(np.prod(shape)))]).reshape(shape)

    def numbers(*shape: int) -> np.ndarray:
        found = [rng.choice((-1, 0, 1, 2, rng.randrange(-(2**63), 2**63))) for _ in range(int(np.prod(shape)))]
        return np.array(found, np.int64).reshape(shape)

    made = rows * offsets
    domain = (floats(rng.randrange(4), 2), floats(rng.randrange(3), 2), floats(2))
    calls = {
        "find_lines": [
            floats(coins, 2),
            numbers(coins),
            numbers(3),
            floats(17),
            numbers(20 * coins, 3),
            floats(20 * coins, 5),
            numbers(1),
        ],
        "find_aims": [
            floats(coins, 2),
            numbers(rows, 3),
            floats(rows, 5),
            floats(offsets),
            floats(17),
            numbers(made, 2),
            floats(made, 3),
            floats(3 * made),
            floats(made),
            numbers(1),
        ],
        "forgive": [floats(rows), floats(rows), floats(rows), floats(4), floats(rows)],
        "rank_strokes": [floats(rows), floats(rows), floats(rows), floats(rows), numbers(rows), numbers(rows)],
        "pair_errors": [floats(rows, 3), floats(rows), floats(2), floats(offsets, 3)],
        "choose_ideas": [
            numbers(rows),
            numbers(rows),
            numbers(rows),
            numbers(rows),
            numbers(2),
            numbers(rows),
            numbers(1),
        ],
        "into_domain": [floats(rows, 3), *domain, floats(rows, 3)],
        "spread_strokes": [floats(rows, 3), floats(offsets, 3), floats(3), *domain, floats(made, 3), floats(made, 3)],
        "fan_out": [
            floats(rows, 3),
            numbers(rows),
            floats(rows),
            numbers(rows),
            floats(offsets),
            floats(2),
            floats(6),
            *domain,
            floats(2 * made, 3),
        ],
        "aim_anywhere": [
            floats(coins, 2),
            numbers(rows),
            floats(rows, 2),
            floats(rows),
            numbers(rows),
            floats(rows),
            floats(rows),
            floats(7),
            floats(2 * rows),
        ],
        "keep_apart": [
            floats(rows, 3),
            numbers(rows),
            floats(3),
            numbers(1),
            floats(rows, 3),
            numbers(rows),
            numbers(1),
        ],
    }
    played = refused = 0
    for entry, given in calls.items():
        if rng.random() < 0.3:
            at = rng.randrange(len(given))
            given[at] = broken(rng, given[at])
        try:
            getattr(module, entry)(*given[: None if rng.random() < 0.95 else -1])
            played += 1
        except REFUSED:
            refused += 1
    return played, refused


WEIGHED_BY = ("board_rows", "boards", "bits", "slots", "known", "asked", "hand", "now", "fields", "weights")


def main(path: str, seed: int, calls: int, surface: str) -> None:
    module = load(path)
    rng, other, third = random.Random(seed), random.Random(f"sight {seed}"), random.Random(f"returning {seed}")
    numbers = np.frombuffer(bytes.fromhex(surface), np.float64)
    parameters, table = numbers[:31], numbers[31:].reshape(257, 2)
    played = refused = 0
    for _ in range(calls):
        given = sound(rng, parameters, table)
        if rng.random() < 0.5:
            for name in rng.sample(list(given), rng.choice((1, 1, 1, 2, 10))):
                given[name] = broken(rng, given[name])
        if rng.random() < 0.1:  # any bits for a surface or the table
            name = rng.choice(("parameters", "table"))
            for _ in range(rng.choice((1, 1, 2, 31))):
                any_bits = struct.unpack("d", rng.randbytes(8))[0]
                if isinstance(given[name], np.ndarray) and given[name].dtype == float and given[name].size:
                    if given[name].flags.writeable:
                        given[name].reshape(-1)[rng.randrange(given[name].size)] = rng.choice((*SPECIAL, any_bits))
        arguments = list(given.values())
        if rng.random() < 0.02:
            arguments = arguments[: rng.randrange(10)] + rng.choice(([], [None] * 3))
        try:
            module.simulate_strokes(*arguments)
            played += 1
        except REFUSED:
            refused += 1
        seen = {
            "layouts": given["layouts"],
            "asked": np.array([other.randrange(-(2**63), 2**63), other.randrange(-9, 9)]),
            "figures": np.array([other.choice((other.gauss(0, 1), other.choice(SPECIAL))) for _ in range(15)]),
            "chances": np.zeros((other.randrange(5), 20)),
        }
        if other.random() < 0.4:
            name = other.choice(("asked", "figures", "chances"))
            seen[name] = broken(other, seen[name])
        try:
            module.guess_chances(*list(seen.values())[: other.choice((4, 4, 4, 4, 4, 3, 0))])
            played += 1
        except REFUSED:
            refused += 1
        ways = {
            "ways": np.array([[other.choice((other.gauss(0, 1), 0.1, *SPECIAL)) for _ in range(4)] for _ in range(3)]),
            "points": np.zeros((other.randrange(23), 2)),
            "ignored": np.array([other.randrange(-(2**63), 2**63) for _ in range(other.randrange(2, 5))]),
            "reach": np.array([other.choice((0.03, *SPECIAL))]),
            "free": np.zeros(other.randrange(2, 5), np.int8),
        }
        if other.random() < 0.3:
            name = other.choice(list(ways))
            ways[name] = broken(other, ways[name])
        try:
            module.find_clear_ways(*ways.values())
            played += 1
        except REFUSED:
            refused += 1
        back = {
            "layouts": np.full((third.randrange(4), 20, 2), np.nan),
            "asked": np.array([third.choice((0, third.randrange(-(2**63), 2**63))) for _ in range(33)]).reshape(3, 11),
            "figures": np.array([third.choice((third.gauss(0, 0.1), *SPECIAL)) for _ in range(16)]),
            "placed": np.zeros(third.randrange(2, 5), np.int8),
        }
        for layout in back["layouts"]:
            for number in third.sample(range(20), third.randrange(20)):
                layout[number] = third.choice(((third.gauss(0, 0.1), third.gauss(0, 0.1)), third.choices(SPECIAL, k=2)))
        if third.random() < 0.3:
            name = third.choice(list(back))
            back[name] = broken(third, back[name])
        try:
            module.put_back_pieces(*back.values())
            played += 1
        except REFUSED:
            refused += 1
        sources, samples = third.randrange(4), third.randrange(6)
        shared = {
            "intended": np.array([third.choices(SPECIAL, k=3) for _ in range(third.randrange(3))]).reshape(-1, 3),
            "sources": np.array([third.choices(SPECIAL, k=3) for _ in range(sources)]).reshape(-1, 3),
            "counts": np.array([third.choice((0, 1, samples, -1, 2**62)) for _ in range(sources)], np.int64),
            "made": np.array([third.choices(SPECIAL, k=3) for _ in range(samples)]).reshape(-1, 3),
            "worths": np.zeros(samples),
            "hand": np.array(third.choices(SPECIAL, k=6)),
            "known": np.array([third.choice((0, 1, sources, third.randrange(-(2**63), 2**63)))]),
            "drawn": np.zeros(samples),
            "weights": np.zeros(samples + third.randrange(2)),
            "shares": np.zeros((third.randrange(1, 4), 3)),
        }
        if third.random() < 0.3:
            name = third.choice(list(shared))
            shared[name] = broken(third, shared[name])
        try:
            module.share_samples(*shared.values())
            played += 1
        except REFUSED:
            refused += 1
        columns, count = third.randrange(22), third.randrange(4)
        weighed = {
            "boards": np.array(
                [third.randrange(-(2**63), 2**63) for _ in range(third.choice((1, count, count)))], "i8"
            ),
            "turns": np.zeros(third.choice((1, count)), np.int8),
            "kinds": np.array([third.randrange(-1, 4) if third.random() < 0.02 else 2 for _ in range(columns)], "i8"),
            "mine": np.array(third.choices(SPECIAL, k=columns * count)),
            "theirs": np.array(third.choices(SPECIAL, k=columns * count)),
            "asked": np.array([third.choice((*range(63), -1 if third.random() < 0.1 else 9)) for _ in range(15)]),
            "figures": np.array(third.choices(SPECIAL, k=19)),
            "worths": np.zeros(count),
        }
        if third.random() < 0.3:
            name = third.choice(list(weighed))
            weighed[name] = broken(third, weighed[name])
        try:
            module.weigh_boards(*weighed.values())
            played += 1
        except REFUSED:
            refused += 1
        for done in (round_of_anything(module, third, parameters, table), listing_of_anything(module, third)):
            played, refused = played + done[0], refused + done[1]
        pieces: Any = tuple(
            (third.choice((third.randrange(-1, 21), *STRANGE)), third.choice((0.1, *SPECIAL)), third.choice(PLACES))
            for _ in range(third.randrange(5))
        )
        if third.random() < 0.3:
            pieces = third.choice(((*pieces, third.choice(STRANGE)), (*pieces, (1, 2.0)), *STRANGE))
        layout = np.zeros((1, 20, 2))
        try:
            module.lay_out(pieces, broken(third, layout) if third.random() < 0.3 else layout)
            played += 1
        except REFUSED:
            refused += 1
        try:
            module.use(rng.choice((0, 0, 1, 3, -1, 7, 2**80, None, 1.5)))
        except REFUSED:
            refused += 1
    module.use(0)
    print(played, refused)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
