#!/usr/bin/env python
"""Django's commands for the site of this checkout: `.venv/bin/python manage.py check`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
    execute_from_command_line(sys.argv)
