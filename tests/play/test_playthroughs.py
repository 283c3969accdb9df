"""A whole match under each ruleset, between two computers, as text a person can read."""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.bots.contest import play_match
from carrom.bots.noise import Noise
from carrom.bots.players.easy import BOT as EASY
from carrom.cli.rendering import names_of, render_entry
from carrom.laws.rulesets.every import RULESETS
from carrom.match.entries import Player
from carrom.play.game import new_head
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side

THOUGHT = 30  # strokes that a computer imagines for each of its own
STEADY_HAND = replace(EASY, noise=Noise(0.5))
GOLDENS = Path(__file__).parents[1] / "golden" / "matches"
FIGURE = re.compile(r"\d+\.\d+")
LENGTHS = {"icf": "game", "kagw": "match", "classic": "match", "baca19": "match", "polish": "match", "common": "match"}


@pytest.mark.slow
@pytest.mark.parametrize("slug", RULESETS)
def test_a_whole_match_goes_as_it_went(slug: str, golden: Callable[[str, str], None]):
    alone = RULESETS[slug].side_count == 1
    asha = Player(side=Side.A, name="Asha", kind="computer", level="easy")
    ben = Player(side=Side.B, name="Ben", kind="computer", level="easy")
    head = new_head(
        slug,
        players=(asha,) if alone else (asha, ben),
        length=LENGTHS[slug],
        breaks=Side.A if alone else "toss",
    )

    entries = play_match(head, dict.fromkeys(Side, STEADY_HAND), seed=1, budget=THOUGHT)

    assert verify(Record(entries)).faults == ()
    names = names_of(head)
    lines = [f"{head.ruleset}: {' and '.join(player.name for player in head.players)}"]
    lines += [f"{entry.number} {render_entry(entry, names)}" for entry in entries[1:]]
    golden(f"matches/{slug}.txt", with_known_figures("\n".join(lines) + "\n", slug))


def with_known_figures(text: str, slug: str) -> str:
    """The text with the golden's figures where they differ by a thousandth at most.

    The last digits of numpy's sines differ from one kind of processor to another, and with them those of what a
    computer chooses.
    """
    path = GOLDENS / f"{slug}.txt"
    known = iter(FIGURE.findall(path.read_text(encoding="utf-8")) if path.exists() else ())

    def figure(found: re.Match[str]) -> str:
        other = next(known, found[0])
        return other if math.isclose(float(other), float(found[0]), rel_tol=1e-3) else found[0]

    return FIGURE.sub(figure, text)
