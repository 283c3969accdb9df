"""Read match files and write their matches as one: as text or JSON, with or without what followed.

What was asked, tags, comments and variations stay as they are; every match is derived again before anything is written.
--derived adds the facts of each stroke, where all lay afterwards and what the laws ruled, for programs that know
neither laws nor engine; without it such lines are left out. --match takes one match of a file that has several.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from carrom.cli.inputs import UnknownNameError, print_json, read_text, write_text
from carrom.notation.derivation import file_match
from carrom.notation.match_file import FileEntry, FileMatch, MatchFile, Variation
from carrom.notation.record import read_match_file, write_match_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="match files, text or JSON; - reads stdin")
    parser.add_argument("--match", type=int, metavar="N", help="only this match, counted through all files")
    parser.add_argument("--as-json", action="store_true", help="write JSON instead of text")
    parser.add_argument("--derived", action="store_true", help="write what followed from each request as well")
    parser.add_argument("-o", "--output", metavar="FILE", help="write into this file instead of printing")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(asked: argparse.Namespace) -> int:
    """Read, derive, write. Raises CannotReadError, NotationError, UnknownNameError, CannotWriteError."""
    matches: list[FileMatch] = []
    closing: tuple[str, ...] = ()
    for name in asked.files:
        file = read_match_file(read_text(name))
        closing += file.said.closing
        for place, match in enumerate(file.said.matches):
            whole = file_match(file.record(place).entries, derived=asked.derived)
            matches.append(_with_remarks(whole, match))
    if asked.match is not None:
        if not 1 <= asked.match <= len(matches):
            known = [str(number) for number in range(1, len(matches) + 1)]
            raise UnknownNameError("choice", what="match", name=str(asked.match), known=known)
        matches = [matches[asked.match - 1]]
    text = write_match_file(MatchFile(matches=tuple(matches), closing=closing), as_json=asked.as_json)
    if asked.output:
        write_text(Path(asked.output), text)
    if asked.json:
        print_json({"matches": len(matches), "bytes": len(text.encode()), "file": asked.output})
    elif not asked.output:
        print(text, end="")
    return 0


def _with_remarks(derived: FileMatch, said: FileMatch) -> FileMatch:
    """Return a derived match with the comments and variations of the file that it was read from."""
    entries = tuple(
        replace(one, comments=other.comments, variations=tuple(map(_bare, other.variations)))
        for one, other in zip(derived.entries, said.entries, strict=True)
    )
    return replace(derived, entries=entries, comments=said.comments, closing=said.closing)


def _bare(variation: Variation) -> Variation:
    """Return a variation without what was derived."""
    return replace(variation, entries=tuple(map(_without_derived, variation.entries)))


def _without_derived(entry: FileEntry) -> FileEntry:
    variations = tuple(map(_bare, entry.variations))
    return replace(entry, facts=None, position=None, followed=None, variations=variations)
