"""The fonts of all prints: families, files, and missing characters.

Most come as packages; six scripts that no package has lie in `fonts/`. What neither has is looked for among the
machine's own fonts, and what these lack too is said (`NO_GLYPH`), for a typesetter prints a box without a word.

Sources and sizes: docs/decisions/0015-fonts-of-papers.md.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from carrom.messages import gettext_noop
from carrom.parts import need

if TYPE_CHECKING:
    import typst

NO_GLYPH = gettext_noop("Some characters could not be printed, for no font here has them: %(characters)s.")
"""The foot of a paper about characters that it shows as boxes."""

translations: list[Callable[[str], str]] = []
"""A program that speaks other languages than English puts its `gettext` here, for the foot."""

FOLDERS = (
    ("fontpkg_noto_sans", "files"),  # Latin, Greek, Cyrillic
    ("justmytype_intl_south_asia", "fonts/ofl"),  # Devanagari, Bengali, Tamil, Telugu
    ("carrom.printing", "fonts"),  # Gujarati, Gurmukhi, Kannada, Malayalam, Odia, Sinhala
    ("justmytype_intl_rtl", "fonts/ofl"),  # Arabic, Hebrew
    ("justmytype_intl_sea", "fonts/ofl"),  # Burmese, Khmer, Lao, Thai
    ("noto_cjk_sans_otc", "."),  # Chinese, Japanese, Korean; by far the largest, so asked last
)
SCRIPTS = (
    *("Devanagari", "Bengali", "Tamil", "Telugu", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Oriya", "Sinhala"),
    *("Arabic", "Hebrew", "Myanmar", "Khmer", "Lao", "Thai"),
)
HAN = {"ja": "JP", "ko": "KR", "zh-hant": "TC", "zh-tw": "TC", "zh-hk": "HK"}
"""Whose shapes of Chinese characters a paper has, by its language; simplified Chinese elsewhere."""

MOST_NAMED = 8  # characters that a foot or a warning names one by one


def families(lang: str = "en") -> list[str]:
    """The families of a paper in the order in which they are tried; Latin digits and signs come from the first."""
    han = HAN.get(lang.lower(), "SC")
    return ["Noto Sans", *(f"Noto Sans {script}" for script in SCRIPTS), f"Noto Sans CJK {han}"]


@cache
def shipped_fonts() -> "typst.Fonts":
    """The fonts that come with carrom, read once. Raises MissingPartError."""
    need("prints")
    import typst

    folders = [str(files(package) / folder) for package, folder in FOLDERS]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)


@cache
def all_fonts() -> "typst.Fonts":
    """The shipped fonts, and those of the machine. Raises MissingPartError."""
    need("prints")
    import typst

    folders = [str(files(package) / folder) for package, folder in FOLDERS]
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=folders)


def fonts_for(text: str) -> "typst.Fonts":
    """The fonts that a text is set with: the machine's own are looked at only where the shipped ones do not do."""
    return all_fonts() if _left(_drawn(text), shipped_fonts()) else shipped_fonts()


def without_glyph(text: str) -> tuple[str, ...]:
    """The characters of a text that no font here has, each once, in order."""
    left = _left(_drawn(text), shipped_fonts())
    return tuple(sorted(_left(left, all_fonts()))) if left else ()


def without_glyph_in(*values: object) -> tuple[str, ...]:
    """The characters that no font has in dataclasses, sequences, mappings and texts, as they stand on a paper."""
    plain = [asdict(one) if is_dataclass(one) and not isinstance(one, type) else one for one in values]
    return without_glyph(json.dumps(plain, ensure_ascii=False, default=_plain))


def named(characters: Iterable[str]) -> str:
    """Characters by their numbers and names, since they cannot be shown: "U+1F3AF DIRECT HIT, U+13000 ..."."""
    found = [f"U+{ord(one):04X} {unicodedata.name(one, '')}".rstrip() for one in characters]
    return ", ".join(found[:MOST_NAMED]) + (f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else "")


def foot(text: str) -> str:
    """Return the foot of a paper with this text; "" where every character has a glyph."""
    left = without_glyph(text)
    sentence = translations[0](NO_GLYPH) if translations else NO_GLYPH
    return sentence % {"characters": named(left)} if left else ""


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _drawn(text: str) -> frozenset[str]:
    """The characters of a text that need a glyph: no spaces, controls, joiners or variation selectors."""
    return frozenset(
        one
        for one in set(text)
        if unicodedata.category(one) not in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp") and not 0xFE00 <= ord(one) <= 0xFE0F
    )


def _left(characters: frozenset[str], fonts: "typst.Fonts") -> frozenset[str]:
    """Those characters that none of these fonts has."""
    known = _answers(fonts)
    asked = sorted(characters - known.keys())
    boxes = _boxes_of(asked, fonts) if asked else frozenset()
    known.update((one, one not in boxes) for one in asked)
    return frozenset(one for one in characters if not known[one])


@cache
def _answers(_fonts: "typst.Fonts") -> dict[str, bool]:
    """Known characters, and whether one of the fonts has them. Names use few characters again and again."""
    return {}


def _boxes_of(characters: Sequence[str], fonts: "typst.Fonts") -> frozenset[str]:
    """Those characters that the typesetter would show as boxes.

    It sets them all for PDF/A, which admits no box; where it refuses, each half is asked, so that few are found soon.
    """
    import typst

    source = b"#set text(font: json(bytes(sys.inputs.families)))\n#sys.inputs.text.codepoints().join(linebreak())"
    inputs = {"families": json.dumps(families()), "text": "".join(characters)}
    try:
        typst.compile(source, format="pdf", font_paths=fonts, sys_inputs=inputs, pdf_standards="a-2b", timestamp=0)
    except typst.TypstError as error:
        if "could not be displayed" not in error.message:
            raise
        if len(characters) == 1:
            return frozenset(characters)
        half = len(characters) // 2
        return _boxes_of(characters[:half], fonts) | _boxes_of(characters[half:], fonts)
    return frozenset()
