"""The laws' words: nothing is ruled without a sentence, nothing cited without a text."""

import string

from carrom.laws.case_format import FACTS
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Finding, Reason
from carrom.laws.texts.lookup import clause, clauses, fact_label, facts, finding_sentence, sentences, spoken
from carrom.laws.translatable import texts
from carrom.terms import Side


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    assert set(sentences()) == {reason.value for reason in Reason}


def test_sentences_ask_only_for_what_a_finding_has() -> None:
    for sentence in sentences().values():
        asked = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert asked <= {"side", "other", "count", "fact"}, sentence
        assert sentence.endswith(".")


def test_every_fact_has_words() -> None:
    assert set(facts()) == FACTS


def test_every_clause_that_a_ruleset_cites_has_a_text() -> None:
    for ruleset in RULESETS.values():
        cited = {one for ids in (*ruleset.citations.values(), *ruleset.fact_citations.values()) for one in ids}
        assert cited <= set(clauses()), sorted(cited - set(clauses()))


def test_every_reason_has_an_entry_in_every_rulesets_citations() -> None:
    for ruleset in RULESETS.values():
        assert set(ruleset.citations) == set(Reason), ruleset.slug


def test_every_text_of_a_clause_and_every_word_that_a_ruleset_holds_is_for_translators() -> None:
    listed = set(texts())

    assert ("declared_events", spoken("replay_board")) in listed  # of a table, what it maps to
    assert ("board_replay_events", spoken("three_passes")) in listed
    for name, choice in (("colour_assignment", "first_pocketed"), ("toss_choice", "side_or_break")):
        assert (name, spoken(choice)) in listed
    for one in clauses().values():
        own = "" if one.consequence else one.text  # the words of documents stay in English
        assert {(one.id, words) for words in (own, one.consequence, one.reading, one.word) if words} <= listed
    assert not [words for _where, words in listed if not isinstance(words, str) or not words]


def test_a_finding_reads_as_a_sentence() -> None:
    finding = Finding(Reason.TECHNICAL_FOUL, Side.B, ("ICF-L63",), count=1, fact="time_exceeded")

    assert finding_sentence(finding, {Side.A: "Asha", Side.B: "Ben"}) == (
        "Technical foul by Ben: time exceeded. 1 due; the turn goes on."
    )


def test_a_clause_has_its_title_and_an_unknown_one_its_id() -> None:
    assert clause("ICF-L73").title == "Law 73"
    assert clause("X-1").text == ""
    assert fact_label("no such fact") == "no such fact"
