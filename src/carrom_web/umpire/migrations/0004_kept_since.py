"""Every sheet is kept since some moment."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("umpire", "0003_keepers_so_far"),
    ]

    operations = [
        migrations.AlterField("sheet", "kept_since", models.DateTimeField()),
    ]
