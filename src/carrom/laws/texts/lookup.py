"""The laws' words in English: a sentence for each reason, words for each fact, title and text for each clause.

Data files lie beside this module and are carried by the wheel. A page translates the sentences before it fills them.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from carrom.laws.ruling import Finding, Reason
from carrom.terms import Side

DOCUMENTS = ("icf",)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a document: its id, its title ("Law 73") and what it says, in our words."""

    id: str
    title: str
    text: str


def reason_template(reason: Reason) -> str:
    """The sentence of a reason, with `{side}`, `{other}`, `{count}`, `{fact}` still in it."""
    return sentences()[reason.value]


def fact_words(fact: str) -> str:
    """A declared fact in words; its key if it has none."""
    return facts().get(fact, fact)


def finding_sentence(finding: Finding, names: Mapping[Side, str]) -> str:
    """A finding as a sentence, the sides named as given."""
    side = names[finding.side] if finding.side else ""
    other = names.get(finding.side.other, "") if finding.side else ""
    template = reason_template(finding.reason)
    return template.format(side=side, other=other, count=finding.count, fact=fact_words(finding.fact))


def clause(clause_id: str) -> Clause:
    """One clause; its id alone where its document has no text here."""
    return clauses().get(clause_id, Clause(clause_id, clause_id, ""))


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause that has a text, by id, in the order of its document."""
    found: dict[str, Clause] = {}
    for document in DOCUMENTS:
        content = _read(document)
        for number, text in content["laws"].items():
            clause_id = f"{content['prefix']}{number}"
            found[clause_id] = Clause(clause_id, f"{content['word']} {number}", text)
    return MappingProxyType(found)


@cache
def sentences() -> Mapping[str, str]:
    """The sentence of every reason, by its code."""
    return MappingProxyType(_read("reasons"))


@cache
def facts() -> Mapping[str, str]:
    """Declared facts in words, by key."""
    return MappingProxyType(_read("facts"))


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__ or "carrom.laws.texts") / f"{name}.toml").read_text(encoding="utf-8"))
