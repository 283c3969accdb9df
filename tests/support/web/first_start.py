"""Fills an empty data folder as a first start does, and with the fonts of pages; `live_server.py` runs this.

The static files are those that this run has collected already, if it has.
"""

import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "carrom_web.config.settings"
django.setup()

from carrom_web.config.setup import set_up  # noqa: E402
from carrom_web.core import fonts  # noqa: E402
from tests.support.static_files import have_static_files  # noqa: E402

if __name__ == "__main__":
    have_static_files()
    set_up()
    for script in fonts.SCRIPTS:
        fonts.subset(script)
