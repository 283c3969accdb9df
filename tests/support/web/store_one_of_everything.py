"""A club with one of everything, stored where the environment says, through the site's own services; printed as JSON.

Run with `python -m`.
"""

import json

import django

django.setup()

from django.test.utils import override_settings  # noqa: E402

from carrom_web.config.setup import set_up  # noqa: E402
from carrom_web.matches.models import Match  # noqa: E402
from tests.support.web.one_of_everything import new_scene  # noqa: E402


def main() -> None:
    """Store them, and give how many matches there are."""
    set_up()
    with override_settings(ALLOWED_HOSTS=["testserver"], LETTERS_ARRIVE=False):  # nobody protects their account first
        new_scene()
    print(json.dumps({"matches": Match.objects.count()}))


if __name__ == "__main__":
    main()
