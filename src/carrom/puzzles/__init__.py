"""Puzzles: boards on which one stroke, or one place of a due, is clearly the best.

`puzzle` has the values, `goals` says what strokes reach, `finding` makes puzzles of boards, `sources` finds boards in
records and self-play, `collection` stores many without duplicates.
"""
