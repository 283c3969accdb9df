"""The site of the documents: what is in docs/, the reference, the laws, commands and the HTTP API, in build/docs/site.

    ./carrom docs            # builds it; .venv/bin/python -m tools.docs_site.build does the same
    ./carrom docs --serve    # builds it, and serves it at http://127.0.0.1:8010

The pages are put together in build/docs/pages, and Zensical makes the site of them: docs/decisions/0081. A link that
leads nowhere is an error. The site needs no other host, neither for building nor for reading: it works from a folder
too, search included.
"""

import argparse
import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "build" / "docs"
PORT = 8010
OTHERS = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
NOT_PAGES = ("docs/carrom.1", "docs/reference.md")  # the site has the commands, and a longer reference
LANGUAGES = {".py": "python", ".mjs": "javascript", ".js": "javascript", ".toml": "toml"}

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tools.docs_site import command_pages, http_pages, law_pages, navigation, reference_pages  # noqa: E402
from tools.docs_site.markdown import converted  # noqa: E402
from tools.docs_site.reference_pages import Page  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Build the site, and serve it if that is asked for; the status is 1 if a link leads nowhere."""
    parser = argparse.ArgumentParser(prog="./carrom docs", description="Build the documentation site.")
    parser.add_argument("--serve", action="store_true", help="serve it afterwards, on this machine alone")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port of --serve (default {PORT})")
    asked = parser.parse_args(arguments)
    started = time.monotonic()
    count = stage(FOLDER)
    if not generate(FOLDER):
        return 1
    print(f"{count} pages in {FOLDER / 'site'} after {time.monotonic() - started:.1f} s", flush=True)
    if asked.serve:
        _serve(FOLDER / "site", asked.port)
    return 0


def made() -> list[Page]:
    """The pages that are made from the source."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
    import django

    django.setup()
    from carrom_web.api.site import description

    return [
        *reference_pages.pages(),
        *law_pages.pages(),
        *command_pages.pages(),
        *http_pages.pages(description()),
        navigation.decisions(ROOT / "docs" / "decisions"),
    ]


def stage(folder: Path) -> int:
    """Put together what the site is made of: pages, pictures, configuration; give the number of pages."""
    shutil.rmtree(folder / "pages", ignore_errors=True)
    generated = made()
    texts = {page.place: page.text for page in generated}
    tracked = _tracked()
    places = _places(tracked, texts)
    examples: dict[str, str] = {}
    for name, place in places.items():
        if name.endswith(".md") and place not in texts:
            text = (ROOT / name).read_text(encoding="utf-8")
            texts[place] = converted(text, functools.partial(_new_target, name, place, places, examples))
        elif not place.endswith(".md"):
            _write(folder / "pages" / place, (ROOT / name).read_bytes())
    for place, name in examples.items():
        texts[place] = _example(name)
    for place, text in texts.items():
        _write(folder / "pages" / place, text.encode())
    for file in (HERE / "theme").rglob("*"):
        if file.is_file():
            _write(folder / "theme" / file.relative_to(HERE / "theme"), file.read_bytes())
    tree = navigation.navigation(texts, generated)
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    _write(folder / "zensical.toml", settings.replace("nav = []", f"nav = {_toml(tree)}").encode())
    return len(texts)


def generate(folder: Path) -> bool:
    """Make the site of what is staged; False if a link leads nowhere, which is then on standard error."""
    shutil.rmtree(folder / "site", ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", str(folder / "zensical.toml")]
    environment = dict(os.environ, NO_COLOR="1", CLICOLOR="0")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr))
    return not done.returncode


def _tracked() -> list[str]:
    asked = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def _places(tracked: Iterable[str], generated: Iterable[str]) -> dict[str, str]:
    """The place on the site of each file of the repository that it has."""
    places = {
        name: name.removeprefix("docs/")
        for name in tracked
        if name.startswith("docs/") and name not in NOT_PAGES and not re.match(r"docs/laws/\w+\.toml", name)
    }
    places |= {name: place for name, place in OTHERS.items() if (ROOT / name).is_file()}
    laws = {f"docs/{place.removesuffix('.md')}.toml": place for place in generated if place.startswith("laws/")}
    return (
        places | laws | {"docs/reference.md": "reference.md", "README.md": "index.md", "docs/carrom.1": "commands.md"}
    )


def _new_target(name: str, place: str, places: dict[str, str], examples: dict[str, str], target: str) -> str:
    """The target of a link on the site: from the place of its page to the place of what it names."""
    path, mark, part = target.partition("#")
    if not path or re.match(r"[a-z]+:", path):
        return target
    meant = os.path.normpath(PurePosixPath(name).parent / path)
    if (ROOT / meant).is_dir():
        there = f"{meant.removeprefix('docs/')}/index.md"
    elif meant in places:
        there = places[meant]
    elif (ROOT / meant).is_file():  # a file of the source
        there = f"source/{meant.replace('/', '-').replace('.', '-')}.md"
        examples[there] = meant
    else:
        return target  # the strict build names it
    return os.path.relpath(there, PurePosixPath(place).parent) + mark + part


def _example(name: str) -> str:
    """A page that shows a file of the source whole."""
    text = (ROOT / name).read_text(encoding="utf-8")
    language = LANGUAGES.get(PurePosixPath(name).suffix, "text")
    return f"# {name}\n\n````{language}\n{text}\n````\n"


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _toml(value: object) -> str:
    """Lists, tables and texts on one line of TOML."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(held)}" for key, held in value.items()) + " }"
    return json.dumps(value)


def _serve(folder: Path, port: int) -> None:
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/ (stop with Ctrl-C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


class Files(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, without a line on the terminal for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    sys.exit(main())
