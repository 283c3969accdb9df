"""Show the laws: the rulesets, one of them, or one clause.

Without an argument: the included rulesets. With a ruleset's slug: its values and clauses. With the id of a clause
(K-048, ICF-L73): its text, how it is read, where it is implemented, and examples of rulings. --compare A B: where two
rulesets differ, by value and by what they make of one stroke. --check FILE: whether a club's own ruleset (TOML) is
valid, passes what every ruleset must, and has no implausible value (each warning has a code and says what to change). A
ruleset may also be the name of a TOML file.
"""

import argparse
import random
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from carrom.cli.inputs import UnknownNameError, print_json, ruleset_named
from carrom.laws.compare import differing_parameters, differing_strokes, render
from carrom.laws.conformance import faults
from carrom.laws.plausibility import base_of, warnings_of
from carrom.laws.readings import Reading, readings_of_clause
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import read_ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import (
    STATE_WORDS,
    Clause,
    clause,
    clauses,
    documents,
    home_label,
    reason_sentence,
)
from carrom.laws.values import NOT_OPTIONS, says, written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", nargs="?", metavar="RULESET|ID", help="a ruleset's slug or file, or a clause's id")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="show where two rulesets differ")
    parser.add_argument("--check", metavar="FILE", help="check a club's own ruleset")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(asked: argparse.Namespace) -> int:
    """Tell what is asked; 1 if the ruleset of --check does not conform. Raises CarromError: no such name or file."""
    if asked.check is not None:
        return _check(asked.check, as_json=asked.json)
    if asked.compare is not None:
        _compare(*map(ruleset_named, asked.compare), as_json=asked.json)
    elif asked.name is None:
        _list(as_json=asked.json)
    elif asked.name in RULESETS or asked.name.endswith(".toml"):
        _ruleset(ruleset_named(asked.name), as_json=asked.json)
    else:
        _clause(asked.name, as_json=asked.json)
    return 0


def _check(path: str, *, as_json: bool) -> int:
    ruleset = read_ruleset(Path(path))
    warnings, found = warnings_of(ruleset), faults(ruleset, random.Random(1))
    conforms = not (warnings or found)
    if as_json:
        rows = [asdict(warning) for warning in warnings]
        verdict = {"slug": ruleset.slug, "title": ruleset.title, "conforms": conforms}
        print_json(verdict | {"faults": found, "warnings": rows})
    else:
        for fault in found:
            print(f"fault: {fault}")
        for warning in warnings:
            print(f"warning: {warning}")
        base = base_of(ruleset)
        differing = len(differing_parameters(base, ruleset))
        print(f"{ruleset.title} ({ruleset.slug}): {differing} values differ from {base.slug}")
        counts = f"{_counted(len(found), 'fault')}, {_counted(len(warnings), 'warning')}"
        print("it conforms" if conforms else f"it does not conform: {counts}")
    return 0 if conforms else 1


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _list(*, as_json: bool) -> None:
    if as_json:
        print_json([{"slug": r.slug, "title": r.title, "edition": r.edition} for r in RULESETS.values()])
        return
    for ruleset in RULESETS.values():
        print(f"{ruleset.slug:12} {ruleset.title}, edition {ruleset.edition}")


def values_of(ruleset: Ruleset) -> dict[str, Any]:
    """All values of a ruleset by name, as JSON has them."""
    names = (field.name for field in fields(ruleset) if field.name not in NOT_OPTIONS)
    return {name: _plain(getattr(ruleset, name)) for name in names}


def cited_by(ruleset: Ruleset) -> tuple[Clause, ...]:
    """Every clause of a ruleset's own document, then those of others that it cites, in their order."""
    own = documents().get(ruleset.slug)
    listed = {one.id: one for one in (own.clauses if own else ())}
    ids = {one for cited in (*ruleset.citations.values(), *ruleset.fact_citations.values()) for one in cited}
    known = [one for one in clauses().values() if one.id in ids and one.id not in listed]
    return (*listed.values(), *known, *(clause(one) for one in sorted(ids - set(clauses()))))


def _plain_clause(one: Clause) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "text": one.text,
        "kind": one.kind,
        "state": one.state.value if one.state else None,
        "home": list(home_label(one)),
        "sets": list(one.sets),
        "reading": one.reading,
        "readings": [_plain_reading(reading) for reading in readings_of_clause(one.id)],
        "conflicts": list(one.conflicts),
    }


def _ruleset(ruleset: Ruleset, *, as_json: bool) -> None:
    values, cited = values_of(ruleset), cited_by(ruleset)
    if as_json:
        print_json(
            {
                "slug": ruleset.slug,
                "title": ruleset.title,
                "edition": ruleset.edition,
                "values": values,
                "clauses": [_plain_clause(one) for one in cited],
            }
        )
        return
    print(f"{ruleset.title}, edition {ruleset.edition} ({ruleset.slug})")
    group = ""
    for field in fields(ruleset):
        if field.name not in values:
            continue
        if field.metadata.get("group", "") != group:
            group = field.metadata["group"]
            print(f"\n{group}")
        print(f"  {field.name} = {written(values[field.name])}: {field.metadata.get('says', '')}")
    print("\nclauses")
    for one in cited:
        state = f" [{_state(one)}]" if one.state else ""
        sets = f" ({', '.join(one.sets)})" if one.sets else ""
        print(f"  {one.id}: {one.text or '(no text here)'}{sets}{state}")


def _clause(clause_id: str, *, as_json: bool) -> None:
    cited = {r.slug: [why for why, ids in r.citations.items() if clause_id in ids] for r in RULESETS.values()}
    if clause_id not in clauses() and not any(cited.values()):
        raise UnknownNameError("clause", name=clause_id)
    found = clause(clause_id)
    if as_json:
        decides = {slug: [why.value for why in reasons] for slug, reasons in cited.items() if reasons}
        print_json(_plain_clause(found) | {"decides": decides})
        return
    print(found.id if found.title == found.id else f"{found.id}, {found.title}")
    print(found.text)
    if found.consequence:
        print(f"\nHere: {found.consequence}")
    if found.reading:
        print(f"A reading: {found.reading}")
    for reading in readings_of_clause(found.id):
        _print_reading(reading)
    if found.state:
        print(f"\n{_state(found)}")
    if found.sets:
        print(f"sets: {', '.join(found.sets)}")
    if found.conflicts:
        print(f"disagrees with: {', '.join(found.conflicts)}")
    for slug, reasons in cited.items():
        for why in reasons:
            print(f"  {slug}: {why}: {reason_sentence(why)}")


def _compare(one: Ruleset, other: Ruleset, *, as_json: bool) -> None:
    values = differing_parameters(one, other)
    strokes = differing_strokes(one, other)
    if as_json:
        print_json(
            {
                "values": {name: [_plain(a), _plain(b)] for name, (a, b) in values.items()},
                "strokes": [
                    {
                        "given": s.situation.given,
                        "stroke": s.situation.stroke,
                        one.slug: render(s.left),
                        other.slug: render(s.right),
                    }
                    for s in strokes
                ],
            }
        )
        return
    for name, (a, b) in values.items():
        _print_difference(name, (one.slug, a), (other.slug, b))
    print(f"{len(values)} of {len(values_of(one))} values differ\n")
    for stroke in strokes:
        print(f"{stroke.situation.words}\n  {one.slug}: {render(stroke.left)}\n  {other.slug}: {render(stroke.right)}")
    alone = one.side_count != other.side_count
    print(
        "one is for a single player and the other is not: no stroke to compare"
        if alone
        else f"{len(strokes)} strokes have different rulings"
    )


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple | frozenset) else value


def _print_difference(name: str, one: tuple[str, object], other: tuple[str, object]) -> None:
    """A value in which two rulesets differ; of a table only the entries that do."""
    (slug, a), (other_slug, b) = one, other
    if not isinstance(a, Mapping) or not isinstance(b, Mapping):
        print(f"{name}: {written(a)} in {slug}, {written(b)} in {other_slug} ({says(name)})")
        return
    for key in dict.fromkeys((*a, *b)):
        if a.get(key) != b.get(key):
            held = (written(table[key]) if key in table else "nothing" for table in (a, b))
            print(f"{name}.{key}: {next(held)} in {slug}, {next(held)} in {other_slug}")


def _state(one: Clause) -> str:
    """The home of a clause in words."""
    words = STATE_WORDS[one.state] if one.state else ""
    return ": ".join(filter(None, (words, "; ".join(home_label(one)))))


def _plain_reading(reading: Reading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "rulesets": list(reading.rulesets),
        "point": reading.point,
        "value": reading.value,
        "ways": [{"is": way.held, "says": way.says} for way in reading.ways],
        "because": reading.because,
    }


def _print_reading(reading: Reading) -> None:
    """An open point: how each ruleset reads it, how else it could be read."""
    print(f"\nA reading: {reading.point}")
    for slug in reading.rulesets:
        ruleset = RULESETS[slug]
        way = reading.way_of(ruleset)
        print(f"  {slug}: {way.says if way else ''} {reading.because}")
        for other in reading.others(ruleset):
            chosen = f" ({reading.value} = {written(other.held)})" if reading.value else ""
            print(f"  also possible: {other.says}{chosen}")
