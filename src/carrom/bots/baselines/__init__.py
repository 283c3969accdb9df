"""Computers that never change, to measure others against; one file each, as in `players`.

A measured strength means something as long as what it was measured against stays: `tests/bots/test_baselines.py` has
the strokes that each of them makes, and fails if one becomes another.
"""
