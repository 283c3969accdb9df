"""A site that fails again and again while people write to it: nothing that it acknowledged may be lost or doubled.

    .venv/bin/python -m tools.faults                          10,000 writes on SQLite, then on PostgreSQL
    .venv/bin/python -m tools.faults --database sqlite --writes 500 --seed 7

Strokes, remarks on sheets, registrations, payments and results are written at the same time, while in turn the server,
the computers' processes, PostgreSQL or Redis are killed, the disk is full or read-only, the database locked, the clock
wrong, the memory short and the power cut (`kinds.py`). Pages that never read are open, and neither the mail server nor
the payment service ever answers. `docs/operations.md` has the figures; `tests/web/test_faults.py` has a short run, and
tests of the disk and of the checker.
"""
