"""Who may keep a sheet: who begins it, links, appointments; and the board on which it is played."""

import django.db.models.deletion
from django.db import migrations, models

ROLES = [(role, role) for role in ("owner", "referee", "umpire", "player", "verifier", "follower")]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("clubs", "0001_initial"),
        ("matches", "0002_clocks"),
        ("umpire", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "sheet",
            "owner",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="begun_sheets",
                to="accounts.guest",
            ),
        ),
        migrations.AddField("sheet", "kept_since", models.DateTimeField(null=True)),
        migrations.AddField("sheet", "pen", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "sheet",
            "board",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sheets",
                to="clubs.equipment",
            ),
        ),
        migrations.AddField("sheet", "is_on_board", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("role", models.CharField(choices=ROLES, max_length=16)),
                ("meant_for", models.CharField(blank=True, max_length=40)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sheet_links",
                        to="accounts.guest",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="umpire.sheet"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=ROLES, max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="appointments", to="accounts.guest"
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appointments",
                        to="umpire.link",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="appointments", to="umpire.sheet"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "appointment", models.UniqueConstraint(fields=["sheet", "guest", "role"], name="one_appointment_a_role")
        ),
        migrations.AddConstraint(
            "sheet",
            models.UniqueConstraint(
                condition=models.Q(is_on_board=True), fields=["board"], name="one_sheet_on_a_board"
            ),
        ),
    ]
