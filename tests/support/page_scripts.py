"""What scripts of a page need: the modules behind its first one, the texts that they name, and those that it has."""

import re
from pathlib import Path

SITE = Path(__file__).parents[2] / "src" / "carrom_web"
STATIC = SITE / "static"
NAMED = r"(?:^import [^;]*?from |new URL\()\"(\.[^\"]+)\"(?:;|, import\.meta\.url)"  # by a module: others, and files


def modules_behind(first: str) -> set[str]:
    """The modules that a module needs, itself included, and the files that they fetch."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        code = (STATIC / name).read_text(encoding="utf-8") if name.endswith(".js") else ""
        for target in re.findall(NAMED, code, re.M):
            waiting.append(str((STATIC / name).parent.joinpath(target).resolve().relative_to(STATIC.resolve())))
    return found


def fetched_early(template: str) -> set[str]:
    """The modules and files that a template asks a browser to fetch at once."""
    return set(re.findall(r"static '([^']+)'", (SITE / template).read_text(encoding="utf-8")))


def texts_of(template: str) -> list[str]:
    """The keys of a template's texts, those of the templates of texts that it includes among them."""
    text = (SITE / template).read_text(encoding="utf-8")
    own = re.findall(r"^ *\"([\w.]+)\":", text, re.M)
    return own + [key for name in re.findall(r"{% include \"([^\"]+texts\.html)\" %}", text) for key in texts_of(name)]


def named_by(first: str) -> set[str]:
    """The keys of texts that a module and those behind it name whole."""
    scripts = sorted(name for name in modules_behind(first) if name.endswith(".js"))
    code = "".join((STATIC / name).read_text(encoding="utf-8") for name in scripts)
    named = set(re.findall(r"\bt\(\"([\w.]+)\"", code))
    for pair in re.findall(r"\bt\([^()\n]*\? \"([\w.]+)\" : \"([\w.]+)\"", code):
        named |= set(pair)
    return named


def missing(named: set[str], texts: list[str]) -> set[str]:
    """The keys that are named and are no text of a page."""
    return named - set(texts)
