"""The navigation of the site of documents: which page stands where, in the order in which they are read."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.docs_site.reference_pages import Page

Entry = str | dict[str, "str | list[Entry]"]

GROUPS = """
Tutorials: tutorials/index tutorials/play-a-match tutorials/judge-a-stroke tutorials/simulate tutorials/write-a-bot
  tutorials/write-a-ruleset tutorials/write-a-format tutorials/train-an-agent tutorials/run-an-event
How to/On a board: how-to/keep-a-match how-to/show-a-match how-to/analyse-a-stroke how-to/solve-and-make-puzzles
  correspondence rated
How to/Organise: how-to/hold-an-event how-to/hold-a-swiss-event how-to/hold-a-match-league how-to/hold-a-solo-league
  how-to/hold-a-championship how-to/rate-players how-to/keep-the-players-of-a-club walk-overs how-to/accounts
How to/Operate: operations capacity how-to/run-a-server how-to/use-a-cluster security threats asvs
How to/Extend: how-to/write-a-plugin how-to/add-a-ruleset how-to/add-a-bot how-to/add-a-format how-to/add-a-lesson
  how-to/add-a-page how-to/add-a-setting how-to/add-a-competition how-to/translate
Library: api environments bots/protocol bots/strength reference reference/*
Formats and API: notation http-api http-endpoints commands results wire source/*
Laws: laws/index laws/* laws/parameters laws/readings laws/stages laws/cases
Physics: physics/model physics/accuracy physics/calibration physics/measuring-pockets physics/pictures
Project: map words voice contributing changelog decisions/index
Project/Decisions: decisions/*
"""


def navigation(pages: Iterable[str], generated: Iterable[Page]) -> list[Entry]:
    """The whole tree. Every page has one place; one that no group names comes last, under its own folder.

    Args:
        pages: all pages, as their places below the root of the site.
        generated: those that are made, with their titles.
    """
    left = dict.fromkeys(sorted(pages))
    titles = {page.place: page.title for page in generated}
    named = {f"{name}.md" for _, names in _groups() for name in names.split() if not name.endswith("*")}
    tree: list[Entry] = [{"Home": "index.md"}]
    left.pop("index.md")
    for group, names in _groups():
        held: list[Entry] = []
        for name in names.split():
            places = [f"{name}.md"] if not name.endswith("*") else _below(name[:-1], left, named, titles)
            held += [{titles[place]: place} if place in titles else place for place in places if place in left]
            for place in places:
                left.pop(place, None)
        _branch(tree, group.split("/")).extend(held)
    for place in left:
        _branch(tree, ["More"]).append(place)
    return tree


def _groups() -> Iterator[tuple[str, str]]:
    for line in GROUPS.replace("\n  ", " ").strip().splitlines():
        group, _, names = line.partition(": ")
        yield group, names


def _below(folder: str, places: Iterable[str], named: set[str], titles: Mapping[str, str]) -> list[str]:
    """The pages of a folder that no group names: first those that are made, in their order, then the others."""
    found = [place for place in places if place.startswith(folder) and place not in named]
    order = list(titles)
    return sorted(found, key=lambda place: (order.index(place) if place in titles else len(order), place))


def _branch(tree: list[Entry], path: list[str]) -> list[Entry]:
    for title in path:
        for entry in tree:
            if isinstance(entry, dict) and isinstance(held := entry.get(title), list):
                tree = held
                break
        else:
            branch: list[Entry] = []
            tree.append({title: branch})
            tree = branch
    return tree


def title_of(text: str) -> str:
    """The first heading of a document."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def decisions(folder: Path) -> Page:
    """The list of all decisions, the newest first."""
    rows = [
        f"* [{title_of(path.read_text(encoding='utf-8'))}]({path.name})"
        for path in sorted(folder.glob("[0-9]*.md"), reverse=True)
    ]
    head = "# Decisions\n\nWhat was decided, why, and what else was weighed; the newest first.\n\n"
    return Page("decisions/index.md", "All decisions", head + "\n".join(rows) + "\n")
