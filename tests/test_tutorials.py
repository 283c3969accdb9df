"""The tutorials are programs: each runs from its first block to its last, and prints and draws what its page shows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.docs_site import tutorials


@pytest.mark.parametrize("document", tutorials.documents(), ids=lambda path: path.stem)
def test_a_tutorial_runs_and_shows_what_it_prints_and_draws(document: Path, golden: Callable[[str, str], None]):
    ran = tutorials.run(document)

    golden(str(document), ran.text)
    for name, picture in ran.pictures.items():
        golden(str(document.parent / "pictures" / name), picture)
    assert set(re.findall(r"\]\(pictures/([^)]+)\)", ran.text)) == set(ran.pictures)
    assert re.findall(r"^```(\w*)$", ran.text, re.MULTILINE).count("text") >= 2


def test_the_index_names_every_tutorial_in_the_order_of_their_last_links():
    index = (tutorials.FOLDER / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[[^]]+\]\(([\w-]+)\.md\)", index, re.MULTILINE)
    followed = {
        path.stem: re.findall(r"Next: \[[^]]+\]\(([\w-]+)\.md\)", path.read_text(encoding="utf-8"))
        for path in tutorials.documents()
    }

    assert sorted(listed) == sorted(followed)
    assert [followed[one] for one in listed] == [*([one] for one in listed[1:]), []]


def test_no_picture_is_left_over():
    drawn = {path.stem for path in (tutorials.FOLDER / "pictures").iterdir()}

    assert drawn <= {path.stem for path in tutorials.documents()}
