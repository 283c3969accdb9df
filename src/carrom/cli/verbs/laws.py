"""Tell the laws: the rulesets, what one of them says, or one clause.

Nothing: the rulesets that ship. A ruleset's slug: its values and clauses. The id of a clause (ICF-L73): its text and
what is ruled by it. --compare A B: the values in which two rulesets differ. --check FILE: whether the law cases of a
file hold, as `carrom cases` does.
"""

import argparse
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from carrom.cli.reading import UnknownNameError, chosen, print_json
from carrom.laws.ruleset import NOT_OPTIONS, Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import Clause, clause, clauses, reason_template


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("name", nargs="?", metavar="RULESET|ID", help="a ruleset's slug, or a clause's id")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="tell where two rulesets differ")
    parser.add_argument("--check", metavar="FILE", help="run the law cases of a file")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(asked: argparse.Namespace) -> int:
    """Tell what is asked; 1 if cases of --check fail. Raises CarromError: no such ruleset or clause."""
    if asked.check is not None:
        from carrom.laws.cases import run_files

        report = run_files([asked.check])
        if asked.json:
            print_json({"passed": report.passed, "failed": report.failed})
        else:
            print("\n".join(report.lines))
        return report.exit_code
    if asked.compare is not None:
        _compare(*(chosen(slug, RULESETS, "ruleset") for slug in asked.compare), as_json=asked.json)
    elif asked.name is None:
        _list(as_json=asked.json)
    elif asked.name in RULESETS:
        _ruleset(RULESETS[asked.name], as_json=asked.json)
    else:
        _clause(asked.name, as_json=asked.json)
    return 0


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
    """Every clause that a ruleset cites for a reason or a fact, and the others of its documents, in their order."""
    ids = {one for cited in (*ruleset.citations.values(), *ruleset.fact_citations.values()) for one in cited}
    known = clauses()
    prefixes = {one.rstrip("0123456789") for one in ids}
    listed = [found for found in known.values() if found.id.rstrip("0123456789") in prefixes]
    return (*listed, *(clause(one) for one in sorted(ids - set(known))))


def _ruleset(ruleset: Ruleset, *, as_json: bool) -> None:
    values, cited = values_of(ruleset), cited_by(ruleset)
    if as_json:
        print_json(
            {
                "slug": ruleset.slug,
                "title": ruleset.title,
                "edition": ruleset.edition,
                "values": values,
                "clauses": [{"id": one.id, "title": one.title, "text": one.text} for one in cited],
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
        print(f"  {field.name} = {_shown(values[field.name])}: {field.metadata.get('says', '')}")
    print("\nclauses")
    for one in cited:
        print(f"  {one.id}: {one.text or '(no text here)'}")


def _clause(clause_id: str, *, as_json: bool) -> None:
    cited = {r.slug: [why for why, ids in r.citations.items() if clause_id in ids] for r in RULESETS.values()}
    if clause_id not in clauses() and not any(cited.values()):
        raise UnknownNameError(
            f"there is no ruleset or clause {clause_id!r}; `carrom laws` and `carrom laws icf` list them"
        )
    found = clause(clause_id)
    if as_json:
        decides = {slug: [why.value for why in reasons] for slug, reasons in cited.items() if reasons}
        print_json({"id": found.id, "title": found.title, "text": found.text, "decides": decides})
        return
    print(f"{found.id}, {found.title}\n{found.text}")
    for slug, reasons in cited.items():
        for why in reasons:
            print(f"  {slug}: {why}: {reason_template(why)}")


def _compare(one: Ruleset, other: Ruleset, *, as_json: bool) -> None:
    left, right = values_of(one), values_of(other)
    differing = {name: [left[name], right[name]] for name in left if left[name] != right[name]}
    if as_json:
        print_json(differing)
        return
    for name, (a, b) in differing.items():
        print(f"{name}: {_shown(a)} in {one.slug}, {_shown(b)} in {other.slug}")
    print(f"{len(differing)} of {len(left)} values differ")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple | frozenset) else value


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return f"{len(value)} entries"
    return ", ".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)
