"""What tests make and ask in the same way: events, leagues, matches, servers, pages of a browser.

Tests, browser tests and benchmarks import it as `tests.support`; no test module imports another (`test_imports.py`).
"""
