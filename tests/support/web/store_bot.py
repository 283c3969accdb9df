"""Store a bot account with a token that may do everything, and print the token.

    python -m tests.support.web.store_bot

CARROM_DATA says where the site's data are.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

import django

django.setup()

from django.utils import timezone  # noqa: E402

from carrom_web.accounts.models import Account  # noqa: E402
from carrom_web.accounts.services import rename  # noqa: E402
from carrom_web.api import services  # noqa: E402
from carrom_web.api.models import Scope  # noqa: E402


def stored_bot(email: str = "bot@example.org", name: str = "Roller") -> str:
    """Store a bot and return its token."""
    guest = Account.objects.create_user(email).guest
    rename(guest, name)
    services.turn_into_bot(guest)
    return services.make_token(guest, name="test", scopes=list(Scope), now=timezone.now(), days=None)[1]


if __name__ == "__main__":
    print(stored_bot())
