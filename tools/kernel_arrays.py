"""Declarations that C needs besides the kernel's source: the entries of each file, and the shapes of arrays."""

ENTRY = "simulate_strokes"
SIGHT = "guess_chances"
WAYS = "find_clear_ways"
SHARING = "share_samples"
RETURNING = "put_back_pieces"
WEIGHING = "weigh_boards"
PACKING = "pack_strokes"
FINDING = "find_verdicts"
OUTCOMES = "weigh_outcomes"
IMAGINING = "imagine_strokes"
LINES = "find_lines"
AIMS = "find_aims"
IDEAS = "choose_ideas"
DOMAIN = "into_domain"
SPREAD = "spread_strokes"
FANS = "fan_out"
ANYWHERE = "aim_anywhere"
APART = "keep_apart"
FORGIVING = "forgive"
RANKS = "rank_strokes"
PAIRS = "pair_errors"
ENTRIES = {
    ENTRY: "CARROM_ENTRY",
    SIGHT: "CARROM_SIGHT",
    WAYS: "CARROM_WAYS",
    SHARING: "CARROM_SHARING",
    RETURNING: "CARROM_RETURNING",
    WEIGHING: "CARROM_WEIGHING",
    PACKING: "CARROM_PACKING",
    FINDING: "CARROM_FINDING",
    OUTCOMES: "CARROM_OUTCOMES",
    IMAGINING: "CARROM_IMAGINING",
    LINES: "CARROM_LINES",
    AIMS: "CARROM_AIMS",
    IDEAS: "CARROM_IDEAS",
    DOMAIN: "CARROM_DOMAIN",
    SPREAD: "CARROM_SPREAD",
    FANS: "CARROM_FANS",
    ANYWHERE: "CARROM_ANYWHERE",
    APART: "CARROM_APART",
    FORGIVING: "CARROM_FORGIVING",
    RANKS: "CARROM_RANKS",
    PAIRS: "CARROM_PAIRS",
}

Rows = dict[str, tuple[str, ...]]

# Lengths of all dimensions but the first, by the array's name. What is not named here has one dimension.
ROWS: Rows = {
    "c": ("11",),
    "cluster": ("11",),
    "final": ("2",),
    "layout": ("2",),
    "lists": ("MOST_CONTACTS",),
    "pairs": ("MOST_CONTACTS",),
    "s": ("COLUMNS",),
    "segments": ("SEGMENT_COLUMNS",),
    "events": ("EVENT_COLUMNS",),
    "table": ("2",),
    "ways": ("4",),
    "points": ("2",),
    "rims": ("3",),
    "intended": ("3",),
    "sources": ("3",),
    "shares": ("3",),
}
MANY: Rows = {  # those of many strokes
    "strokes": ("3",),
    "layouts": ("DISCS", "2"),
    "finals": ("DISCS", "2"),
    "fallen": ("DISCS",),
    "facts": ("FACTS",),
    "chances": ("DISCS",),
}
PLACES: Rows = {"spans": ("2",), "angles": ("2",)}
STROKES: Rows = PLACES | {"strokes": ("3",), "errors": ("3",), "meant": ("3",), "made": ("3",)}
FOUND: Rows = {"coins": ("2",), "found": ("LINE_COLUMNS",), "lines": ("LINE_FIGURES",)}
KNOWN: Rows = {"known": ("KNOWN_COLUMNS",)}
ROUND: Rows = MANY | KNOWN | {"lying": ("DISCS", "2"), "left": ("DISCS", "2"), "now": ("DISCS",)}
ROWS_IN: dict[str, Rows] = {  # where a function's array has other rows than one of that name elsewhere
    "keep_segment": {"rows": ("SEGMENT_COLUMNS",)},
    "keep_event": {"rows": ("EVENT_COLUMNS",)},
    "check_layout": MANY,
    "simulate_stroke": MANY,
    ENTRY: MANY,
    SIGHT: MANY,
    SHARING: {"made": ("3",)},
    RETURNING: {"layouts": ("DISCS", "2"), "asked": ("RETURNING_COLUMNS",)},
    "pack_stroke": MANY,
    PACKING: MANY,
    "row_of": KNOWN,
    FINDING: KNOWN | {"strokes": ()},
    "weigh_part": ROUND,
    OUTCOMES: ROUND,
    IMAGINING: ROUND,
    LINES: FOUND,
    AIMS: FOUND | {"chosen": ("AIM_COLUMNS",), "strokes": ("3",), "ways": (), "run": ("4",)},
    PAIRS: {"half": ("3",), "errors": ("3",)},
    "nearest": PLACES,
    "put_into_domain": STROKES,
    DOMAIN: STROKES,
    SPREAD: STROKES,
    FANS: STROKES,
    ANYWHERE: {"coins": ("2",), "beside": ("2",), "ways": ()},
    APART: {"strokes": ("3",), "room": ("3",)},
}
LENGTHS = {"table": "257"}  # rows of an array that has as many in every call
COPIED = {"parameters": "PARAMETERS"}  # lengths of arrays that are copied
