"""Prints what a site has stored of every match: number and request of each entry, as JSON.

Run as `python -m benchmarks._stored_entries` with the site's environment.
"""

import json
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

import django

django.setup()

from carrom_web.matches.models import Entry  # noqa: E402


def main() -> None:
    """Read them all."""
    found: dict[str, list[tuple[int, str]]] = {}
    for match, number, name in Entry.objects.order_by("match", "number").values_list("match", "number", "request_id"):
        found.setdefault(str(match), []).append((number, name))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
