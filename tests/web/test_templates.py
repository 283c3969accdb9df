import re
from pathlib import Path

import pytest
from django.template import engines
from django.template.loader import get_template

PACKAGE = Path(__file__).parents[2] / "src" / "carrom_web"
TEMPLATES = sorted(PACKAGE.rglob("*.html"))
SENTENCE = re.compile(r"\{% blocktranslate\b(?P<options>.*?)%\}(?P<text>.*?)\{% endblocktranslate %\}", re.DOTALL)


def test_a_sentence_over_several_lines_is_trimmed_so_that_its_translation_does_not_hang_on_the_layout():
    found = [(path, match) for path in TEMPLATES for match in SENTENCE.finditer(path.read_text(encoding="utf-8"))]
    laid_out = [
        (path.name, match[0]) for path, match in found if "\n" in match["text"] and "trimmed" not in match["options"]
    ]

    assert len(found) > 100
    assert not laid_out


@pytest.mark.parametrize("name", ["core/sprite.html", "allauth/elements/button.html"])
def test_a_page_is_sent_without_the_indentation_of_its_template(name: str):
    template = get_template(name)
    written = Path(template.origin.name).read_text(encoding="utf-8")

    assert any(line.startswith("  ") for line in written.splitlines())
    assert template.template.source == "\n".join(line.lstrip(" \t") for line in written.split("\n"))


def test_templates_of_other_packages_are_read_as_they_are():
    written = Path(engines["django"].get_template("account/base_entrance.html").origin.name)

    assert not written.is_relative_to(PACKAGE)
    assert get_template("account/base_entrance.html").template.source == written.read_text(encoding="utf-8")
