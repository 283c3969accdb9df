"""A club's own ruleset from a TOML file: differences from a base, and its own clauses. Read strictly.

base = "icf"
slug = "our-club"                   # lower case letters, digits, hyphens
title = "Our club's house rules"
edition = 1                         # optional
[values]                            # `carrom laws icf` lists them all
game_target = 21
[citations]                         # optional: a reason -> clauses of the house rules, or of the base
striker_alone = ["House rule 3"]
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from carrom.errors import UnreadableError
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.laws.values import RulesetValueError, with_values, written

GREATEST_FILE = 200_000  # bytes
KEYS = frozenset({"base", "slug", "title", "edition", "values", "citations"})
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class RulesetFileError(UnreadableError):
    """The file is no ruleset; the sentence says where and why, and nothing of it is used."""

    code = "ruleset-file"


def read_ruleset(path: str | Path) -> Ruleset:
    """The ruleset of a TOML file.

    Raises:
        RulesetFileError: it cannot be read, is not TOML, or has an unknown value.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RulesetFileError("unreadable", path=path, why=error.strerror or error) from error
    if len(data) > GREATEST_FILE:
        raise RulesetFileError("too-large", path=path, most=GREATEST_FILE)
    try:
        return ruleset_from_text(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RulesetFileError("encoding", path=path) from error
    except RulesetFileError as error:
        raise RulesetFileError("in-file", path=path, cause=error) from error


def ruleset_from_text(text: str) -> Ruleset:
    """The ruleset of a text in TOML.

    Raises:
        RulesetFileError: as `read_ruleset`.
    """
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesetFileError("not-toml", error=error) from error
    if unknown := sorted(set(content) - KEYS):
        raise RulesetFileError("unknown-key", key=written(unknown[0]), known=sorted(KEYS))
    base = content.get("base")
    if not isinstance(base, str) or base not in RULESETS:
        raise RulesetFileError("base", rulesets=tuple(RULESETS), base=written(base))
    slug, title = content.get("slug"), content.get("title")
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug) or slug in RULESETS:
        raise RulesetFileError("slug")
    if not isinstance(title, str) or not 0 < len(title) <= 80:
        raise RulesetFileError("title")
    edition = content.get("edition", 1)
    if type(edition) is not int or not 1 <= edition <= 10_000:
        raise RulesetFileError("edition")
    plain = replace(RULESETS[base], slug=slug, title=title, edition=edition, inherits=base)
    try:
        ruleset = with_values(plain, _table(content, "values"))
    except RulesetValueError as error:
        raise RulesetFileError("value", cause=error) from error
    return replace(ruleset, citations=MappingProxyType({**ruleset.citations, **_citations(content)}))


def _table(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = content.get(name, {})
    if not isinstance(table, dict):
        raise RulesetFileError("not-a-table", name=name)
    return table


def _citations(content: Mapping[str, Any]) -> dict[Reason, tuple[str, ...]]:
    found = {}
    for name, ids in _table(content, "citations").items():
        if name not in {reason.value for reason in Reason}:
            raise RulesetFileError("unknown-reason", name=written(name))
        if not isinstance(ids, list) or not all(isinstance(one, str) and 0 < len(one) <= 80 for one in ids):
            raise RulesetFileError("not-texts", name=name)
        found[Reason(name)] = tuple(ids)
    return found
