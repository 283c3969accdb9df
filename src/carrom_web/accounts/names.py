"""Names that are refused: those that pretend to be the site's own, that an operator took away, or that imitate others.

Two names are alike if their `likeness` is the same: "Anu Nair", "ANU NAIR", "Апu Nаir" (with Cyrillic letters) and
"Anu_Na1r". `Guest.likeness` keeps it beside the name.
"""

import unicodedata
from functools import lru_cache
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom_web.core.hooks import registry

RESERVED = frozenset("carrom admin administrator moderator operator support staff system".split())
LIKE_LETTERS = str.maketrans("01|!$", "olils")
LIKE_PAIRS = (("rn", "m"), ("vv", "w"))


class NameRefusedError(NotAllowedError):
    """A name that cannot be used here. Reasons: reserved, taken-away, imitates."""

    code = "name"


def likeness(name: str) -> str:
    """Return what a name looks like: no case, accents, spaces or signs, look-alike letters as their Latin ones."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LIKE_LETTERS)
    text = "".join(_latin(sign) for sign in plain if unicodedata.category(sign)[0] in "LN")
    for pair, one in LIKE_PAIRS:
        text = text.replace(pair, one)
    return text.replace("i", "l")


def check_name(name: str, guest_id: UUID | None, *, is_public: bool = False) -> None:
    """Pass if a guest may be called so; with `is_public` also among strangers, where nobody may imitate another.

    Raises:
        NameRefusedError
    """
    alike = likeness(name)
    if alike in {likeness(word) for word in RESERVED}:
        raise NameRefusedError("reserved", name=name)
    if any(registry.hook.is_name_taken_away(likeness=alike)):
        raise NameRefusedError("taken-away", name=name)
    if is_public and any(registry.hook.is_name_imitated(likeness=alike, guest_id=guest_id)):
        raise NameRefusedError("imitates", name=name)


@lru_cache(maxsize=4096)
def _latin(sign: str) -> str:
    """Return the Latin letter that a sign looks like, else the sign."""
    if sign.isascii():
        return sign
    from confusable_homoglyphs import confusables  # reads its tables, 0.3 s, which few names need

    for found in confusables.is_confusable(sign, greedy=False, preferred_aliases=["latin"]) or ():
        for one in found["homoglyphs"]:
            if one["c"].isascii() and one["c"].isalpha():
                return str(one["c"]).lower()
    return sign
