"""Puzzles on the site: solved by playing, rated by Glicko-2 against the puzzle, one of them the day's."""
