"""Names and prose use the field's and Django's words; `docs/words.md` says which word took the place of a retired one.

No name and no prose of ours uses a retired word: identifiers of Python and scripts, docstrings, comments, style sheets
and documents, and templates but for their translated texts, which `tests/web/test_makemessages.py` looks at.
"""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RETIRED = frozenset(
    "begun crowd crowds deed deeds dice forgetting heard keeper kept pen taker teller telling tells thinker told "
    "undone whoever".split()
)
PROSE = re.compile(r"\b(?:anew|begun|deeds?|he|him|himself|his|is no JSON|kept|oftener|told|whoever)\b", re.IGNORECASE)
HIDDEN_SUBJECT = re.compile(r'^\s*r?"""((?:What|Who|Where|Which)\b.*)', re.M)
IDENTIFIER = re.compile(r"[^\W\d]\w*")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CODE = ("src", "tools", "benchmarks", "tests", "e2e")
TEXTS = (".css", ".html", ".js", ".md", ".mjs")
QUOTED = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
TRANSLATED = re.compile(
    r"{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}|{%\s*translate\s+(?:\"[^\"]*\"|'[^']*').*?%}", re.DOTALL
)
LEFT_OUT = ("__pycache__", "migrations", "node_modules", "vendor")
QUOTING = (  # what not to write, and texts of the source once more
    "docs/decisions/0048-one-voice.md",
    "docs/laws/readings.md",
    "docs/reference.md",
    "docs/voice.md",
    "docs/words.md",
)


def parts(name: str) -> list[str]:
    """The words of a name: `told_kindly`, `KeptPages`."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


@functools.cache
def is_retired(name: str) -> bool:
    """Whether a word of this name is retired."""
    return not RETIRED.isdisjoint(parts(name))


def names_in(tree: ast.Module) -> Iterator[str]:
    """What is defined or assigned to: classes, functions, parameters, variables, attributes, imports and keywords."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)) | ast.alias(asname=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def prose_in(source: str) -> Iterator[str]:
    """The docstrings and comments of Python."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def names_in_script(source: str) -> set[str]:
    """The identifiers of a script, its comments and texts left out."""
    return set(re.findall(r"[A-Za-z_$][\w$]*", QUOTED.sub(" ", source)))


def own_words(template: str) -> str:
    """A template without what readers see: translated texts."""
    return TRANSLATED.sub(" ", template)


def files(*folders: str, endings: tuple[str, ...] = (".py",)) -> Iterator[tuple[str, str]]:
    """Path and text of these folders' own files, in order; this one names what is retired and is left out."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and path != Path(__file__).resolve() and not {*LEFT_OUT} & {*path.parts}:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def documents_at_the_root() -> list[tuple[str, str]]:
    """Path and text of the documents beside the code."""
    return [(path.name, path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("*.md"))]


@functools.cache
def retired_names(*folders: str) -> dict[str, list[str]]:
    """The different retired names of each file, its path's among them."""
    found = {
        path: sorted(
            {name for name in (*Path(path).with_suffix("").parts, *names_in(ast.parse(text))) if is_retired(name)}
        )
        for path, text in files(*folders)
        if any(map(is_retired, {*IDENTIFIER.findall(text), *IDENTIFIER.findall(path)}))  # the others need no tree
    }
    return {path: names for path, names in found.items() if names}


@functools.cache
def retired_script_names(*folders: str) -> dict[str, list[str]]:
    """The different retired names of each script, its path's among them."""
    found = {
        path: sorted(name for name in (*Path(path).with_suffix("").parts, *names_in_script(text)) if is_retired(name))
        for path, text in files(*folders, endings=(".js", ".mjs"))
    }
    return {path: names for path, names in found.items() if names}


def prose_of(path: str, text: str) -> Iterator[str]:
    """What a person wrote in a file for other developers."""
    match Path(path).suffix:
        case ".py":
            yield from prose_in(text)
        case ".html":
            yield own_words(text)
        case _:
            yield text


@functools.cache
def retired_words() -> dict[str, list[str]]:
    """The retired words in the prose of each file."""
    found = {
        path: [word for prose in prose_of(path, text) for word in PROSE.findall(prose)]
        for path, text in (*files(*CODE, "docs", endings=(".py", *TEXTS)), *documents_at_the_root())
        if PROSE.search(text) and path not in QUOTING
    }
    return {path: words for path, words in found.items() if words}


def test_no_name_uses_a_retired_word():
    assert retired_names(*CODE) == {}


def test_no_name_of_a_script_uses_a_retired_word():
    assert retired_script_names(*CODE) == {}


def test_no_prose_uses_a_retired_word():
    assert retired_words() == {}


def test_a_docstring_names_its_subject():
    """Not "What a page shows": `docs/voice.md`. Whether is for what is true or false."""
    hidden = {path: found for path, text in files("src", "tools") if (found := HIDDEN_SUBJECT.findall(text))}

    assert hidden == {}


def test_every_kind_of_name_is_looked_at():
    tree = ast.parse(
        "import a as told_a\n"
        "told_b = 1\n"
        "class ToldC:\n    told_d: int = 0\n"
        "def told_e(told_f, *, told_g=1):\n"
        "    for told_h, (told_i, _) in []: pass\n"
        "    call(told_j=[told_k for told_k in ()])\n"
        "    self.told_l = 1\n"
        "    with f() as told_m: pass\n"
        "    if (told_n := 1): pass\n"
    )

    assert {name for name in names_in(tree) if is_retired(name)} == {
        "ToldC",
        *(f"told_{letter}" for letter in "abdefghijklmn"),
    }


def test_prose_is_docstrings_and_comments_and_not_the_values_of_a_program():
    source = '"""Told."""\nkept = "his"  # whoever\ndef f():\n    """The body\n    is no JSON."""\n'

    assert [PROSE.findall(prose) for prose in prose_in(source)] == [["Told"], ["is no JSON"], ["whoever"]]
    assert PROSE.findall("This one has shown what the theory says.") == []


def test_names_of_scripts_are_those_of_the_program():
    source = """/** Told. */ const keptTold = "told"; // told\nbegun.heardAt('kept', `${told}`);"""

    assert {name for name in names_in_script(source) if is_retired(name)} == {"keptTold", "begun", "heardAt", "told"}


def test_templates_are_looked_at_without_their_translated_texts():
    source = """<p id="told" class="kept">{% translate "It was told." %}{% blocktranslate trimmed %}
    He kept it. {% endblocktranslate %}{# begun #}</p>"""

    assert PROSE.findall(own_words(source)) == ["told", "kept", "begun"]
