"""Sets that somebody plays alone are found without reading every record."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A mark on each sheet."""

    dependencies = [("umpire", "0004_kept_since")]

    operations = [
        migrations.AddField("sheet", "is_solo", models.BooleanField(default=False)),
    ]
