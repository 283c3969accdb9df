"""Store two bots with a match between them, their tokens and webhooks, and an operator; print how to reach them.

    python -m tests.support.web.store_programs

WEBHOOK_URL is where the bots' webhooks go, each with its name at the end; CARROM_DATA says where the site's data are.
Prints JSON: `match`; `operator`, a cookie; and for each bot by its name `guest`, `token`, `second` (another token of
it) and `cookie`.
"""

import json
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")

import django

django.setup()

from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from carrom_web.accounts.models import Account  # noqa: E402
from carrom_web.api import services  # noqa: E402
from carrom_web.api.models import Scope  # noqa: E402
from tests.support.web.api import new_bot  # noqa: E402
from tests.support.web.matches import start_match  # noqa: E402


def store(url: str) -> dict[str, Any]:
    """Store them all."""
    bots, now = {name: new_bot(f"{name}@example.org", name.title()) for name in ("roller", "other")}, timezone.now()
    made: dict[str, Any] = {"match": str(start_match(bots["roller"].pk, bots["other"].pk))}
    for name, guest in bots.items():
        tokens = [
            services.make_token(guest, name=what, scopes=list(Scope), now=now, days=None)[1] for what in ("one", "two")
        ]
        account = Account.objects.get(guest=guest)
        made[name] = {"guest": str(guest.pk), "token": tokens[0], "second": tokens[1], "cookie": _signed_in(account)}
        services.make_webhook(guest, url=url + name, kind="", slug="", seen="", now=now)
    made["operator"] = _signed_in(Account.objects.create_user("operator@example.org", is_staff=True))
    return made


def _signed_in(account: Account) -> str:
    browser = Client()
    browser.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return f"carrom_session={browser.cookies['carrom_session'].value}"


if __name__ == "__main__":
    print(json.dumps(store(os.environ["WEBHOOK_URL"])))
