"""`carrom emails`: waiting and failed emails, for the operator; `--retry` queues the failed ones again."""

from django.utils import timezone

from carrom.cli.inputs import print_json
from carrom_web.outbox.models import OutboxEmail

Status = OutboxEmail.Status


def report(*, retry: bool, as_json: bool = False) -> int:
    """Print the emails that were not delivered; return the exit status: 1 while some failed."""
    if retry:
        failed = OutboxEmail.objects.filter(status=Status.FAILED)
        count = failed.update(status=Status.QUEUED, due_at=timezone.now(), created_at=timezone.now(), finished_at=None)
        if not as_json:
            print(f"{count} queued again")
    rows = OutboxEmail.objects.exclude(status=Status.SENT).order_by("status", "pk")
    if as_json:
        print_json([_plain(row) for row in rows])
        return 1 if rows.filter(status=Status.FAILED).exists() else 0
    for row in rows:
        when = f"next attempt {row.due_at:%Y-%m-%d %H:%M} UTC" if row.status == Status.QUEUED else "failed"
        what = row.content["letter"] if row.is_letter else f"{row.recipient}  {row.content['subject']!r}"
        print(f"{row.pk}  {row.status}  {what}  attempts: {row.attempts}, {when}")
        if row.last_error:
            print(f"    {row.last_error}")
    if not rows:
        print("No emails are waiting or have failed.")
    return 1 if rows.filter(status=Status.FAILED).exists() else 0


def _plain(row: OutboxEmail) -> dict[str, object]:
    return {
        "number": row.pk,
        "status": row.status,
        "letter": row.content["letter"] if row.is_letter else None,
        "recipient": None if row.is_letter else row.recipient,
        "subject": None if row.is_letter else row.content["subject"],
        "attempts": row.attempts,
        "next_attempt": row.due_at.isoformat() if row.status == Status.QUEUED else None,
        "last_error": row.last_error,
    }
