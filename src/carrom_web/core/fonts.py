"""The fonts of pages: for each script that phones may lack, a subset of the font with which prints are set.

A page names them all in `css/fonts.css`; a browser fetches one only where a page has characters of its script and the
device has none of the fonts named before it. A subset is made when it is first asked for and stored beside the data.
"""

import io
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from django.conf import settings
from django.conf.locale import LANG_INFO

VERSION = 1  # part of the address and of the stored files: raise it when their bytes change
SIGNS = (0x200C, 0x200D, 0x25CC)  # joiners, and the circle on which a lone vowel sign sits
DANDAS = (0x0964, 0x0965)


@dataclass(frozen=True, slots=True)
class Script:
    """A script: its font, and the characters of which pages get it."""

    package: str
    file: str
    characters: tuple[int, ...]


def _script(package: str, file: str, *characters: Iterable[int]) -> Script:
    return Script(package, file, tuple(one for some in characters for one in some))


INDIC = "justmytype_intl_south_asia"
SCRIPTS = {
    "devanagari": _script(
        INDIC, "fonts/ofl/notosansdevanagari/NotoSansDevanagari[wdth,wght].ttf", range(0x0900, 0x0980), SIGNS
    ),
    "bengali": _script(
        INDIC, "fonts/ofl/notosansbengali/NotoSansBengali[wdth,wght].ttf", range(0x0980, 0x0A00), DANDAS, SIGNS
    ),
    "tamil": _script(
        INDIC, "fonts/ofl/notosanstamil/NotoSansTamil[wdth,wght].ttf", range(0x0B80, 0x0C00), DANDAS, SIGNS
    ),
    "malayalam": _script(
        "carrom.printing", "fonts/NotoSansMalayalam_400Regular.ttf", range(0x0D00, 0x0D80), DANDAS, SIGNS
    ),
    "arabic": _script(
        "justmytype_intl_rtl",
        "fonts/ofl/notosansarabic/NotoSansArabic[wdth,wght].ttf",
        range(0x0600, 0x0700),
        range(0x200C, 0x2010),
        (0xFDF2, 0xFDFA),
    ),
}

OWN_NAMES = {"devanagari": "hi", "bengali": "bn", "tamil": "ta", "malayalam": "ml", "arabic": "ur"}
# Of each also the few characters of its language's own name, for the choice of languages at the foot of every page.
SCRIPTS |= {
    f"{name}-name": _script(chosen.package, chosen.file, map(ord, LANG_INFO[OWN_NAMES[name]]["name_local"]))
    for name, chosen in SCRIPTS.items()
}


@cache
def subset(script: str) -> bytes:
    """The font of a script as WOFF2, from the stored file or made now, which takes up to 2 s.

    Raises:
        KeyError: pages have no font of this script.
    """
    chosen = SCRIPTS[script]
    stored = settings.DATA / "fonts" / f"{script}.{VERSION}.woff2"
    if stored.is_file():
        return stored.read_bytes()
    made = _made(chosen)
    _store(stored, made)
    return made


def _made(script: Script) -> bytes:
    from fontTools import subset as tools
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    options = tools.Options()
    options.layout_features, options.hinting, options.name_IDs = ["*"], False, [1, 2]
    with TTFont(Path(str(files(script.package))) / script.file) as font:
        chooser = tools.Subsetter(options)
        chooser.populate(unicodes=script.characters)
        chooser.subset(font)
        if "fvar" in font:
            font = instancer.instantiateVariableFont(font, {"wdth": 100, "wght": 400}, inplace=True)
        font.flavor = "woff2"
        held = io.BytesIO()
        font.save(held)
    return held.getvalue()


def _store(path: Path, content: bytes) -> None:
    """Store it whole or not at all; a folder that cannot be written to costs the next process its time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError:
        return
