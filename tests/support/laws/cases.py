"""The files of law cases."""

from pathlib import Path

CASE_FOLDER = Path(__file__).parents[2] / "laws"


CASE_FILES = sorted(CASE_FOLDER.glob("*/*.toml"))
