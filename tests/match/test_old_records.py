"""A record is read right after a ruleset has changed: its head keeps every value that differs from the defaults."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import pytest

from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.laws.values import with_values
from carrom.match import rules
from carrom.notation.cursor import NotationError
from carrom.notation.record import read_match, write_match
from carrom.play.game import Match, new_head
from carrom.play.replay import verify
from carrom.serialization import write
from carrom.terms import Side

OPTIONS = {"queen_points": 4, "decider": "game", "stroke_seconds": 30, "techniques_backward": ["thumb"]}


@pytest.fixture
def old_record() -> str:
    """A match under the KAGW rules of today with some values changed, as text."""
    match = Match.new(players="AB", ruleset="kagw", options=OPTIONS, breaks=Side.A, seed=3)
    match.play_stroke(0.05, 0.1, 5.0)
    return write_match(match.record, derived=True)


def test_a_record_keeps_its_laws_when_the_ruleset_has_a_new_edition(old_record: str, monkeypatch: pytest.MonkeyPatch):
    before = read_match(old_record).state.match.ruleset
    newer = replace(
        with_values(RULESETS["kagw"], {"queen_points": 7, "early_queen_turn": "ends", "doubles_order": "right"}),
        edition=2,
    )
    monkeypatch.setattr(rules, "RULESETS", MappingProxyType({**RULESETS, "kagw": newer}))
    assert Match.new(players="AB", ruleset="kagw").state.match.ruleset.queen_points == 7

    record = read_match(old_record)
    held = record.state.match.ruleset

    assert (held.edition, held.queen_points, held.early_queen_turn, held.doubles_order) == (1, 4, "continues", "left")
    assert held == before
    assert verify(record).faults == ()


def test_a_short_file_names_its_edition_and_is_refused_where_nobody_knows_it(monkeypatch: pytest.MonkeyPatch):
    match = Match.new(players="AB", ruleset="kagw", options=OPTIONS, breaks=Side.A, seed=3)
    text = write_match(match)
    values = rules.stored_values(RULESETS["kagw"])

    assert read_match(text).head == match.record.head
    monkeypatch.setattr(rules, "RULESETS", MappingProxyType({"kagw": replace(RULESETS["kagw"], edition=2)}))
    with pytest.raises(NotationError) as refused:
        read_match(text)
    assert (refused.value.code, refused.value.line) == ("other-version", 3)
    monkeypatch.setattr(rules, "EARLIER", MappingProxyType({("kagw", 1): values}))
    assert read_match(text).head == match.record.head


def test_the_values_of_every_edition_are_those_that_match_files_rely_on(golden: Callable[[str, str], None]):
    """Change a value of a ruleset, and it gets a new edition; `rules.EARLIER` then holds the old one."""
    editions = {(slug, ruleset.edition): rules.stored_values(ruleset) for slug, ruleset in RULESETS.items()}
    lines = [f"{slug} {edition} {write(values)}\n" for (slug, edition), values in {**editions, **rules.EARLIER}.items()]

    golden("editions.txt", "".join(sorted(lines)))


def test_a_record_is_read_when_its_ruleset_is_gone(old_record: str, monkeypatch: pytest.MonkeyPatch):
    without = {slug: ruleset for slug, ruleset in RULESETS.items() if slug != "kagw"}
    monkeypatch.setattr(rules, "RULESETS", MappingProxyType(without))

    held = read_match(old_record).state.match.ruleset

    assert (held.slug, held.queen_points, held.decider) == ("kagw", 4, "game")
    assert held.citations[Reason.STRIKER_ALONE]


@pytest.mark.parametrize("slug", RULESETS)
def test_every_value_comes_back_from_the_head(slug: str):
    ruleset = RULESETS[slug]

    held = rules.ruleset_from(slug, ruleset.edition, rules.stored_values(ruleset))

    assert held == ruleset
    assert dict(held.citations) == dict(ruleset.citations)
    assert dict(held.fact_citations) == dict(ruleset.fact_citations)


def test_a_clubs_own_ruleset_is_played_and_its_record_read_without_its_file():
    club = ruleset_from_text('base = "polish"\nslug = "our-club"\ntitle = "Our club"\n[values]\ngame_target = 11\n')
    match = Match.new(players="AB", ruleset=club, breaks=Side.A, seed=1)
    match.play_stroke(0.0, 0.0, 5.0)

    record = read_match(write_match(match.record))

    held = record.state.match.ruleset
    assert (held.slug, held.title, held.game_target, held.striker_own_total) == ("our-club", "Our club", 11, 2)
    assert verify(record).faults == ()


def test_the_head_holds_only_what_differs_from_the_defaults():
    assert new_head("icf", players="AB").values == ()
    stored = dict(new_head("kagw", players="AB", options=OPTIONS).values)
    assert stored["queen_points"] == 4
    assert "break_attempts" not in stored
