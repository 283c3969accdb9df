"""The laws: a page for each ruleset with every clause of its document, and the list of all rulesets."""

from collections.abc import Iterator

from carrom.cli.commands.laws import cited_by
from carrom.laws.readings import readings_of_clause
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import DOCUMENTS, STATE_WORDS, Clause, clauses, documents, home_label, reason_sentence
from carrom.laws.values import written
from tools.docs_site.markdown import cell, code, escaped, heading
from tools.docs_site.reference_pages import Page

INCLUDED = {slug: RULESETS[slug] for slug in DOCUMENTS}  # none of a plugin
INDEX = """\
# The laws

The library rules by the clauses of these documents. Each page has every clause in our words: how it is read where it is
silent, which values of the ruleset it sets, and which rulings cite it. `carrom laws ID` prints a clause.

| ruleset | document | clauses |
| --- | --- | --- |
"""
MORE = """
* [The values of a ruleset](parameters.md): what each one means and where the rulesets differ.
* [Readings](readings.md): where a document is silent or contradicts itself.
* [Stages](stages.md): in which order a stroke is judged.
* [Law cases](cases.md): boards, strokes and the rulings they must have, as files.
* [Add a ruleset](../how-to/add-a-ruleset.md), or [write one as a file](../tutorials/write-a-ruleset.md).
"""


def pages() -> list[Page]:
    """The index, and a page for each ruleset that carrom includes."""
    found = [Page(f"laws/{slug}.md", one.title, "\n".join(_ruleset(one))) for slug, one in INCLUDED.items()]
    rows = [
        f"| `{slug}` | [{escaped(one.title)}]({slug}.md), edition {one.edition} | {len(documents()[slug].clauses)} |\n"
        for slug, one in INCLUDED.items()
    ]
    return [Page("laws/index.md", "The rulesets", f"{INDEX}{''.join(rows)}{MORE}"), *found]


def anchor(clause_id: str) -> str:
    """The anchor of a clause on the page of its ruleset."""
    return clause_id.lower()


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    document = documents()[ruleset.slug]
    yield f"# {escaped(ruleset.title)}\n"
    yield f"{escaped(document.nature[:1].upper() + document.nature[1:])}.\n"
    yield f"Ruleset `{ruleset.slug}`, edition {ruleset.edition}; [values](parameters.md), [readings](readings.md).\n"
    for one in document.clauses:
        yield from _clause(one)
    if others := [one for one in cited_by(ruleset) if one.document != ruleset.slug]:
        yield "## Clauses of other documents\n"
        yield f"Its rulings also cite {', '.join(_link(one.id, ruleset.slug) for one in others)}.\n"


def _clause(one: Clause) -> Iterator[str]:
    title = one.id if one.title == one.id else f"{one.title} ({one.id})"
    yield from (heading(2, escaped(title), anchor(one.id)), "", escaped(one.text), "")
    if one.consequence:
        yield f"**Here:** {escaped(one.consequence)}\n"
    if one.reading:
        yield f"**Reading:** {escaped(one.reading)}\n"
    for reading in readings_of_clause(one.id):
        yield f"**Open:** {escaped(reading.point)}\n"
        for slug in reading.rulesets:
            way = reading.way_of(INCLUDED[slug])
            yield f"* `{slug}`: {escaped(f'{way.says} ' if way else '')}{escaped(reading.because)}"
            for other in reading.others(INCLUDED[slug]):
                value = f" ({code(f'{reading.value} = {written(other.held)}')})" if reading.value else ""
                yield f"* also possible: {escaped(other.says)}{value}"
        yield ""
    if facts := list(_facts(one)):
        yield f"{'; '.join(facts)}.\n"
    yield from _rulings(one)


def _facts(one: Clause) -> Iterator[str]:
    """The home of a clause, the values that it sets, and the clauses that contradict it."""
    if one.state:
        home = home_label(one)
        yield STATE_WORDS[one.state].capitalize() + (f": {escaped(', '.join(home))}" if home else "")
    if one.sets:
        yield f"sets {', '.join(f'`{name}`' for name in one.sets)}"
    if one.conflicts:
        yield f"disagrees with {', '.join(_link(other, one.document) for other in one.conflicts)}"


def _rulings(one: Clause) -> Iterator[str]:
    """The sentences of rulings that cite a clause, each with the rulesets that cite it for that."""
    said: dict[str, list[str]] = {}
    for slug, ruleset in INCLUDED.items():
        for why, cited in ruleset.citations.items():
            if one.id in cited:
                said.setdefault(reason_sentence(why), []).append(slug)
    if said:
        yield '??? note "Rulings that cite it"\n'
        yield from ("    | ruling | in |", "    | --- | --- |")
        yield from (f"    | {cell(sentence)} | {', '.join(slugs)} |" for sentence, slugs in said.items())
        yield ""


def _link(clause_id: str, here: str) -> str:
    """A clause's id that leads to its text."""
    found = clauses().get(clause_id)
    if found is None:
        return f"`{clause_id}`"
    return f"[{clause_id}]({'' if found.document == here else f'{found.document}.md'}#{anchor(clause_id)})"
