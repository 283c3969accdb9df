"""What `carrom laws` prints is for readers: no blanks of a template, no codes, no Python."""

import itertools

import pytest

from carrom.cli import main
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import clauses, documents
from tests.support.texts import NOT_FOR_READERS


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["laws", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("slug", RULESETS)
def test_a_ruleset_is_printed_for_readers(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ((slug,), (slug, "--json")):
        assert NOT_FOR_READERS.findall(printed(capsys, *arguments)) == []


@pytest.mark.parametrize("slug", documents())
def test_every_clause_is_printed_for_readers(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    for one in documents()[slug].clauses:
        for arguments in ((one.id,), (one.id, "--json")):
            assert NOT_FOR_READERS.findall(printed(capsys, *arguments)) == [], one.id


@pytest.mark.parametrize(("one", "other"), itertools.combinations(RULESETS, 2))
def test_two_rulesets_are_compared_for_readers(one: str, other: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ((), ("--json",)):
        assert NOT_FOR_READERS.findall(printed(capsys, "--compare", one, other, *arguments)) == []


def test_a_value_that_cannot_be_is_refused_in_the_words_of_a_file(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("laws") / "club.toml"
    for line in ("queen_pays_up_to = true", 'owed = "yes"', "players_allowed = 2", "cover_window = [1]"):
        file.write_text(f'base = "icf"\nslug = "club"\ntitle = "Club"\n[values]\n{line}\n', encoding="utf-8")
        assert main(["laws", "--check", str(file)]) == 2
        assert NOT_FOR_READERS.findall(capsys.readouterr().err) == []


def test_the_pattern_finds_what_it_is_for() -> None:
    for text in ("{count} due", "read so (AMB-2)", "= True", "carrom.laws.clauses.queen:queen", "('a',)", "None"):
        assert NOT_FOR_READERS.search(text), text
    assert len(clauses()) > 500
