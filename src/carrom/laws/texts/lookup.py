"""The laws' texts in English: a sentence for each reason, a label for each fact, each clause with its home.

Data files lie beside this module and are carried by the wheel; docs/laws/ links to those of the documents. A page
translates the sentences before it fills them.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from carrom.laws.ruling import Finding, Reason
from carrom.terms import Side

DOCUMENTS = ("icf", "kagw", "classic", "baca19", "polish", "common")


class State(StrEnum):
    """The home of a clause: laws, page, person or nothing."""

    CODE = "code"  # a function of the library decides it
    SCREEN = "screen"  # a page or a control of the site
    EQUIPMENT = "equipment"  # a check of measurements, or the equipment that the program plays with
    REFEREE = "referee"  # a person decides; the program offers and records
    LATER = "later"  # not yet: `home` says for what it waits
    REFUSED = "refused"  # left out: `home` says why


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a document: what it says in our words, how it is read, and where it has its home.

    `title` is the document's `word` for a clause with its number ("Law 73"), or the id where it has no such word.
    `home` names functions ("module:name") for code and equipment; else a page, what a referee may decide, what it
    waits for, or why it is left out. `sets` names the parameters of a ruleset that it sets or confirms.
    """

    id: str
    title: str
    text: str
    word: str = ""
    document: str = ""
    kind: str = ""
    state: State | None = None
    home: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    consequence: str = ""
    reading: str = ""
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One document of laws: the slug of its ruleset, its title, what it is, and its clauses in order."""

    slug: str
    title: str
    nature: str
    clauses: tuple[Clause, ...]


def reason_template(reason: Reason) -> str:
    """The sentence of a reason, with `{side}`, `{other}`, `{count}`, `{fact}` still in it."""
    return sentences()[reason.value]


# what stands for the sides, the number and the fact where a sentence speaks of no stroke in particular
NOBODY = MappingProxyType({"side": "one side", "other": "the other side", "count": "N", "fact": "the declared fact"})


def reason_sentence(reason: Reason) -> str:
    """The sentence of a reason when it speaks of no stroke in particular."""
    said = reason_template(reason).format_map(NOBODY)
    return said[:1].upper() + said[1:]


def home_label(one: Clause) -> tuple[str, ...]:
    """The home of a clause for readers: a page or a person; nothing where the program itself decides it."""
    return () if one.state in (State.CODE, State.EQUIPMENT) else one.home


STATE_WORDS = MappingProxyType(
    {
        State.CODE: "ruled by the program",
        State.SCREEN: "on a page",
        State.EQUIPMENT: "checked by measure",
        State.REFEREE: "a person decides",
        State.LATER: "to come",
        State.REFUSED: "left out",
    }
)


def fact_label(fact: str) -> str:
    """A declared fact in words; its key if it has none."""
    return facts().get(fact, fact)


def finding_sentence(finding: Finding, names: Mapping[Side, str]) -> str:
    """A finding as a sentence, the sides named as given."""
    side = names[finding.side] if finding.side else ""
    other = names.get(finding.side.other, "") if finding.side else ""
    template = reason_template(finding.reason)
    return template.format(side=side, other=other, count=finding.count, fact=fact_label(finding.fact))


def clause(clause_id: str) -> Clause:
    """One clause; its id alone where its document has no text here."""
    return clauses().get(clause_id, Clause(clause_id, clause_id, ""))


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause that has a text, by id, in the order of its document."""
    return MappingProxyType({one.id: one for document in documents().values() for one in document.clauses})


@cache
def documents() -> Mapping[str, Document]:
    """Every document by the slug of its ruleset."""
    return MappingProxyType({slug: _document(slug, read_text(slug)) for slug in DOCUMENTS})


@cache
def setting(slug: str, name: str) -> tuple[str, ...]:
    """The clauses that set a value: those of a ruleset's document, else those of the base of all.

    A document that does not ship has the clauses of the base.
    """
    for document in (slug, DOCUMENTS[0]):
        if document in DOCUMENTS:
            found = tuple(one.id for one in documents()[document].clauses if name in one.sets)
            if found:
                return found
    return ()


def _document(slug: str, content: Mapping[str, Any]) -> Document:
    prefix, word = content.get("prefix", ""), content.get("word", "")
    found = []
    for entry in content["clause"]:
        clause_id = entry["id"]
        found.append(
            Clause(
                id=clause_id,
                title=entry.get("title") or (f"{word} {clause_id.removeprefix(prefix)}" if word else clause_id),
                text=entry["text"],
                word="" if entry.get("title") else word,
                document=slug,
                kind=entry["kind"],
                state=State(entry["state"]),
                home=tuple(entry["home"]),
                sets=tuple(entry["sets"]),
                consequence=entry.get("consequence", ""),
                reading=entry.get("reading", ""),
                conflicts=tuple(entry.get("conflicts", ())),
            )
        )
    return Document(slug, content["title"], content["nature"], tuple(found))


@cache
def sentences() -> Mapping[str, str]:
    """The sentence of every reason, by its code."""
    return MappingProxyType(read_text("reasons"))


@cache
def facts() -> Mapping[str, str]:
    """Declared facts in words, by key."""
    return MappingProxyType(read_text("facts"))


def read_text(name: str) -> dict[str, Any]:
    """One of the data files beside this module."""
    return tomllib.loads((files(__package__ or "carrom.laws.texts") / f"{name}.toml").read_text(encoding="utf-8"))


def spoken(held: object) -> str:
    """A word that names a behaviour, as readers see it: "same_turn" is "same turn"."""
    return str(held).replace("_", " ")
