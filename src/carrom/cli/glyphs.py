"""What a printed paper shows as boxes is said on stderr, with a code; stdout belongs to the command."""

import sys


def warn_of_missing_glyphs(*printed: object) -> list[str]:
    """Warn of the characters on a paper that no font here has; give them as "U+1F3AF"."""
    from carrom.printing.fonts import NO_GLYPH, named, without_glyph_in

    missing = without_glyph_in(*printed)
    if missing:
        sentence = NO_GLYPH % {"characters": named(missing)}
        print(f"warning: no-glyph: {sentence} A font of their script, installed here, sets them.", file=sys.stderr)
    return [f"U+{ord(one):04X}" for one in missing]
