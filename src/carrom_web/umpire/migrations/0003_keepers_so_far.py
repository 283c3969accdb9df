"""Whoever kept a sheet so far has begun it, and is its umpire. By itself: PostgreSQL alters no table with open checks."""

from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery


def take_over_sheets(apps: Any, schema_editor: Any) -> None:
    """Give every sheet its owner, and every keeper his appointment."""
    sheet, match = apps.get_model("umpire", "Sheet"), apps.get_model("matches", "Match")
    begun = match.objects.filter(pk=OuterRef("pk")).values("made_at")
    sheet.objects.update(owner=F("keeper"), kept_since=Subquery(begun))
    appointment = apps.get_model("umpire", "Appointment")
    keepers = sheet.objects.exclude(keeper=None).values_list("pk", "keeper_id")
    appointment.objects.bulk_create(
        [appointment(sheet_id=pk, guest_id=keeper, role="umpire") for pk, keeper in keepers], batch_size=500
    )


class Migration(migrations.Migration):
    dependencies = [
        ("umpire", "0002_rights"),
    ]

    operations = [
        migrations.RunPython(take_over_sheets, migrations.RunPython.noop),
    ]
