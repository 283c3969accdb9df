"""The limits of a match file that is brought to the site, on the server and in its page; needs no Django."""

from carrom.errors import NotAllowedError

GREATEST = 2_000_000  # bytes
MOST_STROKES = 600  # simulated again, one by one
MOST_ENTRIES = 3_000
MOST_CORRECTIONS = 50  # each judges all later entries again


class RecordFileError(NotAllowedError):
    """A file that is not taken. Reasons: large, text, record, several, not-over, long, entries, seat, faults, many."""

    code = "record-file"
