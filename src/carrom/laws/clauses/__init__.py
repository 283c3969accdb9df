"""One file for each stage of a ruling, each with its behaviours and their tables (docs/laws/stages.md)."""
