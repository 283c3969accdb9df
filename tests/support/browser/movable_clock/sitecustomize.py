"""A clock of the server that a test moves: Python imports this at its start when the folder is in PYTHONPATH.

The file that CARROM_TEST_CLOCK names holds the seconds by which the server's day is off; nothing else is changed.
"""

import os
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

_real_now = timezone.now
_clock = Path(os.environ["CARROM_TEST_CLOCK"])


def _moved_now():
    return _real_now() + timedelta(seconds=float(_clock.read_text()))


timezone.now = _moved_now
