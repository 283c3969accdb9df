"""The documentation site: it is whole, every public name and every clause has its place, and it needs no other host."""

import json
import re
from pathlib import Path

import pytest

from carrom.laws.texts.lookup import clauses
from tests.support.docs_site import site
from tools import reference
from tools.docs_site import build, navigation, reference_pages
from tools.docs_site.markdown import converted

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow
LOADS = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|use|image)\b[^>]*?\b(?:src|href|data)=["']?([^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|icon|preload|preconnect|dns-prefetch|modulepreload|manifest))"""
    r"""[^>]*?\bhref=["']?([^"'\s>]+)""",
    re.IGNORECASE,
)
LOADS_OF_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""")
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)


def ids(page: str) -> list[str]:
    text = (site() / page).read_text(encoding="utf-8")
    return re.findall(r'\bid="?([^"\s>]+)', re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL))


def pages() -> list[Path]:
    return sorted(site().rglob("*.html"))


def test_every_public_name_has_its_place_in_the_reference():
    listed = (ROOT / "tests" / "public_names.txt").read_text(encoding="utf-8").split()
    anchors = [one for one in ids("reference/stable.html") if one.startswith("carrom.")]
    others = {one for page in (site() / "reference").glob("*.html") for one in ids(f"reference/{page.name}")}

    assert sorted(anchors) == sorted({f"carrom.{name}" for name in listed})
    assert {name for name, _ in reference.names() if name.startswith("carrom.")} <= others


def test_every_field_of_a_stable_name_is_explained():
    rows = re.findall(r'<span id="([^"]+)"></span>.*</code> \|(.*) \|$', reference_pages.stable_text(), re.MULTILINE)

    assert len(rows) > 90
    assert [name for name, remark in rows if not remark.strip()] == []


def test_every_clause_of_every_document_has_its_place():
    found = {page.stem: set(ids(f"laws/{page.name}")) for page in (site() / "laws").glob("*.html")}

    assert [one.id for one in clauses().values() if one.id.lower() not in found[one.document]] == []


def test_no_page_loads_anything_from_another_host():
    found = [
        f"{page.relative_to(site())}: {target}"
        for page in pages()
        for target in (one for pair in LOADS.findall(page.read_text(encoding="utf-8")) for one in pair if one)
        if ELSEWHERE.match(target)
    ]
    styles = [
        path for path in site().rglob("*.css") if any(map(ELSEWHERE.match, LOADS_OF_STYLE.findall(path.read_text())))
    ]

    assert found == []
    assert styles == []


def test_every_page_forbids_the_browser_to_ask_another_host():
    policy = "default-src 'self' file: data: blob: 'unsafe-inline'"

    assert [page for page in pages() if policy not in page.read_text(encoding="utf-8")] == []
    assert len(pages()) > 150


def test_what_would_be_loaded_is_seen():
    text = '<link href="https://a.example/x.css" rel="stylesheet"><script async src=//b.example/x.js></script>'

    assert [a or b for a, b in LOADS.findall(text)] == ["https://a.example/x.css", "//b.example/x.js"]
    assert LOADS_OF_STYLE.findall("a { b: url('https://c.example/f.woff2') } @import \"//d.example\";") == [
        "https://c.example/f.woff2",
        "//d.example",
    ]


def test_names_clauses_commands_and_endpoints_can_be_searched_for():
    items = json.loads((site() / "search.json").read_text(encoding="utf-8"))["items"]
    found = {item["location"] for item in items}

    assert {
        "reference/stable.html#carrom.Match.play_stroke",
        "laws/kagw.html#k-048",
        "commands.html#carrom-judge",
        "notation.html#situations",
        "tutorials/judge-a-stroke.html#other-laws-another-ruling",
    } <= found
    assert any(item["title"].endswith("/api/v1/rulings</code>") for item in items)


def test_every_page_stands_in_a_group_of_the_navigation():
    places = [path.relative_to(site()).with_suffix(".md").as_posix() for path in pages() if path.name != "404.html"]
    tree = navigation.navigation(places, build.made())

    assert [next(iter(entry)) for entry in tree if isinstance(entry, dict)] == [
        *("Home", "Tutorials", "How to", "Library", "Formats and API", "Laws", "Physics", "Project"),
    ]


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    settings = (build.HERE / "zensical.toml").read_text(encoding="utf-8")
    (tmp_path / "zensical.toml").write_text(re.sub("(?m)^(nav|custom_dir) = .*$", "", settings))
    (tmp_path / "pages").mkdir()
    page = tmp_path / "pages" / "index.md"
    page.write_text("# Here\n\n[there](there.md) [part](#part)\n")

    assert not build.generate(tmp_path)
    assert "page does not exist" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "on_the_site"),
    [
        ("1. one\n   more\n\n   * two\n     and\n2. three\n", "1. one\n    more\n\n    * two\n        and\n2. three\n"),
        ("* one\n\n  ```sh\n  a\n\n    b\n  ```\n* two\n", "* one\n\n    ```sh\n    a\n\n      b\n    ```\n* two\n"),
        ("    code\n", "    code\n"),
        ("[a](b.md#c) `[d](e.md)` [`f`](g.md)\n", "[a](B.MD#C) `[d](e.md)` [`f`](G.MD)\n"),
        ("```\n[a](b.md)\n```\n[a](b.md)\n", "```\n[a](b.md)\n```\n[a](B.MD)\n"),
    ],
)
def test_documents_are_read_as_they_are_written(written: str, on_the_site: str):
    assert converted(written, str.upper) == on_the_site
