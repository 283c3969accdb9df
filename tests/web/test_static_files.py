"""Hashed static files: modules name one another by hashed names, which are found as Django finds them."""

import asyncio
import json
import re
from pathlib import Path

import pytest
import rjsmin
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage

from carrom_web.core.file_server import FileServer
from carrom_web.core.static_files import (
    HashedStaticFiles,
    Minified,
    add_headers,
    is_immutable,
    is_own_text,
    named_first,
)
from tests.support.node import answer_of_script

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/carrom_web/static"

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")
NAMED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([./][^"']*\.js)["']""")


def modules() -> dict[str, str]:
    root = Path(settings.STATIC_ROOT)
    paths: dict[str, str] = json.loads((root / "staticfiles.json").read_text())["paths"]
    return {name: (root / path).read_text() for name, path in paths.items() if name.endswith(".js")}


def test_modules_name_one_another_by_their_hashed_names():
    named = {(name, url) for name, text in modules().items() for url in NAMED.findall(text)}

    assert len(named) > 200
    assert sorted(one for one in named if not HASHED.search(one[1])) == []


@pytest.mark.parametrize("accepted", ["", "gzip"])
def test_the_server_answers_as_servestatic_does_and_follows_no_link_that_leads_out(tmp_path: Path, accepted: str):
    root, outside = tmp_path / "files", tmp_path / "outside"
    for name in ("files/a.0123456789ab.css", "files/deep/b.js", "files/deep/b.js.gz", "outside/c.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (root / "out.js").symlink_to(outside / "c.js")
    (root / "out").symlink_to(outside)
    (root / "in.js").symlink_to(root / "deep" / "b.js")
    answers = []
    for server in (FileServer, ServeStaticASGI):
        files = server(None, root, "/f/", add_headers_function=add_headers, immutable_file_test=is_immutable).files
        found = {}
        for url, file in files.items():
            answer = asyncio.run(file.aget_response("HEAD", {"HTTP_ACCEPT_ENCODING": accepted}))
            found[url] = (answer.status, sorted(answer.headers))
        answers.append(found)

    assert answers[0] == answers[1]
    assert set(answers[0]) == {"/f/a.0123456789ab.css", "/f/deep/b.js", "/f/in.js"}


def test_a_file_that_a_module_fetches_is_named_by_its_hashed_name():
    kernel = next(text for name, text in modules().items() if name == "physics/kernel.js")

    assert re.search(r'new URL\("\./kernel\.[0-9a-f]{12}\.wasm", import\.meta\.url\)', kernel)


def test_a_file_comes_after_those_that_it_names_and_a_circle_is_no_hindrance(tmp_path: Path):
    texts = {
        "main.js": 'import { a } from "./deep/a.js";',
        "deep/a.js": 'import "../b.js"; import "./circle.js";',
        "deep/circle.js": 'import { a } from "./a.js";',
        "b.js": 'export * from "./c.js"; import "https://elsewhere.example/main.js";',
        "c.js": "export const c = 1;",
        "page.css": '@import url("parts/tokens.css");',
        "parts/tokens.css": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    files = FileSystemStorage(tmp_path)

    order = named_first({name: (files, name) for name in texts})

    assert order == ["c.js", "b.js", "deep/circle.js", "deep/a.js", "main.js", "parts/tokens.css", "page.css"]


def different(texts: list[tuple[str, str, str]]) -> list[str]:
    """Return the names of those modules and style sheets (name, source, other) that say something else."""
    prettier = ROOT / "node_modules/prettier"
    if not prettier.exists():
        pytest.skip("prettier (`npm ci`) is not on this machine")
    found: list[str] = answer_of_script("same_syntax.mjs", texts, str(prettier))
    return found


def test_what_is_minified_says_the_same_in_fewer_characters():
    files = FileSystemStorage(STATIC)
    names = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if is_own_text(files, path.name)]
    texts = [(name, (STATIC / name).read_text(), Minified(files).open(name).read().decode()) for name in names]

    assert len(texts) > 200
    assert different(texts) == []
    assert sum(len(short) for _, _, short in texts) < 0.7 * sum(len(source) for _, source, _ in texts)
    assert not [name for name, text in modules().items() if name in names and "/**" in text]


def test_what_minifying_makes_something_else_is_found():
    nested = "export const a = (b) => `<${b ? `${b} ${b}` : ''}>`;"
    texts = [("nested.js", nested, rjsmin.jsmin(nested)), ("same.js", nested, nested)]
    styles = [
        ("p b {}", "p>b{}"),
        ("p :hover {}", "p:hover{}"),
        ("p { width: calc(1px + 2px) }", "p{width:calc(1px+2px)}"),
        ("p { margin: 1px -2px }", "p{margin:1px-2px}"),
        ('p { content: "a b" }', 'p{content:"ab"}'),
        ("@media (hover) and (width > 3px) {p{}}", "@media (hover)and (width > 4px){p{}}"),
        ("@media screen and (hover) {p{}}", "@media screen and(hover){p{}}"),
        ("p { --a: b c }", "p{--a:bc}"),
        ("p { color: red }", "p{}"),
    ]
    texts += [(f"{number}.css", *pair) for number, pair in enumerate(styles)]
    same = ("same.css", "p ,\n b { margin: 1px  2px ; }\n@media (hover: hover) { a { --b: c } }\n/* d */", "")
    texts.append((*same[:2], "p,b{margin:1px 2px}@media (hover:hover){a{--b:c}}"))

    assert different(texts) == ["nested.js", *(f"{number}.css" for number in range(len(styles)))]


class Djangos(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True


MODULE = """
/** @typedef {import("./types.js").Entry} Entry */
import { a, b as c } from "./one.js";
import d, {
  $e,
  f_1,
} from "../two.js";
import * as g from './three.js';
import "./four.js";
export { h } from "./five.js";
export * from "./six.js";
export * as i from "./seven.js";
import { far } from "https://elsewhere.example/x.js";
// we import nothing from "here" and export "nothing"; from "./comment.js" is no import
export function important(from) { return import("./eight.js"); }
export const exported = { from: "./nine.js" };
"""


@pytest.mark.parametrize("storage", [HashedStaticFiles, Djangos])
def test_each_way_of_naming_a_module_is_found_as_django_finds_it(storage: type[CompressedManifestStaticFilesStorage]):
    text = MODULE
    for pattern, template in storage()._patterns["*.js"]:
        text = pattern.sub(lambda found, to=template: to % {**found.groupdict(), "url": "H"}, text)

    assert text.count('"H"') == 9 and text.count('import("H")') == 2
    for there in ("https://elsewhere.example/x.js", "./comment.js", "./nine.js"):
        assert there in text
