"""Pages that offer a paper say beforehand which characters it would show as boxes."""

from django.utils.translation import gettext as _

from carrom.printing.fonts import NO_GLYPH, named, without_glyph_in


def glyph_warning(*printed: object) -> str:
    """Give the sentence about characters in these values that no font here has; "" if every one is printed."""
    missing = without_glyph_in(*printed)
    if not missing:
        return ""
    todo = _("They are printed as boxes. A font of their script, installed where this site runs, sets them.")
    return f"{_(NO_GLYPH) % {'characters': named(missing)}} {todo}"
