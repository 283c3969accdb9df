from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("match_leagues", "0003_online"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheetmatch",
            name="is_withdrawn",
            field=models.BooleanField(default=False),
        ),
    ]
