"""The language of an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds it, empty for accounts that have not chosen."""

    dependencies = [("accounts", "0004_sign_ins")]

    operations = [
        migrations.AddField("account", "language", models.CharField(blank=True, default="", max_length=12)),
    ]
