"""A participant of a championship is one as in every other competition."""

import django.db.models.deletion
from django.db import migrations, models

import carrom_web.competitions.models


class Migration(migrations.Migration):
    dependencies = [("championships", "0001_initial"), ("people", "0001_initial")]

    operations = [
        migrations.RemoveConstraint("participant", "one_participant_a_championship"),
        migrations.RenameField("participant", "championship", "competition"),
        migrations.RenameField("participant", "player", "person"),
        migrations.AlterField(
            "participant",
            "person",
            models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="%(app_label)s_%(class)s_rows",
                to="people.player",
            ),
        ),
        migrations.AlterField(
            "participant",
            "key",
            models.CharField(default=carrom_web.competitions.models.new_key, max_length=40),
        ),
        migrations.AddConstraint(
            "participant",
            models.UniqueConstraint(fields=("competition", "key"), name="one_participant_a_championship"),
        ),
        migrations.AlterModelOptions("participant", options={"base_manager_name": "objects"}),
    ]
