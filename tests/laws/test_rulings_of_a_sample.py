"""What each ruleset cites, and how it rules a sample of strokes: a change of either is seen in the golden's difference.

`tests/golden/laws/<ruleset>.txt` lists for every reason and declared fact the clauses that may be cited. Below, each
reason that the sample finds stands with the clauses that were cited for it, the number of its strokes and a checksum of
what followed (what comes back, what is owed, who plays next, how the board ended). So one changed line says for which
strokes the rulings differ.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zlib import crc32

import pytest

from carrom.laws.compare import render, rendered_parts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Ruling
from carrom.laws.situations import Situation, possible, situations
from tests.support.laws.parameters import outcome, sample_strokes

STROKES = 1000  # of a ruleset's sample, from its end, where the rare ones are
NO_CLAUSES = "-"


def candidates(cited: Mapping[Any, tuple[str, ...]]) -> Iterator[str]:
    """A line for each reason or fact: the clauses that may be cited for it."""
    yield from (f"{why}: {' '.join(ids) or NO_CLAUSES}" for why, ids in cited.items())


def followed(ruled: Ruling) -> int:
    """A number for what a ruling comes to: values that are not the default, so that a new field adds nothing."""
    held = [ruled.after, ruled.outcome, *ruled.returns]
    values = [
        (field.name, str(value))
        for one in held
        if one is not None
        for field in dataclasses.fields(one)
        if (value := getattr(one, field.name)) != field.default and field.name != "clauses"
    ]
    rest = (ruled.keeps_turn, str(ruled.next_seat), ruled.warned, str(ruled.restore), str(ruled.sanction))
    return crc32(repr((values, rest)).encode())


def sampled(ruleset: Ruleset) -> Iterator[str]:
    """A line for each reason with the clauses that were cited: how many strokes, and what followed from them."""
    strokes, sums, refused = Counter[str](), Counter[str](), Counter[str]()
    for board, facts in sample_strokes(ruleset.slug)[-STROKES:]:
        ruled = outcome(board, facts, ruleset)
        if not isinstance(ruled, Ruling):
            refused[f"refused: {ruled}"] += 1
            continue
        number = followed(ruled)
        for found in ruled.findings:
            why = f"{found.reason}: {' '.join(found.clauses) or NO_CLAUSES}"
            strokes[why] += 1
            sums[why] += number + found.count + crc32(f"{found.side} {found.pieces} {found.fact}".encode())
        for back in ruled.returns:
            why = f"{back.piece} comes back, {back.why}: {' '.join(back.clauses) or NO_CLAUSES}"
            strokes[why] += 1
            sums[why] += number
    yield from (f"{why} | {times} | {sums[why] & 0xFFFFFFFF:08x}" for why, times in sorted(strokes.items()))
    yield from (f"{why} | {times}" for why, times in sorted(refused.items()))


def short(ruleset: Ruleset, situation: Situation) -> str:
    """What an ordinary situation comes to under a ruleset, as its sentence and as the parts that pages translate."""
    if not possible(situation, ruleset):
        return "cannot be"
    ruled = judge(situation.board, situation.facts, ruleset)
    return f"{render(ruled)} ({' '.join(f'{part}={count}' for part, count in rendered_parts(ruled))})"


def test_ordinary_situations_come_to_what_was_reviewed(golden: Callable[[str, str], None]) -> None:
    lines = []
    for solo in (False, True):
        asked = {slug: one for slug, one in RULESETS.items() if (one.side_count == 1) is solo}
        for situation in situations(solo=solo):
            found = {slug: short(ruleset, situation) for slug, ruleset in asked.items()}
            usual = next(iter(found.values()))
            others = [f"    {slug}: {says}" for slug, says in found.items() if says != usual]
            lines += [f"{situation.words}: {usual}", *others]

    golden("laws/situations.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("slug", RULESETS)
def test_the_citations_and_rulings_of_a_ruleset_are_those_that_were_reviewed(
    slug: str, golden: Callable[[str, str], None]
) -> None:
    ruleset = RULESETS[slug]
    parts = {
        "What may be cited for a reason": candidates(ruleset.citations),
        "What may be cited for a declared fact": candidates(ruleset.fact_citations),
        "Sample: what was found and cited, strokes, checksum of what followed": sampled(ruleset),
    }

    golden(f"laws/{slug}.txt", "\n".join("\n".join((f"# {title}", "", *lines, "")) for title, lines in parts.items()))
