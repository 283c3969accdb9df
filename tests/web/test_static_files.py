"""Hashed static files: modules name one another by hashed names, which are found as Django finds them."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from servestatic.storage import CompressedManifestStaticFilesStorage

from carrom_web.core.static_files import HashedStaticFiles, named_first

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
