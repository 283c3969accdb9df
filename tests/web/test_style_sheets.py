"""The style sheets: a finger leaves no hover behind, what is disabled can be read in every state, in every theme."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parents[2] / "src" / "carrom_web" / "static" / "css").glob("*.css"))
HOVER = "@media (hover: hover)"
READABLE = 4.5  # WCAG 2.2, 1.4.3
RULE = re.compile(r"([^{};]*)\{([^{}]*)\}|([^{};]*)\{|\}")
THEMES = (":root", ':root[data-theme="dark"]', ':root[data-theme="sun"]')
PAIRS = (  # the words of a button and its face: at rest, under a mouse, disabled
    ("text", "surface"),
    ("text", "surface-2"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("danger", "surface"),
    ("danger", "surface-2"),
    ("text-2", "surface-2"),
)
BUTTON = r"\.(btn|key)(?![-\w])"
COLOURED = r"(?<![-\w])(background|color|border-color)\s*:(?!\s*var\(--(face|ink|edge|over)\))"


def rules(path: Path) -> Iterator[tuple[str, str, str]]:
    """Each rule of a sheet: the at-rules around it, its selectors, what it declares."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    around: list[str] = []
    for found in RULE.finditer(text):
        selectors, declared, opened = found.groups()
        if selectors is not None:
            yield " ".join(around), selectors.strip(), declared
        elif opened is not None:
            around.append(opened.strip())
        else:
            around.pop()


def all_rules() -> Iterator[tuple[str, str, str, str]]:
    for path in SHEETS:
        for rule in rules(path):
            yield path.name, *rule


def test_hover_is_for_those_who_hover() -> None:
    outside = [(name, each) for name, around, each, _ in all_rules() if ":hover" in each and HOVER not in around]
    assert not outside


def test_nothing_but_the_tokens_of_a_button_says_how_it_looks_under_a_mouse() -> None:
    """A rule that names a colour outright would beat the one that says how a disabled button looks."""
    hovered = [declared.strip() for _, _, each, declared in all_rules() if re.search(BUTTON + "[^,]*:hover", each)]
    assert hovered == ["background: var(--over);"]
    outright = [
        (name, selectors)
        for name, _, selectors, declared in all_rules()
        if re.search(BUTTON + "[^ ,]*$", selectors) and ":active" not in selectors and re.search(COLOURED, declared)
    ]
    assert not outright


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_words_of_buttons_can_be_read_in_every_state(theme: str, pair: tuple[str, str]) -> None:
    values: dict[str, str] = {}
    for around, selectors, declared in rules(next(path for path in SHEETS if path.name == "tokens.css")):
        if not around and selectors.split(",")[0].strip() in (":root", theme):
            values.update(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", declared))
    words, face = (luminance(values[name]) for name in pair)
    assert (max(words, face) + 0.05) / (min(words, face) + 0.05) >= READABLE


def luminance(colour: str) -> float:
    """How light a colour such as `#0b5f57` is, 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
