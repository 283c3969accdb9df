"""Invitations and e-mails that many take at once, and a health check while the database is locked: the end, as JSON.

Run with `python -m`, with a data folder and a database of its own in the environment: threads need a real database.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.mail import send_mail  # noqa: E402
from django.db import connection, connections, transaction  # noqa: E402

from carrom_web.accounts.models import Guest  # noqa: E402
from carrom_web.clubs import services  # noqa: E402
from carrom_web.clubs.models import Invitation, Member  # noqa: E402
from carrom_web.clubs.rights import Role  # noqa: E402
from carrom_web.config import health  # noqa: E402
from carrom_web.config.models import Heartbeat  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
from carrom_web.core.links import LinkUsedError  # noqa: E402
from carrom_web.outbox import delivery  # noqa: E402
from tests.support.web.mail_server import mail_server  # noqa: E402

GUESTS, EMAILS, PROCESSES = 12, 60, 4


def at_once(work: Callable[[Any], None], inputs: Iterable[Any]) -> None:
    """Run one thread for each input."""

    def run(value: Any) -> None:
        try:
            work(value)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(value,)) for value in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def join_at_once() -> dict[str, Any]:
    """Many open one invitation in the same moment."""
    owner = Guest.objects.create(name="Asha").pk
    club = services.found_club(owner, name="Pune")
    found = {}
    for role, places in ((Role.UMPIRE, 1), (Role.PLAYER, 5)):
        invitation = services.invite(club, owner, role=role, days=7, places=places)
        outcomes: list[str] = []

        def join(guest: Any, pk: int = invitation.pk, outcomes: list[str] = outcomes) -> None:
            try:
                services.join(Invitation.objects.get(pk=pk), guest)
                outcomes.append("joined")
            except LinkUsedError:
                outcomes.append("used")

        at_once(join, [Guest.objects.create(name=f"{role} {number}").pk for number in range(GUESTS)])
        members = Member.objects.filter(role=role).count()
        found[role.value] = {"members": members, **{word: outcomes.count(word) for word in ("joined", "used")}}
    return found


def deliver_at_once() -> dict[str, int]:
    """Several processes deliver what one has queued."""
    with mail_server() as (server, port):
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.OUTBOX_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
        for number in range(EMAILS):
            send_mail("Hello", "text", "club@example.org", [f"player{number}@example.org"])
        at_once(lambda _: delivery.deliver_due(), range(PROCESSES))
        return {"received": len(server.recipients), "recipients": len(set(server.recipients))}


def check_while_locked() -> dict[str, Any]:
    """Another connection holds the row, or on SQLite all of the database, while the check writes."""
    health.check_storage()
    is_locked, may_end = threading.Event(), threading.Event()

    def lock(_: Any) -> None:
        with transaction.atomic():
            Heartbeat.objects.select_for_update().get()
            is_locked.set()
            may_end.wait(300)

    thread = threading.Thread(target=at_once, args=(lock, [None]))
    thread.start()
    is_locked.wait(60)
    time.sleep(health.CURRENT_FOR_S + 0.1)
    started = time.monotonic()
    while_locked = health.check_storage()
    waited = time.monotonic() - started
    may_end.set()
    thread.join()
    time.sleep(health.CURRENT_FOR_S + 0.1)
    afterwards = health.check_storage()
    return {"locked": while_locked.database, "gave_up": waited < 100, "afterwards": afterwards.database}


def main() -> None:
    """Do all of it and print what came of it."""
    if connection.vendor == "sqlite":
        connections.settings["default"]["OPTIONS"]["timeout"] = 120  # many write at once, perhaps on a busy machine
    migrate()
    found = {"join": join_at_once(), "deliver": deliver_at_once(), "health": check_while_locked()}
    print(json.dumps({"vendor": connection.vendor, **found}))


if __name__ == "__main__":
    main()
