"""Django's checks of the site, in one process: no migration is missing, and nothing hinders its deployment.

.venv/bin/python tools/django_checks.py
"""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "carrom_web.config.settings"

import django
from django.core.management import CommandError, call_command


def main() -> int:
    """Check both; the status is 1 if there is anything to say."""
    django.setup()
    status = 0
    for check, options in (
        ("makemigrations", {"check_changes": True, "dry_run": True}),
        ("check", {"deploy": True, "fail_level": "ERROR"}),
    ):
        try:
            call_command(check, **options)
        except CommandError as error:
            print(error, file=sys.stderr)
            status = 1
        except SystemExit as ended:  # as `makemigrations` does where one is missing
            status = status or int(bool(ended.code))
    return status


if __name__ == "__main__":
    sys.exit(main())
