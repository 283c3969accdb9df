"""A signed-in person keeps a sheet on one of his devices."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("umpire", "0005_sets_played_alone"),
    ]

    operations = [
        migrations.AddField(
            "sheet", "device", models.CharField(blank=True, default="", max_length=16), preserve_default=False
        ),
    ]
