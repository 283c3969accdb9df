"""The JSON schema of match files: the one that is documented, and the one that the site's reader uses."""

import json
from collections.abc import Callable
from pathlib import Path

from carrom.notation.schema import facts_for_readers, match_file_schema

ROOT = Path(__file__).parents[2]


def test_the_documented_schema_is_that_of_the_classes(golden: Callable[[str, str], None]):
    golden(str(ROOT / "docs/conformance/match-file.schema.json"), json.dumps(match_file_schema(), indent=1) + "\n")


def test_the_page_has_the_same_schema(golden: Callable[[str, str], None]):
    bare = {name: part for name, part in match_file_schema().items() if name != "$schema"}  # no address in a script
    schema, facts = (json.dumps(one, separators=(",", ":")) for one in (bare, facts_for_readers()))
    lines = [
        "/** Made from the library's classes by tests/notation/test_schema.py: `./carrom test golden` writes it. */",
        "",
        f"export const FACTS = {facts};",
        "",
        f"export const SCHEMA = {schema};",
        "",
    ]

    golden(str(ROOT / "src/carrom_web/static/notation/schema.js"), "\n".join(lines))
